import { describe, expect, it } from 'vitest';
import type { LobbyGame } from '../protocol';
import { RULES } from '../test-table';
import { arrange, dueAt, gridFor, RESULT_STAYS_MS, runningOf, WALL_MAX, type Place } from './wall';

function at(...rooms: string[]): Place[] {
  return rooms.map((room) => ({ room, endedAt: null }));
}

function rooms(places: readonly Place[]): string {
  return places.map(({ room }) => room).join(' ');
}

describe('the wall', () => {
  it('takes as many running games as there are places, the first first', () => {
    expect(rooms(arrange([], ['a', 'b', 'c'], 2, 0, null))).toBe('a b');
    expect(rooms(arrange([], ['a'], 4, 0, null))).toBe('a');
    expect(arrange([], [], 4, 0, null)).toEqual([]);
  });

  it('leaves every game where it is when others begin', () => {
    expect(rooms(arrange(at('b', 'a'), ['d', 'c', 'b', 'a'], 3, 0, null))).toBe('b a d');
  });

  it('keeps a result for a while, and then gives its very place to another game', () => {
    const ended = arrange(at('a', 'b', 'c'), ['d', 'c', 'a'], 3, 1000, null);
    expect(ended).toEqual([...at('a'), { room: 'b', endedAt: 1000 }, ...at('c')]);
    expect(dueAt(ended)).toBe(1000 + RESULT_STAYS_MS);
    expect(rooms(arrange(ended, ['d', 'c', 'a'], 3, 999 + RESULT_STAYS_MS, null))).toBe('a b c');
    const after = arrange(ended, ['d', 'c', 'a'], 3, 1000 + RESULT_STAYS_MS, null);
    expect(rooms(after)).toBe('a d c');
    expect(dueAt(after)).toBeNull();
  });

  it('closes the gap of a game that ended if there is no other', () => {
    const ended = arrange(at('a', 'b'), ['b'], 4, 0, null);
    expect(rooms(arrange(ended, ['b'], 4, RESULT_STAYS_MS, null))).toBe('b');
  });

  it('takes no board away from under a finger or the focus', () => {
    const ended = arrange(at('a', 'b'), ['c', 'b'], 2, 0, 'a');
    expect(rooms(arrange(ended, ['c', 'b'], 2, 9 * RESULT_STAYS_MS, 'a'))).toBe('a b');
    expect(rooms(arrange(ended, ['c', 'b'], 2, 9 * RESULT_STAYS_MS, null))).toBe('c b');
  });

  it('forgets an end that was none: the list had lost sight of the game', () => {
    const ended = arrange(at('a'), [], 1, 0, null);
    expect(arrange(ended, ['a'], 1, 100, null)).toEqual(at('a'));
  });

  it('shows fewer in a smaller window, and never one game twice', () => {
    expect(rooms(arrange(at('a', 'b', 'c'), ['a', 'b', 'c'], 2, 0, null))).toBe('a b');
    const rest = arrange(at('a', 'b'), ['b', 'a', 'c'], 4, 0, null);
    expect(rooms(rest)).toBe('a b c');
  });

  it('begins with the featured game, and has no place for one that waits', () => {
    const game = (room: string, b: string | null): LobbyGame => ({
      room,
      phase: b === null ? 'open' : 'playing',
      rules: RULES,
      colours: 'black_a',
      seats: { a: { id: 'x', name: 'X' }, b: b === null ? null : { id: b, name: b } },
      board: null,
      wall_ms: 0,
    });
    const games = [game('new', 'y'), game('waits', null), game('old', 'z')];
    expect(runningOf(games, 'old')).toEqual(['old', 'new']);
    expect(runningOf(games, 'elsewhere')).toEqual(['new', 'old']);
    expect(runningOf(games, null)).toEqual(['new', 'old']);
  });

  it.each([
    ['a laptop', 1334, 640, 12],
    ['a large screen', 1888, 980, 24],
    ['a tablet', 736, 960, 12],
    ['a phone', 366, 780, 6],
    ['a small phone', 296, 510, 6],
  ])('on %s has room for some', (_, width, height, least) => {
    const { columns, count } = gridFor(width, height);
    expect(count).toBeGreaterThanOrEqual(least);
    expect(count).toBeLessThanOrEqual(WALL_MAX);
    expect(columns).toBeGreaterThanOrEqual(1);
  });
});
