/** What happens in the room, for the ear: sounds, and words for a screen reader. */

import type { RoomEvent } from './protocol';
import { otherSeat } from './protocol';
import { resultText } from './owed';
import type { Room } from './room.svelte';
import { settings } from './settings.svelte';
import { play, type Sound } from './sounds';
import { stoneOf } from './table';

/** Turns events into sounds and into the text of the page's live region. */
export class LiveEvents {
  /** The last thing that happened, in words. */
  said = $state('');

  /** Takes what one record brought about. */
  hear(events: readonly RoomEvent[], room: Room): void {
    const heard = events.map((event) => heardOf(event, room)).filter((one) => one !== null);
    for (const { sound } of settings.sound ? heard : []) {
      play(sound);
    }
    if (heard.length > 0) {
      this.said = heard.map(({ text }) => text).join(' ');
    }
  }
}

/** How an event sounds, if it does. */
function heardOf(event: RoomEvent, { known, seat }: Room): { sound: Sound; text: string } | null {
  const { words } = settings;
  if (!known) {
    return null;
  }
  if (event.type === 'rematch_offered') {
    const name = known.seats[event.seat]?.name ?? '';
    return seat === otherSeat(event.seat) ? { sound: 'notice', text: words.rematchOffered(name) } : null;
  }
  if (event.type !== 'game') {
    return null;
  }
  const game = event.event;
  switch (game.type) {
    case 'started': {
      const stone = seat && stoneOf(known.state, seat);
      return { sound: 'start', text: stone ? words.saidStart(words.stones[stone]) : '' };
    }
    case 'placed':
      return { sound: 'stone', text: words.saidMove(words.stones[game.stone], game.point.toUpperCase()) };
    case 'draw_offered': {
      const name = known.seats[game.seat]?.name ?? '';
      return seat === otherSeat(game.seat) ? { sound: 'notice', text: words.drawOffered(name) } : null;
    }
    case 'draw_declined':
      return null;
    case 'ended':
      return { sound: 'end', text: resultText(known, game.outcome, seat, words) };
    default:
      game satisfies never;
      return null;
  }
}
