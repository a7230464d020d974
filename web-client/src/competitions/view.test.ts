import { describe, expect, test } from 'vitest';
import { entrantsIn, linkOf, neighbours, officeIn, pairingsIn, sessionsOf, stateOf, type Match, type Round } from './view';

const round = (session: string | null): Round => ({ session, start_at: null, delayed: false, meetings: [] });

describe('a competition on the page', () => {
  test('rounds of one session stand together', () => {
    const sessions = sessionsOf([round('morning'), round('morning'), round('evening'), round(null), round(null)]);
    expect(sessions.map(({ session, rounds }) => [session, rounds.map(({ number }) => number)])).toEqual([
      ['morning', [1, 2]],
      ['evening', [3]],
      [null, [4]],
      [null, [5]],
    ]);
  });

  test('a pairing is two numbers, and says who has the first move', () => {
    expect(pairingsIn('1-2\n\n 4 – 3 ', 4, 'stated')).toEqual([{ a: 1, b: 2, first: 'a' }, { a: 4, b: 3, first: 'a' }]);
    expect(pairingsIn('1-2\n3:4!\n5-6?', 6, 'fewer')).toEqual([{ a: 1, b: 2 }, { a: 3, b: 4, first: 'a' }, { a: 5, b: 6, first: 'lot' }]);
    for (const text of ['', '1-1', '1-2\n2-3', '1-9', '0-1', 'a-b', '1-2 x', '1-2-3']) {
      expect(pairingsIn(text, 4, 'fewer'), text).toBeNull();
    }
    expect(pairingsIn(neighbours(5), 5, 'fewer')).toEqual([{ a: 1, b: 2 }, { a: 3, b: 4 }]);
  });

  test('a team is its name and its members, one of them the captain', () => {
    const team = { type: 'team', boards: 2 } as const;
    expect(entrantsIn('Reds: Ann, Bo*\n\n蓝队：小明、小红', team)).toEqual([
      { name: 'Reds', members: ['Ann', 'Bo'], captain: 2 },
      { name: '蓝队', members: ['小明', '小红'], captain: 1 },
    ]);
    expect(entrantsIn(' Ann \nBo: 2\n', { type: 'individual' })).toEqual([{ name: 'Ann' }, { name: 'Bo: 2' }]);
  });

  test('a link says what for, and nothing else is one', () => {
    const key = '0123456789abcdef';
    const hash = (words: string) => new URL(linkOf('https://play.example', 'a'.repeat(12), words, key)).hash;
    expect(officeIn(hash('chief'))).toEqual({ office: { type: 'chief' }, key });
    expect(officeIn(hash('referee.2'))).toEqual({ office: { type: 'referee', referee: 2 }, key });
    expect(officeIn(hash('seat.12.3'))).toEqual({ office: { type: 'seat', entrant: 12, member: 3 }, key });
    for (const text of ['', '#office=', '#office=king.0123456789abcdef', '#office=chief.short', `#arbiter=${key}`]) {
      expect(officeIn(text), text).toBeNull();
    }
  });

  test('a board waits, plays, stands between two games, or is over', () => {
    const match: Match = { games: [], half_points: { a: 0, b: 0 }, over: false, room: null, phase: 'open', has_come: { a: false, b: false }, rulings: [] };
    expect(stateOf(match)).toBe('waiting');
    expect(stateOf({ ...match, has_come: { a: true, b: false } })).toBe('half');
    expect(stateOf({ ...match, phase: 'playing' })).toBe('playing');
    expect(stateOf({ ...match, phase: 'over' })).toBe('between');
    expect(stateOf({ ...match, phase: 'over', over: true })).toBe('over');
  });
});
