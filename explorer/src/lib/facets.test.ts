import assert from 'node:assert/strict';
import { test } from 'node:test';
import { facetsOf, fits, sorted, toggled, typeOf, type Answer } from './facets';

const answer = (rank: number, url: string, date: string, language: string): Answer => ({ key: url, url, title: `T${9 - rank}`, called: '', rank, date, language });
const items = [
  answer(1, 'http://a.example/x.html', '1997-01-02', 'en-GB'),
  answer(2, 'http://b.example/y.pdf', '1996-05-06', 'EN'),
  answer(3, 'http://a.example/z', '', 'de'),
];
const none = () => '';

test('answers are counted by what tells them apart', () => {
  const facets = facetsOf(items, none);
  assert.deepEqual(facets.host?.map(({ value, count }) => [value, count]), [['a.example', 2], ['b.example', 1]]);
  assert.deepEqual(facets.year?.map(({ value }) => value), ['1996', '1997']);
  assert.deepEqual(facets.language?.map(({ says, count }) => [says, count]), [['English', 2], ['German', 1]]);
  assert.deepEqual(facets.type?.map(({ value }) => value), ['page', 'PDF']);
  assert.equal(facets.community, undefined);
  // One value for all says nothing.
  assert.deepEqual(facetsOf([items[0]!], none), {});
});

test('filters of one kind add up, filters of several narrow', () => {
  const kept = (settings: Record<string, string>) => items.filter((item) => fits(item, settings, none)).map(({ rank }) => rank);
  assert.deepEqual(kept({}), [1, 2, 3]);
  assert.deepEqual(kept({ has_year: '1996,1997' }), [1, 2]);
  assert.deepEqual(kept({ has_year: '1996,1997', has_host: 'a.example' }), [1]);
  assert.equal(toggled({ has_year: '1996' }, 'year', '1997'), '1996,1997');
  assert.equal(toggled({ has_year: '1996,1997' }, 'year', '1996'), '1997');
});

test('orders', () => {
  const ranks = (order: string) => sorted(items, order).map(({ rank }) => rank);
  assert.deepEqual(ranks(''), [1, 2, 3]);
  assert.deepEqual(ranks('title'), [3, 2, 1]);
  assert.deepEqual(ranks('newest'), [1, 2, 3]);
  assert.deepEqual(ranks('oldest'), [2, 1, 3]);
  assert.deepEqual(ranks('host'), [1, 3, 2]);
});

test('kinds of files by their ends', () => {
  assert.equal(typeOf('http://a.example/p.ps'), 'PostScript');
  assert.equal(typeOf('http://a.example/'), 'page');
  assert.equal(typeOf('http://a.example.ps/x?y=z.pdf'), 'page');
});
