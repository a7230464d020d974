import { describe, expect, it, vi } from 'vitest';
import { analysisEn } from '../i18n/analysis.en';
import { analysisJa } from '../i18n/analysis.ja';
import { analysisZh } from '../i18n/analysis.zh';
import { LANGUAGES } from '../i18n/all';
import { rulesOf } from '../presets';
import { addressOf, askedIn, movesIn, pictureOf } from './address';
import type { Judged, Why } from './answers';
import { Desk } from './desk.svelte';
import { fileOf, type Kept } from './files';
import type { GameRecord } from './game';
import { Judge, type Question } from './judge.svelte';
import { FetchedGame, type Doorway } from './opening.svelte';
import { FILE_BYTES_MAX, readGame } from './reader';
import { judgingBy, RULES, rulesLike } from './rules';
import { shapesOf, whyText } from './why';
import { analysisWordsOf } from './words';

const { en, zh } = LANGUAGES;

describe('an address', () => {
  it('says the moves, the board and the rules, and is said by them', () => {
    const asked = { game: null, moves: ['h8', null, 's19'], board: 19, rules: 'freestyle' } as const;
    expect(addressOf(asked)).toBe('/analysis?rules=freestyle&board=19&moves=h8--s19');
    expect(askedIn(new URL(addressOf(asked), 'http://x').search)).toEqual(asked);
    expect(askedIn('')).toEqual({ game: null, moves: [], board: 15, rules: 'renju' });
    expect(pictureOf(asked)).toBe('/api/position.png?board=19&moves=h8--s19');
  });

  it('names a game and how far it is shown', () => {
    expect(askedIn('?game=7c2m9x4kq0hd&ply=12').game).toEqual({ room: '7c2m9x4kq0hd', ply: 12 });
    expect(askedIn('?game=7c2m9x4kq0hd').game).toEqual({ room: '7c2m9x4kq0hd', ply: null });
    expect(askedIn('?game=../../etc').game).toBeNull();
  });

  it('passes over what makes no sense', () => {
    expect(movesIn('H8i9x5j10')).toEqual(['h8', 'i9']);
    expect(movesIn('h8i21')).toEqual(['h8', 'i2']);
    expect(askedIn('?board=17&rules=chess&moves=%20')).toEqual({ game: null, moves: [], board: 15, rules: 'renju' });
    expect(askedIn('?board=20&rules=renju').rules).toBe('freestyle');
  });
});

describe('rules', () => {
  it('are known again by how they judge', () => {
    for (const name of RULES) {
      expect(rulesLike(judgingBy(name))).toBe(name);
    }
    expect(rulesLike(rulesOf('cn2013'))).toBe('renju');
    expect(rulesLike({ five: 'renju', forbidden: 'nobody' })).toBe('freestyle');
  });
});

describe('the desk', () => {
  it('plays both colours, and keeps what was played before', () => {
    const desk = new Desk();
    for (const point of ['h8', 'i9']) {
      desk.play(point);
    }
    desk.back();
    desk.play('g7');
    expect(desk.line).toEqual(['h8', 'g7']);
    expect(desk.isVariation).toBe(true);
    desk.beside(-1);
    expect(desk.line).toEqual(['h8', 'i9']);
    expect(desk.last).toEqual({ number: 2, stone: 'white', point: 'i9' });
    desk.beside(1);
    desk.promote();
    desk.start();
    desk.end();
    expect(desk.line).toEqual(['h8', 'g7']);
    desk.play('h8');
    expect([desk.isFull, desk.line.length]).toEqual([true, 2]);
  });

  it('brings back what was deleted, or was there before another game', () => {
    const desk = new Desk();
    desk.open({ moves: ['h8', 'i9', 'j10'], board: 15, rules: 'renju' });
    expect(desk.undoable).toBeNull();
    desk.back();
    desk.remove();
    expect([desk.line, desk.undoable]).toEqual([['h8'], 'removed']);
    desk.undo();
    expect([desk.line, desk.undoable]).toEqual([['h8', 'i9'], null]);
    desk.openFile({ format: 'sgf', board: 19, rules: 'renju', black: 'Ann', white: null, comment: null, nodes: [{ parent: null, point: 's19', comment: null }] });
    expect([desk.board, desk.rules, desk.line, desk.names.black]).toEqual([19, 'freestyle', ['s19'], 'Ann']);
    desk.undo();
    expect([desk.board, desk.rules, desk.line.length]).toEqual([15, 'renju', 2]);
  });

  it('has a board of 15 lines where moves are forbidden', () => {
    const desk = new Desk();
    desk.judgeBy('freestyle');
    desk.resize(20);
    desk.play('t20');
    desk.judgeBy('renju');
    expect([desk.board, desk.rules, desk.line, desk.undoable]).toEqual([15, 'renju', [], 'removed']);
    desk.play('h8');
    desk.resize(19);
    expect([desk.board, desk.rules, desk.line]).toEqual([19, 'freestyle', ['h8']]);
  });

  it('takes a game of the server with its players and rules', () => {
    const desk = new Desk();
    desk.openGame(RECORD, 1);
    expect([desk.line, desk.rules, desk.names]).toEqual([['h8'], 'renju', { black: 'Bob', white: 'Ann' }]);
    desk.end();
    expect(desk.line).toEqual(['h8', 'i9']);
  });
});

