// The vicinity as it is drawn: merged pages as one, the strongest where there are too many, each
// with its part (hub or authority) and its host's colour, and the links that say most. Pure.
import type { Page, Vicinity } from '../lib/api';
import { hostOf } from '../lib/words';

export const maxDots = 5000;
const edgesPerDot = 3; // all of them are a grey cloud

export type Part = 'asked' | 'hub' | 'authority';

export interface Dot extends Page {
  host: string;
  hub: number; // 0 to 1, of the strongest
  authority: number;
  part: Part;
  colour: number; // of its host; -1: one of the many small ones
}

export interface Drawing {
  dots: Dot[];
  edges: [number, number][];
  pulls: number[]; // of edges: how much each says
  hosts: { host: string; colour: number; dots: number }[]; // with a colour of their own
  otherHosts: number;
  allDots: number; // before some were left out
  allEdges: number;
}

interface Merged {
  pages: Page[];
  edges: [number, number][];
  asked: Set<number>;
}

// Merged pages become the one that they are shown as; an edge is drawn once, none to itself.
export function merge(vicinity: Vicinity): Merged {
  const places = new Map<number, number>();
  const pages: Page[] = [];
  vicinity.nodes.forEach((node, index) => {
    if (node.shown_as !== index) return;
    places.set(index, pages.length);
    pages.push({ key: node.key, url: node.url, title: node.title, called: node.called });
  });
  const placeOf = (index: number) => places.get(vicinity.nodes[index]?.shown_as ?? index) ?? -1;
  const seen = new Set<number>();
  const edges: [number, number][] = [];
  for (const [from, to] of vicinity.edges) {
    const source = placeOf(from);
    const target = placeOf(to);
    const code = source * pages.length + target;
    if (source < 0 || target < 0 || source === target || seen.has(code)) continue;
    seen.add(code);
    edges.push([source, target]);
  }
  const keys = new Set(vicinity.pages.map((page) => page.key));
  const asked = new Set<number>();
  vicinity.nodes.forEach((node, index) => {
    if (keys.has(node.key)) asked.add(placeOf(index));
  });
  return { pages, edges, asked };
}

// Kleinberg's two weights on this small graph; the strongest of each has 1.
export function hubsAndAuthorities(size: number, edges: [number, number][], rounds = 20) {
  let hub: Float64Array = new Float64Array(size).fill(1);
  let authority: Float64Array = new Float64Array(size).fill(1);
  const scaled = (values: Float64Array) => {
    const most = values.reduce((a, b) => Math.max(a, b), 0);
    return most > 0 ? values.map((value) => value / most) : values;
  };
  for (let round = 0; round < rounds; ++round) {
    const gets = new Float64Array(size);
    for (const [from, to] of edges) gets[to]! += hub[from]!;
    authority = scaled(gets);
    const gives = new Float64Array(size);
    for (const [from, to] of edges) gives[from]! += authority[to]!;
    hub = scaled(gives);
  }
  return { hub, authority };
}

// The most frequent hosts get a colour each.
export function hostColours(hosts: string[], colours: number) {
  const counts = new Map<string, number>();
  for (const host of hosts) counts.set(host, (counts.get(host) ?? 0) + 1);
  const ordered = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  return {
    named: ordered.slice(0, colours).map(([host, dots], colour) => ({ host, colour, dots })),
    others: Math.max(0, ordered.length - colours),
  };
}

export function draw(vicinity: Vicinity, colours: number): Drawing {
  const { pages, edges, asked } = merge(vicinity);
  const { hub, authority } = hubsAndAuthorities(pages.length, edges);
  const weight = (i: number) => (asked.has(i) ? 3 : Math.max(hub[i]!, authority[i]!));
  const kept = pages.map((_, index) => index).sort((a, b) => weight(b) - weight(a) || a - b);
  kept.length = Math.min(kept.length, maxDots);
  kept.sort((a, b) => a - b);
  const newPlace = new Map(kept.map((old, index) => [old, index]));
  const { named, others } = hostColours(kept.map((i) => hostOf(pages[i]!.url)), colours);
  const colourOf = new Map(named.map(({ host, colour }) => [host, colour]));
  const dots = kept.map((i): Dot => {
    const page = pages[i]!;
    const host = hostOf(page.url);
    const part = asked.has(i) ? 'asked' : hub[i]! > authority[i]! ? 'hub' : 'authority';
    return { ...page, host, hub: hub[i]!, authority: authority[i]!, part, colour: colourOf.get(host) ?? -1 };
  });
  const inside = edges
    .filter(([from, to]) => newPlace.has(from) && newPlace.has(to))
    .map(([from, to]): [number, number] => [newPlace.get(from)!, newPlace.get(to)!]);
  const drawn = telling(inside, dots.length);
  return {
    dots,
    edges: drawn.map(({ edge }) => edge),
    pulls: drawn.map(({ pull }) => pull),
    hosts: named,
    otherHosts: others,
    allDots: pages.length,
    allEdges: edges.length,
  };
}

// The edges that say most. One that stands on a page with a thousand links, or leads where all pages
// lead (a menu), says little. Every dot keeps its best few, and what was joined stays joined: the
// strongest tree over all edges is among them (Kruskal). Pulls have the mean 1.
export function telling(edges: [number, number][], dots: number) {
  const out = new Float64Array(dots);
  const into = new Float64Array(dots);
  for (const [from, to] of edges) {
    out[from]! += 1;
    into[to]! += 1;
  }
  const parent = Int32Array.from({ length: dots }, (_, dot) => dot);
  const rootOf = (dot: number) => {
    while (parent[dot] !== dot) dot = parent[dot] = parent[parent[dot]!]!;
    return dot;
  };
  const kept = new Uint32Array(dots);
  const best = edges
    .map((edge, index) => ({ edge, index, pull: 1 / Math.sqrt(out[edge[0]]! * into[edge[1]]!) }))
    .sort((a, b) => b.pull - a.pull || a.index - b.index)
    .filter(({ edge: [from, to] }) => {
      const joins = rootOf(from) !== rootOf(to);
      if (!joins && kept[from]! >= edgesPerDot && kept[to]! >= edgesPerDot) return false;
      parent[rootOf(from)] = rootOf(to);
      kept[from]! += 1;
      kept[to]! += 1;
      return true;
    });
  const mean = best.reduce((sum, { pull }) => sum + pull, 0) / Math.max(1, best.length);
  return best.map(({ edge, pull }) => ({ edge, pull: pull / mean }));
}
