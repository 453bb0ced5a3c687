// What the service knows of studies. Field names are the service's own; what raters get has no method in it.
import { call, ownerMemory, type Method, type Store } from './api';

export type Value = '' | '1' | '0' | '-';

export interface Progress {
  items: number;
  rated: number;
  queries: number;
  finished: number;
}

export interface TaskItem {
  item: string;
  page: string; // its key: all there is where names are no addresses
  url: string;
  title: string;
  value: Value;
}

export interface Task {
  title: string;
  rater: string;
  closed: boolean;
  progress: Progress;
  place: number; // of the query page, from 1; 0: everything is rated
  query: { page: string; url: string; title: string };
  items: TaskItem[];
}

export interface Study {
  study: string;
  title: string;
  store: string;
  by: string[];
  top: number;
  created: number;
  closed: boolean;
  queries: number;
  unanswered: number;
  unknown: number;
  repeated: number;
  items: number;
  raters: { name: string; rated: number; link: string }[];
}

export interface Studies {
  studies: Study[];
  making?: { asked: number; pages: number }; // while one is being made
}

export interface MethodRow {
  group: string;
  by: string;
  queries: number;
  answered: number;
  answers: number;
  good: number;
  dead: number;
  unjudged: number;
  average_precision: number;
  average_precision_low: number;
  average_precision_high: number;
  precision: number;
  precision_low: number;
  precision_high: number;
}

export interface PairRow {
  group: string;
  measure: string;
  one: string;
  other: string;
  difference: number;
  wins: number;
  losses: number;
  ties: number;
  sign_p: number;
  sign_p_two_sided: number;
  rank_sum_p: number;
  rank_sum_p_two_sided: number;
}

export interface Results {
  study: Study;
  results: {
    facts: { name: string; value: number }[];
    methods: MethodRow[];
    precision: { group: string; by: string; r: number; precision: number }[];
    pairs: PairRow[];
    overlap: { one: string; other: string; shared: number; share: number }[];
    agreement: { one: string; other: string; answers: number; agreement: number; kappa: number | null }[];
  };
}

export interface Plan {
  title: string;
  pages: string;
  by: string[];
  top: number;
  rater: string[];
  store: string;
}

const json = async <T>(response: Promise<Response>): Promise<T> => (await (await response).json()) as T;

export function raterApi(secret: string) {
  return {
    task: (place: number) => json<Task>(call('studies/task', place ? [['place', String(place)]] : [], secret)),
    rate: (item: string, value: Value) => json<Progress>(call('studies/rating', [], secret, { body: { item, value } })),
  };
}

export function ownerApi(token: string) {
  const file = async (route: string, pairs: [string, string][]) => (await call(route, pairs, token)).blob();
  return {
    list: () => json<Studies>(call('studies', [], token)),
    create: (plan: Plan) => json<Study>(call('studies', [], token, { body: plan })),
    addRaters: (study: string, rater: string[]) => json<Study>(call('studies/raters', [], token, { body: { study, rater } })),
    setClosed: (study: string, closed: boolean) => json<Study>(call('studies/closed', [], token, { body: { study, closed } })),
    remove: (study: string) => json<Studies>(call('studies', [['study', study]], token, { method: 'DELETE' })),
    results: (study: string) => json<Results>(call('studies/results', [['study', study]], token)),
    report: (study: string) => file('studies/results', [['study', study], ['format', 'html']]),
    ratings: (study: string) => file('studies/ratings', [['study', study]]),
    stores: () => json<{ stores: Store[] }>(call('stores', [], token)),
    methods: () => json<{ methods: Method[] }>(call('methods', [], token)),
  };
}

export type OwnerApi = ReturnType<typeof ownerApi>;

// The owner's token lives as long as this tab, and opens the explorer too.
const memory = ownerMemory;

export function keptToken(): string {
  try {
    return sessionStorage.getItem(memory) ?? '';
  } catch {
    return '';
  }
}

export function keepToken(token: string) {
  try {
    if (token) sessionStorage.setItem(memory, token);
    else sessionStorage.removeItem(memory);
  } catch {
    // It holds for this page.
  }
}
