/** Whether the game of an opponent who is gone can be claimed: the time for it comes by itself. */

import { untrack } from 'svelte';
import { otherSeat } from '../protocol';
import type { Room } from '../room.svelte';
import { claimableAt } from './may';

/** The absence of an opponent, as long as the page of the game is there. Made while a component is. */
export class Absence {
  /** When the game can be claimed, on the room's time line; `null` while nobody is gone, or nobody waited for. */
  readonly due: number | null;
  /** Whether it can be claimed now. */
  isDue = $state(false);

  constructor(room: Room) {
    const gone = $derived(room.seat && (room.table.here?.gone_since[otherSeat(room.seat)] ?? null));
    const due = $derived(room.known && gone !== null ? claimableAt(room.known, gone) : null);
    this.due = $derived(due);
    $effect(() => {
      const wait = due === null ? null : due - untrack(() => room.now());
      this.isDue = wait !== null && wait <= 0;
      if (wait === null || wait <= 0) {
        return;
      }
      const timer = setTimeout(() => (this.isDue = true), wait);
      return () => clearTimeout(timer);
    });
  }
}
