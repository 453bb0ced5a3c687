import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseRecent, withRecent, type Recent } from './recent';

const one = (name: string): Recent => ({ pages: [name], title: name });

test('the newest query comes first, each once, and only a few stay', () => {
  let list: Recent[] = [];
  for (const name of ['a', 'b', 'a', 'c', 'd', 'e', 'f', 'g', 'h', 'i']) list = withRecent(list, one(name));
  assert.deepEqual(list.map(({ title }) => title), ['i', 'h', 'g', 'f', 'e', 'd', 'c', 'a']);
});

test('a list that cannot be read is empty', () => {
  for (const text of [null, '', '{', '{}', '[1]', '[null]', '[{"pages":[],"title":"a"}]', '[{"pages":[1],"title":"a"}]']) {
    assert.deepEqual(parseRecent(text), []);
  }
  assert.deepEqual(parseRecent(JSON.stringify([one('a')])), [one('a')]);
});
