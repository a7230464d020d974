import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

/** The server that `npm run dev` talks to. */
const SERVER = process.env.TENGEN_SERVER ?? 'http://127.0.0.1:8015';

export default defineConfig({
  plugins: [svelte()],
  build: {
    target: 'es2022',
    // The oldest browsers that know `light-dark()`.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // Everything is a file of its own: the page's policy allows no `data:` addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: {
      '/api': { target: SERVER, changeOrigin: true },
      '/ws': { target: SERVER, ws: true, changeOrigin: true, rewriteWsOrigin: true },
    },
  },
  test: { include: ['src/**/*.test.ts'] },
});
