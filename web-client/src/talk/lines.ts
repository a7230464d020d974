/** What was said beside the game, as one person sees it. Pure. */

import type { Person, TalkLine } from '../protocol';

/** The lines of everybody who is not hidden, and who of those that spoke is. */
export function linesFor(lines: readonly TalkLine[], hidden: ReadonlySet<string>): { lines: TalkLine[]; hidden: Person[] } {
  const people = lines.map(({ from }) => from).filter(({ id }) => hidden.has(id));
  return {
    lines: lines.filter(({ from }) => !hidden.has(from.id)),
    hidden: people.filter((person, index) => people.findIndex(({ id }) => id === person.id) === index),
  };
}

/** Whether somebody else has said something since `seenAt`. */
export function hasUnread(lines: readonly TalkLine[], seenAt: number, me: Person | null): boolean {
  return lines.some(({ at, from }) => at > seenAt && from.id !== me?.id);
}

/** Ids with one more or one less, the latest last and no more than `most`. */
export function withHidden(ids: readonly string[], id: string, isHidden: boolean, most: number): string[] {
  const others = ids.filter((each) => each !== id);
  return (isHidden ? [...others, id] : others).slice(-most);
}
