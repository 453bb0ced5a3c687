import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Problem } from './api';
import { patiently } from './patience';

const going = new AbortController().signal;

// Answers after these problems.
function after(problems: Problem[]) {
  const left = [...problems];
  let asked = 0;
  const ask = async () => {
    ++asked;
    const problem = left.shift();
    if (problem) throw problem;
    return 'an answer';
  };
  return { ask, asked: () => asked };
}
const busy = new Problem(503, 'busy', '');

test('who is busy is asked again', async () => {
  const service = after([busy, busy]);
  assert.equal(await patiently(service.ask, going, 1), 'an answer');
  assert.equal(service.asked(), 3);
});

test('but not for ever', async () => {
  const service = after(Array.from({ length: 50 }, () => busy));
  await assert.rejects(patiently(service.ask, going, 1), busy);
  assert.ok(service.asked() < 10);
});

test('a missing page is not requested again, nor is anything after cancelling', async () => {
  const missing = new Problem(404, 'not found', '');
  const service = after([missing]);
  await assert.rejects(patiently(service.ask, going, 1), missing);
  assert.equal(service.asked(), 1);
  const left = after([busy]);
  await assert.rejects(patiently(left.ask, AbortSignal.abort(), 1), busy);
  assert.equal(left.asked(), 1);
});
