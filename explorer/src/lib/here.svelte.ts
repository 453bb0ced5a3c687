// The one place of the page's state: where the user is. Everything else follows from it.
import { emptyPlace, parsePlace, writePlace, wrongIn, type Place, type Wrong } from './permalink';

class Here {
  place = $state.raw<Place>(emptyPlace());
  wrong = $state.raw<Wrong>(); // the address names something that is not here

  start() {
    const look = () => {
      this.place = parsePlace(location.search);
      this.wrong = wrongIn(location.pathname, location.search);
    };
    look();
    addEventListener('popstate', look);
  }

  // The address of a change, for links that can also be opened in a new tab. From the folder on: the path may be wrong.
  link(change: Partial<Place>): string {
    return `./${writePlace({ ...this.place, ...change })}`;
  }

  go(change: Partial<Place>) {
    const next = { ...this.place, ...change };
    if (!this.wrong && writePlace(next) === writePlace(this.place)) return;
    history.pushState(null, '', `./${writePlace(next)}`);
    this.place = next;
    this.wrong = undefined;
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
