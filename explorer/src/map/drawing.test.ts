import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Vicinity } from '../lib/api';
import { draw, hostColours, hubsAndAuthorities, maxDots, merge, telling } from './drawing';
import { csv } from './exports';
import { roundsFor, startPlaces } from './places';

const node = (key: string, shown_as: number) => ({ key, url: `http://${key}.example/`, title: key, shown_as });

// h and its copy c link to x and y; x is asked about.
const small: Vicinity = {
  pages: [{ asked: 'x', key: 'x', url: 'http://x.example/', title: 'x' }],
  merged: 1,
  nodes: [node('x', 0), node('h', 1), node('c', 1), node('y', 3)],
  edges: [[1, 0], [1, 3], [2, 0], [2, 3], [3, 3]],
};

test('copies are one dot, links are drawn once and never to themselves', () => {
  const merged = merge(small);
  assert.deepEqual(merged.pages.map((page) => page.key), ['x', 'h', 'y']);
  assert.deepEqual(merged.edges, [[1, 0], [1, 2]]);
  assert.deepEqual([...merged.asked], [0]);
});

test('a hub links to authorities', () => {
  const { hub, authority } = hubsAndAuthorities(3, [[1, 0], [1, 2]]);
  assert.deepEqual([...hub], [0, 1, 0]);
  assert.deepEqual([...authority], [1, 0, 1]);
});

test('dots have their parts, and colours by host', () => {
  const drawing = draw(small, 2);
  assert.deepEqual(drawing.dots.map((dot) => dot.part), ['asked', 'hub', 'authority']);
  assert.deepEqual(drawing.dots.map((dot) => dot.colour), [1, 0, -1]);
  assert.equal(drawing.otherHosts, 1);
});

test('frequent hosts come first, then by name', () => {
  const { named, others } = hostColours(['b', 'a', 'c', 'c'], 2);
  assert.deepEqual(named, [{ host: 'c', colour: 0, dots: 2 }, { host: 'a', colour: 1, dots: 1 }]);
  assert.equal(others, 1);
});

test('an empty neighbourhood is an empty drawing', () => {
  const drawing = draw({ pages: [], merged: 0, nodes: [], edges: [] }, 10);
  assert.deepEqual([drawing.dots.length, drawing.edges.length], [0, 0]);
});

// A menu: everybody links to 0 and 1; besides, 10 to 19 link in a ring.
test('links that say something are drawn, and what hangs together stays together', () => {
  const edges: [number, number][] = [];
  for (let i = 2; i < 40; ++i) edges.push([i, 0], [i, 1]);
  for (let i = 10; i < 20; ++i) edges.push([i, i === 19 ? 10 : i + 1]);
  const drawn = telling(edges, 40);
  const has = (from: number, to: number) => drawn.some(({ edge }) => edge[0] === from && edge[1] === to);
  for (let i = 10; i < 20; ++i) assert.ok(has(i, i === 19 ? 10 : i + 1));
  const reached = new Set([0]);
  for (let round = 0; round < 40; ++round) {
    for (const { edge: [from, to] } of drawn) {
      if (reached.has(from) || reached.has(to)) reached.add(from).add(to);
    }
  }
  assert.equal(reached.size, 40);
  const mean = drawn.reduce((sum, { pull }) => sum + pull, 0) / drawn.length;
  assert.ok(Math.abs(mean - 1) < 1e-9);
});

test('a map too large is cut to its strongest, with the asked page in it', () => {
  const nodes = Array.from({ length: maxDots + 500 }, (_, i) => node(`n${i}`, i));
  const edges: [number, number][] = [];
  for (let i = 2; i < maxDots; ++i) edges.push([1, i]);
  const asked = { asked: 'z', ...nodes[maxDots + 499]! };
  const drawing = draw({ pages: [asked], merged: 0, nodes, edges }, 10);
  assert.equal(drawing.dots.length, maxDots);
  assert.equal(drawing.allDots, maxDots + 500);
  assert.ok(drawing.dots.some((dot) => dot.part === 'asked'));
  assert.ok(drawing.edges.every(([from, to]) => from < maxDots && to < maxDots));
});

test('the same map starts the same way, and no two dots in one place', () => {
  const drawing = draw(small, 10);
  const places = startPlaces(drawing.dots);
  assert.deepEqual(places, startPlaces(drawing.dots));
  const points = new Set(drawing.dots.map((_, i) => `${places[2 * i]},${places[2 * i + 1]}`));
  assert.equal(points.size, drawing.dots.length);
  assert.ok(roundsFor(5000) < roundsFor(100));
});

test('a table holds commas, quotes and what looks like a formula', () => {
  const odd = { ...small, edges: [[0, 1]] as [number, number][], nodes: [...small.nodes] };
  odd.nodes[0] = { ...node('x', 0), title: 'a "b", c' };
  odd.nodes[1] = { ...node('h', 1), title: '=1+1' };
  assert.equal(csv(odd), 'source,target,source_title,target_title,source_called,target_called\r\nhttp://x.example/,http://h.example/,"a ""b"", c",\'=1+1,,\r\n');
});
