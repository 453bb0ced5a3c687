import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressOfKey, archivedCopy, brief, folderOf, hintOf, hostOf, looksLikeAddress, mirrorKind, nameOf, percent, percentile, placesApart, plural, reasonText, score, sentenceParts, shortUrl, titleOf } from './words';

const page = (url: string, title = '', key = 'k') => ({ key, url, title });

test('scores have as many digits as tell them apart', () => {
  assert.equal(score(0.7565979589975633), '0.757');
  assert.equal(score(0.010025), '0.0100');
  assert.equal(score(685), '685');
  assert.equal(score(12345.6), '12,346');
  assert.equal(score(12.3456), '12.35');
  assert.equal(score(0.0000123), '1.2e-5');
  assert.equal(score(Number.NaN), '–');
});

test('a little is not nothing, and nearly all is not all', () => {
  assert.equal(percent(0), '0.0 %');
  assert.equal(percent(0.00004), '< 0.1 %');
  assert.equal(percent(0.602), '60.2 %');
  assert.equal(percent(0.99996), '> 99.9 %');
  assert.equal(percent(1), '100.0 %');
});

test('kinds of mirrors are words, and new ones stay as they are', () => {
  assert.equal(mirrorKind('alias'), 'two names of one site');
  assert.equal(mirrorKind('twin'), 'twin');
});

test('percentiles say how near the top', () => {
  assert.equal(percentile(99.4583), 'top 0.54 %');
  assert.equal(percentile(100), 'top 0.01 %');
  assert.equal(percentile(87.1), 'top 13 %');
  assert.equal(percentile(30), 'above 30 %');
});

test('addresses lose their scheme and trailing slash', () => {
  assert.equal(shortUrl('https://www.example.com/'), 'www.example.com');
  assert.equal(shortUrl('http://example.com/a/'), 'example.com/a/');
  assert.equal(hostOf('http://example.com:8080/a'), 'example.com:8080');
  assert.equal(folderOf('http://example.com/a/b.html?c=/d'), 'example.com/a/');
  assert.equal(folderOf('http://example.com/'), 'example.com/');
});

test('a page is called by its address, or by its name', () => {
  assert.equal(nameOf(page('https://example.com/a')), 'example.com/a');
  assert.equal(nameOf(page('', '', 'Paris')), 'Paris');
});

test('titles lose the name of their own site, and nothing else', () => {
  const site = 'https://en.cppreference.com/w/x';
  assert.equal(titleOf(page(site, 'std::vector - cppreference.com')), 'std::vector');
  assert.equal(titleOf(page(site, 'A - B - cppreference.com')), 'A - B');
  assert.equal(titleOf(page(site, 'operator - (minus)')), 'operator - (minus)');
  assert.equal(titleOf(page(site, 'cppreference.com')), 'cppreference.com');
  assert.equal(titleOf(page(site)), 'en.cppreference.com/w/x');
  assert.equal(titleOf(page('', '', 'Paris')), 'Paris');
});

test('a page without a title is called what others call it, and the quotes are explained', () => {
  const bees = { ...page('http://bees.example/'), called: 'Honey bees' };
  assert.equal(titleOf(bees), '“Honey bees”');
  assert.match(hintOf(bees) ?? '', /others/);
  assert.equal(titleOf({ ...bees, title: 'Bees' }), 'Bees');
  assert.equal(hintOf({ ...bees, title: 'Bees' }), undefined);
  assert.equal(hintOf(page('http://bees.example/')), undefined);
});

test('reasons say what links to what', () => {
  const reason = { ...page('http://hub.example/'), kind: 'parent', amount: 1, distance: 1 };
  assert.deepEqual(reasonText(reason, 'cocitation'), { before: '', hasPage: true, after: 'links to both', place: 'side by side' });
  assert.equal(reasonText({ ...reason, kind: 'child' }, 'coupling').before, 'both link to');
  assert.equal(reasonText({ ...reason, kind: 'child' }, 'coupling').place, 'links back, side by side');
  assert.equal(reasonText({ ...reason, kind: 'child', distance: 0 }, 'coupling').place, '');
  assert.equal(reasonText({ ...reason, kind: 'child' }, 'hubfinder').before, 'it links to');
  assert.equal(reasonText({ ...reason, kind: 'link' }, 'blend').hasPage, false);
  assert.equal(reasonText({ ...reason, kind: 'something new' }, 'blend').before, 'something new');
  assert.equal(placesApart(0), '');
  assert.equal(placesApart(1200), '1,200 places apart');
});

