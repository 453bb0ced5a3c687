// What users do with words: in the box, on the page of results, and from there on.
import assert from 'node:assert/strict';
import { accessibilityFaults } from './browser.mjs';

async function open(browser, search, options) {
  const page = await browser.page(options);
  await page.goto(browser.address + search);
  return page;
}

async function found(page) {
  await page.locator('article h3').first().waitFor();
  await page.waitForFunction(() => !document.querySelector('[aria-busy=true]'));
}

const titles = (page) => page.locator('article h3').allTextContents();
const heading = (page) => page.locator('#view-title').textContent();
const offers = (page) => page.locator('[role=option]').allTextContents();

export const searchWalks = {
  async 'words in the box, results, and on to related pages'(browser) {
    const page = await open(browser, '');
    await page.getByText('Which pages are related').waitFor();
    // A name is found from any of its words on.
    await page.fill('#ask', 'about vio');
    await page.locator('[role=option]', { hasText: 'All about violins' }).waitFor();
    assert.match((await offers(page)).at(-1), /Search for about vio/);
    await browser.picture(page, 'words-names');
    // While an address is typed, names and addresses are told apart.
    await page.fill('#ask', 'kites');
    await page.locator('[role=option]', { hasText: 'kites part' }).first().waitFor();
    await page.getByText('Addresses that begin so').waitFor();

    await page.fill('#ask', 'who repairs old violins');
    await page.locator('[role=option]', { hasText: 'Search for' }).waitFor();
    await page.keyboard.press('Enter');
    await found(page);
    assert.match(await heading(page), /Results for “who repairs old violins”/);
    assert.match(page.url(), /\?words=who%20repairs%20old%20violins/);
    for (const title of await titles(page)) assert.match(title, /violins/);
    const marked = await page.locator('article').first().locator('mark').allTextContents();
    assert.ok(marked.includes('repairs') && marked.includes('violins'), marked.join(' '));
    await browser.picture(page, 'results');

    // More of them, each once.
    await page.getByRole('button', { name: 'More results' }).click();
    await page.waitForFunction(() => document.querySelectorAll('article').length > 10);
    const all = await titles(page);
    assert.equal(new Set(all).size, all.length);

    // By links: what the lists around the matches link to, and the lists.
    await page.getByRole('link', { name: 'Hubs' }).click();
    await page.waitForURL(/rank=imp-hub/);
    await found(page);
    assert.match((await titles(page))[0], /Links on/);
    await page.getByText(/pages around \d+ matches/).waitFor();
    await browser.picture(page, 'results-hubs');
    await page.getByRole('checkbox', { name: 'Keep to the topic' }).uncheck();
    await page.waitForURL(/content=none/);
    await found(page);
    await page.getByRole('link', { name: 'Authorities' }).click();
    await page.waitForURL(/rank=imp-authority/);
    await found(page);
    assert.match((await titles(page))[0], /part/);

    // One step to the related pages of one, and back to the results.
    const first = (await titles(page))[0];
    await page.getByRole('link', { name: `Related to ${first}` }).click();
    await page.waitForFunction((title) => document.querySelector('#view-title')?.textContent === `Related to ${title}`, first);
    await found(page);
    await page.getByRole('link', { name: 'Results for “who repairs old violins”' }).click();
    await found(page);
    assert.match(await heading(page), /Results for/);

    // And those of all together.
    await page.getByRole('link', { name: 'Related to these results' }).click();
    await page.waitForFunction(() => document.querySelectorAll('.chip').length === 10);
    await found(page);
  },

  async 'an address stays an address, and a name a page'(browser) {
    const page = await open(browser, '');
    await page.getByText('Which pages are related').waitFor();
    await page.fill('#ask', 'www.pears.example/about-2');
    await page.keyboard.press('Enter');
    await page.waitForURL(/page=www\.pears\.example\/about-2/);
    await found(page);
    // The title of a page, as it is, leads to the page.
    await page.fill('#ask', 'all about lamps');
    await page.locator('[role=option]', { hasText: 'All about lamps' }).first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/page=www\.lamps\.example/);
    // By keyboard: the last offer is the search.
    await page.keyboard.press('/');
    await page.keyboard.type('clocks made');
    await page.locator('[role=option]', { hasText: 'Search for' }).waitFor();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.waitForURL(/words=clocks%20made/);
    await found(page);
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'view-title');
  },

  async 'a search without results says so'(browser) {
    const page = await open(browser, '?words=zeppelins');
    await page.getByText('Nothing was found').waitFor();
    await page.getByText(/No page has the word/).waitFor();
    await page.goto(`${browser.address}?words=zeppelins%20clocks`);
    await found(page);
    await page.getByText(/No page has the word/).waitFor();
    await page.goto(`${browser.address}?words=-clocks`);
    await page.locator('.notice').waitFor();
    await page.goto(`${browser.address}?words=clocks&rank=nonsense`);
    await found(page);
  },

  async 'results are accessible, and fit on a phone'(browser) {
    for (const colorScheme of ['light', 'dark']) {
      const page = await open(browser, '?words=repairs%20lamps&rank=imp-authority', { colorScheme });
      await found(page);
      await page.fill('#ask', 'lam');
      await page.locator('[role=option]', { hasText: 'Search for' }).waitFor();
      assert.deepEqual(await accessibilityFaults(page), [], colorScheme);
      await browser.picture(page, `${colorScheme}-results`);
    }
    const page = await open(browser, '?words=repairs%20lamps', { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });
    await found(page);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.ok(wide <= 0, `${wide} pixels too wide`);
    await browser.picture(page, 'phone-results');
  },
};
