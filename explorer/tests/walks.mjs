// What users do, one function a walk. After each, the runner checks whether any request left
// the machine or complained.
import assert from 'node:assert/strict';
import { accessibilityFaults } from './browser.mjs';
import { asked, popular } from './web.mjs';

const views = ['related', 'compare', 'map', 'neighbourhood', 'page', 'hubs'];
const link = (view, more = '') => `?page=${asked}${view === 'related' ? '' : `&view=${view}`}${more}`;

async function open(browser, search, options) {
  const page = await browser.page(options);
  await page.goto(browser.address + search);
  return page;
}

async function settled(page) {
  await page.waitForSelector('[data-settled="true"]');
}

// A view has its answer: no grey lines any more.
async function answered(page) {
  await page.waitForSelector('#view-title');
  await page.waitForFunction(() => {
    const isWaiting = [...document.querySelectorAll('[role=status]')].some((node) => node.textContent.includes('Loading'));
    return !isWaiting && !document.querySelector('[aria-busy=true]') && document.querySelector('.view .card, .notice');
  });
}

const titles = (page) => page.locator('article h3').allTextContents();
const heading = (page) => page.locator('#view-title').textContent();
const focused = (page) => page.evaluate(() => document.activeElement?.id || document.activeElement?.textContent?.trim());

async function download(page, name) {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name, exact: true }).click()]);
  const chunks = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk);
  return { name: file.suggestedFilename(), bytes: Buffer.concat(chunks) };
}

