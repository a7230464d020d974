/** Following a person from game to game. */

import type { ClientMessage, Followed, Person, Phase } from '../protocol';

/** How long the result of a game is left in sight before the page goes along. */
export const GOES_AFTER_MS = 3000;

/** What of the line to the server following uses. */
export interface FollowLine {
  say(message: Extract<ClientMessage, { type: 'follow' | 'unfollow' }>): void;
}

/** Somebody who is followed. */
export class Following {
  readonly person: Person;
  readonly #line: FollowLine;
  /** The newest running public game of theirs. */
  room = $state<string | null>(null);
  /** The game that this page was asked not to go to. */
  declined = $state<string | null>(null);

  constructor(person: Person, line: FollowLine) {
    this.person = person;
    this.#line = line;
    this.resume();
  }

  /** Takes word of where somebody plays. */
  hear({ person, room }: Followed): void {
    if (person === this.person.id) {
      this.room = room;
    }
  }

  /** The line is new: the server is asked again. */
  resume(): void {
    this.#line.say({ type: 'follow', person: this.person.id });
  }

  stop(): void {
    this.#line.say({ type: 'unfollow' });
  }

  /** What is to be done on the page of a game: offer the other game, go there soon, or nothing. */
  nextFrom(room: string, phase: Phase | null): { room: string; goes: boolean } | null {
    if (this.room === null || this.room === room || this.room === this.declined || phase === null) {
      return null;
    }
    return { room: this.room, goes: phase === 'over' };
  }
}
