// A part of a page that is left out when it fails would be lost for good where the service was only busy: when it
// is asked for the first time, it has things to prepare. So it is asked again, a few times.
import { Problem } from './api';

const tries = 5;
const pause = 1500; // milliseconds

export async function patiently<T>(ask: () => Promise<T>, signal: AbortSignal, wait = pause): Promise<T> {
  for (let left = tries; ; --left) {
    try {
      return await ask();
    } catch (error) {
      const isBusy = error instanceof Problem && (error.status === 503 || error.status === 504);
      if (!isBusy || left <= 1 || signal.aborted) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}
