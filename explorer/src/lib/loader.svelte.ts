// An answer that is on its way: the old one stays to be seen until the new one is there.
import { Problem } from './api';

export class Loader<T> {
  data = $state.raw<T>();
  problem = $state.raw<Problem>();
  busy = $state(false);
  private current?: AbortController;

  // Ends what is still under way; gives the cleanup for an effect.
  load(ask: (signal: AbortSignal) => Promise<T>): () => void {
    const request = new AbortController();
    this.current?.abort();
    this.current = request;
    this.busy = true;
    ask(request.signal).then(
      (data) => {
        if (this.current !== request) return;
        this.data = data;
        this.problem = undefined;
        this.busy = false;
      },
      (error: unknown) => {
        if (this.current !== request || request.signal.aborted) return;
        this.data = undefined;
        this.problem = Problem.of(error);
        this.busy = false;
      },
    );
    return () => request.abort();
  }

  clear() {
    this.current?.abort();
    this.current = undefined;
    this.data = undefined;
    this.problem = undefined;
    this.busy = false;
  }
}
