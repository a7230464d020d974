/** What the person is asked for: one sentence and its buttons. Pure; the page only draws it. */

import type { Words } from './i18n';
import type { Action, Code, Outcome, Seat } from './protocol';
import { otherSeat } from './protocol';
import { stoneFor, stoneOf, type Known } from './table';

/** What a button does. */
export type Deed = Exclude<Action['type'], 'place'> | 'copy_link' | 'confirm_place' | 'cancel_place' | 'go_rematch' | 'go_live';

/** A button of the prompt. */
export interface Button {
  deed: Deed;
  label: string;
  /** The one that is most likely meant. */
  isMain: boolean;
}

/** One sentence, how it sounds, and its buttons. */
export interface Prompt {
  text: string;
  tone: 'quiet' | 'sending' | 'yours' | 'trouble' | 'result';
  buttons: readonly Button[];
}

/** All that the prompt depends on. */
export interface Situation {
  known: Known | null;
  seat: Seat | null;
  /** Whether the room's time stands still. */
  isPaused: boolean;
  isSendingStone: boolean;
  asking: Action['type'] | null;
  complaint: Code | null;
  /** Whether the board shows the latest position. */
  isLive: boolean;
  /** The point that waits for a second tap, in capitals. */
  chosen: string | null;
}

/** The sentence and the buttons for a situation. */
export function promptFor(situation: Situation, words: Words): Prompt {
  const prompt = situation.isLive ? plainPrompt(situation, words) : lookingBack(plainPrompt(situation, words), words);
  if (situation.complaint) {
    return { ...prompt, text: words.codes[situation.complaint] ?? situation.complaint, tone: 'trouble' };
  }
  return situation.asking ? sending(words.sending) : prompt;
}

/** While an earlier position is shown, the way back comes first. */
function lookingBack(prompt: Prompt, words: Words): Prompt {
  return { ...prompt, buttons: [side('go_live', words.live), ...prompt.buttons] };
}

function plainPrompt(situation: Situation, words: Words): Prompt {
  const { known, seat } = situation;
  if (!known) {
    return quiet(words.loading);
  }
  switch (known.state.phase) {
    case 'open':
      return openPrompt(known, seat, words);
    case 'playing':
      return playingPrompt(known, situation, words);
    case 'over':
      return overPrompt(known, seat, words);
    default:
      known.state.phase satisfies never;
      return quiet('');
  }
}

function openPrompt(known: Known, seat: Seat | null, words: Words): Prompt {
  if (seat) {
    return quiet(words.waitingForOpponent, main('copy_link', words.copy), side('abort', words.closeTable));
  }
  const stone = stoneFor(known, known.seats.a ? 'b' : 'a');
  const label = stone ? words.joinAs(words.stones[stone]) : words.joinGame;
  return { text: words.seatFree, tone: 'yours', buttons: [main('sit', label)] };
}

function playingPrompt(known: Known, situation: Situation, words: Words): Prompt {
  const { state } = known;
  const { seat } = situation;
  if (situation.isPaused) {
    return quiet(words.paused);
  }
  if (seat && state.draw_offer === otherSeat(seat)) {
    return {
      text: words.drawOffered(nameOf(known, state.draw_offer)),
      tone: 'yours',
      buttons: [main('accept_draw', words.accept), side('decline_draw', words.decline)],
    };
  }
  if (situation.isSendingStone) {
    return sending(words.sendingMove);
  }
  const mover = state.owed?.seat ?? null;
  const colour = mover && stoneOf(state, mover);
  if (!mover || !colour) {
    return quiet('');
  }
  if (!seat) {
    return quiet(words.watching(words.stones[colour], nameOf(known, mover)));
  }
  if (mover !== seat) {
    const isOffered = state.draw_offer === seat;
    return quiet(isOffered ? words.drawOfferSent : words.theirMove(nameOf(known, mover)));
  }
  if (situation.chosen) {
    return {
      text: words.placeHere(situation.chosen),
      tone: 'yours',
      buttons: [main('confirm_place', words.place), side('cancel_place', words.cancel)],
    };
  }
  return { text: words.yourMove(words.stones[colour]), tone: 'yours', buttons: [] };
}

function overPrompt(known: Known, seat: Seat | null, words: Words): Prompt {
  const { state } = known;
  const text = state.outcome ? resultText(known, state.outcome, seat, words) : words.finished;
  return { text, tone: 'result', buttons: rematchButtons(known, seat, words) };
}

function rematchButtons({ state, seats }: Known, seat: Seat | null, words: Words): Button[] {
  if (state.rematch !== null) {
    return [main('go_rematch', words.toRematch)];
  }
  if (!seat || !seats.a || !seats.b) {
    return [];
  }
  if (state.rematch_offer === otherSeat(seat)) {
    return [main('accept_rematch', words.accept), side('decline_rematch', words.decline)];
  }
  return state.rematch_offer === seat ? [] : [main('offer_rematch', words.rematch)];
}

/** What is said of a rematch beside the result, if anything. */
export function rematchText({ state, seats }: Known, seat: Seat | null, words: Words): string | null {
  if (state.rematch !== null) {
    return words.rematchMade;
  }
  if (!seat || state.rematch_offer === null) {
    return null;
  }
  const offerer = seats[state.rematch_offer]?.name ?? '';
  return state.rematch_offer === seat ? words.rematchSent : words.rematchOffered(offerer);
}

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
  const winner: Seat = scores.a === 'win' ? 'a' : 'b';
  if (seat) {
    return winner === seat ? words.youWin : words.youLose;
  }
  const colour = stoneOf(known.state, winner);
  return colour ? words.wins(words.stones[colour]) : words.finished;
}

function reasonText({ reason }: Outcome, words: Words): string {
  return reason.type === 'forbidden'
    ? words.reasonForbidden(words.fouls[reason.foul], reason.point.toUpperCase())
    : words.reasons[reason.type];
}

function nameOf(known: Known, seat: Seat): string {
  return known.seats[seat]?.name ?? '';
}

function quiet(text: string, ...buttons: Button[]): Prompt {
  return { text, tone: 'quiet', buttons };
}

function sending(text: string): Prompt {
  return { text, tone: 'sending', buttons: [] };
}

function main(deed: Deed, label: string): Button {
  return { deed, label, isMain: true };
}

function side(deed: Deed, label: string): Button {
  return { deed, label, isMain: false };
}
