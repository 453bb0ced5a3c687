// Walks over the map of related pages.
import assert from 'node:assert/strict';
import { accessibilityFaults } from './browser.mjs';
import { asked } from './web.mjs';

const mapOf = (more = '') => `?page=${asked}&view=map${more}`;

async function open(browser, search, options) {
  const page = await browser.page(options);
  await page.goto(browser.address + search);
  await drawn(page);
  return page;
}

// The answer is here, and on the canvas.
async function drawn(page) {
  await page.waitForFunction(() => document.querySelector('.map[aria-busy=false] canvas')?.dataset.drawn > 0 && !document.querySelector('form[aria-busy=true]'));
}

const answers = (page) => page.locator('.list > ol').first().locator('li').count();

// Where a dot is on the screen: the map has a margin for labels, and is wider in a wide window, higher in a tall one (AtlasCanvas.room).
async function placeOf(page, node) {
  const box = await page.locator('.canvas').boundingBox();
  const [across, down] = [box.width - 140, box.height - 34 - 90];
  const aspect = Math.min(1.7, Math.max(1 / 1.7, across / down));
  const scale = Math.max(60, Math.min(across / aspect, down)) / 2;
  return [box.x + box.width / 2 + node.x * aspect * scale, box.y + (box.height - 34) / 2 - node.y * scale];
}

const mapAnswer = (browser, more = '') => fetch(`${browser.address}api/map?page=${asked}${more}`).then((response) => response.json());

async function download(page, name) {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name, exact: true }).click()]);
  const chunks = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk);
  return { name: file.suggestedFilename(), bytes: Buffer.concat(chunks) };
}

export const mapWalks = {
  async 'list and map light each other'(browser) {
    const page = await open(browser, mapOf(), { viewport: { width: 1440, height: 900 } });
    const { nodes } = await mapAnswer(browser);
    assert.equal(await page.locator('.list li').count(), nodes.length);
    assert.equal(await page.locator('.list li .mark.query').count(), 1);
    await browser.picture(page, 'map');
    // From the list, by keyboard: the line below the map names it, and what is near it is marked.
    await page.locator('#row-1 a').focus();
    await page.locator('.under b', { hasText: nodes[1].label.split(' - ')[0] }).waitFor();
    assert.ok((await page.locator('.list li.near').count()) > 0);
    await browser.picture(page, 'map-lit');
    // From the map, by pointer.
    const [x, y] = await placeOf(page, nodes[2]);
    await page.mouse.move(x, y);
    await page.locator('#row-2.lit').waitFor();
    await page.mouse.move(1, 1);
    await page.waitForFunction(() => !document.querySelector('.list li.lit'));
  },

  async 'a click asks about a page, a shift-click adds it'(browser) {
    const page = await open(browser, mapOf(), { viewport: { width: 1440, height: 900 } });
    const { nodes } = await mapAnswer(browser);
    await page.keyboard.down('Shift');
    await page.mouse.click(...(await placeOf(page, nodes[3])));
    await page.keyboard.up('Shift');
    await page.waitForFunction(() => document.querySelectorAll('.chip').length === 2);
    await page.waitForFunction(() => document.querySelectorAll('.list li .mark.query').length === 2);
    await page.goBack();
    await page.waitForFunction(() => document.querySelectorAll('.list li .mark.query').length === 1);
    await drawn(page);
    await page.mouse.click(...(await placeOf(page, nodes[1])));
    await page.waitForFunction((url) => `http://${new URLSearchParams(location.search).get('page')}` === url, nodes[1].url);
    assert.equal(await page.locator('.chip').count(), 1);
  },

  async 'reasons, communities, search and more answers'(browser) {
    const page = await open(browser, mapOf(), { viewport: { width: 1440, height: 900 } });
    await page.locator('#row-1').getByRole('button', { name: /^What ties/ }).click();
    await page.locator('#row-1 .why li').first().waitFor();
    const groups = page.locator('.groups button');
    assert.ok((await groups.count()) >= 2);
    await groups.first().click();
    assert.equal(await groups.first().getAttribute('aria-pressed'), 'true');
    await page.fill('input[type=search][aria-label="Find on the map"]', 'part 3');
    await page.locator('.list li.lit', { hasText: 'part 3' }).first().waitFor();
    const before = await answers(page);
    await page.locator('input[type=range]').focus();
    await page.keyboard.press('ArrowRight');
    await page.waitForURL(/shown=60/);
    await page.waitForFunction((count) => (document.querySelector('.list > ol')?.children.length ?? 0) > count, before);
  },

  async 'the map moves by keys and is saved as files'(browser) {
    const page = await open(browser, mapOf());
    await page.locator('.canvas').focus();
    for (const key of ['+', 'ArrowLeft', 'ArrowUp', '-', '0']) {
      const count = await page.locator('.canvas canvas').getAttribute('data-drawn');
      await page.keyboard.press(key);
      await page.waitForFunction((was) => document.querySelector('.canvas canvas').dataset.drawn > Number(was), count);
    }
    const starts = { PNG: '\x89PNG', SVG: '<svg', GEXF: '<?xml' };
    for (const [name, start] of Object.entries(starts)) {
      const file = await download(page, name);
      assert.equal(file.name, `cocite-map.${name.toLowerCase()}`);
      assert.ok(file.bytes.toString('latin1').startsWith(start), `${name} begins with ${file.bytes.toString('latin1', 0, 40)}`);
      assert.ok(file.bytes.length > 2000, `${name} has ${file.bytes.length} bytes`);
    }
  },

  async 'the map in the dark and on a phone'(browser) {
    const page = await open(browser, mapOf(), { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' });
    assert.deepEqual(await accessibilityFaults(page), []);
    await browser.picture(page, 'map-dark');
    const phone = await open(browser, mapOf(), { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
    assert.deepEqual(await accessibilityFaults(phone), []);
    const wide = await phone.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.ok(wide <= 0, `${wide} pixels too wide`);
    await browser.picture(phone, 'map-phone');
  },
};
