// <cocite-related> and <cocite-search>: related pages and a search box on a static site, without a server.
//
//   <script src="/cocite/cocite.js" defer></script>
//   <cocite-search></cocite-search>
//   <cocite-related max="5"></cocite-related>
//
// `cocite export STORE --to site --out DIR` writes cocite.min.js, which tools/minify_site.mjs makes of this file, beside
// its data. At most 5,000 bytes, so this file is terse. Formats: docs/formats/site.md.
(() => {
const script = document.currentScript, folder = new URL('.', script.src),
  root = new URL(script.dataset.root || '..', folder), kept = {},
  // Each file once; null if it is missing.
  get = (path, kind = 'json') => kept[path] ??= fetch(new URL(path, folder)).then(r => r.ok ? r[kind]() : null),
  make = (tag, props, ...children) => {
    const e = Object.assign(document.createElement(tag), props);
    e.append(...children);
    return e;
  },
  link = ([url, title, about], props) => make('a', {href: new URL(url, root), textContent: title, ...props},
    make('small', {textContent: about})),
  css = new CSSStyleSheet();
css.replaceSync(`:host{display:block;position:relative;font:var(--cocite-font,inherit);color:var(--cocite-text,inherit);--a:var(--cocite-accent,LinkText)}
a{color:var(--a);display:block;padding:.5em 0}ul{list-style:none;margin:0;padding:0}h2{font-size:1.1em}
small{display:inline-block;width:100%;color:var(--cocite-muted,var(--cocite-text,CanvasText))}
input{box-sizing:border-box;width:100%;min-height:44px;padding:0 .8em;font:inherit;font-size:max(16px,1em)}
[role]{background:var(--cocite-background,Canvas);color:var(--cocite-text,CanvasText)}
input,[role=listbox]{border:1px solid var(--cocite-border,GrayText);border-radius:var(--cocite-radius,6px)}
[role=listbox]{position:absolute;z-index:9;width:100%;box-sizing:border-box;max-height:70vh;overflow:auto}
a[role]{padding:.6em .8em;color:var(--a)}
:focus-visible,[aria-selected=true]{outline:2px solid var(--a);outline-offset:-2px}`);
const open = (e, ...children) => {
  const shadow = e.shadowRoot || e.attachShadow({mode: 'open'});
  shadow.adoptedStyleSheets = [css];
  shadow.replaceChildren(...children);
};

customElements.define('cocite-related', class extends HTMLElement {
  async connectedCallback() {
    const option = name => this.getAttribute(name),
      // The file of a path: a/index.html is a/, and a.html is a, since servers differ. FNV-1a, twice.
      of = path => get(`related/${[2166136261, 3405691582].map(h => {
        for (const b of new TextEncoder().encode(path)) h = Math.imul(h ^ b, 16777619);
        return (h >>> 0).toString(16).padStart(8, 0);
      }).join('')}.json`),
      path = (option('page') || decodeURI(location.pathname).slice(decodeURI(root.pathname).length))
        .replace(/(^|\/)index\.html?$/, '$1').replace(/\.html?$/, ''),
      items = (await of(path) || path && await of(path + '/'))?.related?.slice(0, option('max') || 10);
    // Without an answer, what stands inside the element stays.
    if (items?.[0]) {
      const heading = option('heading') || 'Related pages';
      open(this, make('nav', {ariaLabel: heading}, make('h2', {textContent: heading}),
        make('ul', {}, ...items.map(item => make('li', {}, link(item))))));
    }
  }
});

// Words as `cocite search` cuts them; scripts without spaces in pairs.
const paired = '[\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Thai}\\p{sc=Laoo}\\p{sc=Khmr}\\p{sc=Mymr}]',
  terms = text => (text.normalize('NFKC').toUpperCase().toLowerCase().replace(/ς/g, 'σ')
    .match(RegExp(`${paired}+|[[\\p{L}\\p{M}\\p{N}]--${paired}]+`, 'gv')) || []).flatMap(run => {
      const c = [...run];
      return c[1] && RegExp(paired, 'v').test(run) ? c.slice(1).map((x, i) => c[i] + x) : run;
    }),
  // The words of a shard in order, each with [documents, Rice parameter, bits of a value, step, bytes], or with the word
  // that has its list.
  shard = async i => {
    const bytes = new Uint8Array(await get(`search/${i}.bin`, 'arrayBuffer')), words = new Map;
    let at = bytes.indexOf(0) + 1, word = '', list;
    for (const line of new TextDecoder().decode(bytes.subarray(0, at - 1)).split('\n')) {
      const [end, ...rest] = line.slice(1).split('\t');
      word = word.slice(0, parseInt(line[0], 36)) + end;
      words.set(word, rest[1] ? (list = word, [...rest, bytes.subarray(at, at += +rest[4])]) : rest[0] || list);
    }
    return words;
  },
  search = async (text, most) => {
    const {first, pages, chunk} = await get('search/meta.json'), firsts = first.split(' '),
      scores = new Float64Array(pages), seen = {}, asked = terms(text),
      at = word => Math.max(0, firsts.findLastIndex(f => f <= word)),
      // Adds what a page has of the best of these words.
      add = async (words, weight = 1) => {
        const best = [];
        for (let word of words) {
          let list = (await shard(at(word))).get(word);
          if (list?.trim) list = (await shard(at(word = list))).get(word);
          if (!list || seen[word]) continue;
          seen[word] = 1;
          let [count, rice, width, step, , bytes] = list, p = 0, doc = -1;
          const bits = n => { let v = 0; while (n--) v = v * 2 + (bytes[p >> 3] >> 7 - p++ % 8 & 1); return v };
          while (count--) {
            let high = 0;
            while (bits(1)) ++high;
            doc += (high << rice) + bits(rice) + 1;
            best[doc] = Math.max(best[doc] || 1e-9, bits(width) * step);
          }
        }
        best.forEach((share, doc) => scores[doc] += share * weight);
      },
      ranked = () => [...scores.keys()].filter(d => scores[d]).sort((a, b) => scores[b] - scores[a] || a - b),
      // Words that begin so, or at least with all but three letters, in this shard and the next.
      like = async word => {
        const i = at(word), near = [...(await shard(i)).keys()];
        if (firsts[i + 1]?.startsWith(word)) near.push(...(await shard(i + 1)).keys());
        for (let n = word.length; n > 1 && n > word.length - 4; --n) {
          const found = near.filter(w => w.startsWith(word.slice(0, n)));
          if (found[0]) return found.slice(0, 20);
        }
        return [];
      };
    for (const word of asked) await add((await shard(at(word))).has(word) ? [word] : await like(word));
    // While the last word is being typed, words that begin with it come after all others.
    if (asked[0] && ranked().length < most) await add(await like(asked.at(-1)), 1e-6);
    return Promise.all(ranked().slice(0, most).map(async d => (await get(`search/p${d / chunk | 0}.json`))[d % chunk]));
  };

customElements.define('cocite-search', class extends HTMLElement {
  connectedCallback() {
    const ariaLabel = this.getAttribute('placeholder') || 'Search',
      list = make('div', {id: 'l', role: 'listbox', hidden: true, ariaLabel}), note = make('div', {role: 'status'}),
      input = make('input', {type: 'search', placeholder: ariaLabel, ariaLabel, role: 'combobox', autocomplete: 'off', ariaExpanded: false}),
      options = list.children;
    let asked = 0, at;
    const show = (is, chosen = -1) => {
      list.hidden = !(input.ariaExpanded = !!(is && options[0]));
      [...options].map((e, i) => (e.ariaSelected = i == chosen) && e.scrollIntoView({block: 'nearest'}));
      input.setAttribute('aria-activedescendant', options[at = chosen]?.id || '');
    };
    input.setAttribute('aria-controls', 'l');
    input.oninput = async () => {
      const mine = ++asked, text = input.value.trim(),
        found = text ? await search(text, +this.getAttribute('max') || 8) : [];
      if (mine != asked) return;
      list.replaceChildren(...found.map((item, i) => link(item, {id: 'o' + i, role: 'option', tabIndex: -1})));
      note.textContent = text && !found[0] ? 'Nothing found' : '';
      show(1);
    };
    input.onkeydown = e => {
      const n = options.length, step = {ArrowDown: 1, ArrowUp: -1}[e.key];
      if (step && n) show(1, (at + step + n + (at < 0 && step < 0)) % n);
      else if (e.key == 'Enter' && n) options[Math.max(at, 0)].click();
      else if (e.key == 'Escape' && !list.hidden) show();
      else return;
      e.preventDefault();
    };
    input.onfocus = () => show(1);
    input.onblur = () => show();
    list.onmousedown = e => e.preventDefault();
    open(this, input, list, note);
  }
});
globalThis.cocite = {search};
})();
