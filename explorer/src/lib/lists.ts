// Lists of pages that the user keeps in this browser, with notes; as Markdown, bookmarks and CSV, and back. Pure functions.
import { csvCell } from './copies';

export interface Kept {
  page: string; // as the address of the explorer has it
  url: string; // empty: a store of plain names
  title: string;
  note: string;
}

export interface List {
  name: string;
  note: string;
  pages: Kept[];
}

export const listFormats = ['Markdown', 'Bookmarks', 'CSV'] as const;
export type ListFormat = (typeof listFormats)[number];
export const fileEnds: Record<ListFormat, string> = { Markdown: 'md', Bookmarks: 'html', CSV: 'csv' };

const text = (value: unknown) => (typeof value === 'string' ? value : '');

// What was kept, as far as it can be read.
export function parseLists(json: string | null): List[] {
  try {
    const all = JSON.parse(json ?? '[]') as unknown;
    if (!Array.isArray(all)) return [];
    return all
      .filter((one: Partial<List> | null): one is List => typeof one?.name === 'string' && Array.isArray(one.pages))
      .map(({ name, note, pages }) => ({
        name,
        note: text(note),
        pages: pages
          .filter((one: Partial<Kept> | null) => typeof one?.page === 'string' && one.page !== '')
          .map((one) => ({ page: one.page, url: text(one.url), title: text(one.title) || one.page, note: text(one.note) })),
      }));
  } catch {
    return [];
  }
}

// A name that no other list has: "Bees", "Bees 2".
export function freeName(lists: List[], wanted: string): string {
  const plain = wanted.trim() || 'List';
  const taken = new Set(lists.map((list) => list.name));
  let name = plain;
  for (let i = 2; taken.has(name); ++i) name = `${plain} ${i}`;
  return name;
}

export function withKept(list: List, kept: Kept): List {
  return list.pages.some((one) => one.page === kept.page) ? list : { ...list, pages: [...list.pages, kept] };
}

const oneLine = (value: string) => value.replace(/\s+/g, ' ').trim();
const plainMarkdown = (value: string) => oneLine(value).replace(/[\\[\]*_`<>#]/g, '\\$&');
const fromMarkdown = (value: string) => value.replace(/\\([\\[\]*_`<>#])/g, '$1');
const escapeHtml = (value: string) => value.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
const fromHtml = (value: string) =>
  value
    .replace(/<[^>]*>/g, '')
    .replace(/&(lt|gt|quot|#39|amp);/g, (_all, name: string) => ({ lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' })[name] ?? '')
    .trim();

export function listText(list: List, format: ListFormat): string {
  const address = (one: Kept) => one.url || one.page;
  if (format === 'CSV') {
    const rows = list.pages.map((one) => [address(one), one.title, one.note].map(csvCell).join(','));
    return `${['address,title,note', ...rows].join('\r\n')}\r\n`;
  }
  if (format === 'Bookmarks') {
    const rows = list.pages.map(
      (one) => `<DT><A HREF="${escapeHtml(address(one))}">${escapeHtml(oneLine(one.title))}</A>${one.note ? `\n<DD>${escapeHtml(oneLine(one.note))}` : ''}`,
    );
    return [
      '<!DOCTYPE NETSCAPE-Bookmark-file-1>',
      '<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">',
      `<TITLE>${escapeHtml(list.name)}</TITLE>`,
      `<H1>${escapeHtml(list.name)}</H1>${list.note ? `\n<DD>${escapeHtml(oneLine(list.note))}` : ''}`,
      '<DL><p>',
      ...rows,
      '</DL><p>',
      '',
    ].join('\n');
  }
  const rows = list.pages.map((one) => {
    const target = address(one).replace(/[<>\s]/g, encodeURIComponent);
    return `- [${plainMarkdown(one.title)}](<${target}>)${one.note ? `: ${plainMarkdown(one.note)}` : ''}`;
  });
  return [`# ${plainMarkdown(list.name)}`, ...(list.note ? ['', plainMarkdown(list.note)] : []), '', ...rows, ''].join('\n');
}

function fromAddress(address: string, title: string, note: string): Kept {
  const url = /^https?:\/\//i.test(address) ? address : '';
  return { page: address.replace(/^https?:\/\//i, ''), url, title: title || address.replace(/^https?:\/\//i, ''), note };
}

// Rows of a table with quotes, as RFC 4180 has them.
export function csvRows(csv: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    rows[rows.length - 1]!.push(quoted !== undefined ? quoted.replace(/""/g, '"') : (plain ?? ''));
    if (end !== ',') rows.push([]);
    if (end === '') break;
  }
  return rows.filter((row) => row.some((cell) => cell !== ''));
}

// A file in any of the formats, also of other programs: its name and its pages.
export function parseList(content: string, fileName: string): List {
  const list: List = { name: fileName.replace(/\.[a-z]+$/i, ''), note: '', pages: [] };
  const add = (kept: Kept) => {
    if (kept.page !== '' && !list.pages.some((one) => one.page === kept.page)) list.pages.push(kept);
  };
  if (/<a\s[^>]*href\s*=/i.test(content)) {
    list.name = fromHtml(/<h1[^>]*>([^]*?)<\/h1>/i.exec(content)?.[1] ?? '') || list.name;
    list.note = fromHtml(/<h1[^>]*>[^]*?<\/h1>\s*<dd>([^\n]*)/i.exec(content)?.[1] ?? '');
    for (const [, href, title, note] of content.matchAll(/<a\s[^>]*href\s*=\s*"([^"]*)"[^>]*>([^]*?)<\/a>(?:\s*<dd>([^\n]*))?/gi)) {
      add(fromAddress(fromHtml(href ?? ''), fromHtml(title ?? ''), fromHtml(note ?? '')));
    }
    return list;
  }
  const links = [...content.matchAll(/^\s*(?:[-*+]|\d+[.)])\s+\[((?:\\.|[^\]\\])*)\]\(<?([^)>\s]+)>?\)(?::\s*(.*))?$/gm)];
  if (links.length > 0) {
    list.name = fromMarkdown(/^#\s+(.*)$/m.exec(content)?.[1] ?? '').trim() || list.name;
    list.note = fromMarkdown(/^#\s.*\n\n([^\n#\-*+\d[][^\n]*)\n/m.exec(content)?.[1] ?? '').trim();
    for (const [, title, address, note] of links) {
      add(fromAddress(address ?? '', fromMarkdown(title ?? ''), fromMarkdown(note ?? '').trim()));
    }
    return list;
  }
  // The quote in front of what a spreadsheet would take for a formula is ours.
  const own = (cell: string | undefined) => (cell ?? '').replace(/^'(?=[=+\-@\t\r])/, '').trim();
  const rows = csvRows(content);
  const head = rows[0]?.map((cell) => cell.trim().toLowerCase()) ?? [];
  const place = (names: string[], otherwise: number) => {
    const at = head.findIndex((cell) => names.includes(cell));
    return at < 0 ? otherwise : at;
  };
  const isHead = head.some((cell) => ['address', 'url', 'page', 'link'].includes(cell));
  const at = isHead
    ? [place(['address', 'url', 'page', 'link'], 0), place(['title', 'name'], -1), place(['note', 'notes', 'comment'], -1)]
    : [0, 1, 2];
  for (const row of isHead ? rows.slice(1) : rows) add(fromAddress(own(row[at[0]!]), own(row[at[1]!]), own(row[at[2]!])));
  return list;
}
