// The walks of users through the running explorer, in a real browser. Each can run alone (--only), and waits for what it
// wants to see, never for a while: on a busy machine it takes longer, that is all.
//
//   node tests/walk.mjs --cocite ../build/dev/cocite [--pictures DIR] [--only WORDS]
//
// Exit code 77: there is no browser here.
import { parseArgs } from 'node:util';
import { Browser, browserPath } from './browser.mjs';
import { startService } from './service.mjs';
import { insightWalks } from './insight_walks.mjs';
import { boxWalks } from './box_walks.mjs';
import { placeWalks } from './place_walks.mjs';
import { searchWalks } from './search_walks.mjs';
import { studyWalks } from './study_walks.mjs';
import { endWalks, walks } from './walks.mjs';

const { values } = parseArgs({
  options: { cocite: { type: 'string' }, pictures: { type: 'string' }, only: { type: 'string', default: '' } },
});
if (!values.cocite) {
  console.error('walk: name the program with --cocite');
  process.exit(2);
}
if (!browserPath) {
  console.error('walk: there is no chromium here (Debian calls it chromium); skipped');
  process.exit(77);
}

let failed = 0;
const rounds = [
  { walks: insightWalks, options: { hasPlaces: true } },
  { walks: { ...searchWalks, ...boxWalks, ...placeWalks, ...walks }, options: {} },
  { walks: studyWalks, options: { hasStudies: true } },
  // It stops its service.
  { walks: endWalks, options: { isSmall: true } },
];
for (const round of rounds) {
  const chosen = Object.entries(round.walks).filter(([name]) => name.includes(values.only));
  if (chosen.length === 0) continue;
  const service = await startService(values.cocite, round.options);
  const browser = await Browser.start(service.address, values.pictures);
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
