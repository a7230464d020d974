/** Which file of script a module goes into: few files, and on no page one that is there for another. */

interface Modules {
  getModuleInfo(id: string): { readonly importers: readonly string[] } | null;
}

/** What is fetched as one, by the modules that ask for it; and pages that share with those. */
const ROOTS = {
  embed: /\/src\/embed\/main\.ts$/,
  early: /\/src\/early\.ts$/,
  app: /\/src\/main\.ts$/,
  lobby: /\/src\/lobby\/Lobby\.svelte$/,
  game: /\/src\/(game\/Game\.svelte|live-events\.svelte\.ts)$/,
  panels: /\/src\/game\/panels\.ts$/,
  analysis: /\/src\/analysis\/Analysis\.svelte$/,
} as const;
type Root = keyof typeof ROOTS;

/** The file of a module; `null` leaves it to the bundler. */
export function fileOf(id: string, modules: Modules): string | null {
  const askers = askersOf(id, modules);
  const has = (root: Root) => askers.has(root);
  if (has('early')) {
    return 'early';
  }
  if (has('embed')) {
    return has('app') || has('game') ? 'shared' : has('lobby') ? 'small' : null;
  }
  if (has('app') || (has('lobby') && has('game'))) {
    return 'app';
  }
  if (has('lobby') && has('panels')) {
    return 'rules';
  }
  if (has('game')) {
    return has('analysis') ? 'board' : 'game';
  }
  return has('lobby') ? 'lobby' : null;
}

/** What cannot run without this module. */
function askersOf(id: string, modules: Modules): Set<Root> {
  const askers = new Set<Root>();
  const seen = new Set([id]);
  for (const module of seen) {
    for (const root of Object.keys(ROOTS) as Root[]) {
      if (ROOTS[root].test(module)) {
        askers.add(root);
      }
    }
    modules.getModuleInfo(module)?.importers.forEach((importer) => seen.add(importer));
  }
  return askers;
}
