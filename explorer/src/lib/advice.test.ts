import assert from 'node:assert/strict';
import { test } from 'node:test';
import { advice, headline, isForOwner, withoutNearest } from './advice';

test('every problem comes with something to try', () => {
  for (const status of [0, 400, 401, 404, 422, 429, 500, 503, 504]) {
    assert.ok(advice({ status, detail: '' }).length > 10);
    assert.notEqual(headline({ status, title: 'Title', detail: '' }), '');
  }
});

test('settings are blamed only where there are any', () => {
  assert.match(advice({ status: 400, detail: '' }), /settings/);
  assert.equal(advice({ status: 400, detail: '' }, false), '');
});

test('who waited for an overview is not only told of methods', () => {
  assert.match(advice({ status: 504, detail: '' }), /^Try again in a moment\./);
});

test('a service with studies asks for their owner', () => {
  const problem = { status: 401, title: 'Unauthorized', detail: 'only their owner may ask: Authorization: Bearer OWNER-TOKEN' };
  assert.ok(isForOwner(problem));
  assert.match(headline(problem), /study/);
  assert.match(advice(problem), /token/);
  assert.ok(!isForOwner({ status: 401, detail: 'this service asks for a token: Authorization: Bearer TOKEN' }));
});

test('the nearest pages stand in the list, not in the message', () => {
  const detail = 'x.example is not in this graph; nearest: http://a.example/, http://b.example/c';
  assert.equal(withoutNearest(detail, ['http://a.example/', 'http://b.example/c']), 'x.example is not in this graph');
  assert.equal(withoutNearest('x is not here; did you mean y?', ['y']), 'x is not here');
});

test('other messages stay as they are', () => {
  assert.equal(withoutNearest('top: at most 1000', []), 'top: at most 1000');
});
