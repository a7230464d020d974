/** Pure: matches of several games. */
import type { Words } from './i18n';
import type { Goal, PerSeat, Score } from './protocol';
import type { Known } from './table';

/** The matches that the form offers. */
export const GOALS: readonly Goal[] = [
  { type: 'best_of', games: 2 },
  { type: 'best_of', games: 3 },
  { type: 'best_of', games: 4 },
  { type: 'best_of', games: 5 },
  { type: 'best_of', games: 7 },
  { type: 'best_of', games: 10 },
  { type: 'first_to', points: 2 },
  { type: 'first_to', points: 3 },
  { type: 'first_to', points: 5 },
  { type: 'first_to', points: 10 },
];

/** How long a match lasts, in words. */
export function goalText(goal: Goal, words: Words): string {
  switch (goal.type) {
    case 'best_of':
      return words.match.bestOf(goal.games);
    case 'first_to':
      return words.match.firstTo(goal.points);
    case 'games':
      return words.match.games(goal.games);
  }
}

const HALF_POINTS: Record<Score, number> = { win: 2, draw: 1, loss: 0, void: 0 };

/** Half points of each seat, this game among them once it is over; none if the game is no part of a match. */
export function halfPoints({ opened, state }: Known): PerSeat<number> | null {
  if (!opened.series) {
    return null;
  }
  if (state.match_half_points) {
    return state.match_half_points;
  }
  const { half_points: before } = opened.series;
  const scores = state.outcome?.scores;
  return {
    a: before.a + (scores ? HALF_POINTS[scores.a] : 0),
    b: before.b + (scores ? HALF_POINTS[scores.b] : 0),
  };
}

/** Half points as people write them: `2½`. */
export function pointsText(halves: number): string {
  const whole = Math.floor(halves / 2);
  if (halves % 2 === 0) {
    return String(whole);
  }
  return whole === 0 ? '½' : `${whole}½`;
}

/** Who opens the games that count and this one, as scheduled, whatever is swapped in them; empty outside a match. */
export function openersText({ opened: { series }, state: { opener }, seats }: Known, { start }: Words): string {
  const openers = series ? [...series.openers, ...(opener ? [opener] : [])] : [];
  const list = openers.map((seat, index) => start.opener(index + 1, seats[seat]?.name ?? ''));
  return list.length > 0 ? `${start.openers}: ${list.join(', ')}` : '';
}

/** What the last game of a match is about, where it decides it; empty for any other. */
export function deciderText({ opened: { series } }: Known, { match }: Words): string {
  return series?.decider?.on ? match.deciding[series.decider.draw_wins] : '';
}

/** How the match stands, with names. */
export function matchScore(known: Known, words: Words): string {
  const points = halfPoints(known);
  if (!points) {
    return '';
  }
  const side = (seat: 'a' | 'b'): string => known.seats[seat]?.name ?? words.freeSeat;
  return `${side('a')} ${pointsText(points.a)} : ${pointsText(points.b)} ${side('b')}`;
}
