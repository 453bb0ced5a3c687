import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aboutStore } from './about_store';

test('a store in sentences, as far as it is known', () => {
  assert.deepEqual(aboutStore({ pages: 1200, links: 1, hosts: 1 }), ['1,200 pages with 1 link.']);
  const overview = {
    insight: 'overview',
    facts: {},
    items: [{ name: 'crawled', value: 300 }, { name: 'same_host_share', value: 0.25 }],
    tables: {
      hosts: [{ host: 'a.example', pages: 900 }, { host: 'b.example', pages: 300 }],
      languages: [{ value: '(unknown)', share: 0.9 }, { value: 'en', share: 0.1 }],
      years: [{ value: '1998', share: 0.5 }, { value: '1996', share: 0.4 }],
    },
  };
  assert.deepEqual(aboutStore({ pages: 1200, links: 5000, hosts: 2, words: false }, overview), [
    '1,200 pages with 5,000 links on 2 hosts.',
    '300 of the pages (25.0 %) were fetched; the others are known by links to them.',
    'Most are on a.example (900) and b.example (300).',
    'Languages: English 10.0 %.',
    'Fetched from 1996 to 1998.',
    '25.0 % of the links stay on their host.',
    'Its words were not indexed: pages are found by address and name.',
  ]);
});
