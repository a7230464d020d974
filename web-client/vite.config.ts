import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

/** The server that `npm run dev` talks to. */
const SERVER = process.env.TENGEN_SERVER ?? 'http://127.0.0.1:8015';

export default defineConfig({
  plugins: [svelte(), visitorCookie()],
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

/** While developing, the page does not come from the server; this fetches the visitor's cookie that comes with it. */
function visitorCookie(): Plugin {
  return {
    name: 'visitor-cookie',
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        if (!request.headers.accept?.includes('text/html')) {
          next();
          return;
        }
        fetch(SERVER, { headers: { cookie: request.headers.cookie ?? '' } })
          .then(({ headers }) => headers.getSetCookie().forEach((cookie) => response.appendHeader('set-cookie', cookie)))
          .catch(() => undefined)
          .finally(next);
      });
    },
  };
}
