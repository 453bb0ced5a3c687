import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvRows, freeName, listFormats, listText, parseList, parseLists, withKept, type List } from './lists';

const list: List = {
  name: 'Bees & [wasps]',
  note: 'For the talk',
  pages: [
    { page: 'www.bees.example/a?b=c&d=e', url: 'http://www.bees.example/a?b=c&d=e', title: 'Bees, "honey" <and> *wax*', note: 'read it: twice' },
    { page: 'www.wasps.example/', url: 'https://www.wasps.example/', title: 'Wasps', note: '' },
    { page: 'Honey_bee', url: '', title: '=Honey bee', note: '-1' },
  ],
};

test('a list comes back from each format', () => {
  for (const format of listFormats) {
    const back = parseList(listText(list, format), `file.${format}`);
    assert.deepEqual(back.pages, list.pages, format);
    if (format === 'CSV') continue; // a table has no name
    assert.equal(back.name, list.name, format);
    assert.equal(back.note, list.note, format);
  }
});

test('files of other programs are read', () => {
  const bookmarks = parseList('<DL><DT><H3>Folder</H3><DL><DT><A HREF="https://a.example/" ADD_DATE="1">A &amp; B</A></DL></DL>', 'bookmarks.html');
  assert.deepEqual(bookmarks, { name: 'bookmarks', note: '', pages: [{ page: 'a.example/', url: 'https://a.example/', title: 'A & B', note: '' }] });
  const copied = parseList('1. [One](<http://one.example/>)\n2. [Two](http://two.example/x)\n', 'answers.md');
  assert.deepEqual(copied.pages.map(({ page }) => page), ['one.example/', 'two.example/x']);
  const answers = parseList('rank,score,address,title\r\n1,0.5,http://a.example/,"A, B"\r\n', 'answers.csv');
  assert.deepEqual(answers.pages, [{ page: 'a.example/', url: 'http://a.example/', title: 'A, B', note: '' }]);
  assert.deepEqual(parseList('http://a.example/\nhttp://a.example/\nb.example/x\n', 'x.txt').pages.map(({ page }) => page), ['a.example/', 'b.example/x']);
  assert.deepEqual(parseList('', 'empty.csv').pages, []);
});

test('cells with quotes, commas and line ends', () => {
  assert.deepEqual(csvRows('a,"b ""c"", d"\r\n"e\nf",\n'), [['a', 'b "c", d'], ['e\nf', '']]);
});

test('what was kept is read as far as it can be', () => {
  assert.deepEqual(parseLists(JSON.stringify([list])), [list]);
  assert.deepEqual(parseLists('[{"name":"x","pages":[{"page":"a"},{"page":7},null]},{"pages":[]},3]'), [
    { name: 'x', note: '', pages: [{ page: 'a', url: '', title: 'a', note: '' }] },
  ]);
  for (const bad of [null, '', '{', '{}']) assert.deepEqual(parseLists(bad), []);
});

test('names are free, and a page is in a list once', () => {
  assert.equal(freeName([list], 'Bees & [wasps]'), 'Bees & [wasps] 2');
  assert.equal(freeName([], '  '), 'List');
  assert.equal(withKept(list, { ...list.pages[0]!, note: 'other' }), list);
});
