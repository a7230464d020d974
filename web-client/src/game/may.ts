/** Which actions beside the board there are, and whether they can be taken now. Pure; the server decides. */

import { isSealing } from '../arbiter/sealing';
import { otherSeat, type PointName, type Seat, type Stone } from '../protocol';
import { positionAfter } from '../position';
import { stoneOf, type Known } from '../table';

/** What a player can do beside the board: absent if the rules do not have it or it makes no sense now. */
export interface Possible {
  abort: boolean;
  /** Offering a draw by itself; `improper` in the opponent's time. */
  offerDraw: 'proper' | 'improper' | null;
  /** Offering a draw, or declaring a five, with the move that is owed. */
  withDraw: boolean;
  withFive: boolean;
  declareFive: boolean;
  pass: boolean;
  takeback: boolean;
  pause: boolean;
  giveTime: boolean;
  claim: Claimable | null;
  /** Calling the arbiter. */
  complain: boolean;
  resign: boolean;
}

/** What can be claimed as forbidden. */
export interface Claimable {
  /** The stone that the opponent has just placed. */
  last: PointName | null;
  /** The stones that can be claimed as overlines at any time. */
  any: readonly PointName[];
}

/** A double-three has five stones, and nothing that is forbidden has fewer. */
const STONES_OF_A_FOUL = 5;
/** No pass before so many stones stand. */
const STONES_BEFORE_PASS = 5;

/** While an arbiter has stopped the game. */
const NOTHING: Possible = {
  abort: false,
  offerDraw: null,
  withDraw: false,
  withFive: false,
  declareFive: false,
  pass: false,
  takeback: false,
  pause: false,
  giveTime: false,
  claim: null,
  complain: false,
  resign: false,
};

/** What `seat` can do now; `null` if nothing. A result that is not confirmed can be disputed before the arbiter. */
export function possibleNow(known: Known, seat: Seat): Possible | null {
  const { phase, suspended, confirmation } = known.state;
  if (phase === 'playing' && !suspended) {
    return possibleFor(known, seat);
  }
  const mayDispute = phase === 'over' && confirmation !== null && confirmation.settled === null && !confirmation.disputed[seat];
  return mayDispute ? { ...NOTHING, complain: true } : null;
}

/** What `seat` can do while the game runs. */
export function possibleFor(known: Known, seat: Seat): Possible {
  const { state, opened, moves } = known;
  const { rules } = opened;
  const isMine = state.owed?.seat === seat && !state.paused;
  const what = state.owed?.what;
  const isUsual = what?.type === 'stone' && what.zone === null;
  const { stones } = positionAfter(known.laid, moves);
  const isQuiet = state.favour === null && !state.paused;
  const complain = known.arbiters.length > 0 || opened.arbitration !== 'none';
  const pass = rules.pass === 'from_move_six' && isMine && isUsual && stones.length >= STONES_BEFORE_PASS;
  if (state.halted || state.adjournment) {
    return { ...NOTHING, pass: pass && isSealing(known, seat), complain, resign: true };
  }
  return {
    abort: mayAbort(known),
    offerDraw: state.draw_offer === null && isUsual ? offerFor(known, isMine) : null,
    withDraw: rules.draws.type === 'with_move' && isMine && isUsual,
    withFive: rules.declaration === 'declared' && isMine && what?.type === 'stone',
    declareFive: rules.declaration === 'declared',
    pass,
    takeback: rules.takebacks === 'by_agreement' && isQuiet && moves.some((move) => move.seat === seat),
    pause: rules.pauses === 'by_agreement' && rules.clock !== null && isQuiet,
    giveTime: rules.gifts === 'allowed' && state.clock !== null && state.clock.shared_left_ms === null && !state.paused,
    claim: claimableBy(known, seat),
    complain,
    resign: true,
  };
}

/** Whether the game can still be called off: not one with a set time, nor one that an arbiter would have to end. */
function mayAbort({ opened: { rules, arbitration }, moves }: Known): boolean {
  const haveMoved = (['a', 'b'] as const).every((each) => moves.some((move) => move.seat === each));
  return rules.start.type === 'when_seated' && arbitration === 'none' && !haveMoved;
}

/** When the game of a player who has been gone since a moment can be claimed; `null` if never. Nobody is waited for while it stands still. */
export function claimableAt({ opened: { rules }, state }: Known, gone: number): number | null {
  const runs = state.phase === 'playing' && !state.paused && state.adjournment === null;
  return rules.absence_ms !== null && runs ? gone + rules.absence_ms : null;
}

function offerFor({ opened: { rules } }: Known, isMine: boolean): Possible['offerDraw'] {
  if (rules.draws.type === 'plain') {
    return 'proper';
  }
  return rules.draws.strict && !isMine ? 'improper' : null;
}

/** What `seat` can claim, where forbidden moves are pointed out and bind the opponent. */
function claimableBy({ opened: { rules }, state, laid, moves }: Known, seat: Seat): Claimable | null {
  const theirs: Stone | null = stoneOf(state, otherSeat(seat));
  const binds = rules.forbidden === 'both' || (rules.forbidden === 'black' && theirs === 'black');
  const { adjudication } = rules;
  if ((adjudication.type !== 'claim' && adjudication.type !== 'play_again') || !binds || theirs === null) {
    return null;
  }
  const stones = positionAfter(laid, moves).stones.filter(({ stone }) => stone === theirs);
  if (stones.length < STONES_OF_A_FOUL) {
    return null;
  }
  const deed = moves.at(-1)?.deed;
  const last = deed?.type === 'stone' && deed.stone === theirs ? deed.point : null;
  const any = adjudication.type === 'claim' && adjudication.overline_any_time ? stones.map(({ point }) => point) : [];
  return last !== null || any.length > 0 ? { last, any } : null;
}
