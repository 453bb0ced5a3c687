// A map of related pages as it is drawn: dots with sizes, labels that never overlap, lines. Pure functions; canvas and SVG
// draw the same.
//
//   const atlas = makeAtlas(map);
//   const labels = placeLabels(atlas, scale, measure);     // in pixels around each dot, for one zoom
//   const near = around(atlas, 3);                         // what is lit with dot 3
import type { MapAnswer, MapNode } from '../lib/api';

export interface Dot {
  id: number;
  x: number; // -1 to 1
  y: number; // downwards, as screens count
  radius: number; // pixels, before zooming
  node: MapNode;
}

export interface Line {
  one: number;
  other: number;
  weight: number;
}

export interface Atlas {
  dots: Dot[];
  lines: Line[];
  links: [number, number][]; // as pages link
  groups: { name: string; size: number; x: number; y: number }[];
}

// A label: of a dot, or the name of a community.
export interface Label {
  dot?: number;
  group?: number;
  text: string;
  x: number; // its left edge from the middle of the map, in pixels
  y: number; // its middle
  width: number;
}

// What of the map is on the screen while all of it is shown: pixels from its middle to each side.
export interface Room {
  x: number;
  y: number;
}

export type Measure = (text: string, isBold: boolean) => number;

export const labelHeight = 15;
export const nameHeight = 19;
const buttons = { width: 48, height: 130 }; // at the top right, in pixels
const longest = 34; // characters of a label
const beside = 4; // places of a label around its dot
const best = 12; // answers whose labels may cover dots of others

