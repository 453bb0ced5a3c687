// How quickly the map of 5,000 pages is drawn, moved and zoomed: a figure to look at, no test, because it depends on the
// machine and on what else that does.
//
//   node tests/frames.mjs --cocite ../build/dev/cocite [--pages 5000] [--pictures DIR]
//
// Prints the time to the first drawing, the processor time of the page's own thread for a frame, and frames a second.
import { parseArgs } from 'node:util';
import { Browser } from './browser.mjs';
import { startService } from './service.mjs';
import { asked } from './web.mjs';

const { values } = parseArgs({
  options: { cocite: { type: 'string' }, pages: { type: 'string', default: '5000' }, pictures: { type: 'string' } },
});
const count = Number(values.pages);

// As the service would answer, with more pages than it does.
function largeMap() {
  const nodes = [];
  const edges = [];
  for (let id = 0; id < count; ++id) {
    const community = id % 8;
    const [far, turn] = [Math.sqrt(id / count), id * 2.399963];
    const [x, y] = [0.55 * Math.cos(community) + 0.4 * far * Math.cos(turn), 0.55 * Math.sin(community) + 0.4 * far * Math.sin(turn)];
    const label = `Page number ${id}`;
    nodes.push({ id, key: label, url: `http://www.example/${id}`, title: label, called: '', role: id ? 'answer' : 'query', label, rank: id, score: 1, x, y, community });
    for (const other of [id + 8, id + 16]) if (other < count) edges.push({ one: id, other, weight: 0.2 });
  }
  const communities = Array.from({ length: 8 }, (_, i) => ({ name: `Community ${i}`, size: count / 8, x: 0.55 * Math.cos(i), y: 0.55 * Math.sin(i) }));
  return { by: 'blend', pages: [{ ...nodes[0], asked: asked }], nodes, edges, links: [], communities, complete: true, notes: [] };
}

const service = await startService(values.cocite, { isSmall: true });
const browser = await Browser.start(service.address, values.pictures);
const page = await browser.page({ viewport: { width: 1440, height: 900 } });
await page.route('**/api/map?*', (route) => route.fulfill({ json: largeMap() }));
await page.addInitScript(() => {
  const look = () => {
    if (document.querySelector('.canvas canvas')?.dataset.drawn > 0) globalThis.firstDrawing = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
});
await page.goto(`${service.address}?page=${asked}&view=map`);
await page.waitForFunction(() => globalThis.firstDrawing !== undefined);
console.log(`${count} pages: first drawing after ${(await page.evaluate(() => globalThis.firstDrawing)).toFixed(0)} ms`);
await browser.picture(page, 'frames');

const debug = await page.context().newCDPSession(page);
await debug.send('Performance.enable', { timeDomain: 'threadTicks' });
const busy = async () => (await debug.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration').value * 1000;
for (const [what, keys] of Object.entries({ moving: ['ArrowLeft', 'ArrowRight'], zooming: ['+', '-'] })) {
  const before = await busy();
  const frames = 60;
  const took = await page.evaluate(
    async ([pressed, times]) => {
      const box = document.querySelector('.canvas');
      const begin = performance.now();
      for (let i = 0; i < times; ++i) {
        box.dispatchEvent(new KeyboardEvent('keydown', { key: pressed[i % 2], bubbles: true, cancelable: true }));
        await new Promise(requestAnimationFrame);
      }
      return performance.now() - begin;
    },
    [keys, frames],
  );
  const own = ((await busy()) - before) / frames;
  console.log(`${what}: ${own.toFixed(1)} ms of the page's thread a frame, ${((1000 * frames) / took).toFixed(0)} frames a second`);
}
await browser.end();
await service.stop();
service.clean();
