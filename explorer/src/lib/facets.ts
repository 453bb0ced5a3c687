// Answers by what they have in common: host, year, language, kind of file, community; and which of them a filter keeps.
// Pure functions.
//
//   const facets = facetsOf(items, communityOf);           // counts for each kind, largest first
//   items.filter((item) => fits(item, settings, communityOf));
import { languageName } from './about_store';
import type { Item } from './api';
import { hostOf, shortUrl, titleOf } from './words';

export const kinds = ['host', 'language', 'type', 'community', 'year'] as const;
export type Kind = (typeof kinds)[number];
export const kindNames: Record<Kind, string> = { host: 'Host', language: 'Language', type: 'Type', community: 'Community', year: 'Year fetched' };
export const settingOf = (kind: Kind) => `has_${kind}`;

export type Answer = Pick<Item, 'key' | 'url' | 'title' | 'called' | 'rank' | 'date' | 'language'>;
export type CommunityOf = (key: string) => string;

export interface Value {
  value: string;
  says: string;
  count: number;
}

const files: Record<string, string> = { pdf: 'PDF', ps: 'PostScript', txt: 'text', doc: 'Word', ppt: 'slides', xls: 'table', gz: 'archive', zip: 'archive', tar: 'archive', z: 'archive' };

export function typeOf(url: string): string {
  const path = shortUrl(url).split(/[?#]/)[0] ?? '';
  const end = /\/[^/]*\.([a-z]{1,4})$/i.exec(path)?.[1]?.toLowerCase() ?? '';
  return files[end] ?? 'page';
}

export function valueOf(item: Answer, kind: Kind, communityOf: CommunityOf): string {
  if (kind === 'host') return hostOf(item.url);
  if (kind === 'year') return item.date?.slice(0, 4) ?? '';
  if (kind === 'language') return (item.language ?? '').split(/[-_, ;]/)[0]!.toLowerCase();
  if (kind === 'community') return communityOf(item.key);
  return item.url ? typeOf(item.url) : '';
}

// Kinds that tell answers apart: at least two values, or one that some answers lack.
export function facetsOf(items: Answer[], communityOf: CommunityOf): Partial<Record<Kind, Value[]>> {
  const facets: Partial<Record<Kind, Value[]>> = {};
  for (const kind of kinds) {
    const counts = new Map<string, number>();
    for (const item of items) {
      const value = valueOf(item, kind, communityOf);
      if (value) counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    const known = [...counts.values()].reduce((sum, one) => sum + one, 0);
    if (counts.size === 0 || (counts.size === 1 && known === items.length)) continue;
    const values = [...counts].map(([value, count]) => ({ value, count, says: kind === 'language' ? languageName(value) : value }));
    facets[kind] = values.sort((a, b) => (kind === 'year' ? a.value.localeCompare(b.value) : b.count - a.count || a.value.localeCompare(b.value)));
  }
  return facets;
}

// Several values of a kind stand with commas between them.
export const chosen = (settings: Record<string, string>, kind: Kind) => (settings[settingOf(kind)] ?? '').split(',').filter(Boolean);

export function toggled(settings: Record<string, string>, kind: Kind, value: string): string {
  const now = chosen(settings, kind);
  return (now.includes(value) ? now.filter((one) => one !== value) : [...now, value]).join(',');
}

export function fits(item: Answer, settings: Record<string, string>, communityOf: CommunityOf): boolean {
  return kinds.every((kind) => {
    const wanted = chosen(settings, kind);
    return wanted.length === 0 || wanted.includes(valueOf(item, kind, communityOf));
  });
}

export const orders = { '': 'Best first', title: 'By title', host: 'By host', newest: 'Newest first', oldest: 'Oldest first' };

export function sorted<T extends Answer>(items: T[], order: string): T[] {
  const by: Record<string, (a: T, b: T) => number> = {
    title: (a, b) => titleOf(a).replace(/^“/, '').localeCompare(titleOf(b).replace(/^“/, '')),
    host: (a, b) => hostOf(a.url).localeCompare(hostOf(b.url)),
    newest: (a, b) => (b.date ?? '').localeCompare(a.date ?? ''),
    oldest: (a, b) => (a.date || '9').localeCompare(b.date || '9'),
  };
  return by[order] ? [...items].sort((a, b) => by[order]!(a, b) || a.rank - b.rank) : items;
}
