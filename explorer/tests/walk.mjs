// The walks of users through the running explorer, in a real browser. Each can run alone (--only), and waits for what it
// wants to see, never for a while: on a busy machine it takes longer, that is all.
//
//   node tests/walk.mjs --cocite ../build/dev/cocite [--round NAME] [--pictures DIR] [--only WORDS] [--slow TIMES]
//
// --slow 10: the browser computes ten times slower and answers come late. A walk that fails then depends on time.
//
// A round has a service and a browser of its own, so rounds can run at the same time. Without --round all run, one after
// the other.
//
// Exit code 77: there is no browser here.
import { parseArgs } from 'node:util';
import { Browser, browserPath } from './browser.mjs';
import { startService } from './service.mjs';
import { mapWalks } from './map_walks.mjs';
import { keepWalks } from './keep_walks.mjs';
import { insightWalks } from './insight_walks.mjs';
import { boxWalks } from './box_walks.mjs';
import { placeWalks } from './place_walks.mjs';
import { rowWalks } from './row_walks.mjs';
import { searchWalks } from './search_walks.mjs';
import { studyWalks } from './study_walks.mjs';
import { endWalks, walks } from './walks.mjs';

const { values } = parseArgs({
  options: {
    cocite: { type: 'string' },
    round: { type: 'string' },
    pictures: { type: 'string' },
    only: { type: 'string', default: '' },
    slow: { type: 'string', default: '1' },
  },
});
if (!values.cocite) {
  console.error('walk: name the program with --cocite');
  process.exit(2);
}
if (!browserPath) {
  console.error('walk: there is no chromium here (Debian calls it chromium); skipped');
  process.exit(77);
}

const rounds = {
  insight: { walks: insightWalks, options: { hasPlaces: true } },
  search: { walks: { ...searchWalks, ...boxWalks, ...placeWalks, ...keepWalks }, options: {} },
  views: { walks, options: {} },
  map: { walks: { ...mapWalks, ...rowWalks }, options: { isSmall: true } },
  study: { walks: studyWalks, options: { hasStudies: true } },
  // It stops its service.
  end: { walks: endWalks, options: { isSmall: true } },
};
if (values.round && !rounds[values.round]) {
  console.error(`walk: there is no round ${values.round}; there are: ${Object.keys(rounds).join(' ')}`);
  process.exit(2);
}
let failed = 0;
for (const round of values.round ? [rounds[values.round]] : Object.values(rounds)) {
  const chosen = Object.entries(round.walks).filter(([name]) => name.includes(values.only));
  if (chosen.length === 0) continue;
  const service = await startService(values.cocite, round.options);
  const browser = await Browser.start(service.address, values.pictures, Number(values.slow));
  for (const [name, walk] of chosen) {
    const begin = performance.now();
    try {
      await walk(browser, service);
      if (browser.outside.length > 0) throw new Error(`left the machine: ${browser.outside.join(' ')}`);
      if (browser.complaints.length > 0) throw new Error(`complained: ${browser.complaints.join('\n')}`);
      console.log(`ok    ${name} (${Math.round(performance.now() - begin)} ms)`);
    } catch (error) {
      ++failed;
      console.log(`FAIL  ${name}\n${error.stack}`);
      browser.outside = [];
      browser.complaints = [];
    }
    await browser.closePages();
  }
  await browser.end();
  await service.stop();
  service.clean();
}
process.exit(failed > 0 ? 1 : 0);
