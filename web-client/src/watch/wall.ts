/** Which games hang on the wall, and where. Pure. */

import type { LobbyGame } from '../protocol';
import { freeSeat } from '../table';

/** The most boards at once: half of the rooms that the server lets one connection follow. */
export const WALL_MAX = 32;
/** How long the result of a game stays before another takes its place. */
export const RESULT_STAYS_MS = 15_000;

/** A place on the wall. */
export interface Place {
  room: string;
  /** When its game was no longer among those that run, on this client's clock. */
  endedAt: number | null;
}

/** The running games in the order in which they get a place: the featured one, then the newest. */
export function runningOf(games: readonly LobbyGame[], featured: string | null): string[] {
  const running = games.filter((game) => !freeSeat(game.seats, game.phase)).map(({ room }) => room);
  return featured !== null && running.includes(featured) ? [featured, ...running.filter((room) => room !== featured)] : running;
}

/**
 * The wall after some time: a game keeps its place while it runs, and its result for {@link RESULT_STAYS_MS} more, or as
 * long as it is `held` (pointed at, or in focus). Then another running game takes the same place, if there is one.
 */
export function arrange(places: readonly Place[], running: readonly string[], count: number, now: number, held: string | null): Place[] {
  const runs = new Set(running);
  const noted = places.map(({ room, endedAt }) => ({ room, endedAt: runs.has(room) ? null : (endedAt ?? now) }));
  const stays = ({ room, endedAt }: Place) => endedAt === null || room === held || now - endedAt < RESULT_STAYS_MS;
  const kept = noted.slice(0, count).map((place) => (stays(place) ? place : null));
  const there = new Set(kept.map((place) => place?.room));
  const next = running.filter((room) => !there.has(room)).values();
  const filled = kept.flatMap((place) => place ?? placeOf(next.next().value));
  const more = Array.from({ length: Math.max(0, count - filled.length) }, () => placeOf(next.next().value)).flat();
  return [...filled, ...more];
}

function placeOf(room: string | undefined): Place[] {
  return room === undefined ? [] : [{ room, endedAt: null }];
}

/** When {@link arrange} is to be asked again, should nothing else happen. */
export function dueAt(places: readonly Place[]): number | null {
  const due = places.flatMap(({ endedAt }) => (endedAt === null ? [] : [endedAt + RESULT_STAYS_MS]));
  return due.length > 0 ? Math.min(...due) : null;
}

/** The narrowest board that is still a board, with what stands around it, in pixels. */
const CARD_MIN = { phone: 150, desk: 196 } as const;
/** The height of the names above and below a board, and the gap. */
const AROUND = 74;
export const GAP = 12;

/** How the wall is laid out in a window. */
export interface Grid {
  columns: number;
  /** How many boards there are room for, in whole rows, before more are asked for. */
  count: number;
}

/** The grid for a wall of this width below which so much of the window's height is left. */
export function gridFor(width: number, height: number): Grid {
  const isPhone = width < 700;
  const least = CARD_MIN[isPhone ? 'phone' : 'desk'];
  const columns = Math.max(1, Math.floor((width + GAP) / (least + GAP)));
  const card = (width + GAP) / columns - GAP + AROUND;
  // A laptop shows a dozen although the last row has to be scrolled to; a phone has less line to spare.
  const rows = Math.max(Math.ceil((isPhone ? 6 : 12) / columns), Math.floor((height + GAP) / (card + GAP)));
  return { columns, count: Math.min(WALL_MAX, columns * rows) };
}
