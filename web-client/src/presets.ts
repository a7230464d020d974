/** Rule sets with a name, as the server publishes them. Pure. */

import list from '../../proto/presets.json';
import type { Rules } from './protocol';

/** The stable names of the presets, by the group they are offered in. */
export const GROUPS = {
  casual: ['freestyle', 'standard', 'renju'],
  gomoku: ['swap2', 'pro', 'long-pro'],
  international: ['taraguchi10', 'soosyrv8', 'yamaguchi', 'rif', 'tarannikov'],
  chinese: ['cn2013', 'cn2009', 'cn-old', 'swap3-2', 'renju-pop', 'free', 'free-swap3'],
} as const;
export type Group = keyof typeof GROUPS;
export type PresetId = (typeof GROUPS)[Group][number];
export const GROUP_NAMES = Object.keys(GROUPS) as readonly Group[];

export interface Preset {
  id: PresetId;
  rules: Rules;
}

const IDS: readonly string[] = Object.values(GROUPS).flat();

/** The presets that have words here, in the order of the list. */
export const PRESETS = list.filter(({ id }) => IDS.includes(id)) as unknown as readonly Preset[];

const BY_ID = new Map(PRESETS.map((preset) => [preset.id, preset.rules]));

/** The rules of a preset. */
export function rulesOf(id: PresetId): Rules {
  const rules = BY_ID.get(id);
  if (!rules) {
    throw new Error(`no preset ${id}`);
  }
  return rules;
}

/** The parts of the rules that a preset fixes. When a table closes is nobody's rule. */
const PARTS = [
  'board',
  'five',
  'forbidden',
  'adjudication',
  'declaration',
  'opening',
  'pass',
  'draw_wins',
  'draws',
  'takebacks',
  'pauses',
  'gifts',
  'absence_ms',
  'confirm_result',
  'clock',
  'lag',
  'edition',
] as const satisfies readonly (keyof Rules)[];
export type Part = (typeof PARTS)[number];

/** In which parts two rule sets differ. */
export function differences(one: Rules, other: Rules): Part[] {
  return PARTS.filter((part) => !isSame(one[part], other[part]));
}

/** Every row of the lobby is compared with every preset, so what is the same at a glance is not spelled out. */
function isSame(x: unknown, y: unknown): boolean {
  return x === y || (isObject(x) && isObject(y) && textOf(x) === textOf(y));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** What was spelled out. Rules never change once they are here. */
const texts = new WeakMap<object, string>();

/** A value as text that does not depend on the order of its fields. */
function textOf(value: object): string {
  const known = texts.get(value);
  if (known !== undefined) {
    return known;
  }
  const text = JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([x], [y]) => (x < y ? -1 : 1)))
      : each,
  );
  texts.set(value, text);
  return text;
}

/** A preset and what is different from it. */
export interface Likeness {
  id: PresetId;
  changed: readonly Part[];
}

/**
 * The preset that rules are nearest to, if they are near to any; the clock is compared last, for it is changed most.
 * Two parts may differ, but not the kind of the opening.
 */
export function likenessOf(rules: Rules): Likeness | null {
  const candidates = PRESETS.filter(({ rules: { opening } }) => opening.type === rules.opening.type).map(({ id, rules: preset }) => {
    const changed = differences(rules, preset);
    const weight = changed.reduce((sum, part) => sum + WEIGHTS[part], 0);
    return { id, changed, weight };
  });
  const [best] = candidates.sort((x, y) => x.weight - y.weight);
  const counted = best?.changed.filter((part) => part !== 'clock' && part !== 'lag' && part !== 'edition').length ?? 0;
  return best && counted <= 2 ? { id: best.id, changed: best.changed } : null;
}

/** How much a part says about what is played. */
const WEIGHTS: Record<Part, number> = {
  five: 40,
  forbidden: 40,
  opening: 30,
  adjudication: 20,
  draws: 10,
  pass: 10,
  draw_wins: 10,
  declaration: 10,
  board: 8,
  takebacks: 4,
  pauses: 4,
  gifts: 4,
  absence_ms: 4,
  confirm_result: 2,
  lag: 2,
  edition: 3,
  clock: 1,
};
