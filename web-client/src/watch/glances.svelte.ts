/** Rooms that are seen without being there: the boards of the wall, the featured one, and those on other sites. */

import type { ClientMessage, Code, RoomMessage } from '../protocol';
import { emptyTable, momentAt, receive, seen, type Known, type Table } from '../table';

/** How many rooms are asked for at once; what the server sends for each must find a place in its outbox. */
export const ASKED_AT_ONCE = 6;

/** What of the line to the server glances use. */
export interface GlanceLine {
  say(message: Extract<ClientMessage, { type: 'join' | 'leave' }>): void;
  serverNow(): number | null;
}

/** One room as it is seen. */
export class Glance {
  readonly id: string;
  readonly #line: GlanceLine;
  table: Table;
  /** Set when the server has no such room, or none for this person. */
  isLost = $state(false);

  constructor(id: string, line: GlanceLine) {
    this.id = id;
    this.#line = line;
    this.table = $state.raw(emptyTable(id));
  }

  get known(): Known | null {
    return this.table.known;
  }

  /** The moment on the room's time line. */
  now(): number {
    return momentAt(this.table, this.#line.serverNow() ?? 0);
  }
}

/** All rooms that one page glances at. They are asked for a few at a time. */
export class Glances {
  readonly #line: GlanceLine;
  /** Whether the page follows a room for itself, and so must not leave it. */
  readonly #isAttended: (room: string) => boolean;
  readonly #rooms = new Map<string, Glance>();
  /** Rooms that are still to be asked for, in order. */
  readonly #queue = new Set<string>();
  /** Rooms that were asked for and have not answered. */
  readonly #asked = new Set<string>();

  constructor(line: GlanceLine, isAttended: (room: string) => boolean = () => false) {
    this.#line = line;
    this.#isAttended = isAttended;
  }

  /** Glances at exactly these rooms from now on, and gives what is seen of each. */
  show(rooms: readonly string[]): Glance[] {
    const wanted = new Set(rooms);
    for (const room of this.#rooms.keys()) {
      if (!wanted.has(room)) {
        this.#drop(room);
      }
    }
    const glances = rooms.map((room) => this.#rooms.get(room) ?? this.#begin(room));
    this.#ask();
    return glances;
  }

  /** Takes what the server says about a room. */
  hear(message: RoomMessage): void {
    const glance = this.#rooms.get(message.room);
    if (!glance) {
      return;
    }
    const { table, resync } = receive(glance.table, message);
    glance.table = table;
    if (message.type === 'joined') {
      this.#asked.delete(message.room);
    } else if (resync && !this.#asked.has(message.room)) {
      this.#queue.add(message.room);
    }
    this.#ask();
  }

  /** Takes word that a room cannot be followed. */
  turnAway(room: string, code: Code): void {
    const glance = this.#rooms.get(room);
    if (glance) {
      glance.isLost = code === 'unknown_room' || code === 'removed';
      this.#asked.delete(room);
      this.#ask();
    }
  }

  /** The line is back: all is asked for again. */
  resume(): void {
    this.#asked.clear();
    this.#rooms.forEach(({ isLost }, room) => isLost || this.#queue.add(room));
    this.#ask();
  }

  #begin(room: string): Glance {
    const glance = new Glance(room, this.#line);
    this.#rooms.set(room, glance);
    this.#queue.add(room);
    return glance;
  }

  #drop(room: string): void {
    this.#rooms.delete(room);
    const wasAsked = !this.#queue.delete(room);
    this.#asked.delete(room);
    if (wasAsked && !this.#isAttended(room)) {
      this.#line.say({ type: 'leave', room });
    }
  }

  #ask(): void {
    for (const room of this.#queue) {
      if (this.#asked.size >= ASKED_AT_ONCE) {
        return;
      }
      const table = this.#rooms.get(room)?.table;
      this.#queue.delete(room);
      this.#asked.add(room);
      this.#line.say({ type: 'join', room, seen: table ? seen(table) : null, glance: true });
    }
  }
}
