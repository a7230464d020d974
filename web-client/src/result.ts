/** How a game ended, in words. Pure. */

import type { Words } from './i18n';
import { nameOf } from './prompt';
import { otherSeat, type Outcome, type Reason, type Seat } from './protocol';
import { stoneOf, type Known } from './table';

/** How a game ended, as this seat sees it: "You win · five in a row". */
export function resultText(known: Known, outcome: Outcome, seat: Seat | null, words: Words): string {
  const text = [verdict(known, outcome, seat, words), reasonText(outcome, words), ...drawText(known, outcome, words)].join(' · ');
  return known.state.earned ? `${text} · ${words.referee.changed}` : text;
}

function verdict(known: Known, outcome: Outcome, seat: Seat | null, words: Words): string {
  const { scores } = outcome;
  const punished = punishedIn(outcome);
  if (punished) {
    return words.arbiter.punishedText(nameOf(known, punished), words.arbiter.points[scores[otherSeat(punished)]]);
  }
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

const DRAWS: ReadonlySet<Reason['type']> = new Set(['agreement', 'double_pass', 'full_board', 'shared_time']);

/** That a draw was a win, where it was. */
function drawText({ opened: { rules } }: Known, { reason, scores }: Outcome, { law }: Words): string[] {
  const isWon = rules.draw_wins !== null && DRAWS.has(reason.type) && scores.a !== 'draw';
  return isWon && rules.draw_wins ? [law.drawWins[rules.draw_wins]] : [];
}

/** The seat that lost although the other did not win, and not both did. */
function punishedIn({ scores }: Outcome): Seat | null {
  return (['a', 'b'] as const).find((seat) => scores[seat] === 'loss' && scores[otherSeat(seat)] === 'draw') ?? null;
}

function reasonText({ reason }: Outcome, words: Words): string {
  switch (reason.type) {
    case 'forbidden':
      return words.reasonForbidden(words.fouls[reason.foul], reason.point.toUpperCase());
    case 'forced_forbidden':
      return words.reasonForced(words.fouls[reason.foul], reason.point.toUpperCase());
    default:
      return words.reasons[reason.type];
  }
}
