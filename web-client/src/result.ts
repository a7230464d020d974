/** How a game ended, in words. Pure. */

import type { Words } from './i18n';
import type { Outcome, Seat } from './protocol';
import { stoneOf, type Known } from './table';

/** How a game ended, as this seat sees it: "You win · five in a row". */
export function resultText(known: Known, outcome: Outcome, seat: Seat | null, words: Words): string {
  return `${verdict(known, outcome, seat, words)} · ${reasonText(outcome, words)}`;
}

function verdict(known: Known, { scores }: Outcome, seat: Seat | null, words: Words): string {
  if (scores.a === 'void') {
    return words.noResult;
  }
  if (scores.a === 'draw') {
    return words.draw;
  }
  if (seat) {
    return scores[seat] === 'win' ? words.youWin : words.youLose;
  }
  if (scores.a === scores.b) {
    return words.bothLose;
  }
  const winner: Seat = scores.a === 'win' ? 'a' : 'b';
  const colour = stoneOf(known.state, winner);
  return colour ? words.wins(words.stones[colour]) : words.finished;
}

function reasonText({ reason }: Outcome, words: Words): string {
  return reason.type === 'forbidden'
    ? words.reasonForbidden(words.fouls[reason.foul], reason.point.toUpperCase())
    : words.reasons[reason.type];
}