const RECORD: GameRecord = {
  phase: 'over',
  players: { a: 'Ann', b: 'Bob' },
  black: 'b',
  rules: rulesOf('renju'),
  laid: [],
  moves: [
    { deed: { type: 'stone', stone: 'black', point: 'h8' }, dropped: [] },
    { deed: { type: 'stone', stone: 'white', point: 'i9' }, dropped: [] },
  ],
};

describe('files', () => {
  const desk = new Desk();
  desk.openFile({
    format: 'sgf',
    board: 15,
    rules: 'renju',
    black: 'A]nn',
    white: null,
    comment: 'a\\b',
    nodes: [
      { parent: null, point: 'h8', comment: 'first: [so]' },
      { parent: 0, point: 'i9', comment: null },
      { parent: 0, point: null, comment: null },
      { parent: 1, point: 'a1', comment: null },
    ],
  });
  const kept: Kept = desk;

  it('have the variations in SGF', () => {
    expect(fileOf('sgf', kept)).toBe(
      '(;FF[4]GM[4]CA[UTF-8]AP[Tengen]SZ[15]RU[Renju]PB[A\\]nn]C[a\\\\b]\n;B[hh]C[first\\: [so\\]](;W[ig];B[ao])\n(;W[])\n)\n',
    );
  });

  it('have the line that is shown in the others', () => {
    expect(fileOf('txt', kept)).toBe('h8 i9 a1\n');
    expect(fileOf('psq', kept)).toBe('Piskvorky 15x15, 11:11, 0\n8,8,0\n9,7,0\n1,15,0\n-1\nA]nn\n?\n4,-\n');
  });
});

const WHY: Why = {
  rows: [],
  fours: [],
  threes: [
    { stones: ['h8', 'i8', 'j8'], counts: true, completions: [{ point: 'g8', verdict: 'legal' }, { point: 'k8', verdict: 'four_four' }] },
    { stones: ['j8', 'j9', 'j10'], counts: true, completions: [{ point: 'j11', verdict: 'legal' }] },
    { stones: ['h6', 'i7', 'j8'], counts: false, completions: [{ point: 'k9', verdict: 'three_three' }, { point: 'g5', verdict: 'five' }] },
  ],
};

describe('why a point is forbidden', () => {
  it('is said in the words of each language', () => {
    expect(whyText('j8', 'three_three', WHY, analysisEn, en)).toBe(
      'J8 is forbidden (double-three): the three H8 I8 J8 (straight four at G8) and the three J8 J9 J10 (straight four at J11). H6 I7 J8 is no three: K9 is itself forbidden (double-three) and G5 would make a five.',
    );
    expect(whyText('j8', 'three_three', WHY, analysisZh, zh)).toBe(
      'J8 是三三禁手：H8 I8 J8 成活三（G8 成活四），J8 J9 J10 成活三（J11 成活四）。H6 I7 J8 不算活三：K9 本身是三三禁手，下 G5 就成五。',
    );
  });

  it('is drawn with the shapes of the fault and no others', () => {
    expect(shapesOf('three_three', WHY)).toEqual([
      { kind: 'three', stones: ['h8', 'i8', 'j8'], completions: ['g8'] },
      { kind: 'three', stones: ['j8', 'j9', 'j10'], completions: ['j11'] },
    ]);
    const fours = [{ stones: ['d8', 'f8', 'g8', 'h8'], fifths: ['e8'] }];
    expect(shapesOf('four_four', { ...WHY, fours })).toEqual([{ kind: 'four', stones: fours[0]?.stones, completions: ['e8'] }]);
    const row = ['d8', 'e8', 'f8', 'g8', 'h8', 'i8'];
    expect(shapesOf('overline', { ...WHY, rows: [row] })).toEqual([{ kind: 'row', stones: row, completions: [] }]);
    expect(whyText('i8', 'overline', { ...WHY, rows: [row] }, analysisEn, en)).toBe('I8 is forbidden (overline): 6 in a row, D8 E8 F8 G8 H8 I8.');
  });
});

