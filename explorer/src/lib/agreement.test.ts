import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agreements, overlapOf, tints } from './agreement';

const method = (by: string, ...keys: string[]) => ({
  by,
  why_none: '',
  ms: 1,
  complete: true,
  items: keys.map((key, index) => ({ key, url: '', title: '', rank: index + 1, score: 1 })),
});

const compared = { methods: [method('one', 'a', 'b'), method('two', 'b', 'c'), method('three', 'b', 'c', 'a')] };

test('what most methods found comes first, then what stands higher', () => {
  const agreed = agreements(compared);
  assert.deepEqual(agreed.map((entry) => entry.key), ['b', 'a', 'c']);
  assert.deepEqual(agreed[0], { key: 'b', methods: ['one', 'two', 'three'], meanRank: 4 / 3 });
});

test('only shared answers get a colour, and no more than there are', () => {
  const agreed = agreements({ methods: [method('one', 'a', 'b', 'x'), method('two', 'b', 'a', 'y')] });
  assert.deepEqual([...tints(agreed, 8).keys()], ['a', 'b']);
  assert.deepEqual([...tints(agreed, 1).keys()], ['a']);
});

test('a pair is found in either order', () => {
  const pairs = [{ one: 'a', other: 'b', shared: 1, overlap: 0.25, tau: 0 }];
  assert.equal(overlapOf(pairs, 'b', 'a'), 0.25);
  assert.equal(overlapOf(pairs, 'a', 'c'), undefined);
});
