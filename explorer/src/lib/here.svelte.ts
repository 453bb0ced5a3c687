// The one place of the page's state: where the user is. Everything else follows from it.
import { emptyPlace, parsePlace, writePlace, type Place } from './permalink';

class Here {
  place = $state.raw<Place>(emptyPlace());

  start() {
    this.place = parsePlace(location.search);
    addEventListener('popstate', () => (this.place = parsePlace(location.search)));
  }

  // The address of a change, for links that can also be opened in a new tab.
  link(change: Partial<Place>): string {
    return writePlace({ ...this.place, ...change }) || './';
  }

  go(change: Partial<Place>) {
    const next = { ...this.place, ...change };
    const address = writePlace(next);
    if (address === writePlace(this.place)) return;
    history.pushState(null, '', address || './');
    this.place = next;
  }
}

export const here = new Here();

// For a link's onclick: stays within the page, unless the user wants a tab or a window.
export function stay(change: Partial<Place>) {
  return (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    here.go(change);
    scrollTo({ top: 0 });
  };
}
