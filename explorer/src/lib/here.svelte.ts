// The one place of the page's state: where the user is. Everything else follows from it.
import { emptyPlace, parsePlace, writePlace, wrongIn, type Place, type Wrong } from './permalink';

// Holds the page at a place while answers and reasons arrive, which make it shorter and longer, until the user acts.
class Hold {
  private readonly watcher = new ResizeObserver(() => this.scroll());
  private readonly events = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

  constructor(readonly top: number) {
    for (const event of this.events) addEventListener(event, this.end, { passive: true });
    // The browser would move the page with the rows that are on the screen.
    document.documentElement.style.overflowAnchor = 'none';
    this.watcher.observe(document.documentElement);
    this.scroll();
  }

  // Also when rows were changed: a page that was short for a moment has lost its place without a new size.
  scroll() {
    if (document.documentElement.scrollHeight >= this.top + innerHeight) scrollTo({ top: this.top });
  }

  end = () => {
    this.watcher.disconnect();
    document.documentElement.style.overflowAnchor = '';
    for (const event of this.events) removeEventListener(event, this.end);
    if (here.hold === this) here.hold = undefined;
  };
}

class Here {
  private resting: ReturnType<typeof setTimeout> | undefined;
  hold: Hold | undefined;
  place = $state.raw<Place>(emptyPlace());
  wrong = $state.raw<Wrong>(); // the address names something that is not here

  start() {
    const look = () => {
      this.place = parsePlace(location.search);
      this.wrong = wrongIn(location.pathname, location.search);
    };
    look();
    // Answers arrive after the browser would have scrolled.
    history.scrollRestoration = 'manual';
    addEventListener('popstate', ({ state }: PopStateEvent) => {
      clearTimeout(this.resting);
      this.hold?.end();
      look();
      this.hold = new Hold((state as { scroll?: number } | null)?.scroll ?? 0);
    });
    addEventListener('scroll', () => {
      clearTimeout(this.resting);
      if (this.hold) return; // the place is known already
      this.resting = setTimeout(() => history.replaceState({ scroll: scrollY }, ''), 150);
    });
  }

  // The address of a change, for links that can also be opened in a new tab. From the folder on: the path may be wrong.
  link(change: Partial<Place>): string {
    return `./${writePlace({ ...this.place, ...change })}`;
  }

  go(change: Partial<Place>) {
    const next = { ...this.place, ...change };
    if (!this.wrong && writePlace(next) === writePlace(this.place)) return;
    clearTimeout(this.resting);
    history.replaceState({ scroll: this.hold?.top ?? scrollY }, '');
    this.hold?.end();
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
