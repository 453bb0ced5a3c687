import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kappaWord, namesIn, pagesIn, parseStudyPlace, pValue, writeStudyPlace, type StudyPlace } from './study_place';

test('every place has an address, and back', () => {
  const places: StudyPlace[] = [{ view: 'list' }, { view: 'new' }, { view: 'results', study: 'ab12' }, { view: 'rate', secret: '0f' }];
  for (const place of places) assert.deepEqual(parseStudyPlace(writeStudyPlace(place)), place);
  assert.deepEqual(parseStudyPlace(''), { view: 'list' });
  assert.deepEqual(parseStudyPlace('#r='), { view: 'list' });
});

test('pages are lines that say something', () => {
  assert.deepEqual(pagesIn('# mine\r\n\r\n a.example/1 \nb.example/2'), ['a.example/1', 'b.example/2']);
});

test('raters are names, each once', () => {
  assert.deepEqual(namesIn('ann, bob\nann,, eve '), ['ann', 'bob', 'eve']);
});

test('numbers are words', () => {
  assert.equal(pValue(1), '1');
  assert.equal(pValue(0.0421), '0.042');
  assert.equal(pValue(0.00012), '1 · 10⁻⁴');
  assert.equal(kappaWord(0.5), 'moderate');
  assert.equal(kappaWord(null), 'cannot be told');
  assert.equal(kappaWord(-0.2), 'none');
});
