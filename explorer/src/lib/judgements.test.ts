import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judged, parseJudgements, ratingsText } from './judgements';

test('marks become lines of ratings, the last verdict counts', () => {
  let all = judged({}, ['http://a.example/', 'http://b.example/'], 'http://c.example/', '1');
  all = judged(all, ['http://a.example/'], 'http://d.example/', '1');
  all = judged(all, ['http://a.example/'], 'http://d.example/', '0');
  all = judged(all, ['http://a.example/'], 'http://a.example/', '1');
  assert.equal(
    ratingsText(all),
    'http://a.example/\thttp://c.example/\t1\nhttp://b.example/\thttp://c.example/\t1\nhttp://a.example/\thttp://d.example/\t0\n',
  );
});

test('what is kept is read back, and nothing else', () => {
  const all = judged({}, ['a'], 'b', '0');
  assert.deepEqual(parseJudgements(JSON.stringify(all)), all);
  assert.deepEqual(parseJudgements('{"a\\tb": 1, "no tab": "1", "a\\tb\\tc": "0", "x\\ty": "1"}'), { 'x\ty': '1' });
  for (const odd of [null, '', 'null', '[', '3']) assert.deepEqual(parseJudgements(odd), {});
});
