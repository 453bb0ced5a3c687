// What is in a store, in sentences that need no key. Pure functions.
import type { Insight, Row } from './api';
import { count, percent, plural } from './words';

const languages = new Intl.DisplayNames(['en-GB'], { type: 'language' });

export function languageName(code: string): string {
  try {
    return /^[a-z]{2,3}$/.test(code) ? (languages.of(code) ?? code) : code;
  } catch {
    return code;
  }
}

const listed = (names: string[]) =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names[names.length - 1] ?? ''}`;

const known = (rows: Row[] | undefined) => (rows ?? []).filter((row) => !String(row.value).startsWith('('));

// The numbers are those of the store's list; the rest follows when the overview has arrived.
export function aboutStore(store: { pages?: number | undefined; links?: number | undefined; hosts?: number | undefined; has_urls?: boolean | undefined; words?: boolean | undefined }, overview?: Insight): string[] {
  const { pages = 0, links = 0 } = store;
  const hosts = store.has_urls === false ? 0 : (store.hosts ?? 0); // plain names are no addresses
  const told = [`${plural(pages, 'page')} with ${plural(links, 'link')}${hosts > 1 ? ` on ${plural(hosts, 'host')}` : ''}.`];
  if (!overview) return told;
  const value = (name: string) => Number(overview.items.find((row) => row.name === name)?.value ?? 0);
  const crawled = value('crawled');
  if (crawled > 0 && crawled < pages) {
    told.push(`${count(crawled)} of the pages (${percent(crawled / pages)}) were fetched; the others are known by links to them.`);
  }
  const { tables } = overview;
  const sites = (tables.hosts ?? []).slice(0, 3).map((row) => `${String(row.host)} (${count(Number(row.pages))})`);
  if (hosts > 1 && sites.length > 0) told.push(`Most are on ${listed(sites)}.`);
  const spoken = known(tables.languages)
    .filter((row) => Number(row.share) >= 0.01)
    .slice(0, 3);
  if (spoken.length > 0) {
    told.push(`Languages: ${spoken.map((row) => `${languageName(String(row.value))} ${percent(Number(row.share))}`).join(', ')}.`);
  }
  const years = known(tables.years).map((row) => Number(row.value)).sort((a, b) => a - b);
  if (years.length > 0) {
    const [first, last] = [years[0]!, years[years.length - 1]!];
    told.push(first === last ? `Fetched in ${first}.` : `Fetched from ${first} to ${last}.`);
  }
  const within = value('same_host_share');
  if (hosts > 1 && within > 0) told.push(`${percent(within)} of the links stay on their host.`);
  if (store.words === false) told.push('Its words were not indexed: pages are found by address and name.');
  return told;
}
