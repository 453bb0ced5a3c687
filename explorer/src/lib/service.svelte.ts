// What the service has: asked once, when the page opens.
import { SvelteMap } from 'svelte/reactivity';
import { api, Problem, type Method, type Page, type Store } from './api';
import { choicesOf } from './description';
import { here } from './here.svelte';
import { archivedCopy, nameOf } from './words';

const preparingMs = 1500; // a store that is being prepared is asked after again

class Service {
  stores = $state.raw<Store[]>([]);
  methods = $state.raw<Method[]>([]);
  problem = $state.raw<Problem>();
  ready = $state(false);
  studies = $state(false); // whether it keeps any
  replay = $state(''); // where archived copies are; empty: nowhere
  graphs = $state.raw<string[]>([]); // pages, hosts, sites: what can be asked about, if there is a choice

  // What stores there are is known.
  private tellStarted!: () => void;
  readonly started = new Promise<void>((resolve) => (this.tellStarted = resolve));

  // Pages that answers named, by what the address calls them: titles for chips and headings.
  known = new SvelteMap<string, Page>();

  // The one that the address names, or the first; nothing where it names one that is not here.
  get store(): Store | undefined {
    const { store: name } = here.place;
    return name ? this.stores.find((store) => store.name === name) : this.stores[0];
  }

  get lacksStore(): boolean {
    return this.ready && this.store === undefined;
  }

  get method(): Method | undefined {
    const name = here.place.by;
    return this.methods.find((method) => method.name === name) ?? this.methods[0];
  }

  async start() {
    this.problem = undefined;
    try {
      const [stores, methods] = await Promise.all([api.stores(), api.methods()]);
      this.stores = stores.stores;
      this.studies = stores.studies;
      this.replay = stores.replay ?? '';
      this.methods = methods.methods;
      this.ready = true;
      this.tellStarted();
      void this.look();
      if (this.stores.some((store) => !store.ready)) setTimeout(() => this.start(), preparingMs);
    } catch (error) {
      this.problem = Problem.of(error);
    }
  }

  private async look() {
    try {
      this.graphs = choicesOf(await api.description(), '/api/related', 'on');
    } catch {
      // Then there is no choice.
    }
  }

  remember(pages: (Page & { asked?: string })[]) {
    for (const page of pages) {
      for (const name of [page.asked, nameOf(page), page.key]) {
        const known = this.known.get(name ?? '');
        if (name && (known?.title !== page.title || known.called !== page.called)) this.known.set(name, page);
      }
    }
  }

  // For pages that no answer has named yet: those of a permalink, or negative examples.
  async learn(names: string[], signal: AbortSignal) {
    for (const name of names.filter((one) => !this.known.has(one))) {
      try {
        const page = await api.page(here.place, name, signal);
        this.remember([{ ...page, asked: name }]);
      } catch {
        // It stays with its address; the view says what is wrong.
      }
    }
  }

  // Where a page is opened: the archived copy of what was fetched, if there is one, else the page itself.
  opens(page: { url: string; date?: string | undefined }): string {
    return archivedCopy(this.replay, page) || page.url;
  }

  page(name: string): Page {
    return this.known.get(name) ?? { key: name, url: '', title: '' };
  }
}

export const service = new Service();
