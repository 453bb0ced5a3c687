import assert from 'node:assert/strict';
import test from 'node:test';
import type { Completed } from './api';
import { outcomeOf } from './enter';

const yahoo = { key: 'com,yahoo,www)/', url: 'http://www.yahoo.com/', title: 'Yahoo' };
const nothing: Completed = { items: [], names: [] };
const offered: Completed = { items: [yahoo], names: [] };

test('the page that a text names is opened, however it names it', () => {
  for (const canSearch of [true, false]) {
    const told: Completed = { ...offered, meant: yahoo, meant_by: 'address' };
    assert.deepEqual(outcomeOf('yahoo.com', told, canSearch), { go: 'page', page: 'www.yahoo.com/', words: '' });
  }
  // By its name, with the way to the words that it also is.
  const told: Completed = { ...offered, meant: yahoo, meant_by: 'host' };
  assert.deepEqual(outcomeOf(' yahoo ', told, true), { go: 'page', page: 'www.yahoo.com/', words: 'yahoo' });
  assert.deepEqual(outcomeOf('yahoo', told, false), { go: 'page', page: 'www.yahoo.com/', words: '' });
});

test('an address stays an address, in the store or not', () => {
  assert.deepEqual(outcomeOf('https://www.missing.example/x', offered, true), { go: 'page', page: 'www.missing.example/x', words: '' });
  assert.deepEqual(outcomeOf('missing.example', nothing, false), { go: 'page', page: 'missing.example', words: '' });
});

test('everything else is words, or a choice where there is nothing to search', () => {
  assert.deepEqual(outcomeOf(' old violins ', offered, true), { go: 'search', words: 'old violins' });
  assert.deepEqual(outcomeOf('yaho', offered, false), { go: 'choose' });
  assert.deepEqual(outcomeOf('zebra', nothing, false), { go: 'page', page: 'zebra', words: '' });
  assert.deepEqual(outcomeOf('  ', offered, true), { go: 'nowhere' });
});
