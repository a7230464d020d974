/** How colours can be settled. Pure. */

import type { Words } from './i18n';
import type { Colours, ColourState } from './protocol';

export type Method = ColourState['method'];

/** The ways for players to settle colours that the form offers at once. */
export const METHODS = ['handful', 'call', 'toss'] as const satisfies readonly Method[];

/** The way in which the players settle colours themselves, if they do. */
export function methodOf(colours: Colours): Method | null {
  switch (colours) {
    case 'black_a':
    case 'black_b':
    case 'random':
      return null;
    case 'handful':
    case 'handful_difference':
    case 'call':
    case 'toss':
    case 'right':
      return colours;
    default:
      colours satisfies never;
      return null;
  }
}

/** How colours are settled, in words, unless the table fixes them. */
export function coloursText(colours: Colours, { start }: Words): string | null {
  if (colours === 'black_a' || colours === 'black_b') {
    return null;
  }
  const method = methodOf(colours);
  return start.colours(method ? start.methods[method] : start.byLot);
}