describe('the judge', () => {
  const question: Question = { board: 15, rules: 'renju', moves: ['h8'] };
  const judged: Judged = { to_move: 'white', opening: null, last: null, forbidden: [] };
  const answer = (status: number, body: unknown = judged) => new Response(JSON.stringify(body), { status });

  it('asks once about a position, and remembers what it heard', async () => {
    const ask = vi.fn(() => Promise.resolve(answer(200)));
    const judge = new Judge(ask);
    await judge.consider(question);
    expect(judge.answer).toEqual(judged);
    await judge.consider({ ...question, moves: [] });
    await judge.consider(question);
    expect(ask).toHaveBeenCalledTimes(2);
    expect(ask).toHaveBeenCalledWith('/api/judge', expect.objectContaining({ body: '{"board":15,"five":"renju","forbidden":"black","moves":["h8"]}' }));
  });

  it('asks nothing about a position that one has run past', async () => {
    const ask = vi.fn(() => Promise.resolve(answer(200)));
    const judge = new Judge(ask);
    const passed = [[], ['h8'], ['h8', 'i9']].map((moves) => judge.consider({ ...question, moves }));
    await Promise.all(passed);
    expect(ask).toHaveBeenCalledTimes(1);
  });

  it('waits when it was too fast, and says when nobody is there', async () => {
    const answers = [answer(429, { code: 'too_fast' }), answer(200)];
    const judge = new Judge(() => Promise.resolve(answers.shift() ?? Response.error()));
    await judge.consider(question);
    expect([judge.answer, judge.isUnreachable]).toEqual([judged, false]);
    await judge.consider({ ...question, moves: [] });
    expect([judge.answer, judge.isUnreachable]).toEqual([null, true]);
    answers.push(answer(200));
    await judge.again();
    expect([judge.answer, judge.isUnreachable]).toEqual([judged, false]);
  });
});

describe('a file', () => {
  it('is read by the server, which says what is wrong and where', async () => {
    const says = (status: number, body: unknown) => () => Promise.resolve(new Response(JSON.stringify(body), { status }));
    expect(await readGame(says(200, { board: 15 }), new Blob(['h8']))).toEqual({ game: { board: 15 } });
    expect(await readGame(says(400, { code: 'occupied', message: '…', line: 2, move: 3 }), new Blob(['h8']))).toEqual({ bad: { code: 'occupied', line: 2, move: 3 } });
    expect(await readGame(says(503, { code: 'unavailable', message: '…' }), new Blob(['h8']))).toEqual({ bad: { code: 'unreachable', line: null, move: null } });
    expect(await readGame(() => Promise.reject(new Error('gone')), new Blob(['h8']))).toEqual({ bad: { code: 'unreachable', line: null, move: null } });
  });

  it('is not sent if it is too large', async () => {
    const ask = vi.fn(() => Promise.resolve(Response.error()));
    expect(await readGame(ask, new Blob(['x'.repeat(FILE_BYTES_MAX + 1)]))).toEqual({ bad: { code: 'too_large', line: null, move: null } });
    expect(ask).not.toHaveBeenCalled();
  });
});

describe('the game of a room', () => {
  const says = (record: GameRecord) => () => Promise.resolve(new Response(JSON.stringify(record)));
  /** A room as who enters it finds it. */
  const doorway = (seat: 'a' | null, phase: 'playing' | 'over') => {
    const room = { isUnknown: false, isRemoved: false, known: { state: { phase } }, seat };
    return { enter: vi.fn(() => room), leave: vi.fn() } as unknown as Doorway;
  };

  it('is there at once when it is over', async () => {
    const door = doorway('a', 'over');
    const game = new FetchedGame(says(RECORD), door, '7c2m9x4kq0hd');
    expect(game.state.type).toBe('fetching');
    await game.fetch();
    expect(game.state).toEqual({ type: 'there', record: RECORD });
    expect(door.enter).not.toHaveBeenCalled();
  });

  it('is kept from who plays it, and shown to who watches', async () => {
    const running: GameRecord = { ...RECORD, phase: 'playing' };
    for (const [seat, type] of [['a', 'yours'], [null, 'there']] as const) {
      const door = doorway(seat, 'playing');
      const game = new FetchedGame(says(running), door, '7c2m9x4kq0hd');
      await game.fetch();
      expect(game.state.type).toBe(type);
      game.leave();
      expect(door.leave).toHaveBeenCalledTimes(1);
    }
  });

  it('is lost when the server does not know it', async () => {
    const game = new FetchedGame(() => Promise.resolve(new Response('{}', { status: 404 })), doorway(null, 'over'), '7c2m9x4kq0hd');
    await game.fetch();
    expect(game.state.type).toBe('lost');
  });
});

describe('the words of the analysis board', () => {
  type Tree = Record<string, unknown>;
  const flatten = (tree: Tree, path = ''): [string, string][] =>
    Object.entries(tree).flatMap(([key, value]): [string, string][] => {
      const at = `${path}.${key}`;
      if (typeof value === 'function') {
        return [[at, String((value as (...args: unknown[]) => unknown)('Xx', 'Yy', 'Zz'))]];
      }
      return typeof value === 'string' ? [[at, value]] : flatten(value as Tree, at);
    });
  const english = new Map(flatten(analysisEn));

  it.each([['zh', analysisZh], ['ja', analysisJa]] as const)('are all there in %s, and translated', (_, words) => {
    const there = flatten(words);
    expect(there.map(([path]) => path).toSorted()).toEqual([...english.keys()].toSorted());
    expect(there.filter(([path, said]) => english.get(path) === said)).toEqual([]);
    // Only what stands between sentences may be nothing.
    expect(there.filter(([, said]) => said === '').map(([path]) => path)).toEqual(['.space']);
  });

  it('are fetched by the language', async () => {
    expect(await Promise.all((['en', 'zh', 'ja'] as const).map(analysisWordsOf))).toEqual([analysisEn, analysisZh, analysisJa]);
  });
});
