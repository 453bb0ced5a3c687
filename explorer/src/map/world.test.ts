import assert from 'node:assert/strict';
import { test } from 'node:test';
import atlas from 'world-atlas/countries-110m.json';
import { countriesOf, ringPath, type World } from './world';

test('a ring over the date line stands at both edges and crosses no continent', () => {
  const path = ringPath([[179, 10], [-179, 10], [-179, 12], [179, 12], [179, 10]]);
  assert.equal(path, 'M359.0 80.0L361.0 80.0L361.0 78.0L359.0 78.0L359.0 80.0ZM-1.0 80.0L1.0 80.0L1.0 78.0L-1.0 78.0L-1.0 80.0Z');
  assert.equal(ringPath([[0, 0], [1, 0], [1, 1], [0, 0]]), 'M180.0 90.0L181.0 90.0L181.0 89.0L180.0 90.0Z');
});

test('no country has a line from one edge of the map to the other', () => {
  const countries = countriesOf(atlas as unknown as World);
  assert.ok(countries.length > 170);
  for (const { name, path } of countries) {
    for (const ring of path.split('Z')) {
      const xs = ring.replace('M', '').split('L').map((point) => Number(point.split(' ')[0]));
      for (let i = 1; i < xs.length; ++i) assert.ok(Math.abs((xs[i] ?? 0) - (xs[i - 1] ?? 0)) < 180, name);
    }
  }
});
