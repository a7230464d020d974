/** What happened last in a game, in one sentence. Pure. */

import type { Words } from './i18n';
import { nameOf } from './prompt';
import type { GameEvent, RoomEvent } from './protocol';
import type { Known } from './table';

/** Sentences for what the state of the game does not tell of, if there was anything. */
export function noticesText(known: Known, events: readonly RoomEvent[], words: Words): string | null {
  const texts = events.map((event) => (event.type === 'game' ? noticeText(known, event.event, words) : null));
  return texts.filter((text) => text !== null).join(' ') || null;
}

/** The sentence for an event that the state of the game does not tell of; `null` for any other. */
export function noticeText(known: Known, event: GameEvent, { play }: Words): string | null {
  switch (event.type) {
    case 'draw_offer_dropped':
      return play.offerDropped(nameOf(known, event.seat));
    case 'draw_declined':
      return play.drawDeclined(nameOf(known, event.seat));
    case 'claim_failed':
      return play.claimFailed(nameOf(known, event.seat), event.point.toUpperCase());
    case 'violated':
      return play.violated(nameOf(known, event.seat), play.violations[event.violation]);
    case 'denied':
      return play.denied(nameOf(known, event.seat));
    case 'taken_back':
      return play.takenBack;
    case 'started':
    case 'moved':
    case 'draw_offered':
    case 'asked':
    case 'paused':
    case 'resumed':
    case 'ended':
      return null;
    default:
      event satisfies never;
      return null;
  }
}
