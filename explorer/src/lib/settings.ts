// What every request takes besides the method's own parameters, in plain words. Pure data and functions.

export interface Choice {
  value: string; // as the service calls it
  says: string;
}

export interface Setting {
  name: string; // as the service calls it
  label: string;
  hint: string;
  fallback: string;
  choices: Choice[]; // empty: a number
}

const choices = (words: Record<string, string>): Choice[] => Object.entries(words).map(([value, says]) => ({ value, says }));
// A parameter of a method keeps its own words.
export const plainChoices = (values: string[]): Choice[] => values.map((value) => ({ value, says: value }));

export function graphSetting(graphs: string[]): Setting {
  const words: Record<string, string> = { pages: 'pages', hosts: 'whole hosts', sites: 'whole sites' };
  return {
    name: 'on',
    label: 'Compare',
    hint: 'Single pages, or all pages of a host or site taken together.',
    fallback: 'pages',
    choices: graphs.map((value) => ({ value, says: words[value] ?? value })),
  };
}

export const mirrorsSetting: Setting = {
  name: 'mirrors',
  label: 'Mirrored hosts',
  hint: 'Hosts that hold the same pages: each has its own vote, or they count as one and answers name the others.',
  fallback: 'keep',
  choices: choices({ keep: 'count each', merge: 'count as one' }),
};

export const answerSettings: Setting[] = [
  { name: 'top', label: 'Number of answers', hint: '', fallback: '10', choices: [] },
  {
    name: 'same_site',
    label: 'Pages of the same site',
    hint: 'Whether answers may come from the site of the page asked about.',
    fallback: 'keep',
    choices: choices({ keep: 'show', drop: 'leave out' }),
  },
  {
    name: 'only',
    label: 'Pages never fetched',
    hint: 'Pages that the store knows only by links to them.',
    fallback: 'auto',
    choices: choices({ auto: 'by store', any: 'show', crawled: 'leave out' }),
  },
  { name: 'per_host', label: 'Most answers of one host', hint: 'Fewer give a wider choice.', fallback: 'any', choices: [] },
  {
    name: 'copies',
    label: 'Near-copies',
    hint: 'Of the page, or of a better answer: named below that answer, or listed as answers.',
    fallback: 'auto',
    choices: choices({ auto: 'by method', fold: 'fold', keep: 'list' }),
  },
];

export const neighbourhoodSettings: Setting[] = [
  {
    name: 'hosts',
    label: 'Links within a host',
    hint: 'They often are menus. By default they count less, unless nearly all links of the store stay on their host.',
    fallback: 'auto',
    choices: choices({ auto: 'by store', on: 'count less', off: 'count fully' }),
  },
  {
    name: 'chop',
    label: 'Pages with few links',
    hint: 'If too little is known about a page, ask about one nearer the root of its host instead.',
    fallback: 'auto',
    choices: choices({ auto: 'if needed', on: 'always look', off: 'never' }),
  },
  {
    name: 'stoplist',
    label: 'Popular pages to ignore',
    hint: 'shipped ignores browsers, counters and share buttons, auto:21 the 21 most frequent answers, none no page.',
    fallback: 'shipped if links within a host count less',
    choices: [],
  },
];

// Part of the address, but no setting of a request: how the view shows its answer.
const ofView = new Set(['shown', 'sort', 'other', 'list']);
export const isFilter = (name: string) => name.startsWith('has_');
export const isSetting = (name: string) => !ofView.has(name) && !isFilter(name);

// An empty value is the default, which no address needs to say.
export function withSetting(settings: Record<string, string>, name: string, value: string): Record<string, string> {
  const { [name]: _old, ...others } = settings;
  return value === '' ? others : { ...others, [name]: value };
}
