/**
 * Which file a module goes into. A page opens six connections, and what does not fit into them comes there and back later:
 * so few files, and on no page script that is there for another.
 */

interface Modules {
  getModuleInfo(id: string): Info | null;
}

interface Info {
  readonly isEntry: boolean;
  readonly importers: readonly string[];
  readonly dynamicImporters: readonly string[];
}

/** What is fetched as one, by the modules that ask for it. Whatever else is fetched by itself is rarely wanted. */
const ROOTS = {
  early: /\/src\/early\.ts$/,
  app: /\/src\/main\.ts$/,
  lobby: /\/src\/lobby\/Lobby\.svelte$/,
  parts: /\/src\/lobby\/parts\.ts$/,
  game: /\/src\/game\/Game\.svelte$/,
  panels: /\/src\/game\/panels\.ts$/,
} as const;
type Root = keyof typeof ROOTS | 'other';

const STYLE = /[?&]type=style|\.css$/;

/**
 * The file of a module; `null` leaves it to the bundler. What only one of these asks for is left to it: a file from which
 * others take something cannot be the one that is fetched by itself, and would be named by one more.
 */
export function fileOf(id: string, modules: Modules): string | null {
  const askers = askersOf(id, modules);
  const has = (root: Root) => askers.has(root);
  if (has('early')) {
    return 'early';
  }
  if (has('app') || (has('game') && (has('lobby') || has('parts')))) {
    return 'app';
  }
  // How lobby and game look is one file: so much less than their script that one page has it from the other.
  if (STYLE.test(id)) {
    return has('lobby') || has('game') ? 'app' : has('parts') ? 'lists' : null;
  }
  if (askers.size === 1) {
    return null;
  }
  return has('lobby') ? 'rules' : has('game') ? 'board' : has('parts') ? (has('panels') ? 'law' : 'lists') : null;
}

/** What cannot run without this module. */
function askersOf(id: string, modules: Modules): Set<Root> {
  const askers = new Set<Root>();
  const seen = new Set([id]);
  for (const module of seen) {
    const info = modules.getModuleInfo(module);
    const root = (Object.keys(ROOTS) as (keyof typeof ROOTS)[]).find((name) => ROOTS[name].test(module));
    if (root) {
      askers.add(root);
    } else if (info && info.dynamicImporters.length > 0) {
      askers.add('other');
    }
    info?.importers.forEach((importer) => seen.add(importer));
  }
  return askers;
}
