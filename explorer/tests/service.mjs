// `cocite serve` on stores of the made-up webs, for as long as a test takes.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asLines, bareWeb, largeWeb, placesWeb, smallWeb } from './web.mjs';

function makeStore(cocite, folder, name, web) {
  const path = (end) => join(folder, name + end);
  writeFileSync(path('.links'), asLines(web.links));
  writeFileSync(path('.texts'), asLines(web.texts));
  const store = path('.cocite');
  const words = web.texts.length ? ['--text', path('.texts')] : [];
  if (web.titles.length) {
    writeFileSync(path('.titles'), asLines(web.titles));
    words.push('--title', path('.titles'));
  }
  execFileSync(cocite, ['import', store, path('.links'), ...words, '--quiet'], { stdio: 'pipe' });
  for (const rank of ['indegree', 'pagerank']) {
    execFileSync(cocite, ['rank', store, '--by', rank, '--save', '--top', '1', '--quiet'], { stdio: 'pipe' });
  }
  if (web.labels) {
    writeFileSync(path('.labels'), asLines(web.labels));
    execFileSync(cocite, ['categorize', store, '--labels', path('.labels'), '--save', '--quiet'], { stdio: 'pipe' });
    execFileSync(cocite, ['mirrors', store, '--save', '--quiet'], { stdio: 'pipe' });
    execFileSync(cocite, ['prepare', store, '--quiet'], { stdio: 'pipe' });
  }
  return store;
}

export const ownerToken = 'the-owner-of-these-walks';

// A service with studies requires a token for everything else, so studies have their own service.
export async function startService(cocite, { hasStudies = false, hasPlaces = false, isSmall = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'cocite-walk-'));
  const stores = [hasPlaces ? makeStore(cocite, folder, 'places', placesWeb()) : makeStore(cocite, folder, 'small', smallWeb())];
  // Patient: what is tested here is the page, on a machine that may do much else.
  const options = ['--listen', '127.0.0.1:0', '--deadline-ms', '600000'];
  if (hasStudies) {
    writeFileSync(join(folder, 'owner'), `${ownerToken}\n`);
    options.push('--studies', join(folder, 'studies.sqlite'), '--owner-token-file', join(folder, 'owner'));
  } else if (!hasPlaces && !isSmall) {
    stores.push(makeStore(cocite, folder, 'large', largeWeb(6000)), makeStore(cocite, folder, 'bare', bareWeb()));
  }
  const child = spawn(cocite, ['serve', ...stores, ...options], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  const address = await new Promise((resolve, reject) => {
    const listen = (bytes) => {
      said += bytes;
      const found = /https?:\/\/[^\s/]+/.exec(said);
      if (found) resolve(`${found[0]}/`);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.on('exit', (code) => reject(new Error(`cocite serve ended with ${code}: ${said}`)));
  });
  const ended = new Promise((resolve) => child.on('exit', resolve));
  while (child.exitCode === null && (await fetch(`${address}readyz`)).status !== 200) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    address,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
    clean: () => rmSync(folder, { recursive: true, force: true }),
  };
}
