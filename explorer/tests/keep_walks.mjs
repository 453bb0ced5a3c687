// Walks over what users keep and narrow: lists with notes, filters of answers, two stores compared.
import assert from 'node:assert/strict';
import { accessibilityFaults } from './browser.mjs';
import { asked } from './web.mjs';

async function open(browser, search, options) {
  const page = await browser.page(options);
  await page.goto(browser.address + search);
  return page;
}

const rows = (page) => page.locator('article h3').first().waitFor();

async function download(page, name) {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name, exact: true }).click()]);
  const chunks = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk);
  return { name: file.suggestedFilename(), text: Buffer.concat(chunks).toString() };
}

export const keepWalks = {
  async 'pages are kept in a list, with notes, saved and imported'(browser) {
    const page = await open(browser, `?page=${asked}`);
    await rows(page);
    for (const row of [0, 2]) {
      const star = page.locator('article').nth(row).getByRole('button', { name: /^Keep/ });
      await star.click();
      assert.equal(await star.getAttribute('aria-pressed'), 'true');
    }
    await page.getByRole('link', { name: /^Lists/ }).click();
    await page.getByRole('heading', { name: 'Your lists' }).waitFor();
    await page.locator('.sheet li').nth(1).waitFor();
    assert.match(await page.title(), /Your lists/);
    await page.getByLabel('Name of the list').fill('Apples');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: /^Apples 2/ }).waitFor();
    await page.getByLabel(/^Note about apples/).first().fill('to read');
    await page.getByLabel('Note about the list').fill('For the talk');
    await page.getByLabel('Name of the list').focus();
    assert.deepEqual(await accessibilityFaults(page), []);
    await browser.picture(page, 'lists');

    // Each file comes back as a list with the same pages and notes.
    for (const format of ['Markdown', 'Bookmarks', 'CSV']) {
      const file = await download(page, format);
      assert.match(file.text, /to read/);
      await page.locator('input[type=file]').setInputFiles({ name: file.name, mimeType: 'text/plain', buffer: Buffer.from(file.text) });
      await page.waitForFunction((name) => document.querySelector('[aria-label="Name of the list"]').value === name, format === 'CSV' ? 'Apples 4' : format === 'Markdown' ? 'Apples 2' : 'Apples 3');
      assert.equal(await page.locator('.sheet li').count(), 2);
      assert.equal(await page.getByLabel(/^Note about apples/).first().inputValue(), 'to read');
      await page.getByRole('link', { name: /^Apples 2$/ }).first().click();
      await page.waitForFunction(() => document.querySelector('[aria-label="Name of the list"]').value === 'Apples');
    }
    // It is kept over visits, and can be asked about as a whole.
    await page.goto(`${browser.address}?view=lists`);
    await page.getByRole('link', { name: 'Related to this list' }).click();
    await rows(page);
    assert.equal(await page.locator('.chip').count(), 2);
    await page.goBack();
    await page.locator('.sheet li').nth(1).waitFor();
    await page.getByRole('button', { name: 'Delete this list' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.waitForFunction(() => document.querySelectorAll('nav[aria-label=Lists] a').length === 3);
  },

  async 'answers are filtered and ordered, and the address says how'(browser) {
    const page = await open(browser, `?page=${asked}`);
    await rows(page);
    await page.getByRole('button', { name: /^Filter/ }).click();
    const hosts = page.getByRole('group', { name: 'Host' }).getByRole('button');
    await hosts.first().waitFor();
    await page.getByRole('group', { name: 'Community' }).getByRole('button').first().waitFor();
    const [host] = (await hosts.nth(1).textContent()).trim().split(/\s/);
    await hosts.nth(1).click();
    await page.waitForFunction((only) => {
      const shown = [...document.querySelectorAll('article .address b')];
      return shown.length > 0 && shown.every((one) => one.textContent === only);
    }, host);
    await page.waitForURL(/has_host=/);
    await page.locator('article .why.one').first().waitFor();
    assert.deepEqual(await accessibilityFaults(page), []);
    await browser.picture(page, 'filters');
    // By its address, in another window.
    const other = await open(browser, page.url().slice(browser.address.length));
    await rows(other);
    assert.ok((await other.locator('article .address b').allTextContents()).every((one) => one === host));
    await page.getByRole('button', { name: 'All answers' }).click();
    await page.waitForFunction((only) => [...document.querySelectorAll('article .address b')].some((one) => one.textContent !== only), host);
    await page.getByLabel('Order').selectOption('title');
    await page.waitForURL(/sort=title/);
    await page.waitForFunction(() => {
      const titles = [...document.querySelectorAll('article h3')].map((one) => one.textContent.trim());
      return titles.length > 2 && titles.every((title, at) => at === 0 || titles[at - 1].localeCompare(title) <= 0);
    });
  },

  async 'two stores are compared'(browser) {
    const page = await open(browser, '?view=diff');
    await page.getByRole('heading', { name: /^Pages only in large/ }).waitFor();
    assert.deepEqual(await accessibilityFaults(page), []);
    await page.getByLabel('Newer store').selectOption('bare');
    await page.waitForURL(/other=bare/);
    await page.getByRole('heading', { name: /^Pages only in bare/ }).waitFor();
    await page.getByRole('button', { name: 'Swap' }).click();
    await page.waitForURL(/store=bare/);
    await page.getByRole('heading', { name: /^Pages only in bare/ }).waitFor();
    await browser.picture(page, 'diff');
  },

  // The service says where copies are, and a page when it was fetched.
  async 'what was fetched opens in the archive'(browser) {
    const page = await browser.page();
    const changed = (pattern, change) =>
      page.route(pattern, async (route) => {
        const data = await (await route.fetch()).json();
        change(data);
        await route.fulfill({ json: data });
      });
    await changed(/\/api\/stores$/, (data) => (data.replay = 'https://replay.example/{timestamp}/{url}'));
    await changed(/\/api\/related\?/, (data) => (data.items[0].date = '1996-12-02'));
    await changed(/\/api\/page\?/, (data) => (data.date = '1996-12-02T14:58:16Z'));
    await page.goto(`${browser.address}?page=${asked}`);
    await rows(page);
    const links = page.locator('article .address a');
    assert.match(await links.nth(0).getAttribute('href'), /^https:\/\/replay\.example\/19961202\/http:\/\//);
    assert.match(await links.nth(1).getAttribute('href'), /^http:\/\/www\./);
    await page.getByRole('link', { name: 'Page', exact: true }).click();
    await page.getByRole('link', { name: '1996-12-02', exact: true }).waitFor();
    assert.match(await page.getByRole('link', { name: '1996-12-02', exact: true }).getAttribute('href'), /\/19961202145816\/http:\/\/www\.apples\.example\/about-1$/);
  },

  async 'a page that is not here is a 404 that leads on'(browser) {
    const page = await browser.page();
    const response = await page.goto(`${browser.address}?page=www.apples.example/about-111`);
    assert.equal(response.status(), 404);
    await page.getByText('Not found').first().waitFor();
    await page.getByText('The nearest there are').waitFor();
    for (const [address, status] of [[`?page=${asked}`, 200], ['?store=nope', 404], ['?view=nope', 404], ['nonsense', 404], ['?view=lists', 200]]) {
      assert.equal((await page.goto(browser.address + address)).status(), status, address);
    }
  },
};
