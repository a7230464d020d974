/** The room on the page: its table, and what this person has sent and not yet heard back about. */

import { commandId, type Connection } from './connection';
import type {
  Accepted,
  Action,
  Audience,
  Code,
  Owed,
  Person,
  PointName,
  Readout,
  Refused,
  RoomEvent,
  RoomMessage,
  Seat,
  Talk,
  TalkLine,
} from './protocol';
import {
  emptyTable,
  isArbiter,
  keptSeat,
  momentAt,
  receive,
  seatOf,
  seen,
  stillSending,
  type Known,
  type Sending,
  type Table,
} from './table';

/** What a room tells the page. */
export interface RoomListener {
  /** What happened live, in order. */
  onEvents: (events: readonly RoomEvent[], room: Room) => void;
  /** The players of this room, of whom this person is one, play on in another. */
  onRematch: (room: string) => void;
}

/** What of the line to the server a room uses. */
export type RoomLine = Pick<Connection, 'say' | 'command' | 'serverNow'>;

/** How long to wait before a server that could not open the room is asked again. */
const KNOCK_AGAIN_MS = 3000;
/** How many lines of what was said beside the game are kept. */
const TALK_MAX = 200;

/** A room that this page follows. */
export class Room {
  readonly id: string;
  readonly #connection: RoomLine;
  readonly #listener: RoomListener;
  readonly #person: () => Person | null;

  table: Table;
  /** Set when there is no such room. */
  isUnknown = $state(false);
  /** Set when an arbiter has sent this person out. */
  isRemoved = $state(false);
  /** The key that makes an arbiter of this person, until it is used or laid aside. */
  invitation = $state.raw<string | null>(null);
  /** The last refusal, until something else is tried or happens. */
  complaint = $state.raw<Code | null>(null);
  /** The points that the refusal names. */
  conflict = $state.raw<readonly PointName[]>([]);
  /** What the last record said, of what happened live. */
  latest = $state.raw<readonly RoomEvent[]>([]);
  /** The last read-out of a period. */
  readout = $state.raw<Readout | null>(null);
  /** Who watches, as far as this person is told. */
  audience = $state.raw<Audience | null>(null);
  /** What was said beside the game, the oldest first. */
  talk = $state.raw<readonly TalkLine[]>([]);
  /** What was asked for and is not answered yet, other than a stone. */
  asking = $state.raw<Action['type'] | null>(null);
  /** Whether what was missed has been asked for and has not begun to come. */
  #isCatchingUp = false;
  #isLeft = false;
  #sending = $state.raw<Sending | null>(null);

  constructor(id: string, connection: RoomLine, person: () => Person | null, listener: RoomListener) {
    this.id = id;
    this.#connection = connection;
    this.#person = person;
    this.#listener = listener;
    this.table = $state.raw(emptyTable(id));
  }

  get known(): Known | null {
    return this.table.known;
  }

