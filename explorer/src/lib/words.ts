// Numbers, addresses and reasons as people read them. Pure functions.
import type { Reason } from './api';

const counts = new Intl.NumberFormat('en-GB');

export function count(value: number): string {
  return counts.format(value);
}

export function plural(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

// Enough digits to tell answers apart, no more.
export function score(value: number): string {
  if (!Number.isFinite(value)) return '–';
  if (Number.isInteger(value)) return count(value);
  const size = Math.abs(value);
  if (size >= 1000) return count(Math.round(value));
  if (size >= 1) return Number(value.toPrecision(4)).toString();
  if (size >= 0.001) return value.toPrecision(3);
  return value.toExponential(1);
}

// A share of 1. What is there is not "0.0 %", and not all of it if something else is there, too.
export function percent(share: number): string {
  if (share > 0 && share < 0.0005) return '< 0.1 %';
  if (share < 1 && share >= 0.9995) return '> 99.9 %';
  return `${(100 * share).toFixed(1)} %`;
}

// How two hosts are the same, as `cocite mirrors` says it, in words.
export function mirrorKind(kind: string): string {
  const kinds: Record<string, string> = { mirror: 'the same pages', partial: 'some of the same pages', alias: 'two names of one site' };
  return kinds[kind] ?? kind;
}

// 99.97 stays under 100: "the top 0.03 %" says more than "percentile 99.97".
export function percentile(value: number): string {
  const above = 100 - value;
  if (above <= 0.005) return 'top 0.01 %';
  if (above < 1) return `top ${Number(above.toPrecision(2))} %`;
  if (above <= 50) return `top ${Math.round(above)} %`;
  return `above ${Math.round(value)} %`;
}

export function shortUrl(url: string): string {
  return url.replace(/^https?:\/\//, '').replace(/^([^/]+)\/$/, '$1');
}

/** A key (`com,example,www)/a`) as people write it (`www.example.com/a`); other names stay. */
export function addressOfKey(key: string): string {
  const [, host, port, path] = /^([^):]+)(:\d+)?\)(\/.*)$/s.exec(key) ?? [];
  if (!host) return key;
  return host.split(',').reverse().join('.') + (port ?? '') + (path === '/' ? '' : path);
}

