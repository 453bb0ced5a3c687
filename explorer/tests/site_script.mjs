// The script of exported sites, made small: cocite.min.js from cocite.js, with the packages of the explorer.
//
//   node tests/site_script.mjs FOLDER            writes FOLDER/cocite.min.js
//   node tests/site_script.mjs FOLDER --check    exit code 1 if it would change, or is larger than 5,000 bytes
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transform } from 'esbuild';

const most = 5000;
const [folder, check] = process.argv.slice(2);
const target = join(folder, 'cocite.min.js');
const { code } = await transform(readFileSync(join(folder, 'cocite.js'), 'utf8'), { minify: true, charset: 'utf8', target: 'es2024' });
const bytes = Buffer.byteLength(code);
if (bytes > most) {
  console.error(`site_script: ${bytes} bytes, at most ${most}: make cocite.js smaller`);
  process.exit(1);
}
if (!check) {
  writeFileSync(target, code);
  console.log(`site_script: ${bytes} bytes`);
} else if (readFileSync(target, 'utf8') !== code) {
  console.error(`site_script: ${target} is not what cocite.js gives; run node tests/site_script.mjs ${folder}`);
  process.exit(1);
}
