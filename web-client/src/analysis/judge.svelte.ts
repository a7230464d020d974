/** What the server says of the position on the board. */

import type { PointName } from '../protocol';
import type { Asking } from '../games/list.svelte';
import type { Judged } from './answers';
import { judgingBy, type BoardLines, type RuleName } from './rules';

/** A position to judge. */
export interface Question {
  board: BoardLines;
  rules: RuleName;
  moves: readonly (PointName | null)[];
}

/** So many answers are kept, for who goes back and forth. */
const KEPT_MAX = 400;
/** Whoever runs through a game asks about the position at which he stops. */
const PAUSE_MS = 80;
/** When a server that was asked too much is asked again. */
const AGAIN_MS = 1200;

/** The judge. What was asked for before something else was is of no use any more. */
export class Judge {
  /** What is said of the position that was asked about last; `null` until it is known. */
  answer = $state.raw<Judged | null>(null);
  /** Whether the server could not be asked. */
  isUnreachable = $state(false);
  readonly #ask: Asking;
  readonly #kept = new Map<string, Judged>();
  #question: Question | null = null;
  #asked: AbortController | null = null;

  constructor(ask: Asking) {
    this.#ask = ask;
  }

  /** Asks about a position. */
  async consider(question: Question): Promise<void> {
    this.leave();
    this.#question = question;
    const text = textOf(question);
    this.answer = this.#kept.get(text) ?? null;
    this.isUnreachable = false;
    if (this.answer) {
      return;
    }
    const asked = new AbortController();
    this.#asked = asked;
    await pause(PAUSE_MS, asked.signal);
    while (!asked.signal.aborted) {
      const answer = await this.#fetch(text, asked.signal);
      if (asked.signal.aborted) {
        return;
      }
      if (answer !== 'too_fast') {
        this.answer = answer;
        this.isUnreachable = answer === null;
        return;
      }
      await pause(AGAIN_MS, asked.signal);
    }
  }

  /** Asks again what could not be asked. */
  async again(): Promise<void> {
    await (this.#question && this.consider(this.#question));
  }

  /** Waits for nothing any more. */
  leave(): void {
    this.#asked?.abort();
  }

  async #fetch(text: string, signal: AbortSignal): Promise<Judged | 'too_fast' | null> {
    try {
      const headers = { 'content-type': 'application/json' };
      const answer = await this.#ask('/api/judge', { method: 'POST', body: text, headers, credentials: 'same-origin', signal });
      if (answer.status === 429) {
        return 'too_fast';
      }
      if (!answer.ok) {
        return null;
      }
      const judged = (await answer.json()) as Judged;
      this.#keep(text, judged);
      return judged;
    } catch {
      return null;
    }
  }

  #keep(text: string, judged: Judged): void {
    this.#kept.set(text, judged);
    const oldest = this.#kept.keys().next();
    if (this.#kept.size > KEPT_MAX && !oldest.done) {
      this.#kept.delete(oldest.value);
    }
  }
}

function textOf({ board, rules, moves }: Question): string {
  return JSON.stringify({ board, ...judgingBy(rules), moves });
}

/** Waits, or not if it is of no use any more. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
