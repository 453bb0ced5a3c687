// The service's answers and how to ask for them. Field names are the service's own.
import type {
  Audit,
  Communities,
  Compare,
  Completion as Completed,
  Diff,
  Explain,
  Links,
  Map as MapAnswer,
  Method,
  Page as PageFacts,
  Related,
  Search as Searched,
  SimilarSites,
  Stores,
  Trace as Traced,
  Vicinity as Neighbourhood,
  WhatsRelated,
} from './api.gen';
import type { Description } from './description';
import { queryString, type Place } from './permalink';
import { nameOf, titleOf } from './words';

export type {
  Asked as AskedPage,
  Audit,
  AuditItem,
  Communities,
  Community,
  Completion as Completed,
  Diff,
  Item,
  Links,
  LinksItem as LinkItem,
  Map as MapAnswer,
  MapNode,
  Method,
  MethodParameter as Parameter,
  Page as PageFacts,
  PageRef,
  Reason,
  Related,
  Search as Searched,
  SearchItem,
  ServedStore as Store,
  SimilarSite,
  SimilarSites,
  Trace as Traced,
  WhatsRelated,
} from './api.gen';

// Under load the service looks at less and says so in a header, which get() turns into a note.
export type Compared = Compare & { notes?: string[] };
export type Vicinity = Neighbourhood & { notes?: string[] };

// A page that is not related has no reasons, and no answer of the service.
export type Explained = Pick<Explain, 'why' | 'reasons'> & { page: Page };

// What every list of pages can show.
export interface Page {
  key: string;
  url: string;
  title: string;
  called?: string | undefined;
  gone?: string | undefined;
}

// What an insight says: its own table, and others under their names.
export type Cell = string | number | null;
export type Row = Record<string, Cell>;
export interface Insight {
  insight: string;
  facts: Record<string, Cell>;
  notes?: string[];
  items: Row[];
  tables: Record<string, Row[]>; // the others
}

// What the service says when it cannot, or what kept us from asking it.
export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly title: string,
    readonly detail: string,
    readonly code = '', // "not_found", "no_evidence"; empty: not from the service
    readonly nearest: string[] = [], // what may have been meant
  ) {
    super(detail || title);
  }

  static of(error: unknown): Problem {
    if (error instanceof Problem) return error;
    return new Problem(0, 'The service cannot be reached', '');
  }

  // Nothing went wrong: there is no answer.
  get isEmpty(): boolean {
    return this.code === 'no_evidence';
  }
}

// A service may ask for a token, and one with studies for that of their owner. Both live as long as this tab.
const tokenMemory = 'cocite-token';
export const ownerMemory = 'cocite-owner-token';
let token = '';
try {
  token = sessionStorage.getItem(tokenMemory) ?? sessionStorage.getItem(ownerMemory) ?? '';
} catch {
  // A browser that keeps nothing, or none at all, as in tests.
}

export function useToken(text: string) {
  token = text;
  try {
    sessionStorage.setItem(tokenMemory, text);
  } catch {
    // It holds for this page.
  }
}

export type Pairs = [string, string][];

// One request; `bearer` is the token or secret that opens the route. With a body it is a POST.
export async function call(
  route: string,
  pairs: Pairs,
  bearer: string,
  { signal, body, method = 'GET' }: { signal?: AbortSignal | undefined; body?: unknown; method?: 'GET' | 'DELETE' } = {},
): Promise<Response> {
  const query = queryString(pairs);
  const headers: Record<string, string> = bearer ? { authorization: `Bearer ${bearer}` } : {};
  const init: RequestInit = { signal: signal ?? null, headers, method };
  if (body !== undefined) {
    headers['content-type'] = 'application/json';
    init.method = 'POST';
    init.body = JSON.stringify(body);
  }
  const response = await fetch(`api/${route}${query ? `?${query}` : ''}`, init);
  if (response.ok) return response;
  let told: { title?: string; detail?: string; code?: string; nearest?: string[] } = {};
  try {
    told = (await response.json()) as typeof told;
  } catch {
    // Not from the service itself: a proxy, perhaps. The status has to do.
  }
  throw new Problem(
    response.status,
    told.title ?? `Status ${response.status}`,
    told.detail ?? response.statusText,
    told.code,
    told.nearest,
  );
}

