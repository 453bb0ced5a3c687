// Where the user is, as the address of the explorer says it, and back.
//
//   parsePlace('?page=www.example.com/a&by=companion&B=500')
//
// Names are those of the service, so a permalink reads like the request behind it. Pure functions.

export const views = ['related', 'compare', 'map', 'neighbourhood', 'page', 'hubs', 'sites', 'site', 'overview', 'audit', 'lists', 'diff'] as const;
export type View = (typeof views)[number];

export interface Place {
  store: string; // empty: the first one
  view: View;
  pages: string[]; // what is asked about
  not: string[]; // negative examples
  by: string; // empty: the service's default
  columns: string[]; // methods of the compare view; empty: a few
  words: string; // what is, or was, searched for
  rank: string; // of the search: a name of the service; empty: by words
  content: string; // of the search: prune, regulate, none; empty: as the rank has it
  settings: Record<string, string>; // everything else that requests take: top, hosts, B, ...
}

const ownNames = new Set(['store', 'view', 'page', 'not', 'by', 'column', 'words', 'rank', 'content']);
// What a setting may be called: what comes from an address goes into requests.
const settingName = /^[A-Za-z][A-Za-z0-9_-]{0,39}$/;

export function emptyPlace(): Place {
  return { store: '', view: 'related', pages: [], not: [], by: '', columns: [], words: '', rank: '', content: '', settings: {} };
}

function unique(values: string[]): string[] {
  return [...new Set(values.map((value) => value.trim()).filter((value) => value !== ''))];
}

// What of an address names nothing here; kept apart from the place, which is where one goes on from.
export interface Wrong {
  path?: string; // "/nonsense"
  view?: string;
}

// Views stand behind the question mark: a path is the page itself, whatever a proxy puts before it.
export function wrongIn(path: string, search: string): Wrong | undefined {
  if (!/\/(index\.html)?$/.test(path)) return { path };
  const view = new URLSearchParams(search).get('view') ?? '';
  return view === '' || (views as readonly string[]).includes(view) ? undefined : { view };
}

export function parsePlace(search: string): Place {
  const query = new URLSearchParams(search);
  const view = query.get('view') as View;
  const pages = unique(query.getAll('page'));
  const settings: Record<string, string> = {};
  for (const [name, value] of query) {
    if (!ownNames.has(name) && settingName.test(name) && value !== '') settings[name] = value;
  }
  return {
    store: query.get('store') ?? '',
    view: views.includes(view) ? view : 'related',
    pages,
    not: unique(query.getAll('not')).filter((page) => !pages.includes(page)),
    by: query.get('by') ?? '',
    columns: unique(query.getAll('column')),
    words: (query.get('words') ?? '').trim(),
    rank: query.get('rank') ?? '',
    content: query.get('content') ?? '',
    settings,
  };
}

// As people like to read addresses: slashes and colons stay.
export function encode(text: string): string {
  return encodeURIComponent(text).replace(/%2F/g, '/').replace(/%3A/g, ':').replace(/%2C/g, ',');
}

export function queryString(pairs: [string, string][]): string {
  return pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
}

export function writePlace(place: Place): string {
  const pairs: [string, string][] = [];
  if (place.store) pairs.push(['store', place.store]);
  for (const page of place.pages) pairs.push(['page', page]);
  for (const page of place.not) pairs.push(['not', page]);
  if (place.words) pairs.push(['words', place.words]);
  if (place.words && place.rank) pairs.push(['rank', place.rank]);
  if (place.words && place.content) pairs.push(['content', place.content]);
  if (place.by) pairs.push(['by', place.by]);
  if (place.view !== 'related') pairs.push(['view', place.view]);
  for (const column of place.columns) pairs.push(['column', column]);
  for (const [name, value] of Object.entries(place.settings)) pairs.push([name, value]);
  return pairs.length ? `?${queryString(pairs)}` : '';
}

// Views that are about the store, and need no page.
export const aboutStore = (view: View) => ['overview', 'audit', 'lists', 'diff'].includes(view);

// Views of a whole site, which its host's name is enough for.
export const isAboutSite = (view: View) => view === 'site' || view === 'audit';

// Whether words are asked about, and no page yet.
export function isSearch(place: Place): boolean {
  return place.words !== '' && place.pages.length === 0;
}

// A search, and nothing but it.
export function searchFor(words: string): Partial<Place> {
  return { words: words.trim(), rank: '', content: '', pages: [], not: [], view: 'related' };
}

// A page moves from the one list to the other, or into it.
export function withPage(place: Place, page: string): Place {
  return {
    ...place,
    pages: unique([...place.pages, page]),
    not: place.not.filter((other) => other !== page),
  };
}

export function withNot(place: Place, page: string): Place {
  const pages = place.pages.filter((other) => other !== page);
  return { ...place, pages, not: unique([...place.not, page]) };
}

export function without(place: Place, page: string): Place {
  return {
    ...place,
    pages: place.pages.filter((other) => other !== page),
    not: place.not.filter((other) => other !== page),
  };
}
