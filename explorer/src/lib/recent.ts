// Queries of this browser, newest first. Kept here and sent nowhere. Pure functions around one place of storage.
export interface Recent {
  pages: string[]; // as the address has them
  title: string;
}

const most = 8;
const memory = (store: string) => `cocite-recent:${store}`;

export function withRecent(list: Recent[], one: Recent): Recent[] {
  const others = list.filter((other) => other.pages.join(' ') !== one.pages.join(' '));
  return [one, ...others].slice(0, most);
}

// What was kept, as far as it can be read.
export function parseRecent(text: string | null): Recent[] {
  try {
    const list = JSON.parse(text ?? '[]') as unknown;
    if (!Array.isArray(list)) return [];
    return list.filter(
      (one: Partial<Recent> | null): one is Recent =>
        typeof one?.title === 'string' && Array.isArray(one.pages) && one.pages.length > 0 && one.pages.every((page) => typeof page === 'string'),
    );
  } catch {
    return [];
  }
}

export function recentOf(store: string): Recent[] {
  try {
    return parseRecent(localStorage.getItem(memory(store)));
  } catch {
    return []; // A browser that keeps nothing.
  }
}

export function keepRecent(store: string, one: Recent) {
  try {
    localStorage.setItem(memory(store), JSON.stringify(withRecent(recentOf(store), one)));
  } catch {
    // As above.
  }
}

export function forgetRecent(store: string) {
  try {
    localStorage.removeItem(memory(store));
  } catch {
    // As above.
  }
}
