import assert from 'node:assert/strict';
import { test } from 'node:test';
import { copyText, type Copied } from './copies';

const items: Copied[] = [
  { rank: 1, score: 0.5, key: 'example,a)/', url: 'http://a.example/', title: 'A [b], "c"', called: '' },
  { rank: 2, score: 0.25, key: '=Bee', url: '', title: '', called: '' },
];

test('answers as Markdown, CSV, JSON and BibTeX', () => {
  assert.equal(copyText(items, 'Markdown'), '1. [A \\[b\\], "c"](<http://a.example/>)\n2. =Bee\n');
  assert.equal(copyText(items, 'CSV'), "rank,score,address,title\r\n1,0.5,http://a.example/,\"A [b], \"\"c\"\"\"\r\n2,0.25,'=Bee,'=Bee\r\n");
  assert.deepEqual(JSON.parse(copyText(items, 'JSON'))[1], { rank: 2, score: 0.25, key: '=Bee', url: '', title: '' });
  assert.equal(
    copyText(items.slice(0, 1), 'BibTeX'),
    '@misc{a-example-1,\n  title = {A [b], "c"},\n  howpublished = {\\url{http://a.example/}}\n}\n',
  );
});