test('addresses in sentences are links', () => {
  assert.deepEqual(sentenceParts('2 pages link to both; the strongest: http://hub.example/a,b "Hub", as "x" and "y"'), [
    { text: '2 pages link to both; the strongest: ', url: '' },
    { text: 'Hub', url: 'http://hub.example/a,b' },
    { text: ', as "x" and "y"', url: '' },
  ]);
  assert.deepEqual(sentenceParts('both link to http://a.example/, http://b.example/'), [
    { text: 'both link to ', url: '' },
    { text: 'a.example', url: 'http://a.example/' },
    { text: ', ', url: '' },
    { text: 'b.example', url: 'http://b.example/' },
  ]);
  // With several pages asked about, the sentence names the one that is meant, and goes on.
  assert.deepEqual(sentenceParts('3 pages link to it and to http://www.yahoo.com/; the strongest: http://hub.example/a;b'), [
    { text: '3 pages link to it and to ', url: '' },
    { text: 'www.yahoo.com', url: 'http://www.yahoo.com/' },
    { text: '; the strongest: ', url: '' },
    { text: 'hub.example/a;b', url: 'http://hub.example/a;b' },
  ]);
  assert.deepEqual(sentenceParts('http://a.example/ "See http://x.example/" links to it and to http://b.example/, side by side'), [
    { text: 'See http://x.example/', url: 'http://a.example/' },
    { text: ' links to it and to ', url: '' },
    { text: 'b.example', url: 'http://b.example/' },
    { text: ', side by side', url: '' },
  ]);
  assert.deepEqual(sentenceParts('http://a.example/ (called "A") links to both'), [
    { text: '“A”', url: 'http://a.example/' },
    { text: ' links to both', url: '' },
  ]);
  assert.deepEqual(sentenceParts('it links here'), [{ text: 'it links here', url: '' }]);
});

test('a row has one page as an example', () => {
  const strongest = 'http://a.example/x "A, \'b\'"';
  assert.equal(
    brief(`7 pages of 4 sites link to both, one of them side by side; the strongest: ${strongest}, as "x" and "y"`),
    `7 pages on 4 sites link to both, e.g. ${strongest}`,
  );
  assert.equal(brief(`at least 79 pages of one site link to both; the strongest: ${strongest} (in its menu)`), `at least 79 pages on one site link to both, e.g. ${strongest}`);
  assert.equal(brief('2 pages link to it and to http://b.example/, side by side; the strongest: http://a.example/ (called "A")'), '2 pages link to it and to http://b.example/, e.g. http://a.example/ (called "A")');
  for (const same of ['it links here, as "of one site link"', 'both have the words pollen, bee and 10 more', 'both link to 7 of the same pages, such as http://a.example/']) {
    assert.equal(brief(same), same);
  }
});

test('archived copies have the time at which a page was fetched', () => {
  const fetched = { url: 'http://a.example/x?y=$1&z', date: '1996-12-02T14:58:16Z' };
  assert.equal(archivedCopy('https://replay.example/{timestamp}/{url}', fetched), 'https://replay.example/19961202145816/http://a.example/x?y=$1&z');
  assert.equal(archivedCopy('/wayback?t={timestamp}&u={url}', fetched), '/wayback?t=19961202145816&u=http%3A%2F%2Fa.example%2Fx%3Fy%3D%241%26z');
  assert.equal(archivedCopy('', fetched), '');
  assert.equal(archivedCopy('https://replay.example/{timestamp}/{url}', { url: fetched.url }), '');
});

test('one page, two pages', () => {
  assert.equal(plural(1, 'page'), '1 page');
  assert.equal(plural(2000, 'page'), '2,000 pages');
});

test('addresses are distinguished from words', () => {
  for (const address of ['www.example.com', 'example.org/a b'.replace(' ', '%20'), 'https://x', 'a.example:8080/', 'com,example,www)/a']) {
    assert.ok(looksLikeAddress(address), address);
  }
  for (const words of ['', 'bees', 'honey bees', 'node.js tutorial', '"a.b c"', 'site:example.org', 'title:bees.com', '-x']) {
    assert.ok(!looksLikeAddress(words), words);
  }
});

test('keys are shown as addresses', () => {
  assert.equal(addressOfKey('com,example,www)/a/b?x=1'), 'www.example.com/a/b?x=1');
  assert.equal(addressOfKey('example,food1)/'), 'food1.example');
  assert.equal(addressOfKey('com,example:8080)/a'), 'example.com:8080/a');
  assert.equal(addressOfKey('127.0.0.1)/'), '127.0.0.1');
  assert.equal(addressOfKey('Apple pie (dish)'), 'Apple pie (dish)');
});
