/** What happened between the moves, in words, and beside which moves it stands. Pure. */

import type { Words } from '../i18n';
import { eventNotice, sentences } from '../notice';
import { nameOf } from '../prompt';
import type { Act, GameEvent } from '../protocol';
import { resultText } from '../result';
import type { Known } from '../table';

/** An act in words; `null` if there are none for it. */
export function actText(known: Known, { events }: Pick<Act, 'events'>, words: Words): string | null {
  return sentences(events, (event) => {
    return (event.type === 'game' ? listedText(known, event.event, words) : null) ?? eventNotice(known, event, words);
  });
}

/** What the list says of an event that the page shows otherwise while it is so; `null` for any other. */
function listedText(known: Known, event: GameEvent, words: Words): string | null {
  const { play } = words;
  switch (event.type) {
    case 'draw_offered':
      return words.drawOffered(nameOf(known, event.seat));
    case 'asked':
      return (event.favour === 'takeback' ? play.takebackAsked : play.pauseAsked)(nameOf(known, event.seat));
    case 'paused':
      return play.wasPaused;
    case 'resumed':
      return play.wentOn;
    case 'ended':
      return resultText(known, event.outcome, null, words);
    default:
      return null;
  }
}

/** Something that the list of moves tells of, in words. */
export interface ActLine {
  at: number;
  text: string;
}

/** The lines that follow each number of moves, from 0. */
export function linesBetween(known: Known, words: Words): ReadonlyMap<number, readonly ActLine[]> {
  const lines = new Map<number, readonly ActLine[]>();
  for (const act of known.acts) {
    const text = actText(known, act, words);
    if (text !== null) {
      lines.set(act.after, [...(lines.get(act.after) ?? []), { at: act.at, text }]);
    }
  }
  return lines;
}
