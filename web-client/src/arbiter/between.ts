/** What happened between the moves, in words, and beside which moves it stands. Pure. */

import type { Words } from '../i18n';
import { eventNotice, sentences } from '../notice';
import { nameOf } from '../prompt';
import type { Act } from '../protocol';
import { resultText } from '../result';
import type { Known } from '../table';

/** An act in words; `null` if there are none for it. */
export function actText(known: Known, { events }: Pick<Act, 'events'>, words: Words): string | null {
  return sentences(events, (event) => {
    if (event.type === 'game' && event.event.type === 'draw_offered') {
      return words.drawOffered(nameOf(known, event.event.seat));
    }
    if (event.type === 'game' && event.event.type === 'ended') {
      return resultText(known, event.event.outcome, null, words);
    }
    return eventNotice(known, event, words);
  });
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
