/** The list of games. Pure. */

import { PRESETS, type PresetId, rulesOf } from './presets';
import type { BriefGame, LobbyBrief, LobbyBriefChange, LobbyGame, Person } from './protocol';

/** A game in the list, with the preset that it is played under if its rules are those of one. */
export interface ListedGame extends LobbyGame {
  preset: PresetId | null;
}

/** The games that are known, the newest first, and what is so beside them. */
export interface LobbyList {
  games: readonly ListedGame[];
  /** How many games wait for an opponent, known or not. */
  open: number;
  /** How many run. */
  playing: number;
  /** How many people are connected. */
  people: number;
  /** The presets under which somebody looks for an opponent. */
  waited_in: readonly string[];
  /** The running game that is shown to anybody. */
  featured: string | null;
}

/** How a list is read. */
export type ListAfter = typeof listAfter;

/** The list after a message. A change before the first list is of no use. */
export function listAfter(list: LobbyList | null, message: LobbyBrief | LobbyBriefChange): LobbyList | null {
  const around = aroundOf(message);
  if (message.type === 'lobby_brief') {
    return { games: newestFirst(listed(message.games)), ...around };
  }
  if (!list) {
    return null;
  }
  const gone = new Set([...message.removed, ...message.changed.map((game) => game.room)]);
  if (gone.size === 0) {
    return { games: list.games, ...around };
  }
  const stay = list.games.filter((game) => !gone.has(game.room));
  return { games: newestFirst([...stay, ...listed(message.changed)]), ...around };
}

function aroundOf({ open, playing, people, waited_in, featured }: LobbyBrief | LobbyBriefChange): Omit<LobbyList, 'games'> {
  return { open, playing, people, waited_in, featured };
}

/** The games with their whole rules. One under a preset that this page has never heard of is left out. */
function listed(games: readonly BriefGame[]): ListedGame[] {
  return games.flatMap((game): ListedGame[] => {
    const { rules: brief, ...rest } = game;
    if (brief.type === 'own') {
      return [{ ...rest, rules: brief.rules, preset: null }];
    }
    const preset = PRESETS.find(({ id }) => id === brief.preset)?.id;
    if (!preset) {
      return [];
    }
    const rules = brief.type === 'preset' ? rulesOf(preset) : { ...rulesOf(preset), clock: brief.clock };
    return [{ ...rest, rules, preset }];
  });
}

/** Newer games above, and an order that two equally new ones keep. */
function newestFirst(games: readonly ListedGame[]): ListedGame[] {
  return [...games].sort((x, y) => y.wall_ms - x.wall_ms || (x.room < y.room ? -1 : 1));
}

/** Whether a person sits in a game. */
export function sitsIn(game: LobbyGame, person: Person | null): boolean {
  return person !== null && (game.seats.a?.id === person.id || game.seats.b?.id === person.id);
}

/** The games of one page of a list. */
export interface Page {
  games: readonly ListedGame[];
  /** The place of the first of them, from 0. */
  from: number;
  /** How many there are on all pages. */
  all: number;
}

/**
 * A page of the games that fit. The page is the last one there is if the list has become shorter.
 * `total` is how many there are when none is left out, known or not.
 */
export function pageOf(games: readonly ListedGame[], preset: PresetId | null, page: number, size: number, total: number): Page {
  const fitting = preset ? games.filter((game) => game.preset === preset) : games;
  const last = Math.max(0, Math.ceil(fitting.length / size) - 1);
  const from = Math.min(page, last) * size;
  return { games: fitting.slice(from, from + size), from, all: preset ? fitting.length : Math.max(total, fitting.length) };
}
