// What the owner of a study and its raters do, one function a walk.
import assert from 'node:assert/strict';
import { accessibilityFaults } from './browser.mjs';
import { ownerToken } from './service.mjs';

const methods = ['companion', 'cocitation', 'lli'];
const pages = ['www.apples.example/about-1', 'www.clocks.example/about-3', 'www.kites.example/about-5', 'no.such.example/'];

const open = async (browser, address, options) => {
  const page = await browser.page(options);
  await page.goto(address);
  return page;
};

async function enter(browser, options) {
  const page = await open(browser, `${browser.address}study`, options);
  await page.fill('#owner-token', ownerToken);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'New study' }).waitFor();
  return page;
}

async function isAccessible(page, what) {
  // Axe measures colours; what is still fading in has none of its own yet.
  await page.waitForFunction(() => document.getAnimations().every((one) => one.playState !== 'running'));
  assert.deepEqual(await accessibilityFaults(page), [], what);
}

// A study as the owner's program would make it.
async function makeStudy(browser, title, raters) {
  const response = await fetch(`${browser.address}api/studies`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ownerToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ title, page: pages, by: methods, top: 6, rater: raters }),
  });
  assert.equal(response.status, 200, await response.clone().text());
  const study = await response.json();
  return { study, links: study.raters.map((rater) => browser.address + rater.link) };
}

const rated = (page) => page.locator('.words span').first().textContent();
const answers = (page) => page.locator('ol article a').evaluateAll((links) => links.map((link) => link.href));

// Has what was shown also been kept?
const kept = (page, count) => page.waitForFunction((wanted) => document.querySelector('.words span')?.textContent.startsWith(`${wanted} of`), count);

async function rateAll(page, keys) {
  for (let place = 0; place < 50; ++place) {
    await page.locator('#view-title').waitFor();
    const items = await page.locator('ol article').count();
    if (items === 0) return;
    const heading = await page.locator('#view-title').textContent();
    const before = Number((await rated(page)).split(' ')[0]);
    const open = await page.locator('ol article:not(.rated)').count();
    for (let i = 0; i < open; ++i) await page.keyboard.press(keys[i % keys.length]);
    await kept(page, before + open);
    await page.waitForFunction(() => document.activeElement?.id === 'next');
    await page.keyboard.press('Enter');
    await page.waitForFunction((old) => document.querySelector('#view-title')?.textContent !== old, heading);
  }
}

