// What users learn beyond related pages: places, categories, mirrors, a host, the store as a whole.
import assert from 'node:assert/strict';
import { accessibilityFaults } from './browser.mjs';
import { museum } from './web.mjs';

async function open(browser, search, options) {
  const page = await browser.page(options);
  await page.goto(browser.address + search);
  return page;
}

// No grey lines any more, and nothing that is still on its way.
async function answered(page) {
  await page.waitForSelector('#view-title');
  await page.waitForFunction(() => {
    const isWaiting = [...document.querySelectorAll('[role=status]')].some((node) => node.textContent.includes('Loading'));
    return !isWaiting && !document.querySelector('[aria-busy=true]') && document.querySelector('.view .card, .notice');
  });
}

const heading = (page) => page.locator('#view-title').textContent();
const card = (page, title) => page.locator('section.card', { has: page.locator('h3', { hasText: title }) });
const focused = (page) => page.evaluate(() => document.activeElement?.textContent?.trim());
const overflow = (page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };
const ways = [
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['light-phone', { colorScheme: 'light', ...phone }],
  ['dark-phone', { colorScheme: 'dark', ...phone }],
];

export const insightWalks = {
  async 'where links come from, in a sentence, on a map and in a list'(browser) {
    const page = await open(browser, `?page=${museum}&view=page`);
    await answered(page);
    const places = card(page, 'Where its links come from');
    await places.locator('path.linked').first().waitFor();
    assert.match(await places.locator('p').first().textContent(), /global|all over|world/i);
    assert.equal(await places.locator('path.linked').count(), 7);
    assert.match(await places.locator('svg').getAttribute('aria-label'), /the list beside it says the same/);
    const rows = await places.locator('tr').allTextContents();
    assert.equal(rows.length, 7);
    assert.ok(rows.some((row) => /Germany/.test(row) && /14 of 14/.test(row)), rows.join(' | '));

    // A page for Germans is one, and says so.
    const other = await open(browser, '?page=www.laden.example/&view=page');
    await answered(other);
    const national = card(other, 'Where its links come from');
    await national.locator('path.linked').first().waitFor();
    assert.match(await national.locator('p').first().textContent(), /Germany/);
    assert.equal(await national.locator('path.linked').count(), 1);
  },

  async 'a category and who voted, and on to a voter'(browser) {
    const page = await open(browser, `?page=${museum}&view=page`);
    await answered(page);
    const category = card(page, 'Category:');
    await category.waitFor();
    assert.match(await category.locator('h3').textContent(), /Category: (art|food)/);
    assert.match(await category.textContent(), /% of the votes of \d+ labelled pages/);
    const voter = category.locator('li a').first();
    const name = await voter.textContent();
    await voter.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => !url.search.includes('museum'));
    await answered(page);
    assert.match(await heading(page), new RegExp(name.replace(/[^a-z0-9]/gi, '.')));
  },

  async 'a host, its mirror, and the mirror’s page'(browser) {
    const page = await open(browser, 'site/www.papers.example');
    await page.waitForURL(/\?view=site&page=www\.papers\.example/);
    await answered(page);
    assert.equal(await heading(page), 'www.papers.example');
    assert.match(await page.locator('.view').textContent(), /8 pages in the store/);
    const mirror = card(page, 'Its mirrors').locator('a');
    assert.equal(await mirror.textContent(), 'papers.copies.example');
    await mirror.click();
    await page.waitForURL(/papers\.copies\.example/);
    await answered(page);
    assert.equal(await heading(page), 'papers.copies.example');
    // The page view names it, too.
    const one = await open(browser, '?page=www.papers.example/paper1&view=page');
    await answered(one);
    const mirrors = card(one, 'Mirrors of www.papers.example');
    await mirrors.waitFor();
    assert.match(await mirrors.textContent(), /papers\.copies\.example\s*the same pages/);
  },

  async 'mirrored hosts as one, and answers name their mirrors'(browser) {
    const page = await open(browser, `?page=${museum}&by=cocitation&top=20`);
    await answered(page);
    assert.equal(await page.locator('.mirrors').count(), 0);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.locator('#set-mirrors').selectOption('merge');
    await page.waitForURL(/mirrors=merge/);
    await page.locator('.mirrors').first().waitFor();
    assert.match(await page.locator('.mirrors').first().textContent(), /mirrored at\s+papers\.copies\.example\/paper1/);
    await browser.picture(page, 'mirrors-merged');
  },

  async 'the store at a glance, by keyboard'(browser) {
    const page = await open(browser, '');
    const link = page.getByRole('link', { name: 'The store in numbers' });
    await link.waitFor();
    await link.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/view=overview/);
    await answered(page);
    assert.match(await heading(page), /places in numbers/);
    const titles = await page.locator('section.card h3').allTextContents();
    for (const title of ['Largest hosts', 'Top-level domains', 'Links of a page', 'Best by PageRank', 'Authorities', 'Hubs', 'Mirrored hosts']) {
      assert.ok(titles.includes(title), `${title} in ${titles.join(', ')}`);
    }
    assert.match(await card(page, 'Top-level domains').textContent(), /example.*sample [\d.]+–[\d.]+ %/s);
    const host = card(page, 'Largest hosts').locator('a', { hasText: 'www.papers.example' });
    await host.focus();
    assert.equal(await focused(page), 'www.papers.example');
    await page.keyboard.press('Enter');
    await page.waitForURL(/view=site/);
    await answered(page);
    assert.equal(await heading(page), 'www.papers.example');
    await page.goBack();
    await answered(page);
    assert.match(await heading(page), /in numbers/);
    // By the name that people type.
    const typed = await open(browser, 'overview');
    await typed.waitForURL(/\?view=overview/);
    await answered(typed);
  },

  async 'what is wrong with the site'(browser) {
    const page = await open(browser, '');
    await page.getByRole('link', { name: 'What is wrong with it?' }).click();
    await page.waitForURL(/view=audit/);
    await answered(page);
    assert.match(await heading(page), /Audit of places/);
    assert.match(await page.locator('section.card').first().textContent(), /pages, [\d,\u202F]+ findings/);
    await page.locator('section.card li a').first().click();
    await page.waitForURL(/view=page/);
    await page.goBack();
    await answered(page);
    assert.match(await heading(page), /Audit of places/);
    // Of the host of a page, beside the other views of it.
    await page.goto(`${browser.address}?page=${museum}&view=audit`);
    await page.getByText('No page of www.museum.example was fetched').waitFor();
    await page.goto(`${browser.address}?page=www.papers.example/paper1`);
    await page.getByRole('link', { name: 'Audit', exact: true }).click();
    await page.waitForURL(/view=audit/);
    await page.getByText('of this host').waitFor();
    assert.match(await heading(page), /Audit of www\.papers\.example/);
    await page.getByRole('link', { name: 'Audit the whole store' }).click();
    await page.waitForFunction(() => document.querySelector('#view-title').textContent.startsWith('Audit of places'));
  },

  async 'insights are accessible, light and dark, wide and narrow'(browser) {
    const shown = { page: `?page=${museum}&view=page`, site: '?page=www.papers.example&view=site', overview: '?view=overview', audit: '?view=audit' };
    for (const [way, options] of ways) {
      for (const [name, search] of Object.entries(shown)) {
        const page = await open(browser, search, options);
        await answered(page);
        if (name === 'page' || name === 'site') await page.locator('path.linked').first().waitFor();
        if (name === 'overview') await page.locator('.view svg').first().waitFor();
        assert.deepEqual(await accessibilityFaults(page), [], `${way} ${name}`);
        assert.ok((await overflow(page)) <= 0, `${way} ${name} scrolls sideways`);
        await browser.whole(page, `insight-${name}-${way}`);
        await page.context().close();
      }
    }
  },
};
