/**
 * A table as this client knows it. Pure: {@link receive} is the only way it changes.
 *
 * Records are taken strictly in order. An older one is ignored; a missing one is answered by asking for what was missed.
 */

import { actsAfter } from './arbiter/record';
import { stonesOf } from './openings';
import type {
  Act,
  Call,
  GameEvent,
  Happened,
  Move,
  Opened,
  PerSeat,
  Person,
  Phase,
  PointName,
  RoomEvent,
  RoomMessage,
  Rules,
  Seat,
  Seen,
  Snapshot,
  State,
  Stone,
} from './protocol';

/** Who is connected. Not part of the record. */
export interface Here {
  seats: PerSeat<boolean | null>;
  watchers: number;
  /** Since when a player has been gone, on the room's time line. */
  gone_since: PerSeat<number | null>;
}

/** What is known once a snapshot has come. */
export interface Known {
  opened: Opened;
  seats: PerSeat<Person | null>;
  arbiters: readonly Person[];
  /** The label of the board. */
  board: string | null;
  /** For whom the seats are kept, in a game of a competition. */
  kept: PerSeat<Person | null> | null;
  /** The stones that stood before the first move, in order. */
  laid: readonly PointName[];
  moves: readonly Move[];
  /** What happened between the moves, in order. */
  acts: readonly Act[];
  state: State;
  /** When who owes something began to think. */
  thinkingSince: number;
  /** When the clocks were stopped by agreement, by the arbiter or by a sealed move, while they are. */
  pausedAt: number | null;
  /** What was shown and called in the choice of colours, as far as it was heard. */
  shown: Shown;
  /** When the last record happened, on the room's time line. */
  at: number;
}

/** The stones that were held, and the call. */
export interface Shown {
  numbers: PerSeat<number | null>;
  call: Call | null;
}

/** One room as this client has seen it. */
export interface Table {
  room: string;
  /** `null` until the room answered `join`. */
  epoch: number | null;
  /** The number of the record that comes next. */
  next: number;
  /** Where the room's time line begins on the server's clock; `null` while no time passes. */
  origin: number | null;
  known: Known | null;
  here: Here | null;
}

/** What a message brought about. */
export interface Step {
  table: Table;
  /** Something was lost: join again with {@link seen}. */
  resync: boolean;
  /** What happened live, in order, for sounds and announcements. Empty after a snapshot. */
  events: readonly RoomEvent[];
}

/** A room of which nothing is known yet. */
export function emptyTable(room: string): Table {
  return { room, epoch: null, next: 0, origin: null, known: null, here: null };
}

/** How far the room was seen, for `join`. */
export function seen(table: Table): Seen | null {
  return table.epoch === null || table.known === null ? null : { epoch: table.epoch, next: table.next };
}

/** The table after `message`. Messages about other rooms change nothing. */
export function receive(table: Table, message: RoomMessage): Step {
  if (message.room !== table.room) {
    return same(table);
  }
  switch (message.type) {
    case 'joined':
      return same({ ...table, epoch: message.epoch, origin: message.origin });
    case 'snapshot':
      return same({ ...table, next: message.next, known: knownFrom(message) });
    case 'happened':
      return follow(table, message);
    case 'presence':
      return same({ ...table, here: { seats: message.seats, watchers: message.watchers, gone_since: message.gone_since } });
    case 'resumed':
      return same({ ...table, origin: message.origin });
    case 'readout':
    case 'audience':
    case 'talk':
      return same(table);
    default:
      message satisfies never;
      return same(table);
  }
}

function same(table: Table): Step {
  return { table, resync: false, events: [] };
}

function knownFrom({ opened, seats, arbiters, board, kept, laid, moves, acts, state, at }: Snapshot): Known {
  const began = Math.max(moves.at(-1)?.at ?? -1, state.clock?.running?.since ?? -1);
  const pausedAt = state.stopped_since;
  const { numbers, call } = state.colours ?? NOTHING_SHOWN;
  const thinkingSince = began < 0 ? at : began;
  return { opened, seats, arbiters, board, kept: kept ?? null, laid, moves, acts, state, at, thinkingSince, pausedAt, shown: { numbers, call } };
}

function follow(table: Table, message: Happened): Step {
  if (message.seq < table.next) {
    return same(table);
  }
  if (message.seq > table.next) {
    return { table, resync: true, events: [] };
  }
  const known = message.events.reduce<Known | null>((before, event) => apply(before, event, message), table.known);
  if (!known) {
    return { table, resync: true, events: [] };
  }
  const acts = actsAfter(known.acts, message.at, known.moves.length, message.events);
  const after = { ...known, acts, state: message.state, at: message.at };
  return { table: { ...table, next: message.seq + 1, known: after }, resync: false, events: message.events };
}

/** What is known after one event. The rest of it, `state`, comes with the record. */
function apply(known: Known | null, event: RoomEvent, record: Happened): Known | null {
  if (event.type === 'opened') {
    const { type: _, ...opened } = event;
    const { state, at } = record;
    const nobody = { seats: { a: null, b: null }, arbiters: [], kept: opened.bout ? { a: null, b: null } : null } as const;
    const nothing = { board: opened.board, laid: [], moves: [], acts: [], pausedAt: null, shown: NOTHING_SHOWN };
    return { opened, ...nobody, ...nothing, state, at, thinkingSince: at };
  }
  if (!known) {
    return null;
  }
  if (event.type === 'seated') {
    return { ...known, seats: { ...known.seats, [event.seat]: event.person } };
  }
  if (event.type === 'officiated' || event.type === 'presides') {
    const others = known.arbiters.filter(({ id }) => id !== event.person.id);
    return { ...known, arbiters: [...others, event.person] };
  }
  if (event.type === 'dismissed') {
    return { ...known, arbiters: known.arbiters.filter(({ id }) => id !== event.person.id) };
  }
  if (event.type === 'kept') {
    return { ...known, kept: { ...(known.kept ?? { a: null, b: null }), [event.seat]: event.person } };
  }
  if (event.type === 'board_moved') {
    return { ...known, board: event.board };
  }
  return event.type === 'game' ? applyGame(known, event.event, record.at) : { ...known, shown: shownAfter(known.shown, event) };
}

