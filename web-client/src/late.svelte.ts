/** Parts of the page that are fetched when they are wanted, or before that when there is time. */

import type { Component } from 'svelte';

/** How long the page has been quiet, at most, before what is likely to be wanted next is fetched. */
const QUIET_WITHIN_MS = 4000;

/**
 * What was fetched, so many tasks later: parts that are put together one after another hold up no hand that reaches for
 * what is there already.
 */
export async function inTurn<T>(fetched: Promise<T>, turn: number): Promise<T> {
  const parts = await fetched;
  for (let task = 0; task < turn; task += 1) {
    await new Promise((resolve) => setTimeout(resolve));
  }
  return parts;
}

/** When what is put together now has been painted; at once in a page that nobody sees, where nothing is painted. */
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    const next = () => setTimeout(resolve);
    if (document.hidden) {
      next();
    } else {
      // What is waited for runs just before a frame is painted, and a task of its own after it.
      requestAnimationFrame(next);
    }
  });
}

/** Something large that is put together a part a task, for the same reason. It needs a component to belong to. */
export class Turns {
  /** How many parts it is the turn of. */
  count = $state(1);

  constructor(parts: number) {
    $effect(() => {
      if (this.count < parts) {
        const timer = setTimeout(() => (this.count += 1));
        return () => clearTimeout(timer);
      }
    });
  }
}

/** A component that comes late, and stays once it came. */
export class Late<Props extends Record<string, unknown>> {
  /** The component; `null` until it came. */
  component = $state.raw<Component<Props> | null>(null);
  /** Whether it could not be fetched. It is tried again when it is wanted again. */
  hasFailed = $state(false);
  readonly #fetch: () => Promise<{ default: Component<Props> }>;
  #coming: Promise<void> | null = null;

  constructor(fetch: () => Promise<{ default: Component<Props> }>) {
    this.#fetch = fetch;
  }

  /** Fetches it, once. */
  load(): Promise<void> {
    this.#coming ??= this.#load();
    return this.#coming;
  }

  /** Fetches it when the page has nothing else to do. */
  loadWhenQuiet(): void {
    const load = () => void this.load();
    if ('requestIdleCallback' in window) {
      requestIdleCallback(load, { timeout: QUIET_WITHIN_MS });
    } else {
      setTimeout(load, QUIET_WITHIN_MS);
    }
  }

  async #load(): Promise<void> {
    this.hasFailed = false;
    try {
      this.component = (await this.#fetch()).default;
    } catch {
      this.#coming = null;
      this.hasFailed = true;
    }
  }
}
