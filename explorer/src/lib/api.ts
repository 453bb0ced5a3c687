// The service's answers and how to ask for them. Field names are the service's own.
import { queryString, type Place } from './permalink';

export interface Page {
  key: string;
  url: string;
  title: string;
}

export interface Reason extends Page {
  kind: string;
  amount: number;
  distance: number; // places between the two links on that page; 0: not known
}

export interface Item extends Page {
  rank: number;
  score: number;
  reasons?: Reason[];
}

export interface AskedPage extends Page {
  asked: string;
}

export interface Related {
  by: string;
  pages: AskedPage[];
  hosts: 'on' | 'off';
  complete: boolean;
  items: Item[];
  notes?: string[];
}

export interface Explained {
  by: string;
  page: Page;
  answer: Page;
  score: number;
  reasons: Reason[];
}

export interface Compared {
  pages: AskedPage[];
  hosts: 'on' | 'off';
  methods: { by: string; why_none: string; ms: number; complete: boolean; items: Item[] }[];
  pairs: { one: string; other: string; shared: number; overlap: number; tau: number }[];
}

export interface Vicinity {
  pages: AskedPage[];
  merged: number;
  nodes: (Page & { shown_as: number })[];
  edges: [number, number][];
  notes?: string[];
}

export interface PageFacts extends Page {
  host: string;
  out_links: number;
  in_links: number;
  crawled: boolean;
  date: string; // empty: not known, as all texts
  language: string;
  text: string;
  columns: { name: string; value: number; percentile: number }[];
}

export interface LinkItem extends Page {
  place: number;
  anchor: string;
}

export interface Links {
  total: number;
  items: LinkItem[];
}

export interface Traced {
  steps: { step: number; discovered: number; new: number; kept: number; total: number }[];
}

export interface Parameter {
  name: string;
  default: string;
  summary: string;
  choices: string; // "paper|exact"; empty: a number
}

export interface Method {
  name: string;
  summary: string;
  paper: string;
  parameters: Parameter[];
}

export interface Store {
  name: string;
}

export interface Info {
  pages: number;
  links: number;
  hosts: number;
}

// What the service says when it cannot, or what kept us from asking it.
export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly title: string,
    readonly detail: string,
  ) {
    super(detail || title);
  }

  static of(error: unknown): Problem {
    if (error instanceof Problem) return error;
    return new Problem(0, 'The service cannot be reached', error instanceof Error ? error.message : String(error));
  }
}

type Pairs = [string, string][];

async function read(response: Response): Promise<unknown> {
  if (response.ok) return response.json();
  let told: { title?: string; detail?: string } = {};
  try {
    told = (await response.json()) as typeof told;
  } catch {
    // Not from the service itself: a proxy, perhaps. The status has to do.
  }
  throw new Problem(response.status, told.title ?? `Status ${response.status}`, told.detail ?? response.statusText);
}

async function get<T>(route: string, pairs: Pairs, signal?: AbortSignal): Promise<T> {
  const query = queryString(pairs);
  const response = await fetch(`api/${route}${query ? `?${query}` : ''}`, {
    signal: signal ?? null,
    headers: { accept: 'application/json' },
  });
  return (await read(response)) as T;
}

// What the routes take of the settings, besides the method's own parameters.
const taken = {
  related: ['top', 'hosts', 'chop', 'same_site', 'per_host', 'stoplist', 'seed'],
  explain: ['hosts', 'chop', 'stoplist', 'seed'],
  compare: ['top', 'hosts', 'stoplist', 'seed'],
  vicinity: ['hosts', 'stoplist', 'seed'],
  trace: ['hosts', 'stoplist', 'seed'],
};

function question(route: keyof typeof taken, place: Place, method?: Method): Pairs {
  const pairs = about(place.store, ...place.pages);
  const own = method?.parameters.map((parameter) => parameter.name) ?? [];
  for (const [name, value] of Object.entries(place.settings)) {
    if (own.includes(name) || taken[route].includes(name)) pairs.push([name, value]);
  }
  return pairs;
}

function about(store: string, ...pages: string[]): Pairs {
  const named: Pairs = store ? [['store', store]] : [];
  return [...named, ...pages.map((page): [string, string] => ['page', page])];
}

export const api = {
  stores: () => get<{ stores: Store[] }>('stores', []),
  methods: () => get<{ methods: Method[] }>('methods', []),
  info: (store: string, signal: AbortSignal) => get<Info>('info', about(store), signal),

  complete: (store: string, prefix: string, top: number, signal: AbortSignal) =>
    get<{ items: Page[] }>('complete', [...about(store), ['prefix', prefix], ['top', String(top)]], signal),

  related(place: Place, method: Method, signal: AbortSignal) {
    const pairs = question('related', place, method);
    for (const page of place.not) pairs.push(['not', page]);
    return get<Related>('related', [...pairs, ['by', method.name], ['why', '3']], signal);
  },

  explain(place: Place, method: Method, page: string, answer: string, signal: AbortSignal) {
    const pairs = question('explain', { ...place, pages: [page] }, method);
    return get<Explained>('explain', [...pairs, ['answer', answer], ['by', method.name], ['top', '1000']], signal);
  },

  compare(place: Place, columns: string[], signal: AbortSignal) {
    const by = columns.map((name): [string, string] => ['by', name]);
    return get<Compared>('compare', [...question('compare', place), ...by], signal);
  },

  vicinity: (place: Place, companion: Method | undefined, signal: AbortSignal) =>
    get<Vicinity>('vicinity', question('vicinity', place, companion), signal),

  // The same as a file for programs that draw.
  vicinityFile: (place: Place, companion: Method | undefined, format: 'gexf' | 'graphml') =>
    `api/vicinity?${queryString([...question('vicinity', place, companion), ['format', format]])}`,

  page: (store: string, page: string, signal: AbortSignal) => get<PageFacts>('page', about(store, page), signal),

  links(store: string, page: string, into: boolean, skip: number, top: number, signal: AbortSignal) {
    const pairs = about(store, page);
    if (into) pairs.push(['in', 'true']);
    return get<Links>('links', [...pairs, ['skip', String(skip)], ['top', String(top)]], signal);
  },

  rank: (store: string, by: string, top: number, signal: AbortSignal) =>
    get<{ items: Page[] }>('rank', [...about(store), ['by', by], ['top', String(top)]], signal),

  trace: (place: Place, hubfinder: Method, signal: AbortSignal) =>
    get<Traced>('trace', question('trace', place, hubfinder), signal),
};
