// The current place in the studies, from the part of the address after #. A rater's secret is there
// because browsers do not send that part. Pure functions.

export type StudyPlace = { view: 'rate'; secret: string } | { view: 'results'; study: string } | { view: 'new' } | { view: 'list' };

export function parseStudyPlace(hash: string): StudyPlace {
  const parts = new URLSearchParams(hash.replace(/^#/, ''));
  const secret = parts.get('r') ?? '';
  const study = parts.get('results') ?? '';
  if (secret) return { view: 'rate', secret };
  if (study) return { view: 'results', study };
  return { view: parts.has('new') ? 'new' : 'list' };
}

export function writeStudyPlace(place: StudyPlace): string {
  if (place.view === 'rate') return `#r=${encodeURIComponent(place.secret)}`;
  if (place.view === 'results') return `#results=${encodeURIComponent(place.study)}`;
  return place.view === 'new' ? '#new' : '#';
}

// Pages as people paste them: one a line, and nothing where a line says nothing.
export function pagesIn(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}

// Names of raters, with commas or lines between them.
export function namesIn(text: string): string[] {
  return [...new Set(text.split(/[,\n]/).map((name) => name.trim()).filter((name) => name !== ''))];
}

// p = 0.00012 says more than 0.000 does.
export function pValue(value: number): string {
  if (value >= 0.9995) return '1';
  if (value < 0.001) return value.toExponential(0).replace('e-', ' · 10⁻').replace(/⁻(\d+)$/, (_, digits: string) => '⁻' + [...digits].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]).join(''));
  return value.toFixed(3);
}

// Landis and Koch's words for kappa.
export function kappaWord(kappa: number | null): string {
  if (kappa === null) return 'cannot be told';
  if (kappa <= 0) return 'none';
  if (kappa <= 0.2) return 'slight';
  if (kappa <= 0.4) return 'fair';
  if (kappa <= 0.6) return 'moderate';
  if (kappa <= 0.8) return 'substantial';
  return 'almost perfect';
}
