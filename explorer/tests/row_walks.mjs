// Walks along the rows of related pages: what fits on a screen, keys, filters, copies, and the way back.
import assert from 'node:assert/strict';
import { asked } from './web.mjs';

async function open(browser, search, options) {
  const page = await browser.page(options);
  await page.goto(browser.address + search);
  await answered(page);
  return page;
}

// The reasons are here, too.
async function answered(page) {
  await page.waitForFunction(
    () => document.querySelectorAll('article h3').length > 0 && !document.querySelector('[aria-busy=true]') && !document.body.textContent.includes('Looking for the reasons'),
  );
}

// How many rows are whole on the screen.
const inView = (page) =>
  page.locator('article').evaluateAll((rows) => rows.filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length);

const focusedRow = (page) => page.evaluate(() => [...document.querySelectorAll('article')].findIndex((row) => row.contains(document.activeElement)));

export const rowWalks = {
  async 'six answers on a screen, three on a phone'(browser) {
    const page = await open(browser, `?page=${asked}`, { viewport: { width: 1440, height: 900 } });
    assert.ok((await inView(page)) >= 6, `${await inView(page)} rows`);
    await browser.picture(page, 'rows');
    const phone = await open(browser, `?page=${asked}`, { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
    await browser.picture(phone, 'rows-phone');
    assert.ok((await inView(phone)) >= 3, `${await inView(phone)} rows`);
  },

  async 'answers by keys'(browser) {
    const page = await open(browser, `?page=${asked}`);
    for (const [key, row] of [['j', 0], ['j', 1], ['j', 2], ['k', 1]]) {
      await page.keyboard.press(key);
      assert.equal(await focusedRow(page), row);
    }
    await page.keyboard.press('+');
    await page.waitForFunction(() => document.querySelectorAll('.chip').length === 2);
    await answered(page);
    await page.waitForFunction(() => document.activeElement?.id === 'view-title');
    await page.keyboard.press('j');
    await page.keyboard.press('-');
    await page.waitForFunction(() => document.querySelectorAll('.chip.not').length === 1);
  },

  async 'filters, more answers, copies'(browser) {
    const page = await open(browser, `?page=${asked}`);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const filter = page.getByRole('button', { name: 'Other sites only' });
    await filter.click();
    await page.waitForURL(/same_site=drop/);
    await page.waitForFunction(() => ![...document.querySelectorAll('.address b')].some((host) => host.textContent === 'www.apples.example'));
    await filter.click();
    await page.waitForURL((url) => !url.search.includes('same_site'));
    await page.getByRole('button', { name: 'More answers' }).click();
    await page.waitForFunction(() => document.querySelectorAll('article').length === 20);
    await page.getByRole('button', { name: 'Markdown', exact: true }).click();
    await page.waitForFunction(async () => (await navigator.clipboard.readText()).startsWith('1. ['));
  },

  async 'the way back ends where one left'(browser) {
    const page = await open(browser, `?page=${asked}&top=50`, { viewport: { width: 1000, height: 600 } });
    await page.evaluate(() => scrollTo(0, 900));
    await page.waitForFunction(() => history.state?.scroll === 900);
    // Without the scrolling that a click of this browser brings.
    await page.locator('article h3 a').nth(15).evaluate((link) => link.click());
    await page.waitForFunction(() => scrollY === 0);
    await answered(page);
    // Answers and then their reasons come late, so that the page is short first and then grows.
    await page.route('**/api/**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      await route.fallback();
    });
    await page.goBack();
    await page.waitForURL(/top=50/);
    await answered(page);
    await page.waitForFunction(() => scrollY === 900);
  },

  async 'recent queries are offered, and forgotten'(browser) {
    const page = await open(browser, `?page=${asked}`);
    await page.goto(browser.address);
    await page.getByRole('heading', { name: /Recently asked/ }).waitFor();
    await page.getByRole('link', { name: 'apples part 1', exact: true }).first().click();
    await answered(page);
    await page.goto(browser.address);
    await page.getByRole('button', { name: 'Forget' }).click();
    await page.waitForFunction(() => !document.body.textContent.includes('Recently asked'));
  },
};
