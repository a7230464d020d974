/** Which of the presets a bot plays with a person, and why not now. Pure. */

import type { Preset } from '../presets';
import type { Bot, Rules } from '../protocol';

/** How many moves of its own a side is taken to make, as the server reckons. */
const MOVES_RECKONED = 40;

/** How long a clock lasts for each side: all stages and periods, half of what both share, and what 40 moves gain. */
export function timeOf({ stages, shared }: NonNullable<Rules['clock']>): number {
  const own = stages.reduce((sum, { time_ms, periods }) => sum + time_ms * periods, 0);
  const gain = stages[0]?.gain;
  const gained = gain && gain.type !== 'nothing' ? gain.ms * MOVES_RECKONED : 0;
  return own + (shared?.time_ms ?? 0) / 2 + gained;
}

/** The presets that a bot plays with people, with the clock of the preset. */
export function presetsOf({ accepts }: Bot, presets: readonly Preset[]): Preset[] {
  if (accepts.opponents === 'bots') {
    return [];
  }
  const fits = (rules: Rules): boolean => {
    if (!rules.clock) {
      return accepts.untimed;
    }
    const time = timeOf(rules.clock);
    return time >= accepts.time_min_ms && time <= (accepts.time_max_ms ?? Infinity);
  };
  const plays = (id: string, rules: Rules) =>
    accepts.presets.includes(id) && accepts.boards.includes(rules.board) && fits(rules);
  return presets.filter(({ id, rules }) => plays(id, rules));
}

/** Whether a bot has as many games as it plays at once. */
export function isBusy({ games, accepts }: Bot): boolean {
  return games >= accepts.games;
}
