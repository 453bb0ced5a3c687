// What a user thinks of answers, as the + and − beside them tell it: lines of a file that `cocite tune --ratings` and
// `cocite eval --ratings` read (docs/formats/judgements.md).
export type Verdict = '1' | '0';
export type Judgements = Record<string, Verdict>; // "page<TAB>answer"; the last verdict of an answer counts

// Of several pages asked about, the answer is one to each of them.
export function judged(before: Judgements, pages: string[], answer: string, verdict: Verdict): Judgements {
  const next = { ...before };
  for (const page of pages) if (page !== answer) next[`${page}\t${answer}`] = verdict;
  return next;
}

export function ratingsText(judgements: Judgements): string {
  return Object.entries(judgements)
    .map(([pair, verdict]) => `${pair}\t${verdict}\n`)
    .join('');
}

// What was kept by an earlier visit; anything else in the text is ignored.
export function parseJudgements(text: string | null): Judgements {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    if (typeof value !== 'object' || value === null) return {};
    return Object.fromEntries(
      Object.entries(value).filter(
        (entry): entry is [string, Verdict] => /^[^\t\n]+\t[^\t\n]+$/.test(entry[0]) && (entry[1] === '1' || entry[1] === '0'),
      ),
    );
  } catch {
    return {};
  }
}