export const studyWalks = {
  async 'a study from the first page to its results'(browser) {
    const owner = await open(browser, `${browser.address}study`);
    await owner.locator('#owner-token').waitFor();
    await isAccessible(owner, 'the door');
    await browser.picture(owner, 'study-door');
    await owner.fill('#owner-token', 'not the token');
    await owner.keyboard.press('Enter');
    await owner.getByText('This is for the owner', { exact: false }).waitFor();
    await owner.fill('#owner-token', ownerToken);
    await owner.keyboard.press('Enter');

    await owner.getByRole('link', { name: 'New study' }).click();
    await owner.fill('#title', 'Things of all kinds');
    await owner.fill('#pages', pages[0]);
    await owner.setInputFiles('#file', { name: 'pages.txt', mimeType: 'text/plain', buffer: Buffer.from(`# more\n${pages.slice(1).join('\n')}\n`) });
    await owner.getByText('4 pages').waitFor();
    await owner.getByRole('checkbox', { name: 'lli' }).check();
    await owner.getByRole('checkbox', { name: 'blend' }).uncheck();
    await owner.fill('#top', '6');
    await owner.fill('#raters', 'ann, bob');
    await isAccessible(owner, 'a new study');
    await browser.picture(owner, 'study-new');
    await owner.getByRole('button', { name: 'Make the study' }).click();
    await owner.getByRole('heading', { name: 'Things of all kinds' }).waitFor();
    assert.match(await owner.locator('article').textContent(), /3 query pages.*1 not in the graph/s);
    const links = await owner.locator('article li input').evaluateAll((nodes) => nodes.map((node) => node.value));
    assert.equal(links.length, 2);
    assert.match(links[0], /\/study#r=[0-9a-f]{32}$/);
    await isAccessible(owner, 'the list');

    // Ann reads what to do, begins, and stops in the middle.
    const ann = await open(browser, links[0]);
    await ann.getByText('To be valuable', { exact: false }).waitFor();
    await isAccessible(ann, 'the instructions');
    await browser.picture(ann, 'study-instructions');
    await ann.getByRole('button', { name: 'Begin' }).focus();
    await ann.keyboard.press('Enter');
    await ann.locator('ol article').first().waitFor();
    const before = await answers(ann);
    await ann.keyboard.press('1');
    await ann.keyboard.press('0');
    await ann.keyboard.press('-');
    await kept(ann, 3);
    // Back by k, and another opinion.
    await ann.keyboard.press('k');
    await ann.keyboard.press('k');
    assert.equal(await ann.locator('ol article').nth(1).getAttribute('aria-current'), 'true');
    const [last] = await Promise.all([ann.waitForResponse(/\/api\/studies\/rating$/), ann.keyboard.press('1')]);
    assert.equal(last.status(), 200);
    assert.equal(await ann.locator('ol article').nth(1).getByRole('button', { pressed: true }).textContent(), '1');
    await kept(ann, 3);
    await isAccessible(ann, 'rating');
    await browser.picture(ann, 'study-rating');
    await ann.context().close();

    // She comes back by the same link, on another machine for all we know.
    const again = await open(browser, links[0], { colorScheme: 'dark' });
    await again.locator('ol article').first().waitFor();
    assert.deepEqual(await answers(again), before);
    assert.deepEqual(
      await again.locator('ol article').evaluateAll((nodes) => nodes.slice(0, 3).map((node) => node.querySelector('[aria-pressed=true]')?.textContent)),
      ['1', '1', '–'],
    );
    await isAccessible(again, 'rating in the dark');
    await browser.picture(again, 'study-rating-dark');
    await rateAll(again, ['1', '0', '1']);
    await again.getByText('Thank you, ann').waitFor();
    await isAccessible(again, 'the end');
    await browser.picture(again, 'study-thanks');
    // She may look again, one page after the other.
    await again.getByRole('button', { name: 'Look at my ratings again' }).click();
    for (const place of [1, 2, 3]) {
      await again.getByText(`Page ${place} of 3`, { exact: false }).waitFor();
      await again.getByRole('button', { name: place < 3 ? 'Next page' : 'Finish' }).click();
    }
    await again.getByText('Thank you, ann').waitFor();

    // Bob has less time, and a phone.
    const bob = await open(browser, links[1], { viewport: { width: 390, height: 800 } });
    await bob.getByRole('button', { name: 'Begin' }).click();
    await bob.locator('ol article').first().getByRole('button', { name: '1: valuable' }).click();
    await kept(bob, 1);
    await browser.picture(bob, 'study-phone');
    assert.ok(await bob.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'no scrolling sideways');
    await isAccessible(bob, 'rating on a phone');

    await owner.reload();
    await owner.getByText(/1 of \d+$/).waitFor();
    await browser.picture(owner, 'study-list');
    await owner.getByRole('link', { name: /^Results/ }).click();
    await owner.getByRole('heading', { name: 'Do the raters agree?' }).waitFor();
    for (const name of methods) assert.ok((await owner.locator('table').first().textContent()).includes(name));
    assert.match(await owner.locator('main').textContent(), /ann, bob/);
    await isAccessible(owner, 'the results');
    await browser.picture(owner, 'study-results');
    const [file] = await Promise.all([owner.waitForEvent('download'), owner.getByRole('button', { name: 'Ratings as a file' }).click()]);
    assert.equal(file.suggestedFilename(), 'ratings.tsv');
    await owner.setViewportSize({ width: 390, height: 800 });
    assert.ok(await owner.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'results on a phone');
    await browser.picture(owner, 'study-results-phone');
  },

  async 'nothing on the page tells a rater which method'(browser) {
    const { links } = await makeStudy(browser, 'Blind', ['eve', 'mallory']);
    const page = await browser.page();
    const bodies = [];
    page.on('response', async (response) => {
      if (response.url().includes('/api/')) bodies.push({ url: response.url(), text: await response.text().catch(() => '') });
    });
    await page.goto(links[0]);
    await page.getByRole('button', { name: 'Begin' }).click();
    await page.locator('ol article').first().waitFor();
    // Without words and addresses all answers are the same.
    const shapes = await page.locator('ol > li').evaluateAll((items) =>
      items.map((item) => {
        const copy = item.cloneNode(true);
        for (const node of copy.querySelectorAll('*')) {
          for (const name of ['href', 'aria-current', 'aria-label']) if (node.hasAttribute(name)) node.setAttribute(name, '');
          node.classList.remove('current');
          for (const child of [...node.childNodes]) if (child.nodeType === Node.TEXT_NODE) child.data = '';
        }
        return copy.innerHTML;
      }),
    );
    assert.ok(shapes.length > 3);
    assert.equal(new Set(shapes).size, 1, [...new Set(shapes)].join('\n'));
    const words = await page.evaluate(() => document.documentElement.outerHTML);
    for (const name of methods) assert.ok(!words.includes(name), name);
    // It asks for its task and nothing else, and what it gets names no method.
    assert.ok(bodies.length > 0);
    for (const { url, text } of bodies) {
      assert.match(url, /\/api\/studies\/task$/);
      for (const name of methods) assert.ok(!text.includes(name), name);
    }
    for (const link of await page.locator('main a[target=_blank]').all()) assert.equal(await link.getAttribute('rel'), 'noopener noreferrer');
    // Another rater, another order.
    const other = await open(browser, links[1]);
    await other.getByRole('button', { name: 'Begin' }).click();
    await other.locator('ol article').first().waitFor();
    const orders = [await answers(page), await answers(other)];
    assert.notDeepEqual(orders[0], orders[1]);
  },

  async 'the explorer opens for the owner'(browser) {
    // By the form on the first page …
    const page = await open(browser, browser.address);
    await page.getByText('A blind study is going on here').waitFor();
    assert.equal(await page.locator('[role=alert]').count(), 0);
    await isAccessible(page, 'the door of the explorer');
    await browser.picture(page, 'study-explorer-door');
    await page.fill('#token', ownerToken);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: /rate them blind/ }).waitFor();
    // … and by itself for who has been let in to the studies.
    const owner = await enter(browser);
    await owner.goto(browser.address);
    await owner.getByRole('link', { name: /rate them blind/ }).waitFor();
  },

  async 'a link that opens nothing says so'(browser) {
    const page = await open(browser, `${browser.address}study#r=00000000000000000000000000000000`);
    await page.getByText('This link does not open a study').waitFor();
    await isAccessible(page, 'a wrong link');
  },

  async 'a closed study takes no ratings'(browser) {
    const { links } = await makeStudy(browser, 'Soon closed', ['zoe']);
    const rater = await open(browser, links[0]);
    await rater.getByRole('button', { name: 'Begin' }).click();
    await rater.locator('ol article').first().waitFor();
    const owner = await enter(browser);
    const card = owner.locator('article', { hasText: 'Soon closed' });
    await card.getByRole('button', { name: 'Close', exact: true }).click();
    await card.getByRole('button', { name: 'Open again' }).waitFor();
    // A rating that comes too late is not shown as if it were kept.
    await rater.keyboard.press('1');
    await rater.getByText('This study is closed', { exact: false }).first().waitFor();
    assert.equal(await rater.locator('ol [aria-pressed=true]').count(), 0);
    await rater.reload();
    await rater.getByText('Soon closed').waitFor();
  },

  async 'a study is deleted, after a second thought'(browser) {
    const { links } = await makeStudy(browser, 'Soon gone', ['yve', 'xan']);
    await makeStudy(browser, 'Here to stay', []);
    const owner = await enter(browser);
    const card = owner.locator('article', { hasText: 'Soon gone' });
    await card.getByRole('button', { name: 'Delete … Soon gone' }).click();
    await card.getByText('with its 2 raters and 0 ratings').waitFor();
    await isAccessible(owner, 'whether to delete');
    await browser.picture(owner, 'study-delete');
    // The way back has the focus.
    await owner.keyboard.press('Enter');
    await card.getByText('with its 2 raters').waitFor({ state: 'detached' });
    assert.equal(await owner.evaluate(() => document.activeElement.textContent.trim()), 'Delete … Soon gone');
    await owner.keyboard.press('Enter');
    await card.getByRole('button', { name: 'Delete for good' }).click();
    await card.waitFor({ state: 'detached' });
    assert.equal(await owner.evaluate(() => document.activeElement.id), 'view-title');
    assert.equal(await owner.locator('article', { hasText: 'Here to stay' }).count(), 1);
    const rater = await open(browser, links[0]);
    await rater.getByText('This link does not open a study').waitFor();
  },

  async 'how far a new study is'(browser) {
    const owner = await enter(browser);
    // A service that is in the middle of it, and takes its time.
    let goOn;
    let isOver = false;
    const pause = new Promise((done) => (goOn = done));
    await owner.route(/\/api\/studies$/, async (route) => {
      if (isOver) return route.fallback();
      if (route.request().method() === 'GET') return route.fulfill({ json: { studies: [], making: { asked: 12, pages: 40 } } });
      await pause;
      return route.fallback();
    });
    await owner.getByRole('link', { name: 'New study' }).click();
    await owner.fill('#title', 'A long one');
    await owner.fill('#pages', Array.from({ length: 40 }, (_, i) => `www.kites.example/about-${i + 1}`).join('\n'));
    await owner.getByRole('button', { name: 'Make the study' }).click();
    await owner.getByText('12 of 40 pages asked').waitFor();
    await isAccessible(owner, 'a study in the making');
    await browser.picture(owner, 'study-making');
    isOver = true;
    goOn();
    await owner.getByRole('heading', { name: 'A long one' }).waitFor();
  },
};
