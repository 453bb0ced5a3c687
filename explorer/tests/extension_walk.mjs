// The browser extension and the bookmarklet in a real browser: nothing is sent before a click, and a click opens the
// explorer about the page.
//
//   node tests/extension_walk.mjs ../packaging/extension ../docs/guide/browser.md
//
// Exit code 77: there is no browser here.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';
import { browserPath } from './browser.mjs';

const folder = resolve(process.argv[2]);
const bookmarklet = readFileSync(process.argv[3], 'utf8').match(/^\s*javascript:(.*)$/m)[1];
if (!browserPath) {
  console.error('extension_walk: there is no chromium here (Debian calls it chromium); skipped');
  process.exit(77);
}

// Notes what it is asked for.
async function serve(title) {
  const asked = [];
  const server = createServer((request, response) => {
    asked.push(request.url);
    response.setHeader('Content-Type', 'text/html');
    response.end(`<title>${title}</title><p>${title}`);
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return { asked, address: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

const site = await serve('a page');
const service = await serve('the explorer');
const profile = mkdtempSync(join(tmpdir(), 'cocite-extension-'));
const context = await chromium.launchPersistentContext(profile, {
  executablePath: browserPath,
  ignoreDefaultArgs: ['--disable-extensions'],
  args: ['--no-sandbox', '--disable-dev-shm-usage', `--disable-extensions-except=${folder}`, `--load-extension=${folder}`],
});
try {
  context.setDefaultTimeout(240_000);
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  const id = new URL(worker.url()).host;

  // The options keep the address of the service, and refuse others.
  const options = await context.newPage();
  await options.goto(`chrome-extension://${id}/options.html`);
  await options.getByLabel('Address').fill('ftp://example.org/');
  await options.getByRole('button').click();
  await options.getByText('no address of a service').waitFor();
  await options.getByLabel('Address').fill(`${service.address}?store=web`);
  await options.getByRole('button').click();
  await options.getByText('Saved.').waitFor();
  await options.close();

  const page = await context.newPage();
  await page.goto(`${site.address}a?b=c&d=e#part`);
  assert.deepEqual(service.asked, [], 'nothing is sent before a click');

  // What the button does: the browser hands the tab to the listener.
  const opened = context.waitForEvent('page');
  await worker.evaluate((url) => openRelated({ url, index: 0 }), page.url().replace('//', '//me:secret@'));
  const explorer = await opened;
  await explorer.waitForLoadState();
  assert.equal(explorer.url(), `${service.address}?store=web&page=${encodeURIComponent(`${site.address}a?b=c&d=e`)}`);
  assert.ok(service.asked.length >= 1);

  const byBookmark = context.waitForEvent('page');
  await page.evaluate(bookmarklet.replace('http://127.0.0.1:8080/', service.address));
  const same = await byBookmark;
  await same.waitForURL(`${service.address}?page=${encodeURIComponent(`${site.address}a?b=c&d=e`)}`);

  // Pages of the browser itself have nothing to ask about: their addresses go nowhere.
  const settings = context.waitForEvent('page');
  await worker.evaluate(() => openRelated({ url: 'chrome://version/', index: 0 }));
  assert.match((await settings).url(), /options\.html|chrome:\/\/extensions|about:blank/);
  assert.deepEqual(service.asked.filter((url) => url.includes('chrome')), []);

  const rights = await worker.evaluate(() => chrome.runtime.getManifest());
  assert.deepEqual(rights.permissions, ['activeTab', 'storage']);
  assert.equal(rights.host_permissions, undefined);
  assert.ok(await worker.evaluate(() => chrome.action.onClicked.hasListeners()));
  console.log('ok    the button of the browser');
} finally {
  await context.close();
  rmSync(profile, { recursive: true, force: true });
  site.close();
  service.close();
}
