// What the explorer weighs, packed as the service sends it: the first view, which is the page and what it loads at once,
// and all JavaScript that there is.
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const most = 75_000; // bytes of the first view
const mostOfAll = 150_000; // bytes of JavaScript
const dist = process.argv[2] ?? join(dirname(fileURLToPath(import.meta.url)), '../dist');
const page = readFileSync(join(dist, 'index.html'), 'utf8');

if (/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=/.test(page)) {
  throw new Error('index.html has inline script or style, which the content security policy forbids');
}
if (/(?:src|href)="(?:https?:)?\/\//.test(page)) throw new Error('index.html loads something from elsewhere');

const files = ['index.html', ...[...page.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map((match) => match[1])];
let all = 0;
for (const file of files) {
  const size = gzipSync(readFileSync(join(dist, file)), { level: 6 }).length;
  console.log(`${String(size).padStart(8)}  ${file}`);
  all += size;
}
console.log(`${String(all).padStart(8)}  first view, of at most ${most}`);
if (files.length < 3) throw new Error('index.html names too few files: is this the explorer?');
if (all > most) throw new Error('the first view is too heavy');

const scripts = readdirSync(join(dist, 'assets')).filter((file) => file.endsWith('.js'));
const sum = scripts.reduce((bytes, file) => bytes + gzipSync(readFileSync(join(dist, 'assets', file)), { level: 6 }).length, 0);
console.log(`${String(sum).padStart(8)}  all JavaScript, of at most ${mostOfAll}`);
if (sum > mostOfAll) throw new Error('there is too much JavaScript');
