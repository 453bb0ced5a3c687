import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyPlace, isSearch, parsePlace, searchFor, withNot, without, withPage, writePlace, wrongIn } from './permalink';

test('an unknown path, store or view is reported by name', () => {
  for (const path of ['/', '/index.html', '/behind/a/proxy/']) assert.equal(wrongIn(path, '?page=a.example&view=map'), undefined);
  assert.equal(wrongIn('/', ''), undefined);
  assert.deepEqual(wrongIn('/nonsense', '?page=a.example'), { path: '/nonsense' });
  assert.deepEqual(wrongIn('/', '?view=nonsense'), { view: 'nonsense' });
  assert.deepEqual(wrongIn('/', '?view=Map'), { view: 'Map' });
});

test('an empty address is the start', () => {
  assert.deepEqual(parsePlace(''), emptyPlace());
  assert.equal(writePlace(emptyPlace()), '');
});

test('a place comes back from its address', () => {
  const place = {
    store: 'web',
    view: 'compare' as const,
    pages: ['www.example.com/a?b=c&d=é', 'example.org'],
    not: ['example.net/x y'],
    by: 'companion',
    columns: ['blend', 'lli'],
    words: '',
    rank: '',
    content: '',
    settings: { B: '500', same_site: 'drop' },
  };
  assert.deepEqual(parsePlace(writePlace(place)), place);
});

test('a search has an address, and a page that was found keeps it', () => {
  const place = { ...emptyPlace(), ...searchFor('  "honey bees" -wasps '), rank: 'imp-hub', content: 'none' };
  assert.equal(writePlace(place), '?words=%22honey%20bees%22%20-wasps&rank=imp-hub&content=none');
  assert.deepEqual(parsePlace(writePlace(place)), place);
  assert.ok(isSearch(place));
  const found = withPage(place, 'www.example.com/bees');
  assert.ok(!isSearch(found));
  assert.deepEqual(parsePlace(writePlace(found)), found);
  assert.ok(isSearch(without(found, 'www.example.com/bees')));
});

test('addresses stay readable', () => {
  const place = { ...emptyPlace(), pages: ['localhost:80/a/b'] };
  assert.equal(writePlace(place), '?page=localhost:80/a/b');
});

test('what is no view is the first one', () => {
  assert.equal(parsePlace('?view=constructor').view, 'related');
  assert.equal(parsePlace('?view=map').view, 'map');
});

test('pages are asked about once, and not against themselves', () => {
  const place = parsePlace('?page=a&page=a&page=%20b%20&page=&not=b&not=c');
  assert.deepEqual(place.pages, ['a', 'b']);
  assert.deepEqual(place.not, ['c']);
});

test('settings have names that a request may have', () => {
  const place = parsePlace('?B=5&max-iterations=3&__proto__=x&a%20b=1&top=');
  assert.deepEqual(place.settings, { B: '5', 'max-iterations': '3' });
});

test('a page is on one list only', () => {
  let place = withPage(emptyPlace(), 'a');
  place = withNot(place, 'b');
  place = withNot(place, 'a');
  assert.deepEqual([place.pages, place.not], [[], ['b', 'a']]);
  place = withPage(place, 'b');
  assert.deepEqual([place.pages, place.not], [['b'], ['a']]);
  place = without(without(place, 'a'), 'b');
  assert.deepEqual([place.pages, place.not], [[], []]);
});
