/** Fetches the game of a room for the analysis board. Who plays it gets it only when it is over. */

import type { Asking } from '../games/list.svelte';
import type { Room } from '../room.svelte';
import type { Session } from '../session.svelte';
import type { GameRecord } from './game';

/** What became of a game that was asked for. */
export type Fetched = { type: 'fetching' } | { type: 'there'; record: GameRecord } | { type: 'yours'; room: string } | { type: 'lost' };

/** What of a session tells who plays in a room. */
export type Doorway = Pick<Session, 'enter' | 'leave'>;

/** One game that is fetched. */
export class FetchedGame {
  #record = $state.raw<GameRecord | null>(null);
  #hasFailed = $state(false);
  /** The room of a game that is not over: who sits there is asked before it is shown. */
  #room = $state.raw<Room | null>(null);
  readonly #ask: Asking;
  readonly #session: Doorway;
  readonly #id: string;

  constructor(ask: Asking, session: Doorway, room: string) {
    this.#ask = ask;
    this.#session = session;
    this.#id = room;
  }

  /** What became of it. */
  get state(): Fetched {
    const [record, room] = [this.#record, this.#room];
    if (this.#hasFailed || room?.isUnknown || room?.isRemoved) {
      return { type: 'lost' };
    }
    if (!record || (room && !room.known)) {
      return { type: 'fetching' };
    }
    const plays = room?.seat && room.known?.state.phase !== 'over';
    return plays ? { type: 'yours', room: this.#id } : { type: 'there', record };
  }

  async fetch(): Promise<void> {
    try {
      const answer = await this.#ask(`/api/games/${this.#id}`, { headers: { accept: 'application/json' } });
      if (!answer.ok) {
        this.#hasFailed = true;
        return;
      }
      const record = (await answer.json()) as GameRecord;
      if (record.phase !== 'over') {
        this.#room = this.#session.enter(this.#id);
      }
      this.#record = record;
    } catch {
      this.#hasFailed = true;
    }
  }

  /** Nobody needs to know any more. */
  leave(): void {
    if (this.#room) {
      this.#session.leave();
    }
  }
}
