/** One HTML file for each page: what its first view needs is named in its head, and comes at once instead of one after another. */

import type { Plugin, Rolldown } from 'vite';
import { emptyBoard } from '../src/board/lines';
import { motif } from '../src/lobby/motif';

type Chunk = Rolldown.OutputChunk;

/** The pages: the file of each, and the component that the program puts into it. */
const PAGES: Readonly<Record<string, string>> = {
  index: 'lobby/Lobby.svelte',
  game: 'game/Game.svelte',
  games: 'games/Games.svelte',
  watch: 'watch/Wall.svelte',
  analysis: 'analysis/Analysis.svelte',
  bots: 'bots/Bots.svelte',
  competitions: 'competitions/Competitions.svelte',
  competition: 'competitions/Competition.svelte',
};
/** What is drawn on the largest thing of these pages, unless somebody has chosen otherwise. */
const PICTURES: Readonly<Record<string, string>> = { index: 'wood', game: 'wood', watch: 'wood' };
/**
 * What these pages have below the strip before there is a program, in the place and as large as the program puts it: the
 * largest thing that will be in sight. Words are not among it, since they depend on the reader.
 */
const SHELLS: Readonly<Record<string, string>> = {
  index: `<main class="lobby" aria-hidden="true"><div class="card"><div class="masthead"><i></i>${motif()}</div></div></main>`,
  game: `<main class="game" aria-hidden="true"><div class="top"></div><div class="middle"><div class="goban">${emptyBoard(15)}</div></div></main>`,
};
/** Behind this `index.html` has room for that. */
const END_OF_SHELL = '<!-- /shell -->';
/** The page that all are made from. */
const INDEX = 'index.html';
/** What opens the line to the server while the rest is still on its way. */
const EARLY = '/src/early.ts';
const END_OF_TITLE = '</title>';
const END_OF_HEAD = '</head>';

/** Makes the other pages from `index.html`. */
export function pages(): Plugin {
  return {
    name: 'pages',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
        const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
        const early = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(EARLY)));
        const index = bundle[INDEX];
        if (index?.type !== 'asset' || !early) {
          return this.error(`${INDEX} or the entry ${EARLY} is missing`);
        }
        const source = index.source.toString().replace(scriptTag(early.fileName), '');
        for (const [page, component] of Object.entries(PAGES)) {
          const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/src/${component}`)));
          if (!chunk) {
            return this.error(`no file has ${component}`);
          }
          const picture = Object.keys(bundle).find((file) => PICTURES[page] && file.includes(`/${PICTURES[page]}-`));
          const html = withHead(source, early, needed(chunk, byName), picture).replace(END_OF_SHELL, SHELLS[page] ?? '');
          if (page === 'index') {
            index.source = html;
          } else {
            this.emitFile({ type: 'asset', fileName: `${page}.html`, source: html });
          }
        }
      },
    },
  };
}

/** How a page names a file of script. */
function scriptTag(name: string): RegExp {
  return new RegExp(` *<(script type="module"|link rel="modulepreload") crossorigin (src|href)="/${name}">(</script>)?\\n`);
}

/** A file of script and all that it cannot run without. */
function needed(chunk: Chunk, byName: ReadonlyMap<string, Chunk>): Set<Chunk> {
  const found = new Set<Chunk>([chunk]);
  for (const { imports } of found) {
    for (const name of imports) {
      const imported = byName.get(name);
      if (imported) {
        found.add(imported);
      }
    }
  }
  return found;
}

/** The page with what these files want, as far as it does not name it already. */
function withHead(page: string, early: Chunk, chunks: ReadonlySet<Chunk>, picture: string | undefined): string {
  const missing = (path: string) => !page.includes(path);
  const scripts = [...chunks].map(({ fileName }) => fileName).filter((name) => name !== early.fileName && missing(name));
  const styles = new Set([...chunks].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]).filter(missing));
  const first = `    <script type="module" crossorigin async src="/${early.fileName}"></script>`;
  const links = [
    ...scripts.map((name) => `    <link rel="modulepreload" crossorigin href="/${name}">`),
    ...[...styles].map((name) => `    <link rel="stylesheet" crossorigin href="/${name}">`),
    ...(picture ? [`    <link rel="preload" as="image" href="/${picture}">`] : []),
  ];
  return page
    .replace(END_OF_TITLE, `${END_OF_TITLE}\n${first}`)
    .replace(`  ${END_OF_HEAD}`, `${links.join('\n')}\n  ${END_OF_HEAD}`);
}
