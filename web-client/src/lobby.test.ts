import { describe, expect, it } from 'vitest';
import { listAfter, pageOf, type ListedGame } from './lobby';
import { rulesOf } from './presets';
import type { BriefGame, BriefRules, LobbyBriefChange } from './protocol';

const RENJU: BriefRules = { type: 'preset', preset: 'renju' };

const brief = (room: string, wall_ms: number, rules: BriefRules = RENJU): BriefGame => ({
  room,
  phase: 'open',
  rules,
  colours: 'random',
  seats: { a: null, b: null },
  board: null,
  wall_ms,
});
const listed = (room: string, wall_ms: number): ListedGame => ({ ...brief(room, wall_ms), rules: rulesOf('renju'), preset: 'renju' });
const list = (...games: BriefGame[]) =>
  listAfter(null, { type: 'lobby_brief', games, open: games.length, playing: 0, people: 2, waited_in: [], featured: null });
const change: LobbyBriefChange = { type: 'lobby_brief_change', changed: [], removed: [], open: 1, playing: 1, people: 4, waited_in: ['renju'], featured: null };

describe('the lobby', () => {
  it('is followed from list to change, the newest first', () => {
    const after = listAfter(list(brief('x', 1), brief('y', 2)), {
      ...change,
      changed: [{ ...brief('x', 1), phase: 'playing' }, brief('z', 3)],
      removed: ['y', 'never heard of'],
    });
    expect(after).toEqual({
      games: [listed('z', 3), { ...listed('x', 1), phase: 'playing' }],
      open: 1,
      playing: 1,
      people: 4,
      waited_in: ['renju'],
      featured: null,
    });
  });

  it('ignores a change before the list, and keeps the games when only people come and go', () => {
    expect(listAfter(null, change)).toBeNull();
    const before = list(brief('x', 1));
    expect(listAfter(before, change)?.games).toBe(before?.games);
  });

  it('has the whole rules of what is said in brief', () => {
    const own = { ...rulesOf('renju'), board: 15 as const, pauses: 'by_agreement' as const };
    const games = list(
      brief('a', 3, { type: 'clock', preset: 'swap2', clock: null }),
      brief('b', 2, { type: 'own', rules: own }),
      brief('c', 1, { type: 'preset', preset: 'of a later server' }),
    )?.games;
    expect(games?.map(({ rules, preset }) => ({ rules, preset }))).toEqual([
      { rules: { ...rulesOf('swap2'), clock: null }, preset: 'swap2' },
      { rules: own, preset: null },
    ]);
  });
});

describe('a page of the list', () => {
  const games = Array.from({ length: 60 }, (_, at): ListedGame => ({ ...listed(`r${at}`, 60 - at), preset: at % 3 === 0 ? 'renju' : 'swap2' }));

  it('has so many games, and says how many there are', () => {
    expect(pageOf(games, null, 0, 25, 1000)).toEqual({ games: games.slice(0, 25), from: 0, all: 1000 });
    expect(pageOf(games, null, 1, 25, 60)).toEqual({ games: games.slice(25, 50), from: 25, all: 60 });
    expect(pageOf([], null, 0, 25, 0)).toEqual({ games: [], from: 0, all: 0 });
  });

  it('has only what is played under the preset that is asked for', () => {
    const page = pageOf(games, 'renju', 0, 25, 1000);
    expect(page.games.every(({ preset }) => preset === 'renju')).toBe(true);
    expect([page.games.length, page.all]).toEqual([20, 20]);
  });

  it('is the last one when the list has become shorter', () => {
    expect(pageOf(games.slice(0, 30), null, 7, 25, 30)).toMatchObject({ from: 25, all: 30 });
  });
});
