/** What follows by itself before a game begins: held stones are shown, and the time comes to say that one is there. */

import { untrack } from 'svelte';
import type { Room } from '../room.svelte';
import { ARRIVE_BEFORE_MS } from '../when';
import type { Hand } from './hand.svelte';

/** No timer waits longer. */
const TIMER_MAX_MS = 2 ** 31 - 1;

/** The time before one game, as long as its page is there. Made while a component is. */
export class Beginning {
  /** Whether the start of a game with a set time is near enough to say that one is there. */
  mayArrive = $state(false);

  constructor(room: Room, hand: Hand) {
    const debt = $derived(room.seat && room.known?.state.colours?.owed[room.seat]?.type);
    $effect(() => {
      if (debt === 'reveal' && room.asking === null) {
        untrack(() => hand.reveal(false));
      }
    });

    const begins = $derived(room.known?.state.start?.at ?? null);
    $effect(() => (begins === null ? undefined : this.#await(room, begins)));
  }

  #await(room: Room, begins: number): () => void {
    let timer: ReturnType<typeof setTimeout>;
    const look = () => {
      const wait = begins - ARRIVE_BEFORE_MS - room.now();
      this.mayArrive = wait <= 0;
      if (wait > 0) {
        timer = setTimeout(look, Math.min(wait, TIMER_MAX_MS));
      }
    };
    untrack(look);
    return () => clearTimeout(timer);
  }
}
