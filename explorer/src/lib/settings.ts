// What every request takes besides the method's own parameters. Pure data and functions.

export interface Setting {
  name: string; // as the service calls it
  label: string;
  hint: string;
  fallback: string;
  choices: string[]; // empty: a number
}

export function graphSetting(choices: string[]): Setting {
  return {
    name: 'on',
    label: 'on',
    hint: 'What is related to what: pages, or all pages of a host or site taken as one.',
    fallback: 'pages',
    choices,
  };
}

export const mirrorsSetting: Setting = {
  name: 'mirrors',
  label: 'mirrors',
  hint: 'Hosts that hold the same pages: each with its own vote, or merged into one, and answers name the others.',
  fallback: 'keep',
  choices: ['keep', 'merge'],
};

export const neighbourhoodSettings: Setting[] = [
  {
    name: 'hosts',
    label: 'hosts',
    hint: 'Whether links within a host count less. auto: not where nearly all links stay on their host.',
    fallback: 'auto',
    choices: ['auto', 'on', 'off'],
  },
  {
    name: 'chop',
    label: 'chop',
    hint: 'A page that too little is known about gives way to one nearer the root of its host.',
    fallback: 'auto',
    choices: ['auto', 'on', 'off'],
  },
  {
    name: 'stoplist',
    label: 'stoplist',
    hint: 'Pages to ignore: auto:21 for the 21 most linked ones, or none.',
    fallback: 'by size',
    choices: [],
  },
];

export const answerSettings: Setting[] = [
  { name: 'top', label: 'top', hint: 'How many answers.', fallback: '10', choices: [] },
  {
    name: 'same_site',
    label: 'same site',
    hint: 'Whether answers may be of the site of the page asked about.',
    fallback: 'keep',
    choices: ['keep', 'drop'],
  },
  { name: 'per_host', label: 'per host', hint: 'The most answers that may come from one host.', fallback: 'any', choices: [] },
  {
    name: 'copies',
    label: 'copies',
    hint: 'Near-copies of the page, or of a better answer: folded and named there, or kept as answers.',
    fallback: 'auto',
    choices: ['auto', 'fold', 'keep'],
  },
];

// An empty value is the default, which no address needs to say.
export function withSetting(settings: Record<string, string>, name: string, value: string): Record<string, string> {
  const { [name]: _old, ...others } = settings;
  return value === '' ? others : { ...others, [name]: value };
}
