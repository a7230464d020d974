/** The parts of what a person is asked for. Pure. */

import type { Action, Call, Code, ColourChoice, OpeningChoice, PointName, Seat } from './protocol';
import type { Known } from './table';

/** What a button does. */
export type Press =
  | Exclude<Action['type'], 'place' | 'lay' | 'choose' | 'call' | 'choose_colour'>
  | `choose_${OpeningChoice}`
  | `call_${Call}`
  | `take_${ColourChoice}`
  | 'copy_link'
  | 'confirm_place'
  | 'cancel_place'
  | 'clear_tentative'
  | 'cancel_claim'
  | 'go_rematch'
  | 'next_game'
  | 'go_live'
  | 'just_watch';

/** A button of the prompt. */
export interface Button {
  press: Press;
  label: string;
  /** The one that is most likely meant. */
  isMain: boolean;
  isOff: boolean;
}

/** One sentence, how it sounds, and its buttons. */
export interface Prompt {
  text: string;
  /** What should be known before a button is pressed. */
  hint: string | null;
  tone: 'quiet' | 'sending' | 'yours' | 'trouble' | 'result';
  buttons: readonly Button[];
  /** A number to be chosen, from 1 to this. */
  most: number | null;
  /** When what is asked for is done without this person, or what is waited for comes, on the room's time line. */
  until: number | null;
}

/** All that the prompt depends on. */
export interface Situation {
  known: Known | null;
  seat: Seat | null;
  /** Whether this person has the key that makes an arbiter, and is none yet. */
  isInvited: boolean;
  isArbiter: boolean;
  /** The seat that is kept for this person, in a game of a competition. */
  keptSeat: Seat | null;
  /** Whether the room's time stands still because it waits for its players. */
  isInterrupted: boolean;
  isSendingStone: boolean;
  asking: Action['type'] | null;
  complaint: Code | null;
  /** The points that the complaint is about. */
  conflict: readonly PointName[];
  /** Whether the board shows the latest position. */
  isLive: boolean;
  /** The point that waits for a second tap. */
  chosen: PointName | null;
  /** The alternatives put on the board and not yet shown. */
  tentative: readonly PointName[];
  /** The number of alternatives about to be announced, or of stones about to be held. */
  number: number;
  /** The number of stones that this person holds in the hand, as far as this window knows. */
  held: number | null;
  /** When the game of an opponent who is gone can be claimed, and whether that moment has come. */
  absence: { due: number; isDue: boolean } | null;
  /** Whether a player can say to be there. */
  mayArrive: boolean;
  /** The stone about to be claimed, and whether others can be, while a claim is being made. */
  claim: { point: PointName | null; any: boolean } | null;
}

export function quiet(text: string, ...buttons: Button[]): Prompt {
  return { text, hint: null, tone: 'quiet', buttons, most: null, until: null };
}

export function yours(text: string, ...buttons: Button[]): Prompt {
  return { ...quiet(text, ...buttons), tone: 'yours' };
}

export function sending(text: string): Prompt {
  return { ...quiet(text), tone: 'sending' };
}

export function main(press: Press, label: string, isOff = false): Button {
  return { press, label, isMain: true, isOff };
}

export function side(press: Press, label: string): Button {
  return { press, label, isMain: false, isOff: false };
}

export function nameOf(known: Known, seat: Seat): string {
  return known.seats[seat]?.name ?? '';
}
