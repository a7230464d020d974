/** This person's search for an opponent. It outlives a line that breaks, and nothing else. */

import { commandId, type Connection } from './connection';
import type { PresetId } from './presets';
import type { Code, Paired } from './protocol';

/** Where this person waits, and since when on this client's clock. */
export interface Waiting {
  preset: PresetId;
  since: number;
}

/** What of the line to the server the search uses. */
export type PairingLine = Pick<Connection, 'say' | 'command'>;

/** The search; one at a time. */
export class Pairing {
  #shown = $state.raw<Waiting | null>(null);
  /** Why the last search came to nothing; `gone` if its place did. */
  trouble = $state.raw<Code | 'gone' | null>(null);
  readonly #line: PairingLine;
  readonly #now: () => number;
  readonly #onPaired: (room: string) => void;
  /** The same as is shown. What a component does when it goes would read what was shown before. */
  #place: Waiting | null = null;
  /** The command that is not answered yet; the line itself says it again. */
  #unanswered: string | null = null;
  /** Whether the search goes on while this person is elsewhere. */
  #isKept = false;

  constructor(line: PairingLine, now: () => number, onPaired: (room: string) => void) {
    this.#line = line;
    this.#now = now;
    this.#onPaired = onPaired;
  }

  /** Where this person waits, if they do. */
  get waiting(): Waiting | null {
    return this.#shown;
  }

  /** Whether the search goes on while this person plays the computer. */
  get isKept(): boolean {
    return this.#isKept;
  }

  /** Goes on looking although this person leaves the lobby. */
  keepOn(): void {
    this.#isKept = this.#place !== null;
  }

  /** This person is in the lobby. */
  arrive(): void {
    this.#isKept = false;
  }

  /** This person leaves the lobby, and looks no longer unless that was wanted. */
  depart(): void {
    if (!this.#isKept) {
      this.giveUp();
    }
  }

  /** Looks for an opponent. A search under another preset ends. */
  seek(preset: PresetId): void {
    if (this.#place?.preset === preset) {
      return;
    }
    this.#take({ preset, since: this.#now() });
    this.trouble = null;
    this.#ask(preset);
  }

  /** Looks no longer. */
  giveUp(): void {
    this.trouble = null;
    if (this.#place) {
      this.#take(null);
      this.#line.say({ type: 'unpair' });
    }
  }

  /** The line is back. The server knows of no search that was made before it broke. */
  resume(): void {
    if (this.#place && this.#unanswered === null) {
      this.#ask(this.#place.preset);
    }
  }

  /** Takes word of an opponent. */
  hear({ preset, room }: Paired): void {
    const isAwaited = this.#place?.preset === preset;
    if (room !== null) {
      // Both sit and the clock runs, even if this person has meanwhile changed their mind.
      if (!isAwaited) {
        this.giveUp();
      }
      this.#take(null);
      this.#onPaired(room);
    } else if (isAwaited) {
      this.#take(null);
      this.trouble = 'gone';
    }
  }

  #take(place: Waiting | null): void {
    this.#place = place;
    this.#shown = place;
    this.#isKept &&= place !== null;
  }

  #ask(preset: PresetId): void {
    const id = commandId();
    this.#unanswered = id;
    void this.#line.command({ type: 'pair', id, preset }).then((answer) => {
      const isLast = this.#unanswered === id;
      this.#unanswered = isLast ? null : this.#unanswered;
      if (answer.type === 'accepted' && !this.#place) {
        // It was given up while the line was down, and sent all the same when that came back.
        this.#line.say({ type: 'unpair' });
      } else if (answer.type === 'refused' && isLast && this.#place) {
        this.#take(null);
        this.trouble = answer.code;
      }
    });
  }
}
