// Which answers methods share. Pure functions.
import type { Compared } from './api';

export interface Agreement {
  key: string;
  methods: string[]; // who found it
  meanRank: number;
}

// Every answer with who found it; most agreed first, then by mean rank, then by key.
export function agreements(compared: Pick<Compared, 'methods'>): Agreement[] {
  const found = new Map<string, { methods: string[]; ranks: number }>();
  for (const method of compared.methods) {
    for (const item of method.items) {
      const entry = found.get(item.key) ?? { methods: [], ranks: 0 };
      entry.methods.push(method.by);
      entry.ranks += item.rank;
      found.set(item.key, entry);
    }
  }
  return [...found]
    .map(([key, { methods, ranks }]) => ({ key, methods, meanRank: ranks / methods.length }))
    .sort(
      (a, b) =>
        b.methods.length - a.methods.length || a.meanRank - b.meanRank || (a.key < b.key ? -1 : 1),
    );
}

// A colour number for each page that at least two methods found; the most agreed ones get one.
export function tints(agreed: Agreement[], colours: number): Map<string, number> {
  const shared = agreed.filter((entry) => entry.methods.length > 1).slice(0, colours);
  return new Map(shared.map((entry, index) => [entry.key, index]));
}

export function overlapOf(pairs: Compared['pairs'], one: string, other: string): number | undefined {
  const pair = pairs.find(
    (entry) =>
      (entry.one === one && entry.other === other) || (entry.one === other && entry.other === one),
  );
  return pair?.overlap;
}