export function hostOf(url: string): string {
  return shortUrl(url).split(/[/?#]/)[0] ?? '';
}

// The address of an archived copy, from a template with {timestamp} and {url}; empty: none was fetched, or there is no template.
export function archivedCopy(template: string, { url, date }: { url: string; date?: string | undefined }): string {
  if (!template || !url || !date) return '';
  const timestamp = date.replace(/\D/g, '').slice(0, 14);
  const at = template.indexOf('?');
  const isInQuery = at >= 0 && at < template.indexOf('{url}');
  return template.replace('{timestamp}', timestamp).replace('{url}', () => (isInQuery ? encodeURIComponent(url) : url));
}

// The address up to its last slash: what pages of the same folder begin with.
export function folderOf(url: string): string {
  const plain = shortUrl(url).split(/[?#]/)[0] ?? '';
  const slash = plain.lastIndexOf('/');
  return slash < 0 ? `${plain}/` : plain.slice(0, slash + 1);
}

export interface Named {
  key: string;
  url: string;
  title: string;
  called?: string | undefined;
}

// What goes into requests and permalinks: the address as one types it, or the name.
export function nameOf(page: Named): string {
  return page.url ? page.url.replace(/^https?:\/\//, '') : page.key;
}

// What the quotes around a name mean; undefined where the page has a title of its own.
export function hintOf(page: Named): string | undefined {
  return !page.title.trim() && page.called ? 'What others call it: the page was not fetched, or has no title' : undefined;
}

// What others call a page that has a title of its own, in quotes: why it was offered. Empty: its title says it.
export function calledOf(page: Named): string {
  return page.title.trim() && page.called ? `“${page.called}”` : '';
}

// Whether what was typed is meant as an address: "www.example.com", "example.com/a", "com,example)/".
export function looksLikeAddress(text: string): boolean {
  const plain = text.trim();
  if (/\s/.test(plain) || plain === '') return false;
  return /^https?:\/\//i.test(plain) || /^[^"'():]+\.[a-z]{2,}(?:[:/?#]|$)/i.test(plain) || /^[a-z0-9-]+(?:,[a-z0-9-]+)+\)/i.test(plain);
}

// Names of wikis have underscores for blanks.
const plainName = (name: string) => (/[/.]/.test(name) ? name : name.replace(/_/g, ' '));

// Many sites end every title with their own name; beside the site's name that is noise. A page without a title is
// called, in quotes, what others call it.
export function titleOf(page: Named): string {
  const title = page.title.trim();
  if (!title) return page.called ? `“${page.called}”` : shortUrl(page.url) || plainName(addressOfKey(page.key));
  const parts = title.split(/\s+[-–—|·]\s+/);
  const last = parts[parts.length - 1] ?? '';
  const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  const isSite = parts.length > 1 && plain(last).length > 2 && plain(hostOf(page.url)).includes(plain(last));
  return isSite ? title.slice(0, title.lastIndexOf(last)).replace(/\s+[-–—|·]\s+$/, '') : title;
}

// A sentence of the service, its addresses apart, so that they can be links. A title that follows an address, in quotes,
// stands for it. A comma or semicolon before a blank is the sentence's; what else stands in quotes is the words of a link,
// whatever it looks like.
export function sentenceParts(sentence: string): { text: string; url: string }[] {
  const parts: { text: string; url: string }[] = [];
  let end = 0;
  const addresses = /(?<=^|[\s(])"[^"]*"(?=[\s,;)]|$)|(https?:\/\/\S+?)(?: "([^"]+)"| \(called "([^"]+)"\)|)(?=[,;]?\s|$)/g;
  for (const found of sentence.matchAll(addresses)) {
    const [all, url, title, called] = found;
    if (!url) continue;
    if (found.index > end) parts.push({ text: sentence.slice(end, found.index), url: '' });
    parts.push({ text: title ?? (called ? `“${called}”` : shortUrl(url)), url });
    end = found.index + all.length;
  }
  if (end < sentence.length) parts.push({ text: sentence.slice(end), url: '' });
  return parts;
}

// A sentence for a row: what comes first and one page as an example, without the words of its links.
//
//   "7 pages of 4 sites link to both, one of them side by side; the strongest: http://a.example/ "A", as "x" and "y""
//   "7 pages on 4 sites link to both, e.g. http://a.example/ "A""
export function brief(sentence: string): string {
  return sentence
    .replace(/^((?:at least )?\d+ pages? )of ((?:one|\d+) sites? link)/, '$1on $2')
    .replace(/(?:, (?:all|one|\d+) of them side by side|, side by side)?; the strongest: (\S+(?: "[^"]*"| \(called "[^"]*"\))?).*$/s, ', e.g. $1');
}

// What a reason says, with the page that is the reason left for a link: "[page] links to both".
export interface ReasonText {
  before: string;
  hasPage: boolean;
  after: string;
  place: string; // where the links stand
}

export function placesApart(distance: number): string {
  if (distance === 0) return '';
  return distance === 1 ? 'side by side' : `${count(distance)} places apart`;
}

export function reasonText(reason: Reason, by: string): ReasonText {
  const place = placesApart(reason.distance);
  const says = (before: string, after: string, hasPage = true) => ({ before, hasPage, after, place });
  if (reason.kind === 'hub') return says('the hub', 'links to it');
  if (reason.kind === 'link') return says('linked directly with it', '', false);
  if (reason.kind === 'word') return says(`the word “${reason.word ?? ''}”`, '', false);
  if (reason.kind === 'title') return says('alike titles', '', false);
  if (reason.kind === 'walk') return says('a few links away', '', false);
  if (by === 'hubfinder' || by === 'kleinberg') {
    return reason.kind === 'child' ? says('it links to', '') : says('', 'links to it');
  }
  if (by === 'personalized-pagerank') return says('', 'sends readers on to it');
  if (reason.kind === 'parent') return says('', 'links to both');
  // The places are those of that page's own links to the two.
  if (reason.kind === 'child') return { ...says('both link to', ''), place: place && `links back, ${place}` };
  return says(reason.kind, '');
}
