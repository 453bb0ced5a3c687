// What to say and to try when something went wrong. The service's messages name the trouble; this
// is what goes around them. Pure functions.
import type { Problem } from './api';

// A service with studies: who could ask the methods would know which of them found what.
export const isForOwner = (problem: Pick<Problem, 'status' | 'detail'>) =>
  problem.status === 401 && problem.detail.includes('OWNER-TOKEN');

export function headline(problem: Pick<Problem, 'status' | 'title' | 'detail'>): string {
  if (isForOwner(problem)) return 'A blind study is going on here';
  switch (problem.status) {
    case 400:
      return 'That cannot be asked';
    case 401:
      return 'This service asks for a token';
    case 404:
      return 'Not found';
    case 422:
      return 'This store cannot answer that';
    case 429:
    case 503:
    case 504:
      return 'Too busy just now';
    default:
      return problem.title;
  }
}

// hasSettings: whether the address has any; empty: the message says it all.
export function advice(problem: Pick<Problem, 'status' | 'detail'>, hasSettings = true): string {
  if (isForOwner(problem)) return 'While a study is running, only its owner may use the explorer, so that raters stay blind. Enter the owner token.';
  switch (problem.status) {
    case 0:
      return 'Is cocite serve still running? Start it again, then try once more.';
    case 401:
      return 'Ask the operator of this service for the token.';
    case 404:
      return 'Check the address, or begin to type it: the box offers the pages there are.';
    case 400:
      return hasSettings ? 'Check the settings; “Defaults” puts them back.' : '';
    case 422:
      return 'Another method, or another store, may do.';
    case 429:
      return 'Too many requests from here. Wait a moment, then try again.';
    case 503:
    case 504:
      return 'Try again in a moment. Where a method takes long, a smaller B helps, or cocitation, which is quick.';
    default:
      return 'Try again. If it stays like this, the log of cocite serve says more.';
  }
}

// A message without what the list under it says: "x is not here; nearest: a, b" -> "x is not here".
export function withoutNearest(detail: string, nearest: string[]): string {
  if (nearest.length === 0) return detail;
  return detail.replace(/; (nearest: |did you mean ).*$/s, '');
}
