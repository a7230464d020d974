/** A finished game as the server lists it, and its line in words. Pure. */

import { openingName } from '../describe-steps';
import { LANG_TAGS, type Words } from '../i18n';
import { OPENINGS } from '../openings';
import type { PerSeat, Person, Score, Seat, Stone } from '../protocol';
import { otherSeat } from '../protocol';

/** A finished game in short. */
export interface FinishedGame {
  room: string;
  wall_ms: number;
  players: PerSeat<Person>;
  /** Who had Black at the end; none if the game never began. */
  black: Seat | null;
  /** None if the rules were of somebody's own making. A newer server may know more presets. */
  preset: string | null;
  opening: string | null;
  scores: PerSeat<Score>;
  /** Why it ended; a newer server may know more reasons. */
  reason: string;
  moves: number;
}

/** Some of them, the newest first, and where the next page begins. */
export interface GamesPage {
  games: readonly FinishedGame[];
  next: string | null;
}

/** The page in an answer, or none if that is something else. */
export function pageIn(answer: unknown): GamesPage | null {
  if (typeof answer !== 'object' || answer === null || !('games' in answer) || !Array.isArray(answer.games)) {
    return null;
  }
  const next = 'next' in answer && typeof answer.next === 'string' ? answer.next : null;
  return { games: answer.games as FinishedGame[], next };
}

/** More games after those before; one that is listed already is not listed twice. */
export function withMore(before: readonly FinishedGame[], more: readonly FinishedGame[]): FinishedGame[] {
  const there = new Set(before.map(({ room }) => room));
  return [...before, ...more.filter(({ room }) => !there.has(room))];
}

/** A player in a line of the list. */
export interface PlayerEntry {
  person: Person;
  /** The colour at the end, if the game began. */
  stone: Stone | null;
  score: string;
  isWinner: boolean;
  isYou: boolean;
}

/** Both players, Black first. */
export function entriesOf(game: FinishedGame, person: Person | null): [PlayerEntry, PlayerEntry] {
  const first = game.black ?? 'a';
  const entry = (seat: Seat): PlayerEntry => ({
    person: game.players[seat],
    stone: game.black === null ? null : seat === game.black ? 'black' : 'white',
    score: SCORES[game.scores[seat]] ?? '',
    isWinner: game.scores[seat] === 'win',
    isYou: game.players[seat].id === person?.id,
  });
  return [entry(first), entry(otherSeat(first))];
}

const SCORES: Record<Score, string> = { win: '1', draw: '½', loss: '0', void: '–' };

/** By which rules a game was played. */
export function presetText({ preset }: FinishedGame, words: Words): string {
  const { presets } = words.law;
  if (preset === null) {
    return words.games.ownRules;
  }
  return Object.hasOwn(presets, preset) ? presets[preset as keyof typeof presets].name : preset;
}

/** The opening on the board, if there was one. */
export function openingText({ opening }: FinishedGame, words: Words): string | null {
  const named = OPENINGS.find(({ code }) => code === opening);
  return named ? openingName(named, words) : opening;
}

/** Why a game ended. */
export function reasonText({ reason }: FinishedGame, words: Words): string {
  const { reasons } = words;
  if (reason === 'forbidden') {
    return words.games.forbidden;
  }
  return Object.hasOwn(reasons, reason) ? reasons[reason as keyof typeof reasons] : reason;
}

/** When a game was opened, as people here write it. */
export function dateText({ wall_ms }: FinishedGame, words: Words): string {
  return new Date(wall_ms).toLocaleString(LANG_TAGS[words.tag], { dateStyle: 'medium', timeStyle: 'short' });
}
