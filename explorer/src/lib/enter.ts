// What Enter does with the text of the box: a function of the text and of what the service says about it, never of
// what happened to be on the screen. Pure.
import type { Completed } from './api';
import { looksLikeAddress, nameOf } from './words';

export type Outcome =
  | { go: 'page'; page: string; words: string } // words: what to search for instead; empty: nothing
  | { go: 'search'; words: string }
  | { go: 'choose' } // nothing is called just that, and the list has pages to choose from
  | { go: 'nowhere' };

// In turn: the page that the text names, by its address, its name or its host; a text that looks like an address, whose
// page says that it is not there; the words, where the store can be searched.
export function outcomeOf(text: string, told: Completed, canSearch: boolean): Outcome {
  const plain = text.trim();
  if (plain === '') return { go: 'nowhere' };
  if (told.meant) {
    const isAddress = told.meant_by === 'address';
    return { go: 'page', page: nameOf(told.meant), words: isAddress || !canSearch ? '' : plain };
  }
  if (looksLikeAddress(plain)) return { go: 'page', page: plain.replace(/^https?:\/\//i, ''), words: '' };
  if (canSearch) return { go: 'search', words: plain };
  if (told.items.length + told.names.length > 0) return { go: 'choose' };
  return { go: 'page', page: plain, words: '' };
}
