import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../i18n/all';
import { dateText, entriesOf, openingText, pageIn, presetText, reasonText, withMore, type FinishedGame } from './finished';
import { GamesList, type Asking } from './list.svelte';
import { filtersIn, isNarrowed, NO_FILTERS, PRESETS_SOUGHT, queryOf, requestFor, startOfDay, type Filters } from './search';

const { en, zh } = LANGUAGES;

const GAME: FinishedGame = {
  room: '7c2m9x4kq0hd',
  wall_ms: new Date(2026, 1, 28, 14, 5).getTime(),
  players: { a: { id: 'ann', name: 'Ann' }, b: { id: 'bob', name: 'Bob' } },
  black: 'b',
  preset: 'renju',
  opening: 'D4',
  scores: { a: 'win', b: 'loss' },
  reason: 'five',
  moves: 31,
};

describe('a search', () => {
  const all: Filters = {
    mine: true,
    player: 'Ann & 云',
    preset: 'renju',
    opening: 'I13',
    result: 'draw',
    from: '2026-02-01',
    to: '2026-02-28',
  };

  it('is what the address says, and the address says it', () => {
    expect(filtersIn('?mine=true&preset=renju')).toEqual({ ...NO_FILTERS, mine: true, preset: 'renju' });
    expect(queryOf({ ...NO_FILTERS, mine: true, preset: 'renju' })).toBe('?mine=true&preset=renju');
    expect(filtersIn(queryOf(all))).toEqual(all);
    expect(queryOf(NO_FILTERS)).toBe('');
    expect([isNarrowed(NO_FILTERS), isNarrowed(all)]).toEqual([false, true]);
  });

  it('passes over what makes no sense', () => {
    const query = '?mine=perhaps&preset=chess&opening=D14&result=loss&from=yesterday&to=2026-02-30&colour=red&player=%20';
    expect(filtersIn(query)).toEqual(NO_FILTERS);
    expect(filtersIn('?opening=d4').opening).toBe('D4');
    expect([...filtersIn(`?player=${'长'.repeat(99)}`).player]).toHaveLength(24);
  });

  it('asks the server in its words, whole days in the zone of the browser', () => {
    expect(requestFor(NO_FILTERS, null)).toBe('/api/games');
    const asked = new URL(requestFor(all, '1790016000000-7c2m9x4kq0hd'), 'http://x').searchParams;
    expect(Object.fromEntries(asked)).toEqual({
      mine: 'true',
      player: 'Ann & 云',
      preset: 'renju',
      opening: 'I13',
      result: 'draw',
      since: String(new Date(2026, 1, 1).getTime()),
      until: String(new Date(2026, 2, 1).getTime()),
      after: '1790016000000-7c2m9x4kq0hd',
    });
  });

  it('knows days that are', () => {
    expect(startOfDay('2024-02-29')).toBe(new Date(2024, 1, 29).getTime());
    expect(['2026-02-29', '2026-13-01', '0026-01-01', '', '2026-1-1'].map((day) => startOfDay(day))).toEqual(Array(5).fill(null));
  });

  it('offers every preset whose games can be told apart', () => {
    expect(PRESETS_SOUGHT).toContain('freestyle');
    expect(PRESETS_SOUGHT).not.toContain('free');
  });
});

