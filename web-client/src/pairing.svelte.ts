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
  /** Where this person waits, if they do. */
  waiting = $state.raw<Waiting | null>(null);
  /** Why the last search came to nothing; `gone` if its place did. */
  trouble = $state.raw<Code | 'gone' | null>(null);
  readonly #line: PairingLine;
  readonly #now: () => number;
  readonly #onPaired: (room: string) => void;
  /** The command that is not answered yet; the line itself says it again. */
  #unanswered: string | null = null;

  constructor(line: PairingLine, now: () => number, onPaired: (room: string) => void) {
    this.#line = line;
    this.#now = now;
    this.#onPaired = onPaired;
  }

  /** Looks for an opponent. A search under another preset ends. */
  seek(preset: PresetId): void {
    if (this.waiting?.preset === preset) {
      return;
    }
    this.waiting = { preset, since: this.#now() };
    this.trouble = null;
    this.#ask(preset);
  }

  /** Looks no longer. */
  giveUp(): void {
    this.trouble = null;
    if (this.waiting) {
      this.waiting = null;
      this.#line.say({ type: 'unpair' });
    }
  }

  /** The line is back. The server knows of no search that was made before it broke. */
  resume(): void {
    if (this.waiting && this.#unanswered === null) {
      this.#ask(this.waiting.preset);
    }
  }

  /** Takes word of an opponent. */
  hear({ preset, room }: Paired): void {
    const isAwaited = this.waiting?.preset === preset;
    if (room !== null) {
      // Both sit and the clock runs, even if this person has meanwhile changed their mind.
      if (!isAwaited) {
        this.giveUp();
      }
      this.waiting = null;
      this.#onPaired(room);
    } else if (isAwaited) {
      this.waiting = null;
      this.trouble = 'gone';
    }
  }

  #ask(preset: PresetId): void {
    const id = commandId();
    this.#unanswered = id;
    void this.#line.command({ type: 'pair', id, preset }).then((answer) => {
      const isLast = this.#unanswered === id;
      this.#unanswered = isLast ? null : this.#unanswered;
      if (answer.type === 'accepted' && !this.waiting) {
        // It was given up while the line was down, and sent all the same when that came back.
        this.#line.say({ type: 'unpair' });
      } else if (answer.type === 'refused' && isLast && this.waiting) {
        this.waiting = null;
        this.trouble = answer.code;
      }
    });
  }
}