const ask = (route: string, pairs: Pairs, signal?: AbortSignal) => call(route, pairs, token, { signal });

async function get<T>(route: string, pairs: Pairs, signal?: AbortSignal): Promise<T> {
  const response = await ask(route, pairs, signal);
  const data = (await response.json()) as T & { notes?: string[] };
  // Under load the service looks at less, and says so; not every answer has room for it.
  const reduced = response.headers.get('Cocite-Reduced');
  if (reduced && !data.notes?.length) {
    data.notes = [`the service is busy and looked at a smaller neighbourhood: ${reduced}`];
  }
  return data;
}

// What the routes take of the settings, besides the graph and the method's own parameters.
export const taken = {
  related: ['top', 'hosts', 'chop', 'same_site', 'per_host', 'only', 'copies', 'stoplist', 'seed'],
  explain: ['hosts', 'chop', 'stoplist', 'seed'],
  map: ['hosts', 'chop', 'same_site', 'per_host', 'only', 'copies', 'stoplist', 'seed'],
  compare: ['top', 'hosts', 'same_site', 'per_host', 'copies', 'stoplist', 'seed'],
  vicinity: ['hosts', 'stoplist', 'seed'],
  trace: ['hosts', 'stoplist', 'seed'],
};

function question(route: keyof typeof taken, place: Place, method?: Method): Pairs {
  const pairs = about(place, ...place.pages);
  const own = method?.parameters.map((parameter) => parameter.name) ?? [];
  for (const [name, value] of Object.entries(place.settings)) {
    if (own.includes(name) || taken[route].includes(name)) pairs.push([name, value]);
  }
  return pairs;
}

// Which graph is meant, and which pages of it: the store's pages, or its hosts or sites, with mirrored hosts as one or not.
function about(place: Pick<Place, 'store' | 'settings'>, ...pages: string[]): Pairs {
  const pairs: Pairs = place.store ? [['store', place.store]] : [];
  if (place.settings.on) pairs.push(['on', place.settings.on]);
  if (place.settings.mirrors) pairs.push(['mirrors', place.settings.mirrors]);
  return [...pairs, ...pages.map((page): [string, string] => ['page', page])];
}

function mapPairs(place: Place, method: Method, top: number): Pairs {
  const not = place.not.map((page): [string, string] => ['not', page]);
  return [...question('map', place, method), ...not, ['by', method.name], ['top', String(top)]];
}

