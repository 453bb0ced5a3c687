// Does the search of an exported site find what `cocite search` finds, and how much does it fetch?
//
//   cocite export STORE --to site --out DIR
//   node bench/site_search.mjs --cocite build/dev/cocite --store STORE --site DIR [--queries 200] [--seed 1]
//       [--pagefind DIR]       also asks Pagefind's index of the same site, made with npx pagefind --site …
//
// Queries are one to three words that stand side by side in a title or a text, chosen with a seed from the pages of the
// export. Prints JSON: the share of queries with the same first five, and bytes fetched for a query, with an empty cache.
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import vm from 'node:vm';

const { values } = parseArgs({
  options: {
    cocite: { type: 'string' }, store: { type: 'string' }, site: { type: 'string' },
    queries: { type: 'string', default: '200' }, seed: { type: 'string', default: '1' }, pagefind: { type: 'string' },
    show: { type: 'boolean', default: false },
  },
});

// mulberry32-like generator: the same queries for the same seed.
let state = Number(values.seed);
const random = () => {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t ^= t + Math.imul(t ^ (t >>> 7), 61 | t);
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
};

const pages = readdirSync(join(values.site, 'search'))
  .filter((name) => name.startsWith('p'))
  .flatMap((name) => JSON.parse(readFileSync(join(values.site, 'search', name), 'utf8')));
const queries = [];
while (queries.length < Number(values.queries)) {
  const [, title, about] = pages[Math.floor(random() * pages.length)];
  const words = (random() < 0.5 ? title : about).match(/[\p{L}\p{N}]+/gu) ?? [];
  const count = 1 + Math.floor(random() * 3);
  const begin = Math.floor(random() * Math.max(1, words.length - count + 1));
  const query = words.slice(begin, begin + count).join(' ');
  if (query) queries.push(query);
}

// The script as a browser runs it, with files in place of a server.
let fetched = 0;
function load() {
  const context = {
    document: { currentScript: { src: 'http://site/cocite/cocite.js', dataset: {} } },
    customElements: { define() {} }, HTMLElement: class {}, CSSStyleSheet: class { replaceSync() {} },
    URL, TextDecoder, TextEncoder, Math, RegExp, Promise, Map, Uint8Array, Float64Array,
    fetch: async (url) => {
      const bytes = readFileSync(join(values.site, url.pathname.replace('/cocite/', '')));
      fetched += bytes.length;
      return { ok: true, json: async () => JSON.parse(bytes), arrayBuffer: async () => bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) };
    },
  };
  context.globalThis = context;
  vm.createContext(context);
  vm.runInContext(readFileSync(join(values.site, 'cocite.js'), 'utf8'), context);
  return context.cocite.search;
}

const expected = (query) =>
  JSON.parse(execFileSync(values.cocite, ['search', values.store, query, '--top', '5', '--format', 'json'])).items.map((item) => item.url);
const ends = (url, path) => decodeURI(url).endsWith(`/${decodeURI(path)}`);

const sizes = [];
let same = 0;
let first = 0;
let milliseconds = 0;
for (const query of queries) {
  const search = load();
  fetched = 0;
  const begin = performance.now();
  const found = (await search(query, 8)).slice(0, 5);
  milliseconds += performance.now() - begin;
  sizes.push(fetched);
  const wanted = expected(query);
  const isSame = wanted.every((url, i) => found[i] && ends(url, found[i][0]));
  same += isSame;
  first += wanted.length === 0 || (found[0] && ends(wanted[0], found[0][0])) ? 1 : 0;
  if (!isSame && values.show) console.error(query, wanted, found.map(([path]) => path));
}

const bytesBelow = (folder) => readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) =>
  sum + (entry.isDirectory() ? bytesBelow(join(folder, entry.name)) : statSync(join(folder, entry.name)).size), 0);
const sorted = [...sizes].sort((a, b) => a - b);
const result = {
  pages: pages.length, queries: queries.length, same_first_five: same / queries.length, same_first: first / queries.length,
  bytes_median: sorted[sorted.length >> 1], bytes_most: sorted.at(-1), ms_mean: milliseconds / queries.length,
  script_bytes: statSync(join(values.site, 'cocite.js')).size, search_bytes: bytesBelow(join(values.site, 'search')),
};

if (values.pagefind) {
  // Pagefind in Node: its own script, with a fetch that reads files and counts them.
  let bytes = 0;
  globalThis.window = globalThis;
  globalThis.document = { currentScript: null, querySelector: () => ({ getAttribute: () => 'en' }) };
  globalThis.location = new URL('http://site/');
  globalThis.fetch = async (url) => {
    const read = readFileSync(join(values.pagefind, new URL(url, 'http://site/pagefind/').pathname.replace('/pagefind/', '')));
    bytes += read.length;
    return new Response(read);
  };
  const module = await import(`file://${join(values.pagefind, 'pagefind.js')}`);
  const all = [];
  let time = 0;
  for (const query of queries) {
    const instance = module.createInstance ? await module.createInstance({ basePath: 'http://site/pagefind/' }) : module;
    await instance.init?.();
    bytes = 0;
    const begin = performance.now();
    const answer = await instance.search(query);
    await Promise.all(answer.results.slice(0, 8).map((one) => one.data()));
    time += performance.now() - begin;
    all.push(bytes);
    await instance.destroy?.();
  }
  all.sort((a, b) => a - b);
  result.pagefind = { bytes_median: all[all.length >> 1], bytes_most: all.at(-1), ms_mean: time / queries.length, index_bytes: bytesBelow(values.pagefind) };
}
console.log(JSON.stringify(result, null, 1));