const NOTHING_SHOWN: Shown = { numbers: { a: null, b: null }, call: null };

function shownAfter(shown: Shown, event: RoomEvent): Shown {
  switch (event.type) {
    case 'colours_begun':
      return NOTHING_SHOWN;
    case 'revealed':
    case 'number_drawn':
      return { ...shown, numbers: { ...shown.numbers, [event.seat]: event.number } };
    case 'called':
      return { ...shown, call: event.call };
    default:
      return shown;
  }
}

function laidBy({ opening }: Rules): readonly PointName[] {
  return opening.type === 'agreed' ? stonesOf(opening.opening) : [];
}

function moved(known: Known, { seat, deed, lag_ms }: Pick<Move, 'seat' | 'deed' | 'lag_ms'>, at: number): Known {
  const move: Move = { seat, deed, at, took_ms: (known.pausedAt ?? at) - known.thinkingSince, lag_ms };
  return { ...known, moves: [...known.moves, move], thinkingSince: at, pausedAt: null };
}

function applyGame(known: Known, event: GameEvent, at: number): Known {
  switch (event.type) {
    case 'started':
      return { ...known, laid: laidBy(known.opened.rules), thinkingSince: at };
    case 'moved':
      return moved(known, event, at);
    case 'forced_pass':
      return moved(known, { seat: event.seat, deed: { type: 'forced_pass' }, lag_ms: 0 }, at);
    case 'taken_back':
      return { ...known, moves: known.moves.slice(0, event.moves), thinkingSince: at };
    case 'plays_again':
      return { ...known, moves: known.moves.slice(0, -1), thinkingSince: at };
    case 'restarted':
      return { ...known, moves: [], thinkingSince: at, pausedAt: known.pausedAt === null ? null : at };
    case 'paused':
    case 'halted':
    case 'suspended':
    case 'sealed':
      return { ...known, pausedAt: known.pausedAt ?? at };
    case 'resumed':
    case 'continued':
      return { ...known, thinkingSince: known.thinkingSince + at - (known.pausedAt ?? at), pausedAt: null };
    case 'draw_offered':
    case 'draw_offer_dropped':
    case 'draw_declined':
    case 'claim_failed':
    case 'violated':
    case 'asked':
    case 'denied':
    case 'ended':
    case 'arrived':
    case 'time_fouled':
    case 'clock_set':
    case 'time_split':
    case 'time_penalised':
    case 'adjourned':
    case 'unsealed':
    case 'confirmed':
    case 'punished':
    case 'time_given':
    case 'result_accepted':
    case 'result_disputed':
    case 'result_settled':
    case 'annulled':
    case 'disqualified':
      return known;
    default:
      event satisfies never;
      return known;
  }
}

/** The seat of a person, if they have one here. */
export function seatOf(known: Known | null, person: Person | null): Seat | null {
  if (!known || !person) {
    return null;
  }
  return known.seats.a?.id === person.id ? 'a' : known.seats.b?.id === person.id ? 'b' : null;
}

/** The seat that can be taken, if there is one: a game with a set time begins without whoever has not come. */
export function freeSeat({ a, b }: PerSeat<Person | null>, phase: Phase): Seat | null {
  return phase === 'over' ? null : a === null ? 'a' : b === null ? 'b' : null;
}

/** The colour a seat plays, once that is settled. */
export function stoneOf(state: Pick<State, 'black'>, seat: Seat): Stone | null {
  return state.black === null ? null : state.black === seat ? 'black' : 'white';
}

/** The colour a seat plays or will play, if that is known: a table may fix it before the game begins. */
export function stoneFor({ state, opened }: Known, seat: Seat): Stone | null {
  const fixed = opened.colours === 'black_a' ? 'a' : opened.colours === 'black_b' ? 'b' : null;
  return stoneOf({ black: state.black ?? fixed }, seat);
}

/** A stone that was sent and not yet answered. */
export interface Sending {
  point: PointName;
  stone: Stone;
  ply: number;
}

/** The stone still to be shown as *sending*: the game has not gone on from the position it answers. */
export function stillSending(known: Known, sending: Sending | null): Sending | null {
  return sending && sending.ply === known.state.ply ? sending : null;
}

/** The moment on the room's time line when the server's clock shows `serverNow`; time stands still without an origin. */
export function momentAt(table: Table, serverNow: number): number {
  const last = table.known?.at ?? 0;
  return table.origin === null ? last : Math.max(last, serverNow - table.origin);
}

/** The seat that is kept for a person, in a game of a competition. */
export function keptSeat(known: Known | null, person: Person | null): Seat | null {
  return (['a', 'b'] as const).find((seat) => person !== null && known?.kept?.[seat]?.id === person.id) ?? null;
}

/** Whether this person is an arbiter of the game. */
export function isArbiter(known: Known | null, person: Person | null): boolean {
  return known !== null && person !== null && known.arbiters.some(({ id }) => id === person.id);
}
