// Small sites in the layouts of four generators: which file a page becomes, and how others link to it.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const topics = {
  bees: ['honey', 'wax', 'hives'],
  honey: ['bees', 'wax'],
  wax: ['bees', 'candles'],
  hives: ['bees', 'honey'],
  candles: ['wax'],
  wasps: ['bees', 'hives'],
};
const texts = {
  bees: 'Bees collect nectar and pollen from flowers near their colony.',
  honey: 'Honey keeps for years because it holds so little water.',
  wax: 'Wax melts at sixty degrees and is formed into sheets.',
  hives: 'Hives are painted in light colours against the summer sun.',
  candles: 'Candles of beeswax burn slowly and smell of summer.',
  wasps: 'Wasps build nests of paper under the roofs of barns.',
};
export const names = Object.keys(topics);

// file: of a page below the site's folder; link: how pages name it; address: where a browser finds it.
export const layouts = {
  plain: { file: (page) => `${page}.html`, link: (page) => `${page}.html`, address: (page) => `/${page}.html` },
  hugo: { file: (page) => `posts/${page}/index.html`, link: (page) => `/posts/${page}/`, address: (page) => `/posts/${page}/` },
  mkdocs: { file: (page) => `guide/${page}/index.html`, link: (page) => `../../guide/${page}/`, address: (page) => `/guide/${page}/`, below: '/manual' },
  docusaurus: { file: (page) => `docs/${page}.html`, link: (page) => `/docs/${page}`, address: (page) => `/docs/${page}` },
};

const home = ({ file, below = '' }, folder) => {
  const list = names.map((page) => `<li><a href="${below}/${file(page).replace(/index\.html$/, '')}">${page}</a></li>`).join('');
  writeFileSync(join(folder, 'index.html'), `<!doctype html><html lang="en"><title>Home - Insects</title><h1>Home</h1><ul>${list}</ul></html>`);
};

export function writeSite(layout, folder) {
  const { file, link, below = '' } = layouts[layout];
  mkdirSync(folder, { recursive: true });
  for (const page of names) {
    const links = topics[page].map((other) => `<a href="${link(other)}">${other}</a>`).join(', ');
    const path = join(folder, file(page));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(
      path,
      `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>${page[0].toUpperCase()}${page.slice(1)} - Insects</title>
<script src="${below}/cocite/cocite.js" defer></script>
<header><cocite-search></cocite-search></header>
<main><h1>${page}</h1><p>${texts[page]} See ${links}.</p></main>
<cocite-related max="3"><a href="${below}/">All pages</a></cocite-related></html>`,
    );
  }
  home(layouts[layout], folder);
}
