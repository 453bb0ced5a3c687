// A made-up web of some subjects: hosts with pages, and hubs that list pages of one subject side by
// side. The same every time. As `cocite import` reads it: links, titles, texts.

const subjects = ['apples', 'pears', 'bridges', 'clocks', 'kites', 'lamps', 'maps', 'violins'];

// A small generator of numbers that only look random.
function dice(seed) {
  let state = seed;
  return (sides) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * sides);
  };
}

export const asked = 'www.apples.example/about-1';
export const popular = 'www.popular.example/';

export function smallWeb() {
  const roll = dice(7);
  const links = [];
  const titles = [];
  const texts = [];
  const page = (subject, number) => `http://www.${subject}.example/about-${number}`;
  for (const subject of subjects) {
    titles.push([`http://www.${subject}.example/`, `All about ${subject}`]);
    for (let number = 1; number <= 12; ++number) {
      titles.push([page(subject, number), `${subject} part ${number} - www.${subject}.example`]);
      texts.push([page(subject, number), `This page tells how ${subject} are made in valley ${number}, and who repairs old ${subject}.`]);
      links.push([`http://www.${subject}.example/`, page(subject, number)]);
      links.push([page(subject, number), page(subject, (number % 12) + 1)]);
      links.push([page(subject, number), `http://www.${subject}.example/`]);
    }
  }
  for (let hub = 0; hub < 60; ++hub) {
    const subject = subjects[hub % subjects.length];
    const other = subjects[(hub + 1) % subjects.length];
    const address = `http://hub${hub}.lists.example/${subject}`;
    titles.push([address, `Links on ${subject}, list ${hub}`]);
    const first = 1 + roll(6);
    for (let i = 0; i < 6; ++i) links.push([address, page(subject, first + i)]);
    links.push([address, page(other, 1 + roll(12))]);
  }
  return { links, titles, texts };
}

// One page with so many parents that its map has as many dots as the explorer draws.
export function largeWeb(parents) {
  const roll = dice(11);
  const links = [];
  for (let parent = 0; parent < parents; ++parent) {
    const address = `http://site${parent % 40}.example/p${parent}`;
    links.push([address, `http://${popular}`]);
    for (let i = 0; i < 4; ++i) links.push([address, `http://topic${roll(60)}.example/t${roll(40)}`]);
  }
  return { links, titles: [[`http://${popular}`, 'The popular page']], texts: [] };
}

// Links and nothing else: no word of it can be searched for.
export function bareWeb() {
  const links = [];
  for (let i = 0; i < 6; ++i) {
    for (const page of ['www.yahoo.example/', 'yahoo.fans.example/', 'www.yahoo-news.example/today']) links.push([`http://list${i}.example/`, `http://${page}`]);
  }
  links.push(['http://list0.example/', 'http://list1.example/']);
  return { links, titles: [], texts: [] };
}

// Links from hosts of several countries, two hosts with the same pages, and pages with labels.
export const museum = 'www.museum.example/';
export function placesWeb() {
  const links = [];
  const hosts = { de: 14, fr: 12, us: 10, jp: 8, br: 6, au: 6, za: 6 };
  for (const [country, count] of Object.entries(hosts)) {
    for (let i = 0; i < count; ++i) {
      const home = `http://host${i}.${country}/`;
      links.push([home, `http://${museum}`]);
      if (country === 'de') links.push([home, 'http://www.laden.example/']);
      for (const art of [i % 5, (i + 1) % 5]) links.push([home, `http://art${art}.example/`]);
      links.push([home, `http://food${i % 4}.example/`], [home, `http://food${(i + 1) % 4}.example/`]);
    }
  }
  for (const host of ['www.papers.example', 'papers.copies.example']) {
    for (let i = 0; i < 8; ++i) {
      links.push([`http://${host}/paper${i}`, `http://${host}/paper${(i + 1) % 8}`], [`http://${host}/paper${i}`, `http://art${i % 5}.example/`]);
    }
  }
  // What is linked to beside the museum: the papers, on the host that more link to.
  for (let i = 0; i < 6; ++i) links.push([`http://host${i}.fr/`, 'http://www.papers.example/paper1']);
  const titles = [[`http://${museum}`, 'The museum'], ['http://www.laden.example/', 'Der Laden'], ['http://www.papers.example/paper1', 'Paper one']];
  const labels = [];
  for (let i = 0; i < 5; ++i) labels.push([`http://art${i}.example/`, 'art']);
  for (let i = 0; i < 4; ++i) labels.push([`http://food${i}.example/`, 'food']);
  return { links, titles, texts: [], labels };
}

export const asLines = (rows) => rows.map((row) => row.join('\t')).join('\n') + '\n';
