import assert from 'node:assert/strict';
import { test } from 'node:test';
import { advice, headline, nearest } from './advice';

test('every problem comes with something to try', () => {
  for (const status of [0, 400, 401, 404, 422, 429, 500, 503, 504]) {
    assert.ok(advice({ status }).length > 10);
    assert.notEqual(headline({ status, title: 'Title' }), '');
  }
});

test('the nearest pages of a message become a list', () => {
  const told = nearest('x.example is not in this graph; nearest keys: http://a.example/, http://b.example/c, ...');
  assert.equal(told.text, 'x.example is not in this graph');
  assert.deepEqual(told.pages, ['http://a.example/', 'http://b.example/c']);
});

test('other messages stay as they are', () => {
  assert.deepEqual(nearest('--top: at most 1000'), { text: '--top: at most 1000', pages: [] });
});
