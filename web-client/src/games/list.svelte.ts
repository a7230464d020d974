/** The finished games on the page, fetched a page at a time. */

import { pageIn, withMore, type FinishedGame } from './finished';
import { requestFor, type Filters } from './search';

/** Asks an address of this server; as `fetch`. */
export type Asking = (address: string, options: RequestInit) => Promise<Response>;

/** What the list waits for, or why it does not go on. */
export type ListState = 'loading' | 'ready' | 'unreachable' | 'bad_search';

/** The list. What was asked for before something else was is of no use any more. */
export class GamesList {
  games = $state.raw<readonly FinishedGame[]>([]);
  state = $state<ListState>('loading');
  /** Where the next page begins, if there is one. */
  next = $state.raw<string | null>(null);
  readonly #ask: Asking;
  #filters: Filters | null = null;
  #asked: AbortController | null = null;

  constructor(ask: Asking) {
    this.#ask = ask;
  }

  /** Lists other games. */
  async show(filters: Filters): Promise<void> {
    this.#filters = filters;
    this.games = [];
    this.next = null;
    await this.more();
  }

  /** Fetches the next page, or the one that could not be fetched. */
  async more(): Promise<void> {
    this.leave();
    const asked = new AbortController();
    this.#asked = asked;
    this.state = 'loading';
    const { page, state } = await this.#fetch(asked.signal);
    if (asked.signal.aborted) {
      return;
    }
    this.state = state;
    if (page) {
      this.games = withMore(this.games, page.games);
      this.next = page.next;
    }
  }

  /** Waits for nothing any more. */
  leave(): void {
    this.#asked?.abort();
  }

  async #fetch(signal: AbortSignal): Promise<{ page: ReturnType<typeof pageIn>; state: ListState }> {
    if (!this.#filters) {
      return { page: null, state: 'ready' };
    }
    const options: RequestInit = { signal, credentials: 'same-origin', headers: { accept: 'application/json' } };
    try {
      const address = requestFor(this.#filters, this.next);
      let answer = await this.#ask(address, options);
      if (answer.status === 401) {
        // Any page load renews the cookie.
        await this.#ask('/', { ...options, cache: 'no-store' });
        answer = await this.#ask(address, options);
      }
      if (answer.status === 400) {
        return { page: null, state: 'bad_search' };
      }
      const page = answer.ok ? pageIn(await answer.json()) : null;
      return { page, state: page ? 'ready' : 'unreachable' };
    } catch {
      return { page: null, state: 'unreachable' };
    }
  }
}