  /** The seat of this person. */
  get seat(): Seat | null {
    return seatOf(this.known, this.#person());
  }

  /** The stone on its way. */
  get sending(): Sending | null {
    return this.known && stillSending(this.known, this.#sending);
  }

  /** The seat that is kept for this person, in a game of a competition. */
  get keptSeat(): Seat | null {
    return keptSeat(this.known, this.#person());
  }

  /** Whether this person is an arbiter here. */
  get isArbiter(): boolean {
    return isArbiter(this.known, this.#person());
  }

  /** What this person owes now, if anything; nothing while the game stands still or a stone is on its way. */
  get owes(): Owed['what'] | null {
    const { owed, paused, adjournment } = this.known?.state ?? { owed: null, paused: false, adjournment: null };
    const stands = paused || (adjournment !== null && adjournment.stage !== 'sealing');
    return owed && owed.seat === this.seat && !stands && this.sending === null ? owed.what : null;
  }

  /** The moment on the room's time line. */
  now(): number {
    return momentAt(this.table, this.#connection.serverNow() ?? 0);
  }

  /** Asks for the room, or for what was missed of it. */
  join(): void {
    this.#connection.say({ type: 'join', room: this.id, seen: seen(this.table) });
  }

  /** Has seen enough of it. */
  leave(): void {
    this.#isLeft = true;
    this.#connection.say({ type: 'leave', room: this.id });
  }

  /** Takes word that the server cannot let this page follow the room. */
  turnAway(code: Code): void {
    if (code === 'unknown_room') {
      this.isUnknown = true;
      return;
    }
    if (code === 'removed') {
      this.isRemoved = true;
      return;
    }
    this.complaint = code;
    if (code === 'unavailable') {
      setTimeout(() => this.#isLeft || this.join(), KNOCK_AGAIN_MS);
    }
  }

  /** Takes what the server says about this room. */
  hear(message: RoomMessage): void {
    const before = this.known;
    const { table, resync, events } = receive(this.table, message);
    this.table = table;
    if (table.known?.state.suspended) {
      // What was on its way or had been kept is lost.
      this.#sending = null;
    }
    if (message.type === 'joined') {
      this.#isCatchingUp = false;
      this.isRemoved = false;
      this.complain(null);
    } else if (resync && !this.#isCatchingUp) {
      this.#isCatchingUp = true;
      this.join();
    }
    const rematch = table.known?.state.rematch ?? null;
    if (before && before.state.rematch === null && rematch !== null && this.seat !== null) {
      this.#listener.onRematch(rematch);
    }
    this.#hearBeside(message);
    if (events.length > 0) {
      this.complain(null);
      this.latest = events;
      this.#listener.onEvents(events, this);
    }
  }

  /** Takes what is no part of the record. */
  #hearBeside(message: RoomMessage): void {
    switch (message.type) {
      case 'snapshot':
        this.latest = [];
        return;
      case 'readout':
        this.readout = message;
        return;
      case 'audience':
        this.audience = message;
        return;
      case 'talk':
        this.talk = talkAfter(this.talk, message);
        return;
      default:
        return;
    }
  }

  /** Says why something cannot be, and where; `null` takes it back. */
  complain(code: Code | null, conflict: readonly PointName[] = []): void {
    this.complaint = code;
    this.conflict = conflict;
  }

  /** Puts a stone on the board; it shows as *sending* at once. */
  place(point: PointName, said: { draw?: true; five?: true } = {}): void {
    const { known, owes } = this;
    if (!known || owes?.type !== 'stone') {
      return;
    }
    const sending: Sending = { point, stone: owes.stone, ply: known.state.ply };
    this.#sending = sending;
    void this.#send({ type: 'place', ply: sending.ply, point, ...said }).then((accepted) => {
      if (!accepted && this.#sending === sending) {
        this.#sending = null;
      }
    });
  }

  /** Asks for something other than a stone. */
  ask(action: Exclude<Action, { type: 'place' }>): void {
    if (this.asking === null) {
      this.asking = action.type;
      void this.#send(action).then(() => (this.asking = null));
    }
  }

  /** Says something besides the game, or rules on it, and tells why it was refused if it was; the page says so there. */
  async tell(action: Extract<Action, { type: 'say' | 'complain' | 'rule' }>): Promise<Code | null> {
    const answer = await this.#command(action);
    return answer.type === 'refused' ? answer.code : null;
  }

  async #send(action: Action): Promise<boolean> {
    this.complain(null);
    const answer = await this.#command(action);
    if (answer.type === 'refused') {
      this.complain(answer.code, action.type === 'show' ? namedIn(answer.message, action.points) : []);
    }
    return answer.type === 'accepted';
  }

  #command(action: Action): Promise<Accepted | Refused> {
    return this.#connection.command({ type: 'act', room: this.id, id: commandId(), action });
  }
}

/** What was said, the newest {@link TALK_MAX} lines of it. */
function talkAfter(before: readonly TalkLine[], { all, lines }: Talk): readonly TalkLine[] {
  return (all ? lines : [...before, ...lines]).slice(-TALK_MAX);
}

/** Those of the points that a message for people names. */
function namedIn(message: string, points: readonly PointName[]): PointName[] {
  const named: readonly string[] = message.toLowerCase().match(/[a-t]\d+/g) ?? [];
  return points.filter((point) => named.includes(point));
}
