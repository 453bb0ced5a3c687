import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lines, packCircles } from './bubbles';

test('circles never overlap, each touches another, and the order is the same every time', () => {
  const radii = Array.from({ length: 24 }, (_, i) => 60 / (1 + i * 0.4));
  const circles = packCircles(radii, 1.8);
  assert.deepEqual(circles.map(({ r }) => r), radii);
  circles.forEach((a, i) => {
    const gaps = circles.filter((_, j) => j !== i).map((b) => Math.hypot(a.x - b.x, a.y - b.y) - a.r - b.r);
    assert.ok(Math.min(...gaps) > -1e-3, `circle ${i} overlaps`);
    assert.ok(Math.min(...gaps) < 1e-3, `circle ${i} touches none`);
  });
  assert.deepEqual(packCircles(radii, 1.8), circles);
  assert.deepEqual(packCircles([]), []);
});

test('a name stands on few short lines', () => {
  assert.deepEqual(lines('Roman Empire', 8, 2), ['Roman', 'Empire']);
  assert.deepEqual(lines('Roman Empire and more', 8, 2), ['Roman', 'Empire…']);
  assert.deepEqual(lines('Supercalifragilistic', 8, 2), ['Superca…']);
});
