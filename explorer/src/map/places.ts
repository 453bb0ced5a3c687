// Where dots start, and for how long they move. Pure functions: the same map every time.
import type { Dot } from './drawing';

// Dots of a host start near each other, hosts in a ring, the asked pages in the middle.
export function startPlaces(dots: Pick<Dot, 'host' | 'part'>[]): Float32Array {
  const hosts = [...new Set(dots.map((dot) => dot.host))];
  const turn = new Map(hosts.map((host, index) => [host, (2 * Math.PI * index) / hosts.length]));
  const goldenAngle = 2.399963;
  const places = new Float32Array(dots.length * 2);
  dots.forEach((dot, index) => {
    const angle = turn.get(dot.host) ?? 0;
    const ring = dot.part === 'asked' ? 0 : 100;
    const spread = dot.part === 'asked' ? 1 : 60 * Math.sqrt((index + 1) / dots.length);
    places[2 * index] = ring * Math.cos(angle) + spread * Math.cos(index * goldenAngle);
    places[2 * index + 1] = ring * Math.sin(angle) + spread * Math.sin(index * goldenAngle);
  });
  return places;
}

// A round costs about n log n: large maps get fewer, so that all settle within seconds.
export function roundsFor(dots: number): number {
  return Math.round(Math.max(100, Math.min(400, 250_000 / Math.max(1, dots))));
}
