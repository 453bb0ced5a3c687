import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

// Where `npm run dev` finds a running service; the build does not use it.
const service = process.env.COCITE_SERVICE ?? 'http://127.0.0.1:8080';

export default defineConfig({
  // Relative addresses: it works at any path, also behind a proxy.
  base: './',
  plugins: [svelte()],
  build: {
    target: 'es2022',
    // The content security policy allows files only: nothing as data: addresses, nothing inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  worker: { format: 'es' },
  server: { proxy: { '/api': service } },
});
