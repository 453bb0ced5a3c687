// A real browser, watched: nothing may leave the machine, and nothing may go wrong unsaid.
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const places = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
export const browserPath = places.find((path) => path && existsSync(path));

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export class Browser {
  // What pages asked for elsewhere, and what they complained about.
  outside = [];
  complaints = [];
  contexts = [];

  // slow: as on a machine that is so many times slower, with a service that answers late.
  static async start(address, pictures, slow = 1) {
    const browser = new Browser();
    browser.address = address;
    browser.pictures = pictures;
    browser.slow = slow;
    if (pictures) mkdirSync(pictures, { recursive: true });
    browser.chromium = await chromium.launch({
      executablePath: browserPath,
      // As root, in containers; and WebGL without a graphics card.
      args: ['--no-sandbox', '--disable-dev-shm-usage', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
    });
    return browser;
  }

  async page(options = {}) {
    const context = await this.chromium.newContext({
      viewport: { width: 1280, height: 860 },
      colorScheme: 'light',
      bypassCSP: false,
      ...options,
    });
    await context.route('**', (route) => {
      const url = route.request().url();
      if (url.startsWith(this.address) || url.startsWith('blob:')) return this.slow > 1 ? this.late(route) : route.continue();
      this.outside.push(url);
      return route.abort();
    });
    this.contexts.push(context);
    const page = await context.newPage();
    if (this.slow > 1) {
      const debug = await context.newCDPSession(page);
      await debug.send('Emulation.setCPUThrottlingRate', { rate: this.slow });
    }
    page.on('pageerror', (error) => this.complaints.push(`${page.url()}: ${error.message}`));
    page.on('console', (message) => {
      // A problem that the service reports is shown to the user; the browser logs it as well.
      const expected = message.text().startsWith('Failed to load resource');
      if (message.type() === 'error' && !expected) this.complaints.push(`${page.url()}: ${message.text()}`);
    });
    page.setDefaultTimeout(240_000); // what hangs ends; what is slow does not
    return page;
  }

  // Answers pass each other, too. The page may be gone by then.
  async late(route) {
    this.requests = (this.requests ?? 0) + 1;
    await new Promise((resolve) => setTimeout(resolve, ((this.requests * 7) % 10) * 10 * this.slow));
    await route.continue().catch(() => undefined);
  }

  async picture(page, name) {
    if (this.pictures) await page.screenshot({ path: join(this.pictures, `${name}.png`), timeout: 120_000 });
  }

  // All of a long page.
  async whole(page, name) {
    if (this.pictures) await page.screenshot({ path: join(this.pictures, `${name}.png`), fullPage: true, timeout: 120_000 });
  }

  // A map that is no longer visible still keeps the processor busy.
  async closePages() {
    await Promise.all(this.contexts.splice(0).map((context) => context.close()));
  }

  end() {
    return this.chromium.close();
  }
}

// What axe-core finds wrong, in words. The content security policy does not allow its inline styles,
// which it can do without; it runs in the page's own world through the debugger, not as a script.
export async function accessibilityFaults(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
  return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map((node) => node.html).slice(0, 3).join(' ')}`);
}
