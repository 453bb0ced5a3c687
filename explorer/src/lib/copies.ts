// Answers as text for other programs: notes, tables, reference lists. Pure functions.
import type { Item } from './api';
import { hostOf, titleOf } from './words';

export const copyFormats = ['Markdown', 'CSV', 'JSON', 'BibTeX'] as const;
export type CopyFormat = (typeof copyFormats)[number];
export type Copied = Pick<Item, 'rank' | 'score' | 'key' | 'url' | 'title' | 'called'>;

const address = (item: Copied) => item.url || item.key;

// RFC 4180; a quote in front of what a spreadsheet would take for a formula.
export function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replace(/"/g, '""')}"` : safe;
}

function markdown(item: Copied): string {
  const title = titleOf(item).replace(/[\\[\]*_`<>]/g, '\\$&');
  return item.url ? `${item.rank}. [${title}](<${item.url.replace(/[<>]/g, encodeURIComponent)}>)` : `${item.rank}. ${title}`;
}

function bibtex(item: Copied): string {
  const plain = (text: string) => text.replace(/[{}\\]/g, '').replace(/[&%$#_^~]/g, '\\$&');
  const id = `${hostOf(item.url) || item.key}-${item.rank}`.replace(/[^A-Za-z0-9-]+/g, '-');
  const where = item.url ? `,\n  howpublished = {\\url{${item.url.replace(/[{}\\]/g, encodeURIComponent)}}}` : '';
  return `@misc{${id},\n  title = {${plain(titleOf(item))}}${where}\n}`;
}

export function copyText(items: Copied[], format: CopyFormat): string {
  if (format === 'Markdown') return `${items.map(markdown).join('\n')}\n`;
  if (format === 'BibTeX') return `${items.map(bibtex).join('\n\n')}\n`;
  if (format === 'JSON') {
    return JSON.stringify(items.map(({ rank, score, key, url, title }) => ({ rank, score, key, url, title })), null, 1);
  }
  const rows = items.map((item) => [String(item.rank), String(item.score), address(item), titleOf(item)].map(csvCell).join(','));
  return `${['rank,score,address,title', ...rows].join('\r\n')}\r\n`;
}
