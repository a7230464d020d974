/** What an arbiter can rule now, and what each act sends. Pure; the server decides. */

import { readSeat } from '../clock';
import { positionAfter } from '../position';
import type { Action, Audience, Code, Edition, Person, Ruling, Seat, Sides } from '../protocol';
import type { Known } from '../table';
import { textIn } from '../talk/text';
import { parseTime, timeText } from './time';

/** What is ruled about somebody who watches. */
export type PersonAct = 'mute' | 'unmute' | 'remove' | 'readmit';
/** What is ruled about the game. */
export type ActName = Exclude<Ruling['type'], PersonAct>;
export type GroupName = 'clock' | 'penalties' | 'game';

/** The acts in the order in which they are shown. */
export const GROUPS: Record<GroupName, readonly ActName[]> = {
  clock: ['halt', 'go_on', 'set_clock', 'split', 'time_penalty'],
  penalties: ['violation', 'loss', 'double_loss', 'draw', 'disqualify', 'uphold', 'annul'],
  game: ['adjourn', 'open_sealed', 'recolour', 'replay', 'move_board'],
};

/** What is to be filled in for an act, besides the reason. */
export type FieldName = 'charged' | 'seat' | 'time' | 'minus' | 'plus' | 'cause' | 'sides' | 'board';
const FIELDS: Record<ActName, readonly FieldName[]> = {
  halt: [],
  go_on: ['charged', 'time'],
  set_clock: ['seat', 'time'],
  split: [],
  time_penalty: ['seat', 'minus', 'plus'],
  violation: ['seat'],
  loss: ['seat'],
  double_loss: [],
  draw: [],
  replay: [],
  recolour: ['cause'],
  adjourn: [],
  open_sealed: [],
  disqualify: ['seat'],
  uphold: [],
  annul: ['sides'],
  move_board: ['board'],
};

/** An act as it is filled in; times as they are typed. */
export interface Draft {
  seat: Seat | null;
  charged: 'nobody' | Seat | 'both';
  time: string;
  minus: string;
  plus: string;
  cause: 'pairing' | 'players';
  sides: Sides | null;
  board: string;
  /** Whether it is meant although the server asked back. */
  force: boolean;
}

/** The longest label of a board. */
export const BOARD_MAX = 16;

/** What can be ruled as soon as both sit. */
const RESULTS: readonly ActName[] = ['loss', 'double_loss', 'draw', 'disqualify', 'move_board'];

/** What can be ruled on a game part of whose record is lost. */
const AFTER_DAMAGE: readonly ActName[] = ['draw', 'replay', 'move_board'];

/** Colours are corrected before the fourth stone. */
const STONES_BEFORE_TOO_LATE = 4;

/** The acts that can be taken now. */
export function possibleActs(known: Known): ReadonlySet<ActName> {
  const { state } = known;
  if (state.phase === 'over') {
    return new Set(actsAfter(known));
  }
  if (state.phase !== 'playing') {
    return new Set(state.phase === 'starting' ? RESULTS : ['move_board']);
  }
  if (state.suspended) {
    return new Set(AFTER_DAMAGE);
  }
  const stage = state.adjournment?.stage ?? null;
  const hasClock = state.clock !== null;
  const isShared = state.clock !== null && state.clock.shared_left_ms !== null;
  const stones = positionAfter(known.laid, known.moves).stones.length;
  const can: Record<ActName, boolean> = {
    halt: !state.halted && stage === null,
    go_on: state.halted || stage === 'sealing',
    set_clock: hasClock && !isShared,
    split: isShared && known.opened.rules.clock?.shared?.used_up === 'draw',
    time_penalty: hasClock && !isShared,
    violation: true,
    loss: true,
    double_loss: true,
    draw: true,
    replay: true,
    recolour: stones < STONES_BEFORE_TOO_LATE,
    adjourn: stage === null && !state.paused && state.owed !== null,
    open_sealed: stage === 'sealed',
    disqualify: true,
    uphold: false,
    annul: false,
    move_board: true,
  };
  return new Set((Object.keys(can) as ActName[]).filter((act) => can[act]));
}

/** What can be ruled on a game that is over: what both have confirmed can only be annulled. */
function actsAfter(known: Known): ActName[] {
  const { confirmation, next_game } = known.state;
  const isOpen = confirmation !== null && confirmation.settled === null;
  const hasSome = seatsToLose(known).length > 0;
  return [
    ...(hasSome && confirmation?.settled !== 'both' ? ['loss' as const] : []),
    ...(next_game || (isOpen && known.opened.series !== null) ? ['disqualify' as const] : []),
    ...(isOpen ? ['uphold' as const] : []),
    ...(hasSome ? ['annul' as const] : []),
    'move_board',
  ];
}

/** Who can still lose: both while the game runs, and afterwards whoever has not lost, if the game counts. */
export function seatsToLose({ state }: Known): readonly Seat[] {
  const scores = state.outcome?.scores;
  return (['a', 'b'] as const).filter((seat) => !scores || (scores[seat] !== 'loss' && scores[seat] !== 'void'));
}

/** What is to be filled in now. Time is charged only where each side has some of its own. */
export function fieldsOf(act: ActName, { charged }: Draft, known: Known): readonly FieldName[] {
  const { clock } = known.state;
  if (act === 'go_on' && (clock === null || clock.shared_left_ms !== null)) {
    return [];
  }
  return FIELDS[act].filter((field) => field !== 'time' || act !== 'go_on' || charged !== 'nobody');
}

