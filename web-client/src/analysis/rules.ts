/** By which rules the analysis board judges. Pure data. */

import type { Rules } from '../protocol';

/** What of a game's rules decides what a stone makes. */
export type Judging = Pick<Rules, 'five' | 'forbidden'>;

export const RULES = ['renju', 'freestyle', 'standard', 'renju_for_both'] as const;
export type RuleName = (typeof RULES)[number];

const JUDGING: Record<RuleName, Judging> = {
  renju: { five: 'renju', forbidden: 'black' },
  freestyle: { five: 'five_or_more', forbidden: 'nobody' },
  standard: { five: 'exactly_five', forbidden: 'nobody' },
  renju_for_both: { five: 'exactly_five', forbidden: 'both' },
};

export const BOARDS = [15, 19, 20] as const;
export type BoardLines = (typeof BOARDS)[number];

/** What the server is told of rules. */
export function judgingBy(rules: RuleName): Judging {
  return JUDGING[rules];
}

/** The rules that judge as those of a game do. A five of renju without forbidden moves is nearest to freestyle. */
export function rulesLike({ five, forbidden }: Judging): RuleName {
  return RULES.find((name) => JUDGING[name].five === five && JUDGING[name].forbidden === forbidden) ?? 'freestyle';
}

/** Whether moves can be forbidden; such rules have a board of 15 lines. */
export function forbids(rules: RuleName): boolean {
  return JUDGING[rules].forbidden !== 'nobody';
}

/** The board of so many lines, if there is one. */
export function boardOf(lines: number): BoardLines | null {
  return BOARDS.find((each) => each === lines) ?? null;
}
