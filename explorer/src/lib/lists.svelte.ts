// The user's lists of this store, kept by this browser and sent nowhere.
import { freeName, parseLists, withKept, type Kept, type List } from './lists';
import { nameOf, titleOf, type Named } from './words';

const memory = (store: string) => `cocite-lists:${store}`;
const firstName = 'My list';

export const keptOf = (page: Named): Kept => ({ page: nameOf(page), url: page.url, title: titleOf(page).replace(/^“(.*)”$/, '$1'), note: '' });

class Lists {
  private store = $state.raw<string>();
  all = $state.raw<List[]>([]);
  current = $state(''); // the name of the list that pages are kept in; empty: the first
  failed = $state(false); // the browser keeps nothing: they last as long as this page

  // Those of another store are others.
  of(store: string) {
    if (store === this.store) return;
    this.store = store;
    this.current = '';
    try {
      this.all = parseLists(localStorage.getItem(memory(store)));
    } catch {
      this.all = [];
    }
  }

  get target(): List | undefined {
    return this.all.find((list) => list.name === this.current) ?? this.all[0];
  }

  has(page: string): boolean {
    return this.target?.pages.some((one) => one.page === page) ?? false;
  }

  // Into the list, or out of it. The first page makes the first list.
  toggle(kept: Kept): 'kept' | 'removed' {
    const list = this.target ?? this.make(firstName);
    const isThere = list.pages.some((one) => one.page === kept.page);
    this.change(list.name, isThere ? { pages: list.pages.filter((one) => one.page !== kept.page) } : withKept(list, kept));
    return isThere ? 'removed' : 'kept';
  }

  make(name: string, content: Partial<List> = {}): List {
    const list: List = { note: '', pages: [], ...content, name: freeName(this.all, name) };
    this.keep([...this.all, list]);
    this.current = list.name;
    return list;
  }

  change(name: string, change: Partial<List>) {
    this.keep(this.all.map((list) => (list.name === name ? { ...list, ...change } : list)));
  }

  rename(name: string, wanted: string) {
    const others = this.all.filter((list) => list.name !== name);
    const next = freeName(others, wanted);
    this.change(name, { name: next });
    if (this.current === name) this.current = next;
  }

  remove(name: string) {
    this.keep(this.all.filter((list) => list.name !== name));
  }

  private keep(all: List[]) {
    this.all = all;
    try {
      localStorage.setItem(memory(this.store ?? ''), JSON.stringify(all));
      this.failed = false;
    } catch {
      this.failed = true;
    }
  }
}

export const lists = new Lists();
