// What the service says about the text of the box: asked once a text, a moment after typing stops, or at once where a
// key needs to know. Callers that await it get the answer about this text, or its problem, however long it takes.
import { api, type Completed } from './api';
import { patiently } from './patience';
import { service } from './service.svelte';

const waitMs = 60;

export interface Told extends Completed {
  text: string; // what it is about
}

const nothing = (text: string): Told => ({ text, prefix: text, matches: 0, items: [], names: [] });

export class Typed {
  told = $state.raw<Told>(nothing('')); // the newest there is: while another is on its way, of an earlier text
  private text = '';
  private timer: ReturnType<typeof setTimeout> | undefined;
  private request: AbortController | undefined;
  private answer: Promise<Told> | undefined;

  constructor(
    private readonly top: number,
    private readonly arrived: () => void,
  ) {}

  isAbout(text: string): boolean {
    return this.told.text === text;
  }

  change(text: string) {
    clearTimeout(this.timer);
    this.request?.abort();
    this.answer = undefined;
    this.text = text;
    if (text.trim() === '') this.told = nothing(text);
    // Suggestions are optional: their failure is reported only to callers that wait for them.
    else this.timer = setTimeout(() => void this.now(text).catch(() => undefined), waitMs);
  }

  now(text: string): Promise<Told> {
    if (text !== this.text) this.change(text);
    clearTimeout(this.timer);
    this.answer ??= this.ask(text);
    return this.answer;
  }

  private async ask(text: string): Promise<Told> {
    if (text.trim() === '') return nothing(text);
    const request = new AbortController();
    this.request = request;
    try {
      await service.started;
      const told = await patiently(() => api.complete(service.store?.name ?? '', text, this.top, request.signal), request.signal);
      // It was being prepared when the page opened: whether it can be searched is known only now.
      if (service.store && !service.store.ready) await service.start();
      request.signal.throwIfAborted();
      this.told = { ...told, text };
    } catch (error) {
      if (!request.signal.aborted) {
        this.told = nothing('');
        this.answer = undefined; // so that it can be tried again
      }
      throw error;
    } finally {
      if (!request.signal.aborted) this.arrived();
    }
    return this.told;
  }
}