/** What an act starts from. Whom it hits is always said by the arbiter. */
export function draftFor(act: ActName, known: Known, now: number): Draft {
  const draft: Draft = { seat: null, charged: 'nobody', time: '', minus: '', plus: '', cause: 'pairing', sides: null, board: known.board ?? '', force: false };
  switch (act) {
    case 'go_on':
      return { ...draft, time: timeText(now - (haltedAt(known) ?? now)) };
    case 'time_penalty':
      return { ...draft, ...penaltyOf(known.opened.rules.edition) };
    default:
      return draft;
  }
}

/** The draft once it is said whom it hits. */
export function withSeat(act: ActName, draft: Draft, seat: Seat, known: Known, now: number): Draft {
  if (act !== 'set_clock') {
    return { ...draft, seat };
  }
  const left = leftOf(known, seat, now);
  return { ...draft, seat, time: left === null ? '' : timeText(left) };
}

/** What the rules foresee. Where less than seven minutes are left the server gives it all to the opponent by the oldest ones. */
function penaltyOf(edition: Edition): Pick<Draft, 'minus' | 'plus'> {
  return { minus: '5:00', plus: edition === 'of2013' ? '5:00' : '2:00' };
}

/** When the game was stopped, on the room's time line; `null` while it is not. */
export function haltedAt({ acts, state, pausedAt }: Known): number | null {
  if (!state.halted) {
    return null;
  }
  const act = acts.findLast(({ events }) => events.some((event) => event.type === 'game' && event.event.type === 'halted'));
  return act?.at ?? pausedAt;
}

/** What is left of a seat's present period; `null` without a clock of its own. */
function leftOf({ opened, state }: Known, seat: Seat, now: number): number | null {
  const { clock } = opened.rules;
  return clock && state.clock ? readSeat(clock, state.clock, seat, now).left_ms : null;
}

/** What an act sends; `null` while something is missing or no time. */
export function rulingOf(act: ActName, draft: Draft): Ruling | null {
  const { seat, cause, sides } = draft;
  const force = draft.force ? { force: true } : {};
  switch (act) {
    case 'go_on': {
      const ms = draft.charged === 'nobody' ? 0 : parseTime(draft.time);
      const pays = (each: Seat) => (draft.charged === each || draft.charged === 'both' ? (ms ?? 0) : 0);
      return ms === null ? null : { type: act, charge_ms: { a: pays('a'), b: pays('b') }, ...force };
    }
    case 'set_clock': {
      const left_ms = parseTime(draft.time);
      return seat && left_ms !== null ? { type: act, seat, left_ms } : null;
    }
    case 'time_penalty': {
      const [minus_ms, plus_ms] = [parseTime(draft.minus), parseTime(draft.plus)];
      return seat && minus_ms !== null && plus_ms !== null && minus_ms + plus_ms > 0 ? { type: act, seat, minus_ms, plus_ms, ...force } : null;
    }
    case 'violation':
    case 'loss':
    case 'disqualify':
      return seat && { type: act, seat };
    case 'recolour':
      return { type: act, cause };
    case 'halt':
    case 'split':
    case 'double_loss':
    case 'draw':
    case 'replay':
    case 'adjourn':
    case 'open_sealed':
    case 'uphold':
      return { type: act };
    case 'annul':
      return sides && { type: act, sides };
    case 'move_board': {
      const board = draft.board.trim();
      return board !== '' && [...board].length <= BOARD_MAX ? { type: act, board } : null;
    }
    default:
      act satisfies never;
      return null;
  }
}

/** The whole action: a ruling and its reason. */
export function ruled(ruling: Ruling | null, text: string, isOnRules = false): Extract<Action, { type: 'rule' }> | null {
  const reason = textIn(text);
  const ground = isOnRules ? { ground: 'interpretation' as const } : {};
  return ruling && reason !== null ? { type: 'rule', ruling, reason, ...ground } : null;
}

/** Whether the server would do it if it is said once more that it is meant. */
export function asksBack(code: Code | null): boolean {
  return code === 'needs_force' || code === 'over_limit';
}

/** Somebody who watches or did, and what can be ruled about them. */
export interface Watcher {
  person: Person;
  isMuted: boolean;
  isRemoved: boolean;
  can: readonly PersonAct[];
}

/** Who watches, then who was silenced or sent out and is not here. Arbiters are not among them. */
export function watchersIn(audience: Audience | null, arbiters: readonly Person[]): Watcher[] {
  const { watchers = [], muted = [], removed = [] } = audience ?? {};
  const isIn = (people: readonly Person[], { id }: Person) => people.some((person) => person.id === id);
  const all = [...watchers, ...muted, ...removed];
  const people = all.filter((person, index) => all.findIndex(({ id }) => id === person.id) === index);
  return people
    .filter((person) => !isIn(arbiters, person))
    .map((person) => {
      const [isHere, isMuted, isRemoved] = [isIn(watchers, person), isIn(muted, person), isIn(removed, person)];
      const can: PersonAct[] = [...(isMuted ? ['unmute' as const] : isHere ? ['mute' as const] : []), ...(isRemoved ? ['readmit' as const] : isHere ? ['remove' as const] : [])];
      return { person, isMuted, isRemoved, can };
    });
}
