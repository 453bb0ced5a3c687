// What Enter does in the box: the same for the same text and store, whether the service answers at once or late.
import assert from 'node:assert/strict';

// What is typed, where, and where that leads; "": it stays, and asks to choose.
const texts = [
  // Addresses, in any spelling, in the store or not.
  { text: 'www.pears.example/about-2', leads: '?page=www.pears.example/about-2' },
  { text: 'HTTP://pears.example:80/about-2', leads: '?page=www.pears.example/about-2' },
  { text: 'example,pears,www)/about-2', leads: '?page=www.pears.example/about-2' },
  { text: 'absent.example/x', leads: '?page=absent.example/x' },
  // Names of a host and of a page; the words that they are as well are one step away.
  { text: 'pears', leads: '?page=www.pears.example/&words=pears' },
  { text: ' All about lamps ', leads: '?page=www.lamps.example/&words=All%20about%20lamps' },
  // Words.
  { text: 'pear', leads: '?words=pear' },
  { text: 'who repairs old violins', leads: '?words=who%20repairs%20old%20violins' },
  // A store that cannot be searched.
  { text: 'yahoo', store: 'bare', leads: '?store=bare&page=www.yahoo.example/' },
  { text: 'zebra', store: 'bare', leads: '?store=bare&page=zebra' },
  { text: 'yaho', store: 'bare', leads: '' },
];

const place = (page) => page.evaluate(() => location.search);

// Holds answers of a route back until it is opened.
async function gate(page, pattern) {
  let open;
  const opened = new Promise((resolve) => (open = resolve));
  await page.route(pattern, async (route) => {
    await opened;
    await route.fallback();
  });
  return open;
}

const complete = /\/api\/complete\?/;
const isBusy = (page) => page.locator('form[aria-busy=true]').waitFor();

// Ways to press Enter: each fills the box and presses it, sooner or later.
const ways = {
  async 'before anything is asked'(page, text) {
    await page.fill('#ask', text);
    await page.keyboard.press('Enter');
  },
  async 'while the answer is on its way'(page, text) {
    const open = await gate(page, complete);
    const asked = page.waitForRequest(complete);
    await page.fill('#ask', text);
    await asked;
    await page.keyboard.press('Enter');
    await isBusy(page);
    open();
  },
  async 'when the list stands'(page, text) {
    const answered = page.waitForResponse((response) => new URL(response.url()).searchParams.get('prefix') === text.trimStart());
    await page.fill('#ask', text);
    await (await answered).finished();
    if (text !== 'zebra') await page.locator('[role=option]').first().waitFor();
    await page.keyboard.press('Enter');
  },
  async 'by the button'(page, text) {
    await page.fill('#ask', text);
    await page.getByRole('button', { name: 'Find', exact: true }).click();
  },
};

async function welcome(browser, page, store) {
  await page.goto(browser.address + (store ? `?store=${store}` : ''));
  await page.locator('#ask').waitFor();
}

async function arrived(page, { text, leads }, how) {
  if (leads === '') {
    await page.getByText('No page is called just that. Choose', { exact: false }).waitFor();
    assert.equal(await page.locator('#ask').inputValue(), text);
    assert.ok((await page.locator('[role=option]').count()) > 0);
    return;
  }
  await page.waitForFunction((wanted) => location.search === wanted, leads).catch(async () => {
    assert.equal(await place(page), leads, `“${text}” + Enter ${how}`);
  });
}

export const boxWalks = {
  ...Object.fromEntries(
    Object.entries(ways).map(([how, press]) => [
      `Enter ${how}`,
      async (browser) => {
        const page = await browser.page();
        for (const one of texts) {
          await welcome(browser, page, one.store);
          await press(page, one.text);
          await arrived(page, one, how);
        }
        // By a name one comes to a page, and back to the words.
        await welcome(browser, page);
        await press(page, 'pears');
        await page.getByRole('link', { name: 'Results for “pears”' }).click();
        await page.waitForURL(/\?words=pears$/);
        await browser.picture(page, 'box-words-of-a-name');
      },
    ]),
  ),

  async 'Enter before the page knows its stores'(browser) {
    const page = await browser.page();
    for (const one of texts) {
      const open = await gate(page, /\/api\/stores$/);
      await page.goto(browser.address + (one.store ? `?store=${one.store}` : ''));
      await page.fill('#ask', one.text);
      await page.keyboard.press('Enter');
      await isBusy(page);
      open();
      await arrived(page, one, 'before the stores are known');
    }
  },

  async 'arrows wait for the list that they are about'(browser) {
    const page = await browser.page();
    const lead = async (keys, isLate) => {
      await welcome(browser, page);
      const open = isLate ? await gate(page, complete) : () => undefined;
      await page.fill('#ask', 'www.pears.example/about-');
      if (!isLate) await page.locator('[role=option]').first().waitFor();
      for (const key of keys) await page.keyboard.press(key);
      if (isLate) await isBusy(page);
      open();
      await page.waitForFunction(() => location.search !== '');
      return place(page);
    };
    for (const keys of [['ArrowDown'], ['ArrowDown', 'ArrowDown', 'ArrowDown'], ['ArrowUp'], ['ArrowDown', 'ArrowUp']]) {
      const told = [await lead([...keys, 'Enter'], false), await lead([...keys, 'Enter'], true)];
      assert.equal(told[1], told[0], keys.join(' '));
    }
    // An offer that is chosen stays the same one when a later list comes.
    await welcome(browser, page);
    await page.fill('#ask', 'pears part 1');
    await page.locator('[role=option]').nth(1).waitFor();
    await page.keyboard.press('ArrowDown');
    const chosen = await page.locator('[aria-selected=true] .address').textContent();
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.searchParams.get('page') === chosen);
  },

  async 'another text, or Escape, takes Enter back'(browser) {
    const page = await browser.page();
    for (const takeBack of [() => page.keyboard.type(' made'), () => page.keyboard.press('Escape')]) {
      await welcome(browser, page);
      const open = await gate(page, complete);
      await page.fill('#ask', 'pears');
      await page.keyboard.press('Enter');
      await isBusy(page);
      await takeBack();
      await page.locator('form[aria-busy=false]').waitFor();
      const answered = page.waitForResponse(complete);
      open();
      await page.fill('#ask', 'old pears');
      await answered;
      await page.locator('[role=option]', { hasText: 'Search for old pears' }).waitFor();
      assert.equal(await place(page), '');
    }
  },

  async 'a service that cannot say it is no reason to guess'(browser) {
    const page = await browser.page();
    await welcome(browser, page);
    await page.route(complete, (route) =>
      route.fulfill({ status: 500, json: { title: 'Internal Server Error', status: 500, detail: 'the store is damaged' } }),
    );
    await page.fill('#ask', 'pears');
    await page.keyboard.press('Enter');
    await page.getByText('The store is damaged').or(page.getByText('the store is damaged')).first().waitFor();
    assert.equal(await place(page), '');
    assert.equal(await page.locator('#ask').inputValue(), 'pears');
    await browser.picture(page, 'box-problem');
    await page.unroute(complete);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.waitForURL(/page=www\.pears\.example/);
  },
};
