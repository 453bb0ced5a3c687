import assert from 'node:assert/strict';
import { test } from 'node:test';
import { choicesOf } from './description';

const description = {
  paths: { '/api/related': { get: { parameters: [{ name: 'top' }, { name: 'on', schema: { enum: ['pages', 'hosts'] } }] } } },
};

test('a parameter has its words, or none', () => {
  assert.deepEqual(choicesOf(description, '/api/related', 'on'), ['pages', 'hosts']);
  const named = {
    paths: { '/api/rank': { get: { parameters: [{ name: 'by', schema: { allOf: [{ $ref: '#/components/schemas/ByChoice' }] } }] } } },
    components: { schemas: { ByChoice: { enum: ['pagerank', 'indegree'] } } },
  };
  assert.deepEqual(choicesOf(named, '/api/rank', 'by'), ['pagerank', 'indegree']);
  assert.deepEqual(choicesOf(description, '/api/related', 'top'), []);
  assert.deepEqual(choicesOf(description, '/api/related', 'off'), []);
  assert.deepEqual(choicesOf(description, '/api/other', 'on'), []);
  assert.deepEqual(choicesOf({}, '/api/related', 'on'), []);
});