export const api = {
  stores: () => get<Stores>('stores', []),
  methods: () => get<{ methods: Method[] }>('methods', []),
  description: () => get<Description>('../openapi.json', []),
  info: (store: string, signal: AbortSignal) => get<Record<string, unknown>>('info', about({ store, settings: {} }), signal),

  complete: (store: string, prefix: string, top: number, signal: AbortSignal) =>
    get<Completed>('complete', [...about({ store, settings: {} }), ['prefix', prefix], ['top', String(top)]], signal),

  search(place: Place, rank: string, content: string, skip: number, top: number, signal: AbortSignal) {
    const pairs: Pairs = place.store ? [['store', place.store]] : [];
    pairs.push(['words', place.words], ['rank', rank]);
    if (rank !== 'text') pairs.push(['content', content]);
    return get<Searched>('search', [...pairs, ['skip', String(skip)], ['top', String(top)]], signal);
  },

  related(place: Place, method: Method, why: number, signal: AbortSignal) {
    const pairs = question('related', place, method);
    for (const page of place.not) pairs.push(['not', page]);
    pairs.push(['by', method.name]);
    if (why > 0) pairs.push(['why', String(why)]);
    return get<Related>('related', pairs, signal);
  },

  // No reasons where the two have nothing in common.
  async explain(place: Place, method: Method, page: Page, answer: string, signal: AbortSignal, top = 1000): Promise<Explained> {
    const pairs = question('explain', { ...place, pages: [nameOf(page)] }, method);
    pairs.push(['answer', answer], ['by', method.name], ['top', String(top)]);
    try {
      return await get<Explained>('explain', pairs, signal);
    } catch (error) {
      if (error instanceof Problem && error.isEmpty) return { page, why: [], reasons: [] };
      throw error;
    }
  },

  compare(place: Place, columns: string[], signal: AbortSignal) {
    const by = columns.map((name): [string, string] => ['by', name]);
    return get<Compared>('compare', [...question('compare', place), ...by], signal);
  },

  vicinity: (place: Place, companion: Method | undefined, signal: AbortSignal) =>
    get<Vicinity>('vicinity', question('vicinity', place, companion), signal),

  // The same as a file for programs that draw.
  async vicinityFile(place: Place, companion: Method | undefined, format: 'gexf' | 'graphml'): Promise<Blob> {
    const pairs = question('vicinity', place, companion);
    return (await ask('vicinity', [...pairs, ['format', format]])).blob();
  },

  // Labels without the name of their site.
  async map(place: Place, method: Method, top: number, signal: AbortSignal): Promise<MapAnswer> {
    const map = await get<MapAnswer>('map', mapPairs(place, method, top), signal);
    for (const node of map.nodes) node.label = titleOf({ ...node, title: node.label });
    return map;
  },

  // The same as a file for programs that draw.
  async mapFile(place: Place, method: Method, top: number): Promise<Blob> {
    return (await ask('map', [...mapPairs(place, method, top), ['format', 'gexf']])).blob();
  },

  page: (place: Place, page: string, signal: AbortSignal) => get<PageFacts>('page', about(place, page), signal),

  links(place: Place, page: string, into: boolean, skip: number, top: number, signal: AbortSignal) {
    const pairs = about(place, page);
    if (into) pairs.push(['in', 'true']);
    return get<Links>('links', [...pairs, ['skip', String(skip)], ['top', String(top)]], signal);
  },

  rank: (place: Place, by: string, top: number, signal: AbortSignal) =>
    get<{ items: Page[] }>('rank', [...about(place), ['by', by], ['top', String(top)]], signal),

  communities: (place: Place, top: number, pages: number, signal: AbortSignal) =>
    get<Communities>('communities', [...about({ store: place.store, settings: {} }), ['top', String(top)], ['pages', String(pages)]], signal),

  // Of this store and a newer one; with a page, of its links only.
  diff: (place: Place, other: string, signal: AbortSignal) =>
    get<Diff>('diff', [...about({ store: place.store, settings: {} }, ...place.pages.slice(0, 1)), ['other', other]], signal),

  // By names of sites, or addresses of pages on them.
  similarSites(place: Place, sites: string[], top: number, why: number, signal: AbortSignal) {
    const pairs: Pairs = place.store ? [['store', place.store]] : [];
    for (const site of sites) pairs.push(['site', site]);
    return get<SimilarSites>('similar-sites', [...pairs, ['top', String(top)], ['why', String(why)]], signal);
  },

  whatsRelated: (place: Place, page: string, top: number, sites: number, signal: AbortSignal) =>
    get<WhatsRelated>(
      'whats-related',
      [...about({ store: place.store, settings: {} }, page), ['top', String(top)], ['sites', String(sites)], ['why', '1']],
      signal,
    ),

  // mirrors, scope, categorize, overview, site: what else links tell.
  async insight(name: string, place: Place, pages: string[], pairs: Pairs, signal: AbortSignal): Promise<Insight> {
    const { insight, facts, notes, items, ...tables } = await get<Omit<Insight, 'tables'> & Record<string, Row[]>>(
      name,
      [...about({ store: place.store, settings: {} }, ...pages), ...pairs],
      signal,
    );
    return { insight, facts, notes: notes ?? [], items, tables: tables as Record<string, Row[]> };
  },

  // Of the host, or of all pages.
  audit: (place: Place, host: string, signal: AbortSignal) =>
    get<Audit>('audit', [...about({ store: place.store, settings: {} }), ...(host ? [['site', host] as [string, string]] : []), ['top', '20'], ['from', '3']], signal),

  trace: (place: Place, hubfinder: Method, signal: AbortSignal) =>
    get<Traced>('trace', question('trace', place, hubfinder), signal),
};
