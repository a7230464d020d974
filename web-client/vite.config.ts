import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { fileOf } from './build/chunks.ts';
import { pages } from './build/pages.ts';

/** The server that `npm run dev` talks to. */
const SERVER = process.env.TENGEN_SERVER ?? 'http://127.0.0.1:8015';

/**
 * The board in a frame of another site is built by itself, with copies of what it shares: a browser keeps what it fetched for
 * one site from every other, so they are fetched again anyway.
 */
const isFrame = (mode: string) => mode === 'embed';

export default defineConfig(({ mode }) => ({
  plugins: [svelte(), visitorCookie(), ...(isFrame(mode) ? [] : [pages()]), packed()],
  build: {
    emptyOutDir: !isFrame(mode),
    target: 'es2022',
    // The oldest browsers that know `light-dark()`.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // Everything is a file of its own: the page's policy allows no `data:` addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // A page that is fetched by itself is the file it is in, not one more that names it.
      preserveEntrySignatures: 'allow-extension',
      input: isFrame(mode) ? { embed: 'embed.html' } : { index: 'index.html', early: 'src/early.ts' },
      output: {
        codeSplitting: isFrame(mode) ? true : { includeDependenciesRecursively: false, groups: [{ name: fileOf }] },
      },
    },
    // The licences of what is built in, which must go wherever it goes. The frame has nothing that the pages have not.
    license: isFrame(mode) ? false : { fileName: 'licenses.md' },
  },
  server: {
    // The presets are read from the repository.
    fs: { allow: ['..'] },
    proxy: {
      '/api': { target: SERVER, changeOrigin: true },
      '/ws': { target: SERVER, ws: true, changeOrigin: true, rewriteWsOrigin: true },
    },
  },
  test: { include: ['src/**/*.test.ts'] },
}));

/** While developing, the page does not come from the server; this fetches the visitor's cookie that comes with it. */
function visitorCookie(): Plugin {
  return {
    name: 'visitor-cookie',
    configureServer({ middlewares }) {
      middlewares.use((request, _response, next) => {
        request.url = request.url?.replace(/^\/embed\/[^?]+/, '/embed.html');
        next();
      });
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

/** Puts packed copies beside every text file, which the server sends to browsers that unpack. */
function packed(): Plugin {
  return {
    name: 'packed',
    apply: 'build',
    writeBundle({ dir = 'dist' }) {
      for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
        if (/\.(js|css|html|svg|webmanifest)$/.test(name)) {
          const path = join(dir, name);
          const text = readFileSync(path);
          writeFileSync(`${path}.gz`, gzipSync(text, { level: 9 }));
          writeFileSync(`${path}.br`, brotliCompressSync(text));
        }
      }
    },
  };
}