export function shortLabel(text: string): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1).trimEnd()}…`;
}

export function makeAtlas(map: MapAnswer): Atlas {
  const answers = map.nodes.filter((node) => node.role === 'answer').length;
  const room = Math.max(0.35, Math.min(1, Math.sqrt(45 / Math.max(1, map.nodes.length))));
  const radius = (node: MapNode) => {
    if (node.role === 'query') return 5 + 8 * room;
    if (node.role === 'tie') return 2 + 3 * room;
    const share = 1 - (node.rank - 1) / Math.max(1, answers);
    return (3.5 + 8 * share ** 1.5) * room + 1;
  };
  return {
    dots: map.nodes.map((node) => ({ id: node.id, x: node.x, y: -node.y, radius: radius(node), node })),
    lines: map.edges,
    links: map.links,
    groups: map.communities.map(({ name, size, x, y }) => ({ name, size, x, y: -y })),
  };
}

// The same map, wider: a window has more room at its sides.
export function stretched(atlas: Atlas, by: number): Atlas {
  const wider = <T extends { x: number }>(one: T): T => ({ ...one, x: one.x * by });
  return { ...atlas, dots: atlas.dots.map(wider), groups: atlas.groups.map(wider) };
}

// Dots grow a little with the map.
export function radiusAt(dot: Dot, zoom: number): number {
  return dot.radius * Math.min(2.2, Math.max(0.6, zoom ** 0.35));
}

// Rectangles that must not overlap, found by cells.
class Taken {
  private readonly cells = new Map<number, number[][]>();
  private static readonly cell = 48;

  private each(box: number[], visit: (key: number) => boolean): boolean {
    const [left = 0, top = 0, right = 0, bottom = 0] = box;
    for (let x = Math.floor(left / Taken.cell); x <= Math.floor(right / Taken.cell); ++x) {
      for (let y = Math.floor(top / Taken.cell); y <= Math.floor(bottom / Taken.cell); ++y) {
        if (visit(x * 131071 + y)) return true;
      }
    }
    return false;
  }

  hits(box: number[]): boolean {
    return this.each(box, (key) =>
      (this.cells.get(key) ?? []).some(
        (other) => box[0]! < other[2]! && other[0]! < box[2]! && box[1]! < other[3]! && other[1]! < box[3]!,
      ),
    );
  }

  add(box: number[]) {
    this.each(box, (key) => {
      const cell = this.cells.get(key);
      if (cell) cell.push(box);
      else this.cells.set(key, [box]);
      return false;
    });
  }
}

// Labels for one zoom, wherever the map is moved to: query pages, then `first`, names of communities, answers by score, ties.
// `scale`: pixels a unit; `zoom`: 1 shows all of it, and no label leaves the room then, or is below the buttons.
export function placeLabels(atlas: Atlas, scale: number, zoom: number, measure: Measure, first: number[] = [], room?: Room): Label[] {
  const taken = new Taken(); // by labels
  if (room) taken.add([room.x - buttons.width, -room.y, room.x, buttons.height - room.y]);
  const covered = new Taken(); // by dots
  const labels: Label[] = [];
  for (const dot of atlas.dots) {
    if (dot.node.role === 'tie' && zoom < 1.5) continue;
    const radius = 0.8 * radiusAt(dot, zoom);
    const [x, y] = [dot.x * scale, dot.y * scale];
    (dot.node.role === 'query' ? taken : covered).add([x - radius, y - radius, x + radius, y + radius]);
  }
  const place = (label: Label, spots: [number, number][], height: number, isForced: boolean, coversDots: boolean) => {
    const box = ([x, y]: [number, number]) => [x - 3, y - height / 2, x + label.width + 3, y + height / 2];
    const isInside = ([left = 0, top = 0, right = 0, bottom = 0]: number[]) =>
      !room || (left >= -room.x && right <= room.x && top >= -room.y && bottom <= room.y);
    const open = spots.filter((spot) => isInside(box(spot)) && !taken.hits(box(spot)));
    const isBare = (spot: [number, number]) => !covered.hits(box(spot));
    // What must have a label has it beside its dot, even over other dots; only then further away.
    const near = isForced ? open.filter((spot) => spots.indexOf(spot) < beside) : [];
    const free = near.find(isBare) ?? near[0] ?? open.find(isBare) ?? (coversDots ? open[0] : undefined) ?? (isForced ? spots[0] : undefined);
    if (!free) return;
    [label.x, label.y] = free;
    taken.add(box(free));
    labels.push(label);
  };
  const placeDot = (dot: Dot, isForced: boolean) => {
    const text = shortLabel(dot.node.label);
    const width = measure(text, dot.node.role === 'query');
    const [x, y, radius] = [dot.x * scale, dot.y * scale, radiusAt(dot, zoom)];
    const spots: [number, number][] = [
      [x + radius + 5, y],
      [x - radius - 5 - width, y],
      [x - width / 2, y + radius + 10],
      [x - width / 2, y - radius - 10],
    ];
    if (isForced) {
      for (let far = 1; far <= 12; ++far) {
        spots.push([x + radius + 5, y + far * labelHeight], [x + radius + 5, y - far * labelHeight]);
        spots.push([x - radius - 5 - width, y + far * labelHeight], [x - radius - 5 - width, y - far * labelHeight]);
      }
    }
    const coversDots = isForced || first.includes(dot.id) || (dot.node.role === 'answer' && dot.node.rank <= best);
    place({ dot: dot.id, text, x: 0, y: 0, width }, spots, labelHeight, isForced, coversDots);
  };
  const order = (dot: Dot) => (dot.node.role === 'answer' ? dot.node.rank : 1e6 - dot.node.score);
  const others = atlas.dots.filter((dot) => dot.node.role !== 'query').sort((a, b) => order(a) - order(b));
  for (const dot of atlas.dots) if (dot.node.role === 'query') placeDot(dot, true);
  for (const id of first) {
    const dot = atlas.dots[id];
    if (dot && dot.node.role !== 'query') placeDot(dot, false);
  }
  if (atlas.groups.length > 1) {
    atlas.groups.forEach((group, index) => {
      const text = shortLabel(group.name);
      const width = measure(text, true) * 1.15;
      const members = atlas.dots.filter((dot) => dot.node.community === index);
      if (group.size < 2 || members.length === 0 || text === '') return;
      const top = Math.min(...members.map((dot) => dot.y)) * scale;
      const bottom = Math.max(...members.map((dot) => dot.y)) * scale;
      const side = room ? room.x - 3 : Infinity; // names near the edge move inwards
      const x = Math.max(-side, Math.min(side - width, group.x * scale - width / 2));
      const y = group.y * scale;
      const spots: [number, number][] = [[x, top - 24], [x, bottom + 24], [x, y], [x, y - 40], [x, y + 40], [x, top - 44], [x, bottom + 44]];
      place({ group: index, text, x: 0, y: 0, width }, spots, nameHeight, false, true);
    });
  }
  for (const dot of others) if (!first.includes(dot.id)) placeDot(dot, false);
  return labels;
}

// A dot, what it is like, and the ties that link it with query pages.
export interface Near {
  dots: Set<number>;
  lines: Set<number>; // places in atlas.lines
  links: [number, number][];
  witnesses: number[]; // ties that link with it and with a query page
}

export function around(atlas: Atlas, id: number): Near {
  const dots = new Set([id]);
  const lines = new Set<number>();
  atlas.lines.forEach((line, index) => {
    if (line.one !== id && line.other !== id) return;
    lines.add(index);
    dots.add(line.one).add(line.other);
  });
  const role = (dot: number) => atlas.dots[dot]?.node.role;
  const partners = (dot: number) =>
    new Set(atlas.links.filter((link) => link.includes(dot)).map(([from, to]) => (from === dot ? to : from)));
  const own = partners(id);
  const asked = atlas.dots.filter((dot) => dot.node.role === 'query' && dot.id !== id).map((dot) => dot.id);
  const witnesses = [...own].filter((dot) => {
    const theirs = role(dot) === 'tie' ? partners(dot) : new Set<number>();
    return role(dot) === 'tie' && (role(id) === 'query' || asked.some((query) => theirs.has(query)));
  });
  const links = atlas.links.filter(
    ([from, to]) =>
      (from === id || to === id) ||
      (witnesses.includes(from) && asked.includes(to)) ||
      (witnesses.includes(to) && asked.includes(from)),
  );
  for (const [from, to] of links) dots.add(from).add(to);
  return { dots, lines, links, witnesses };
}

// Dots whose label or address has these words.
export function matching(atlas: Atlas, words: string): number[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return [];
  return atlas.dots
    .filter(({ node }) => {
      const text = `${node.label} ${node.url || node.key}`.toLowerCase();
      return wanted.every((word) => text.includes(word));
    })
    .map((dot) => dot.id);
}
