// Users on static sites with <cocite-related> and <cocite-search>, in a real browser: one site for each layout.
//
//   node tests/site_walk.mjs --cocite ../build/dev/cocite [--pictures DIR]
//
// Exit code 77: there is no browser here.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Browser, accessibilityFaults, browserPath } from './browser.mjs';
import { layouts, writeSite } from './site_layouts.mjs';
import { serveFolder } from './site_server.mjs';

const { values } = parseArgs({ options: { cocite: { type: 'string' }, pictures: { type: 'string' } } });
if (!values.cocite) {
  console.error('site_walk: name the program with --cocite');
  process.exit(2);
}
if (!browserPath) {
  console.error('site_walk: there is no chromium here (Debian calls it chromium); skipped');
  process.exit(77);
}

const related = 'cocite-related nav a';
const options = 'cocite-search [role=option]';
const titles = async (page, selector) => (await page.locator(selector).allTextContents()).map((text) => text.trim());

async function walk(browser, site, layout) {
  const { address, below = '' } = layouts[layout];
  const at = (path) => `${site.address}${below}${path}`;
  const page = await browser.page();
  await page.goto(at(address('bees')));

  // Related pages, with reasons, that lead somewhere.
  await page.locator(related).first().waitFor();
  assert.equal(await page.locator(related).count(), 3, 'max="3"');
  assert.ok((await page.locator('cocite-related small').first().textContent()).length > 10, 'a sentence why');
  assert.ok(!(await titles(page, related)).some((title) => title.startsWith('Bees')), 'not the page itself');
  assert.ok(!(await titles(page, related)).some((title) => title.includes('Insects')), 'titles without the name of the site');
  await page.locator(related).first().click();
  await page.locator('h1').waitFor();
  assert.ok(site.asked.every(({ found, path }) => found || path.endsWith('favicon.ico') || path.includes('/related/')), 'nothing is missing');
  assert.notEqual(page.url(), at(address('bees')));

  // The pinned page comes first, and the blocked one never.
  await page.goto(at(address('candles')));
  await page.locator(related).first().waitFor();
  assert.ok((await titles(page, related))[0].startsWith('Wasps'), 'the pinned page');
  assert.ok((await titles(page, related))[0].endsWith('Both live in barns.'));
  assert.ok(!(await titles(page, related)).some((title) => title.startsWith('Honey')), 'the blocked page');

  // Search: whole words, the beginning of a word, by keyboard.
  const input = page.locator('cocite-search input');
  await input.fill('nectar');
  await page.locator(options).first().waitFor();
  assert.ok((await titles(page, options))[0].startsWith('Bees'));
  await input.fill('pap');
  await page.waitForFunction(() => document.querySelector('cocite-search').shadowRoot.querySelector('[role=option]')?.textContent.startsWith('Wasps'));
  await input.press('ArrowDown');
  assert.equal(await page.locator('cocite-search [aria-selected=true]').count(), 1);
  assert.equal(await input.getAttribute('aria-activedescendant'), 'o0');
  await browser.picture(page, `site-${layout}`);
  await input.press('Escape');
  assert.equal(await page.locator('cocite-search [role=listbox]').isVisible(), false);
  await input.press('ArrowDown');
  await input.press('Enter');
  // Some servers leave out .html.
  await page.waitForURL((url) => url.href.startsWith(at(address('wasps'))));
  await input.fill('zzzzzz');
  await page.locator('cocite-search [role=status]', { hasText: 'Nothing found' }).waitFor();

  // Accessible, in light and in dark, on a phone.
  await input.fill('wax');
  await page.locator(options).first().waitFor();
  assert.deepEqual(await faults(page), []);
  const phone = await browser.page({ viewport: { width: 360, height: 640 }, colorScheme: 'dark', hasTouch: true, isMobile: true });
  await phone.goto(at(address('bees')));
  await phone.locator('cocite-search input').fill('wax');
  await phone.locator(options).first().waitFor();
  assert.ok(await phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'no scrolling to the side');
  assert.deepEqual(await faults(phone), []);
  const colours = await phone.locator('cocite-search [role=listbox]').evaluate((e) => getComputedStyle(e).backgroundColor);
  assert.notEqual(colours, 'rgb(255, 255, 255)', 'dark');
  await browser.picture(phone, `site-${layout}-phone`);
  await phone.locator(options).first().tap();
  await phone.locator('h1', { hasText: 'wax' }).waitFor();

  // Themes by variables; the policy forbids inline styles, and so the variable is set by the object model.
  await page.evaluate(() => document.documentElement.style.setProperty('--cocite-accent', 'rgb(1, 2, 3)'));
  assert.equal(await page.locator(related).first().evaluate((e) => getComputedStyle(e).color), 'rgb(1, 2, 3)');

  // A page without an answer keeps what its author wrote.
  await page.goto(at(`${address('bees')}?x#y`));
  await page.locator(related).first().waitFor();
  await page.goto(at('/'));
}

// Rules of whole pages (landmarks, regions) are about the page around it.
const faults = async (page) => (await accessibilityFaults(page)).filter((fault) => !/^(region|landmark|page-has|heading-order)/.test(fault));

let failed = 0;
for (const layout of Object.keys(layouts)) {
  const { address, below = '' } = layouts[layout];
  const folder = mkdtempSync(join(tmpdir(), 'cocite-site-'));
  const run = (...words) => execFileSync(values.cocite, words, { stdio: ['ignore', 'ignore', 'inherit'] });
  writeSite(layout, join(folder, 'public'));
  run('import', join(folder, 'site.cocite'), `${join(folder, 'public')}=https://www.example.com${below}/`, '--quiet');
  const url = (page) => `https://www.example.com${below}${layout === 'docusaurus' ? `${address(page)}.html` : address(page)}`;
  writeFileSync(
    join(folder, 'rules.tsv'),
    `# for the walk\npin\t${url('candles')}\t${url('wasps')}\tBoth live in barns.\nblock\t${url('candles')}\t${url('honey')}\n`,
  );
  run('export', join(folder, 'site.cocite'), '--to', 'site', '--out', join(folder, 'public/cocite'), '--rules', join(folder, 'rules.tsv'), '--quiet');
  const site = await serveFolder(join(folder, 'public'), below);
  const browser = await Browser.start(site.address, values.pictures);
  const begin = performance.now();
  try {
    await walk(browser, site, layout);
    assert.deepEqual(browser.outside, [], 'nothing leaves the machine');
    assert.deepEqual(browser.complaints, [], 'nothing is complained about');
    console.log(`ok    ${layout} (${Math.round(performance.now() - begin)} ms)`);
  } catch (error) {
    ++failed;
    console.log(`FAIL  ${layout}\n${error.stack}\n${browser.complaints.join('\n')}`);
  }
  await browser.end();
  await site.stop();
  rmSync(folder, { recursive: true });
}
process.exit(failed > 0 ? 1 : 0);
