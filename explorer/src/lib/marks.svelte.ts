// The user's judgements of this store, kept by the browser until they are saved or forgotten.
import { saveAs } from './save';
import { judged, parseJudgements, ratingsText, type Judgements, type Verdict } from './judgements';

const memory = (store: string) => `cocite-judgements:${store}`;

class Marks {
  private store = $state.raw('');
  private all = $state.raw<Judgements>({});
  readonly size = $derived(Object.keys(this.all).length);

  // Those of another store are others.
  of(store: string) {
    if (store === this.store && this.size > 0) return;
    this.store = store;
    try {
      this.all = parseJudgements(localStorage.getItem(memory(store)));
    } catch {
      this.all = {}; // A browser that keeps nothing: they last as long as this page.
    }
  }

  add(pages: string[], answer: string, verdict: Verdict) {
    this.keep(judged(this.all, pages, answer, verdict));
  }

  save() {
    saveAs(new Blob([ratingsText(this.all)], { type: 'text/tab-separated-values' }), 'ratings.tsv');
  }

  forget() {
    this.keep({});
  }

  private keep(all: Judgements) {
    this.all = all;
    try {
      localStorage.setItem(memory(this.store), JSON.stringify(all));
    } catch {
      // As above.
    }
  }
}

export const marks = new Marks();
