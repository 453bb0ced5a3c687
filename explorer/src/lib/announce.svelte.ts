// What a screen reader says when an answer arrives, and where the keyboard stands then.
import { tick } from 'svelte';

class Announcer {
  text = $state('');
}

export const announcer = new Announcer();

export function announce(text: string) {
  announcer.text = text;
}

export async function focusHeading() {
  await tick();
  document.getElementById('view-title')?.focus({ preventScroll: true });
}
