/** Why points are forbidden, in games that show which are. No page knows the rules, so the server is asked. */

import type { Judge, Question } from '../analysis/judge.svelte';
import { boardOf, rulesLike } from '../analysis/rules';
import type { Asking } from '../games/list.svelte';
import type { Placed } from '../position';
import type { Foul, PointName, Rules, Stone } from '../protocol';

/** The question after these stones, on which `toMove` is to move; `null` for a board that no such rules have. */
export function questionAfter(stones: readonly Placed[], toMove: Stone, rules: Rules): Question | null {
  const board = boardOf(rules.board);
  if (board === null) {
    return null;
  }
  const last = stones.at(-1);
  // Who passed put no stone, but had a move.
  const count = (last?.number ?? 0) + (last?.stone === toMove ? 1 : 0);
  const moves = Array.from<PointName | null>({ length: count }).fill(null);
  for (const { point, number } of stones) {
    moves[number - 1] = point;
  }
  return { board, rules: rulesLike(rules), moves };
}

/** The fouls that would be made on the forbidden points of one position. */
export class Fouls {
  #found = $state.raw<ReadonlyMap<PointName, Foul>>(new Map());
  readonly #ask: Asking;
  #judge: Judge | null = null;
  #question: Question | null = null;

  constructor(ask: Asking) {
    this.#ask = ask;
  }

  /** What a stone on a point would make, as far as that is known. */
  at(point: PointName): Foul | null {
    return this.#found.get(point) ?? null;
  }

  /** Turns to a position, or to none. What is said of another one is not shown. */
  async consider(question: Question | null): Promise<void> {
    if (JSON.stringify(question) === JSON.stringify(this.#question)) {
      return;
    }
    this.#question = question;
    this.#found = new Map();
    if (!question) {
      this.#judge?.leave();
      return;
    }
    try {
      const { Judge } = await import('../analysis/judge.svelte');
      this.#judge ??= new Judge(this.#ask);
    } catch {
      // That they are forbidden is still shown.
      return;
    }
    if (this.#question !== question) {
      return;
    }
    await this.#judge.consider(question);
    if (this.#question === question) {
      this.#found = new Map(this.#judge.answer?.forbidden.map(({ point, foul }) => [point, foul]));
    }
  }
}
