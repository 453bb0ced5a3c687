// Circles that touch but never overlap, the first in the middle, as near to it as they fit: the same every time.
// Pure functions.
//
//   packCircles([30, 20, 10])        // [{ x: 0, y: 0, r: 30 }, ...]
export interface Circle {
  x: number;
  y: number;
  r: number;
}

const hits = (a: Circle, b: Circle, slack: number) => Math.hypot(a.x - b.x, a.y - b.y) < a.r + b.r - slack;

// The two places where a circle of this radius touches both.
function touching(a: Circle, b: Circle, r: number): Circle[] {
  const [da, db] = [a.r + r, b.r + r];
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const d = Math.hypot(dx, dy);
  if (d === 0 || d > da + db) return [];
  const along = (da * da - db * db + d * d) / (2 * d);
  const aside = Math.sqrt(Math.max(0, da * da - along * along));
  const [mx, my] = [a.x + (along * dx) / d, a.y + (along * dy) / d];
  return [
    { x: mx + (aside * dy) / d, y: my - (aside * dx) / d, r },
    { x: mx - (aside * dy) / d, y: my + (aside * dx) / d, r },
  ];
}

// `wide`: how much farther sideways counts as near; more makes the whole wider than high.
export function packCircles(radii: number[], wide = 1): Circle[] {
  const placed: Circle[] = [];
  for (const r of radii) {
    const spots: Circle[] = [];
    if (placed.length === 0) spots.push({ x: 0, y: 0, r });
    if (placed.length === 1) spots.push({ x: placed[0]!.r + r, y: 0, r });
    placed.forEach((a, i) => placed.slice(i + 1).forEach((b) => spots.push(...touching(a, b, r))));
    const far = ({ x, y }: Circle) => Math.hypot(x / wide, y);
    const free = spots.filter((spot) => !placed.some((other) => hits(spot, other, 1e-6))).sort((a, b) => far(a) - far(b));
    placed.push(free[0] ?? { x: Math.max(0, ...placed.map((one) => one.x + one.r)) + r, y: 0, r });
  }
  return placed;
}

// A name on at most `most` lines of `width` characters; the rest is cut.
export function lines(name: string, width: number, most: number): string[] {
  const all: string[] = [];
  for (const word of name.split(/\s+/)) {
    const last = all[all.length - 1];
    if (last !== undefined && last.length + 1 + word.length <= width) all[all.length - 1] = `${last} ${word}`;
    else all.push(word);
  }
  const shown = all.slice(0, most).map((line) => (line.length > width ? `${line.slice(0, Math.max(1, width - 1))}…` : line));
  if (all.length > most && !shown[most - 1]?.endsWith('…')) shown[most - 1] = `${shown[most - 1]?.slice(0, Math.max(1, width - 1)) ?? ''}…`;
  return shown;
}