describe('a finished game', () => {
  it('names Black first, with what each got', () => {
    expect(entriesOf(GAME, { id: 'ann', name: 'Ann' })).toEqual([
      { person: GAME.players.b, stone: 'black', score: '0', isWinner: false, isYou: false },
      { person: GAME.players.a, stone: 'white', score: '1', isWinner: true, isYou: true },
    ]);
    const never = entriesOf({ ...GAME, black: null, scores: { a: 'void', b: 'void' } }, null);
    expect(never.map(({ person, stone, score }) => [person.name, stone, score])).toEqual([
      ['Ann', null, '–'],
      ['Bob', null, '–'],
    ]);
  });

  it('is told in words', () => {
    expect([presetText(GAME, en), openingText(GAME, en), reasonText(GAME, en)]).toEqual(['Renju', 'D4 Kagetsu', 'five in a row']);
    expect([presetText(GAME, zh), openingText(GAME, zh), reasonText(GAME, zh)]).toEqual(['连珠', 'D4 花月', '五连']);
    expect(reasonText({ ...GAME, reason: 'forbidden' }, en)).toBe('forbidden move');
    expect(presetText({ ...GAME, preset: null }, en)).toBe('rules of their own');
    expect(openingText({ ...GAME, opening: null }, en)).toBeNull();
    expect(dateText(GAME, en)).toMatch(/28.*2026.*05/);
  });

  it('is told as well as can be if the server knows more', () => {
    const newer = { ...GAME, preset: 'of-2030', opening: 'X1', reason: 'toString' };
    expect([presetText(newer, en), openingText(newer, en), reasonText(newer, en)]).toEqual(['of-2030', 'X1', 'toString']);
  });

  it('is listed once', () => {
    const other = { ...GAME, room: 'other' };
    expect(withMore([GAME], [GAME, other])).toEqual([GAME, other]);
    expect(pageIn({ games: [GAME], next: null })).toEqual({ games: [GAME], next: null });
    expect([pageIn(null), pageIn([]), pageIn({ code: 'bad_search' })]).toEqual([null, null, null]);
  });
});

describe('the list', () => {
  it('goes from page to page', async () => {
    const { list, asked, answer } = atTheShelf();
    const first = list.show({ ...NO_FILTERS, preset: 'renju' });
    expect(list.state).toBe('loading');
    answer(200, { games: [GAME], next: '5-x' });
    await first;
    expect([list.state, list.next]).toEqual(['ready', '5-x']);
    const second = list.more();
    answer(200, { games: [{ ...GAME, room: 'other' }], next: null });
    await second;
    expect(asked).toEqual(['/api/games?preset=renju', '/api/games?preset=renju&after=5-x']);
    expect(list.games.map(({ room }) => room)).toEqual([GAME.room, 'other']);
    expect(list.next).toBeNull();
  });

  it('says what went wrong, and tries the same again', async () => {
    const { list, asked, answer } = atTheShelf();
    const first = list.show(NO_FILTERS);
    answer(503, { code: 'unavailable' });
    await first;
    expect(list.state).toBe('unreachable');
    const again = list.more();
    answer(200, { games: [], next: null });
    await again;
    expect([list.state, asked]).toEqual(['ready', ['/api/games', '/api/games']]);
    const bad = list.show({ ...NO_FILTERS, player: 'x' });
    answer(400, { code: 'bad_search' });
    await bad;
    expect(list.state).toBe('bad_search');
  });

  it('calms down when nothing answers', async () => {
    const list = new GamesList(() => Promise.reject(new TypeError('no line')));
    await list.show(NO_FILTERS);
    expect(list.state).toBe('unreachable');
  });

  it('becomes somebody again if the server knows nobody', async () => {
    const { list, asked, answer } = atTheShelf();
    const first = list.show({ ...NO_FILTERS, mine: true });
    answer(401, { code: 'unauthorized' });
    await settled();
    answer(200, {});
    await settled();
    answer(200, { games: [GAME], next: null });
    await first;
    expect(asked).toEqual(['/api/games?mine=true', '/', '/api/games?mine=true']);
    expect(list.games).toEqual([GAME]);
  });

  it('passes over an answer that comes too late', async () => {
    const { list, answer } = atTheShelf();
    const first = list.show(NO_FILTERS);
    const second = list.show({ ...NO_FILTERS, preset: 'swap2' });
    answer(200, { games: [GAME], next: '1-x' });
    answer(200, { games: [], next: null });
    await Promise.all([first, second]);
    expect([list.games, list.next, list.state]).toEqual([[], null, 'ready']);
  });
});

/** A list whose questions are answered one after the other. */
function atTheShelf() {
  const asked: string[] = [];
  const waiting: ((response: Response) => void)[] = [];
  const ask: Asking = (address) => {
    asked.push(address);
    return new Promise((resolve) => waiting.push(resolve));
  };
  const answer = (status: number, body: unknown) => waiting.shift()?.(new Response(JSON.stringify(body), { status }));
  return { list: new GamesList(ask), asked, answer };
}

function settled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