export const walks = {
  async 'from the box to the neighbourhood and back'(browser) {
    const page = await open(browser, '');
    await page.getByText('Which pages are related').waitFor();
    await browser.picture(page, 'welcome');

    await page.fill('#ask', 'www.apples.example/about-1');
    await page.locator('[role=option]').first().waitFor();
    await browser.picture(page, 'completion');
    await page.locator('[role=option]', { hasText: 'apples part 1' }).first().click();
    await answered(page);
    assert.match(await heading(page), /Related to apples part 1/);
    assert.equal((await titles(page)).length, 10);
    assert.match(page.url(), /\?page=www\.apples\.example\/about-1/);
    const first = page.locator('article').first();
    await first.locator('.why li').first().waitFor();
    assert.ok((await first.locator('.why li').count()) >= 1);
    assert.match(await first.locator('.why').textContent(), /links? to both|both link to|links here|links to it/);
    assert.match(await page.locator('.why').allTextContents().then((all) => all.join(' ')), /link to both, e\.g\. Links on/);
    await browser.picture(page, 'related');

    await first.getByRole('button', { name: 'All reasons' }).click();
    await first.locator('.amount').first().waitFor();
    await first.getByRole('button', { name: 'Fewer reasons' }).click();

    const before = await titles(page);
    await page.locator('article').nth(2).getByRole('button', { name: /^Add/ }).click();
    await page.waitForFunction((title) => !document.querySelector('ol.card')?.textContent.includes(`${title}http`), before[2]);
    await answered(page);
    assert.equal(await page.locator('.chip').count(), 2);
    await page.locator('article').nth(1).getByRole('button', { name: /^Less like/ }).click();
    await answered(page);
    assert.equal(await page.locator('.chip.not').count(), 1);
    assert.notDeepEqual(await titles(page), before);
    const permalink = page.url();

    // What was marked is a file of judgements: the + for one page, the − for the two that were asked about then.
    const ratings = (await download(page, 'Save ratings.tsv')).bytes.toString();
    assert.match(ratings, /^[^\t\n]+\t[^\t\n]+\t1\n[^\t\n]+\t[^\t\n]+\t0\n[^\t\n]+\t[^\t\n]+\t0\n$/);
    await page.getByRole('button', { name: 'Forget them' }).click();
    assert.equal(await page.getByText('kept in this browser').count(), 0);

    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('link', { name: 'Neighbourhood', exact: true }).click();
    await settled(page);
    assert.match(await page.locator('.under').textContent(), /\d+ pages, \d+ links/);
    await browser.picture(page, 'neighbourhood');
    await page.goBack();
    await answered(page);
    assert.equal(page.url(), permalink);
    const again = await titles(page);
    await page.goBack();
    await page.goBack();
    await answered(page);
    assert.deepEqual(await titles(page), before);
    await page.goBack();
    await page.getByText('Which pages are related').waitFor();

    // Another user opens the permalink.
    const other = await open(browser, permalink.slice(browser.address.length));
    await answered(other);
    assert.deepEqual(await titles(other), again);
  },

  async 'the same by keyboard alone'(browser) {
    const page = await open(browser, '');
    await page.getByText('Which pages are related').waitFor();
    await page.keyboard.press('/');
    assert.equal(await focused(page), 'ask');
    await page.keyboard.type('www.pears.example/about-2');
    await page.locator('[role=option]').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.locator('#offer-0[aria-selected=true]').waitFor();
    assert.equal(await page.getAttribute('#ask', 'aria-activedescendant'), 'offer-0');
    await page.keyboard.press('Enter');
    await answered(page);
    assert.match(await heading(page), /Related to pears part 2/);
    assert.equal(await focused(page), 'view-title');

    // From the heading on: the method, its list, another method.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForSelector('[role=listbox][aria-label=Method]');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/by=cocitation/);
    await answered(page);

    // Settings: open, change, close with Escape; the keyboard is back where it was.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    assert.equal(await focused(page), 'settings-title');
    await page.locator('#set-top').focus();
    await page.keyboard.type('3');
    await page.keyboard.press('Enter');
    await page.waitForURL(/top=3/);
    await answered(page);
    assert.equal((await titles(page)).length, 3);
    await page.keyboard.press('Escape');
    assert.match(await focused(page), /^Settings/);

    // An answer is added; its button goes with it, and the keyboard finds the heading.
    await page.locator('article').first().getByRole('button', { name: /^Add/ }).focus();
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelectorAll('.chip').length === 2);
    await answered(page);
    await page.waitForFunction(() => document.activeElement?.id === 'view-title');

    // The neighbourhood: its view, its keys, one of its pages, and back.
    await page.getByRole('button', { name: 'More', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await settled(page);
    await page.locator('.canvas').focus();
    for (const key of ['+', 'ArrowLeft', 'ArrowUp', '-', '0']) await page.keyboard.press(key);
    await page.locator('#best-authority + ol a').first().focus();
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelectorAll('.chip').length === 1);
    await settled(page);
    assert.match(page.url(), /view=neighbourhood/);
    await page.goBack();
    await page.waitForFunction(() => document.querySelectorAll('.chip').length === 2);
  },

  async 'methods side by side'(browser) {
    const page = await open(browser, link('compare'));
    await answered(page);
    assert.equal(await page.locator('.columns section').count(), 5);
    const marks = await page.locator('.columns .by').count();
    assert.ok(marks > 1, 'no agreement is marked');
    const tinted = page.locator('.columns li.tint-0');
    assert.ok((await tinted.count()) > 1, 'the most agreed page has no colour');
    await tinted.first().locator('a').focus();
    assert.equal(await page.locator('.columns li.lit').count(), await tinted.count());
    await browser.picture(page, 'compare');
    await page.getByRole('button', { name: 'jaccard' }).click();
    await page.waitForURL(/column=jaccard/);
    await page.waitForFunction(() => document.querySelectorAll('.columns section').length === 6);
    assert.equal(await page.locator('.matrix tbody tr').count(), 6);
  },

  async 'a page and its neighbours'(browser) {
    const page = await open(browser, link('page'));
    await answered(page);
    assert.match(await page.locator('.ranks').textContent(), /pagerank/);
    assert.match(await page.locator('.ranks').textContent(), /top \d|above/);
    const children = page.getByRole('region', { name: /^Links to/ }).locator('li');
    assert.deepEqual(await children.first().locator('.place').textContent(), '1');
    assert.match(await page.getByRole('region', { name: /^Linked from/ }).textContent(), /All about apples/);
    assert.match(await page.locator('.beside').textContent(), /apples part/);
    await browser.picture(page, 'page');
    await children.first().locator('a').click();
    await page.waitForURL(/page=www\.apples\.example\/about-2/);
  },

  async 'hubs and how they were found'(browser) {
    const page = await open(browser, link('hubs'));
    await answered(page);
    assert.ok((await page.locator('tbody tr').count()) >= 2);
    await page.locator('figure polyline').first().waitFor();
    assert.ok((await titles(page)).length > 0);
    await browser.picture(page, 'hubs');
  },

  async 'the neighbourhood as files'(browser) {
    const page = await open(browser, link('neighbourhood'));
    await settled(page);
    const starts = { PNG: '\x89PNG', GEXF: '<?xml', GraphML: '<?xml', CSV: 'source,target', JSON: '{' };
    for (const [name, start] of Object.entries(starts)) {
      const file = await download(page, name);
      assert.equal(file.name, `cocite-map.${name.toLowerCase()}`);
      assert.ok(file.bytes.toString('latin1').startsWith(start), `${name} begins with ${file.bytes.toString('latin1', 0, 40)}`);
      assert.ok(file.bytes.length > 500, `${name} has ${file.bytes.length} bytes`);
    }
  },

  async 'a dot of the neighbourhood is clicked'(browser) {
    const page = await open(browser, link('neighbourhood'));
    await settled(page);
    const box = await page.locator('.canvas').boundingBox();
    // The map fills its box up to a margin of 40 pixels, so some dot stands on the margin's edge. The
    // line below the map says when the pointer is over one.
    const spots = [];
    for (const y of [40, box.height - 40]) for (let x = 20; x < box.width - 20; x += 4) spots.push([x, y]);
    for (const x of [40, box.width - 40]) for (let y = 20; y < box.height - 20; y += 4) spots.push([x, y]);
    // Until it is drawn no dot is under the pointer: then once more.
    const isOver = async () => (await page.locator('.under b').count()) > 0;
    for (let round = 0; round < 20 && !(await isOver()); ++round) {
      for (const [x, y] of spots) {
        await page.mouse.move(box.x + x, box.y + y);
        if (await isOver()) break;
      }
    }
    assert.ok(await isOver(), 'no dot was found');
    const title = await page.locator('.under b').textContent();
    await browser.picture(page, 'neighbourhood-hover');
    await page.mouse.down();
    await page.mouse.up();
    await page.waitForFunction((text) => document.querySelector('.chip .name')?.textContent === text, title);
  },

  async 'everything is accessible, light and dark'(browser) {
    for (const colorScheme of ['light', 'dark']) {
      for (const search of ['', ...views.map((view) => link(view)), '?page=absent.example/x']) {
        const page = await open(browser, search, { colorScheme });
        if (search === '') await page.getByText('Popular pages').waitFor();
        else await answered(page);
        if (search.includes('view=neighbourhood')) await settled(page);
        if (search === link('related')) await page.getByRole('button', { name: 'Settings' }).click();
        assert.deepEqual(await accessibilityFaults(page), [], `${colorScheme} ${search}`);
        await browser.picture(page, `${colorScheme}-${/view=(\w+)/.exec(search)?.[1] ?? (search === '' ? 'welcome' : search.includes('absent') ? 'problem' : 'settings')}`);
        await page.context().close();
      }
    }
  },

  async 'a phone shows it all without scrolling sideways'(browser) {
    for (const search of ['', ...views.map((view) => link(view))]) {
      const page = await open(browser, search, { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });
      if (search !== '') await answered(page);
      else await page.getByText('Which pages are related').waitFor();
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.ok(wide <= 0, `${search} is ${wide} pixels too wide`);
      await browser.picture(page, `phone-${/view=(\w+)/.exec(search)?.[1] ?? (search === '' ? 'welcome' : 'related')}`);
      await page.context().close();
    }
  },

  async 'light and dark by choice, which is remembered'(browser) {
    const page = await open(browser, '');
    await page.getByRole('button', { name: 'Dark colours' }).click();
    assert.equal(await page.getAttribute('html', 'data-theme'), 'dark');
    await page.reload();
    await page.getByRole('button', { name: 'Light colours' }).waitFor();
    assert.equal(await page.getAttribute('html', 'data-theme'), 'dark');
  },

  async 'another store'(browser) {
    const page = await open(browser, '');
    await page.getByLabel('Store').selectOption('large');
    await page.waitForURL(/store=large/);
    await page.getByText('The popular page').first().click();
    await answered(page);
    assert.match(await heading(page), /The popular page/);
    await page.goBack();
    await page.goBack();
    await page.waitForFunction(() => document.querySelector('header select')?.value === 'small');
  },

  // A service that can ask about hosts says so in its description; one that cannot gets no such wish.
  async 'hosts instead of pages, where the service has them'(browser) {
    const page = await browser.page();
    const asked = [];
    const parameters = [{ name: 'on', schema: { enum: ['pages', 'hosts', 'sites'] } }];
    await page.route('**/openapi.json', (route) =>
      route.fulfill({ json: { paths: { '/api/related': { get: { parameters } } } } }),
    );
    await page.route(/\/api\/related\?/, (route) => {
      asked.push(route.request().url());
      const url = new URL(route.request().url());
      url.searchParams.delete('on');
      return route.fallback({ url: url.href });
    });
    await page.goto(browser.address + link('related'));
    await answered(page);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByLabel('Compare', { exact: true }).selectOption('hosts');
    await page.waitForURL(/on=hosts/);
    await answered(page);
    assert.match(asked[asked.length - 1], /[?&]on=hosts/);
    assert.doesNotMatch(asked[0], /[?&]on=/);
  },

  async 'the first view is quick'(browser) {
    const page = await browser.page();
    const debug = await page.context().newCDPSession(page);
    await debug.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.goto(browser.address + link('related'));
    await page.locator('article').first().waitFor();
    const waited = await page.evaluate(() => performance.now());
    const { metrics } = await debug.send('Performance.getMetrics');
    const busy = metrics.find(({ name }) => name === 'TaskDuration').value * 1000;
    console.log(`      the first answers stand after ${waited.toFixed(0)} ms, ${busy.toFixed(0)} ms of them the page's own work`);
    // By the clock, from the moment of going there, with nothing in any cache: the box can be typed in,
    // and answers stand. Printed for docs/performance.md (a second at most on a quiet machine), and compared
    // with nothing: a machine that does other things as well is slower.
    const clock = async (search, isThere) => {
      const took = [];
      for (let attempt = 0; attempt < 3; ++attempt) {
        const fresh = await browser.page();
        // The page looks by itself, at every frame; asking it from outside would be measured too.
        await fresh.addInitScript((selector) => {
          const look = () => {
            const found = document.querySelector(selector);
            if (found && !found.disabled) globalThis.firstView = performance.now();
            else requestAnimationFrame(look);
          };
          requestAnimationFrame(look);
        }, isThere);
        await fresh.goto(browser.address + search);
        await fresh.waitForFunction(() => globalThis.firstView !== undefined);
        took.push(await fresh.evaluate(() => globalThis.firstView));
        await fresh.context().close();
      }
      return took;
    };
    const figures = { 'the box': await clock('', '#ask'), 'the answers': await clock(link('related'), 'article h3') };
    for (const [what, took] of Object.entries(figures)) {
      console.log(`      ${what} by the clock: ${took.map((ms) => ms.toFixed(0)).join(', ')} ms`);
    }
  },

  async 'five thousand dots'(browser) {
    const page = await open(browser, `?store=large&page=${popular}&view=neighbourhood&B=6000`, { viewport: { width: 700, height: 500 } });
    const begin = Date.now();
    await settled(page);
    const seconds = (Date.now() - begin) / 1000;
    assert.match(await page.locator('.canvas').getAttribute('aria-label'), /Map of 5,000 pages/);
    await browser.picture(page, 'large');
    // Without a graphics card the processor draws, slowly; what must be quick anywhere is the page's
    // own thread: its processor time for each frame while the map moves.
    const debug = await page.context().newCDPSession(page);
    await debug.send('Performance.enable', { timeDomain: 'threadTicks' });
    const busy = async () => {
      const { metrics } = await debug.send('Performance.getMetrics');
      return metrics.find(({ name }) => name === 'TaskDuration').value * 1000;
    };
    const before = await busy();
    const frames = await page.evaluate(async () => {
      const box = document.querySelector('.canvas');
      const frame = () => new Promise(requestAnimationFrame);
      for (let i = 0; i < 6; ++i) {
        const key = i % 2 ? 'ArrowLeft' : 'ArrowRight';
        box.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
        await frame();
      }
      return 6;
    });
    const each = ((await busy()) - before) / frames;
    console.log(`      5,000 dots settle in ${seconds.toFixed(1)} s; a frame while moving takes ${each.toFixed(1)} ms of the page's thread`);
  },
};

export const endWalks = {
  async 'problems say what to try'(browser, service) {
    const page = await open(browser, '?page=absent.example/x');
    await page.getByText('is not in this graph').waitFor();
    assert.ok((await page.locator('.notice li a').count()) > 0, 'no nearest pages are offered');
    await page.goto(`${browser.address}${link('related', '&top=many')}`);
    await page.getByText('That cannot be asked').waitFor();
    await page.goto(`${browser.address}${link('related')}`);
    await answered(page);
    await service.stop();
    await page.getByRole('link', { name: 'Page', exact: true }).click();
    await page.getByText(/Is cocite serve still running/).waitFor();
  },
};
