// Light or dark: the system's choice until the user makes one, which this browser then remembers.
export type Shade = 'light' | 'dark';

const memory = 'cocite-theme';
const system = matchMedia('(prefers-color-scheme: dark)');

class Theme {
  shade = $state<Shade>('light');

  start() {
    const chosen = this.remembered();
    this.show(chosen ?? (system.matches ? 'dark' : 'light'));
    system.addEventListener('change', () => {
      if (!this.remembered()) this.show(system.matches ? 'dark' : 'light');
    });
  }

  toggle() {
    this.show(this.shade === 'dark' ? 'light' : 'dark');
    try {
      localStorage.setItem(memory, this.shade);
    } catch {
      // A browser that keeps nothing: the choice holds for this page.
    }
  }

  private remembered(): Shade | undefined {
    try {
      const value = localStorage.getItem(memory);
      return value === 'light' || value === 'dark' ? value : undefined;
    } catch {
      return undefined;
    }
  }

  private show(shade: Shade) {
    this.shade = shade;
    document.documentElement.dataset.theme = shade;
  }
}

export const theme = new Theme();
