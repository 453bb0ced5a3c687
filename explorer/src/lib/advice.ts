// What to say and to try when something went wrong. The service's messages name the trouble; this
// is what goes around them. Pure functions.
import type { Problem } from './api';

export function headline(problem: Pick<Problem, 'status' | 'title'>): string {
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

export function advice(problem: Pick<Problem, 'status'>): string {
  switch (problem.status) {
    case 0:
      return 'Is cocite serve still running? Start it again, then try once more.';
    case 401:
      return 'Whoever runs this service has the token.';
    case 404:
      return 'Check the address, or begin to type it: the box offers the pages there are.';
    case 400:
      return 'Check the settings; “Defaults” puts them back.';
    case 422:
      return 'Another method may do.';
    case 429:
      return 'Too many requests from here. Wait a moment, then try again.';
    case 503:
    case 504:
      return 'Wait a moment, or ask for less: a smaller B, or cocitation, which is quick.';
    default:
      return 'Try again. If it stays like this, the log of cocite serve says more.';
  }
}

// The message without the addresses at its end, and these: "… nearest keys: http://a/, http://b/".
export function nearest(detail: string): { text: string; pages: string[] } {
  const [, text, list] = /^(.*?)[;,:]?\s*nearest keys:\s*(.+)$/s.exec(detail) ?? [];
  if (text === undefined || list === undefined) return { text: detail, pages: [] };
  return { text, pages: list.split(/,\s+/).filter((page) => page !== '' && page !== '...') };
}
