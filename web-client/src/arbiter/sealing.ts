/** What is asked for while a game is stopped by an arbiter or adjourned. Pure. */

import type { Words } from '../i18n';
import { main, nameOf, quiet, yours, type Button, type Prompt, type Situation } from '../prompt';
import type { OpeningChoice, PointName, SealedMove, Seat } from '../protocol';
import type { Known } from '../table';

/** Whether this seat is to seal its next move. */
export function isSealing({ state: { adjournment } }: Known, seat: Seat | null): boolean {
  return adjournment?.stage === 'sealing' && adjournment.seat === seat;
}

/** A sealed move in a few words: `H8`, `a pass`. */
export function sealedText(move: SealedMove, { arbiter, play }: Words): string {
  switch (move.type) {
    case 'stone':
    case 'keep':
      return move.point.toUpperCase();
    case 'pass':
      return arbiter.passMove;
    case 'choose':
      return play.choiceNames[move.choice];
    case 'announce':
      return play.stepAnnounced(move.number);
    case 'show':
      return arbiter.alternativesMove(move.points.join(' ').toUpperCase());
    default:
      move satisfies never;
      return '';
  }
}

/** The points that a sealed move, once it is opened, is about. */
export function sealedPoints({ state: { adjournment } }: Known): readonly PointName[] {
  const move = adjournment?.move;
  switch (move?.type) {
    case 'stone':
    case 'keep':
      return [move.point];
    case 'show':
      return move.points;
    default:
      return [];
  }
}

/** What the arbiter's halt or an adjournment says to everybody but who seals; `null` if the game goes its way. */
export function standingPrompt(known: Known, seat: Seat | null, words: Words): Prompt | null {
  const { arbiter } = words;
  const { adjournment, halted, suspended } = known.state;
  if (suspended) {
    return { ...quiet(words.referee.suspended), hint: known.arbiters.length > 0 ? null : words.referee.askOperator };
  }
  if (!adjournment) {
    return halted ? quiet(arbiter.standsHalted) : null;
  }
  switch (adjournment.stage) {
    case 'sealing':
      return isSealing(known, seat) ? null : quiet(arbiter.sealingTheirs(nameOf(known, adjournment.seat)));
    case 'sealed': {
      const text = adjournment.seat === seat ? arbiter.youSealed : arbiter.sealedTheirs(nameOf(known, adjournment.seat));
      return { ...quiet(text), hint: seat ? arbiter.mayClose : null };
    }
    case 'confirming': {
      const move = adjournment.move ? sealedText(adjournment.move, words) : '';
      return seat && !adjournment.confirmed[seat]
        ? yours(arbiter.confirmThis(move), main('confirm', arbiter.confirmYes))
        : quiet(arbiter.confirmWaits(move));
    }
    default:
      adjournment.stage satisfies never;
      return null;
  }
}

/** The same choice as ever, but sealed: what is asked for, with another verb on its buttons. */
export function toSeal(prompt: Prompt, situation: Situation, words: Words): Prompt {
  const { arbiter } = words;
  const buttons = prompt.buttons.map((button) => sealButton(button, situation, words));
  const text = situation.chosen ? arbiter.sealThis(situation.chosen.toUpperCase()) : arbiter.sealYours;
  return { ...prompt, text, hint: situation.chosen ? prompt.hint : prompt.text, buttons };
}

function sealButton(button: Button, { chosen, tentative, number }: Situation, words: Words): Button {
  const move = sealedBy(button, chosen, tentative, number);
  return move ? { ...button, label: words.arbiter.seal(sealedText(move, words)) } : button;
}

function sealedBy({ press }: Button, chosen: PointName | null, points: readonly PointName[], number: number): SealedMove | null {
  if (press.startsWith('choose_')) {
    return { type: 'choose', choice: press.slice('choose_'.length) as OpeningChoice };
  }
  switch (press) {
    case 'confirm_place':
    case 'keep':
      return chosen ? { type: 'stone', point: chosen } : null;
    case 'announce':
      return { type: 'announce', number };
    case 'show':
      return points.length > 0 ? { type: 'show', points: [...points] } : null;
    default:
      return null;
  }
}
