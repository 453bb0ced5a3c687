// Addresses that name what is not here, and links inside sentences.
import assert from 'node:assert/strict';
import { accessibilityFaults } from './browser.mjs';

const pages = ['www.apples.example/about-1', 'www.apples.example/about-3'];

async function open(browser, search, options) {
  const page = await browser.page(options);
  await page.goto(browser.address + search);
  return page;
}

// As by a link within the page, which the service is not asked for.
const visit = (page, search) =>
  page.evaluate((address) => {
    history.pushState(null, '', address);
    dispatchEvent(new PopStateEvent('popstate'));
  }, search);

export const placeWalks = {
  async 'a store that is not here is named, with those that are'(browser) {
    const page = await open(browser, '');
    await page.locator('#ask').waitFor();
    await visit(page, `?store=nope&page=${pages[0]}`);
    await page.getByRole('heading', { name: 'There is no store called “nope” here' }).waitFor();
    assert.deepEqual(await page.locator('main li a').allTextContents(), ['small', 'large', 'bare']);
    assert.deepEqual(await accessibilityFaults(page), []);
    await browser.picture(page, 'no-such-store');
    await page.getByRole('link', { name: 'large' }).click();
    await page.waitForURL(/\?store=large$/);
    await page.getByText('Which pages are related').waitFor();
    // And by the address itself.
    const other = await open(browser, '?store=nope');
    await other.getByText(/there is no store/i).first().waitFor();
    await other.getByRole('link', { name: 'small' }).click();
    await other.getByText('Which pages are related').waitFor();
  },

  async 'a view that is not here is named, with ways on'(browser) {
    const page = await open(browser, '');
    await page.locator('#ask').waitFor();
    await visit(page, `?page=${pages[0]}&view=nonsense`);
    await page.getByRole('heading', { name: 'There is no view called “nonsense”' }).waitFor();
    assert.deepEqual(await accessibilityFaults(page), []);
    await browser.picture(page, 'no-such-view');
    await page.getByRole('link', { name: `Pages related to ${pages[0]}` }).click();
    await page.waitForURL(/\?page=www\.apples\.example\/about-1$/);
    await page.locator('article h3').first().waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'There is no view called “nonsense”' }).waitFor();
    await visit(page, 'nonsense');
    await page.getByRole('heading', { name: 'There is nothing at /nonsense' }).waitFor();
    await page.getByRole('link', { name: /^Start/ }).click();
    await page.waitForFunction(() => location.pathname === '/');
    await page.getByText('Which pages are related').waitFor();
  },

  async 'a service without studies says so'(browser) {
    const page = await open(browser, 'study');
    await page.getByText(/keeps no studies/).first().waitFor();
    assert.equal(await page.locator('input[type=password]').count(), 0);
    await browser.picture(page, 'no-studies');
  },

  // With several pages asked about, a reason names the one that it is about.
  async 'links in reasons lead to pages that are there'(browser) {
    const page = await open(browser, `?${pages.map((one) => `page=${one}`).join('&')}`);
    await page.locator('.why a').first().waitFor();
    const named = await page.locator('.why a').evaluateAll((links) => links.map((link) => new URL(link.href).searchParams.get('page')));
    assert.ok(named.some((name) => pages.includes(name)), named.join(' '));
    for (const name of new Set(named)) {
      const answer = await fetch(`${browser.address}api/page?page=${encodeURIComponent(name)}`);
      assert.equal(answer.status, 200, name);
    }
    await browser.picture(page, 'reasons-of-several');
    await page.locator('.why a', { hasText: pages[0] }).first().click();
    await page.waitForURL(/view=page/);
    await page.locator('.ranks').waitFor();
    assert.equal(await page.locator('.notice').count(), 0);
  },
};
