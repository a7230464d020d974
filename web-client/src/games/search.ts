/** Which finished games are looked for: as the page's address says it, and as the server is asked. Pure. */

import { OPENINGS } from '../openings';
import { PRESETS, type PresetId } from '../presets';

export const RESULTS = ['black', 'white', 'draw'] as const;
export type ResultSought = (typeof RESULTS)[number];

/** What a game must be to be listed. */
export interface Filters {
  mine: boolean;
  /** The name of one of the players; empty for anybody. */
  player: string;
  preset: PresetId | null;
  /** The code of an opening. */
  opening: string | null;
  result: ResultSought | null;
  /** The first and the last day, `2026-02-28`; empty for none. */
  from: string;
  to: string;
}

export const NO_FILTERS: Filters = { mine: false, player: '', preset: null, opening: null, result: null, from: '', to: '' };

/** The longest name of a player, in characters. */
export const PLAYER_MAX = 24;

/** The presets to choose from. The rules of `free` are those of `freestyle`, and its games are told as such. */
export const PRESETS_SOUGHT: readonly PresetId[] = PRESETS.map(({ id }) => id).filter((id) => id !== 'free');

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

/** What the query of an address says; what makes no sense is passed over. */
export function filtersIn(query: string): Filters {
  const said = new URLSearchParams(query);
  const word = (name: string) => said.get(name) ?? '';
  const day = (name: string) => (startOfDay(word(name)) === null ? '' : word(name));
  return {
    mine: word('mine') === 'true',
    player: [...word('player').trim()].slice(0, PLAYER_MAX).join(''),
    preset: PRESETS_SOUGHT.find((id) => id === word('preset')) ?? null,
    opening: OPENINGS.find(({ code }) => code === word('opening').toUpperCase())?.code ?? null,
    result: RESULTS.find((result) => result === word('result')) ?? null,
    from: day('from'),
    to: day('to'),
  };
}

/** The query of an address that says it; empty if everything is listed. */
export function queryOf(filters: Filters): string {
  return asQuery({ ...sought(filters), from: filters.from, to: filters.to });
}

/** The address that is asked for a page of such games: the first, or the one after another. */
export function requestFor(filters: Filters, after: string | null): string {
  const since = startOfDay(filters.from);
  const until = startOfDay(filters.to, 1);
  return `/api/games${asQuery({
    ...sought(filters),
    since: since === null ? '' : String(since),
    until: until === null ? '' : String(until),
    after: after ?? '',
  })}`;
}

/** Whether only some games are listed. */
export function isNarrowed(filters: Filters): boolean {
  return queryOf(filters) !== '';
}

function sought({ mine, player, preset, opening, result }: Filters): Record<string, string> {
  return { mine: mine ? 'true' : '', player: player.trim(), preset: preset ?? '', opening: opening ?? '', result: result ?? '' };
}

function asQuery(words: Record<string, string>): string {
  const said = new URLSearchParams(Object.entries(words).filter(([, word]) => word !== ''));
  return said.size > 0 ? `?${said.toString()}` : '';
}

/** When a day begins in the zone of the browser, or one some days later; none for what is no day. */
export function startOfDay(day: string, later = 0): number | null {
  const [, year, month, date] = (DAY.exec(day) ?? []).map(Number);
  if (year === undefined || month === undefined || date === undefined || year < 1970) {
    return null;
  }
  const start = new Date(year, month - 1, date);
  const isThere = start.getMonth() === month - 1 && start.getDate() === date;
  return isThere ? new Date(year, month - 1, date + later).getTime() : null;
}
