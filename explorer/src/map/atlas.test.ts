import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MapAnswer, MapNode } from '../lib/api';
import { around, labelHeight, makeAtlas, matching, nameHeight, placeLabels, type Label } from './atlas';
import { atlasSvg } from './atlas_svg';

function node(id: number, role: MapNode['role'], x: number, y: number, community = 0): MapNode {
  const label = `${role} ${id}`;
  return { id, key: label, url: `http://www.example/${id}`, title: label, called: '', role, label, rank: role === 'answer' ? id : 0, score: 1, x, y, community };
}

// Two query pages close together, many answers, and a tie that links the first of both.
function answerOf(answers: number): MapAnswer {
  const nodes = [node(0, 'query', 0, 0), node(1, 'query', 0.01, 0)];
  for (let i = 2; i < answers + 2; ++i) nodes.push(node(i, 'answer', Math.sin(i * 2.4) * Math.sqrt(i / answers), Math.cos(i * 2.4) * Math.sqrt(i / answers), i % 3));
  const tie = nodes.length;
  nodes.push(node(tie, 'tie', 0.5, 0.5));
  return {
    by: 'blend',
    pages: [],
    nodes,
    edges: [{ one: 0, other: 2, weight: 0.5 }, { one: 2, other: 3, weight: 0.1 }],
    links: [[tie, 0], [tie, 2], [3, 2]],
    communities: ['apples and pears', 'bridges', 'clocks'].map((name, index) => ({ name, size: answers / 3, x: index / 3, y: 0 })),
    complete: true,
    notes: [],
  };
}

const measure = (text: string) => text.length * 7;

test('labels never overlap, and query pages always have one', () => {
  for (const answers of [3, 30, 300]) {
    const atlas = makeAtlas(answerOf(answers));
    let before = 0;
    for (const zoom of [1, 3, 10]) {
      const labels = placeLabels(atlas, 300 * zoom, zoom, measure);
      const box = (label: Label) => {
        const half = (label.group === undefined ? labelHeight : nameHeight) / 2;
        return [label.x, label.y - half, label.x + label.width, label.y + half] as const;
      };
      for (const one of labels) {
        for (const other of labels) {
          const [a, b] = [box(one), box(other)];
          assert.ok(one === other || a[2] <= b[0] || b[2] <= a[0] || a[3] <= b[1] || b[3] <= a[1], `${one.text} over ${other.text}`);
        }
      }
      assert.ok([0, 1].every((id) => labels.some((label) => label.dot === id)));
      assert.ok(labels.length >= before, 'fewer labels after zooming in');
      before = labels.length;
    }
  }
});

test('no label leaves a map that is shown as a whole, or is below its buttons', () => {
  const atlas = makeAtlas(answerOf(30));
  const room = { x: 320, y: 310 };
  const inRoom = placeLabels(atlas, 300, 1, measure, [], room);
  assert.ok(placeLabels(atlas, 300, 1, measure).some(({ x, width }) => x < -room.x || x + width > room.x), 'the map is small enough');
  assert.ok(inRoom.length > 15);
  for (const { text, x, y, width } of inRoom) {
    assert.ok(x >= -room.x && x + width <= room.x && Math.abs(y) <= room.y, text);
    assert.ok(x + width <= room.x - 48 || y >= 120 - room.y, `${text} is below the buttons`);
  }
});

test('better answers are larger and labelled first', () => {
  const atlas = makeAtlas(answerOf(300));
  assert.ok(atlas.dots[2]!.radius > atlas.dots[200]!.radius);
  const labelled = new Set(placeLabels(atlas, 300, 1, measure).map((label) => label.dot));
  const share = (from: number, to: number) => atlas.dots.slice(from, to).filter((dot) => labelled.has(dot.id)).length / (to - from);
  assert.ok(share(2, 14) > 0.5, `${share(2, 14)} of the best have a label`);
  assert.ok(share(2, 14) > share(14, 302));
});

test('a dot lights what is like it, and the ties to the query', () => {
  const atlas = makeAtlas(answerOf(9));
  const near = around(atlas, 2);
  assert.deepEqual([...near.dots].sort((a, b) => a - b), [0, 2, 3, 11]);
  assert.deepEqual(near.witnesses, [11]);
  assert.deepEqual([...near.lines], [0, 1]);
});

test('words find labels and addresses', () => {
  const atlas = makeAtlas(answerOf(9));
  assert.deepEqual(matching(atlas, 'ANSWER 3'), [3]);
  assert.deepEqual(matching(atlas, 'example/4'), [4]);
  assert.deepEqual(matching(atlas, ' '), []);
});

test('the picture as SVG has a mark for each page and escapes what pages are called', () => {
  const answer = answerOf(3);
  answer.nodes[2]!.label = '<b> & "c"';
  const atlas = makeAtlas(answer);
  const window = { width: 400, height: 300, middle: 150, zoom: 1, scale: 100, centre: { x: 0, y: 0 } };
  const svg = atlasSvg(atlas, placeLabels(atlas, 100, 1, measure), window, 'light');
  assert.equal(svg.match(/<circle/g)?.length, 5);
  assert.equal(svg.match(/<polygon/g)?.length, 1);
  assert.ok(svg.includes('&lt;b&gt; &amp; &quot;c&quot;') && !svg.includes('<b>'));
});
