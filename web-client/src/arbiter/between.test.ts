import { describe, expect, it } from 'vitest';
import { en } from '../i18n/en';
import type { Act, RoomEvent } from '../protocol';
import { emptyTable, receive } from '../table';
import { gameEvent, happened, known, movesOf, placed, snapshot } from '../test-table';
import { actText, linesBetween } from './between';
import { ACTS_MAX, isAct } from './record';

const EVE = { id: 'eve', name: 'Eve' };
const ruling = (reason: string, ...events: RoomEvent[]): RoomEvent[] => [{ type: 'ruled', arbiter: EVE, reason }, ...events];
const H8 = { type: 'stone', stone: 'black', point: 'h8' } as const;
const I9 = { type: 'stone', stone: 'white', point: 'i9' } as const;

describe('what an arbiter ruled', () => {
  it('is said with the name, the reason and what it changed', () => {
    const events = ruling('faulty clock', gameEvent({ type: 'clock_set', seat: 'b', left_ms: 300_000 }));
    expect(actText(known(), { events }, en)).toBe('Arbiter Eve: faulty clock — The arbiter has set the clock of Bo to 5:00.');
    const penalty = ruling('late press', gameEvent({ type: 'time_penalised', seat: 'a', minus_ms: 300_000, plus_ms: 120_000 }));
    expect(actText(known(), { events: penalty }, en)).toBe('Arbiter Eve: late press — Time penalty: 5:00 taken from Ann. 2:00 given to Bo.');
  });

  it('is said with the result, if it ended the game', () => {
    const outcome = { reason: { type: 'ruled' }, scores: { a: 'loss', b: 'loss' } } as const;
    const events = ruling('arranged', gameEvent({ type: 'ended', outcome: { ...outcome } }));
    expect(actText(known(), { events }, en)).toBe('Arbiter Eve: arranged — Both lose · ruled by the arbiter');
  });

  it('is kept apart from moves', () => {
    expect(isAct([placed('a', 'black', 'h8')])).toBe(false);
    expect(isAct([placed('a', 'black', 'h8'), gameEvent({ type: 'draw_offered', seat: 'a', improper: false })])).toBe(true);
    expect(isAct([gameEvent({ type: 'ended', outcome: { reason: { type: 'resigned' }, scores: { a: 'loss', b: 'win' } } })])).toBe(false);
    expect(isAct([gameEvent({ type: 'result_accepted', seat: 'a' })])).toBe(true);
    expect(isAct([gameEvent({ type: 'suspended', lost: 2 })])).toBe(true);
    expect(isAct(ruling('x'))).toBe(true);
    expect(isAct([{ type: 'complained', seat: 'a', text: 'noise', own_time: true }])).toBe(true);
  });
});

describe('the list of moves', () => {
  it('has each act under the move it followed, live and from a snapshot', () => {
    const before = snapshot({ moves: movesOf(H8), acts: [act(0, 'first'), act(1, 'second')] });
    const follow = [
      happened(3, ruling('third')),
      happened(4, [placed('b', 'white', 'i9'), gameEvent({ type: 'draw_offered', seat: 'b', improper: false })]),
      happened(5, [placed('a', 'black', 'j10')]),
    ];
    const table = follow.reduce((after, record) => receive(after, record).table, receive(emptyTable('r'), before).table);
    expect(lines(table.known)).toEqual({
      0: ['Arbiter Eve: first'],
      1: ['Arbiter Eve: second', 'Arbiter Eve: third'],
      2: ['Bo offers a draw.'],
    });
  });

  it('keeps them in order when moves are gone', () => {
    const before = snapshot({ moves: movesOf(H8, I9), acts: [act(0, 'first'), act(2, 'second')] });
    const follow = [
      happened(3, [gameEvent({ type: 'taken_back', moves: 1 })]),
      happened(4, [placed('b', 'white', 'i9')]),
      happened(5, ruling('third', gameEvent({ type: 'restarted', black: 'a', clocks_reset: true }))),
      happened(6, [placed('a', 'black', 'h8')]),
    ];
    const tables = follow.map((_, index) => follow.slice(0, index + 1).reduce((after, record) => receive(after, record).table, receive(emptyTable('r'), before).table));
    expect(lines(tables[1]?.known ?? null)).toEqual({ 0: ['Arbiter Eve: first'], 1: ['Arbiter Eve: second', 'The move was taken back.'] });
    expect(lines(tables[3]?.known ?? null)).toEqual({
      0: ['Arbiter Eve: first', 'Arbiter Eve: second', 'The move was taken back.', 'Arbiter Eve: third — The game starts again. Ann has Black. The clocks begin anew.'],
    });
  });

  it('tells of favours that were asked for, and what became of them', () => {
    const follow = [
      happened(3, [gameEvent({ type: 'asked', seat: 'a', favour: 'takeback' })]),
      happened(4, [gameEvent({ type: 'denied', seat: 'b' })]),
      happened(5, [gameEvent({ type: 'asked', seat: 'b', favour: 'pause' })]),
      happened(6, [gameEvent({ type: 'paused' })]),
      happened(7, [gameEvent({ type: 'resumed' })]),
      happened(8, [gameEvent({ type: 'time_given', seat: 'a', ms: 15_000 })]),
    ];
    const table = follow.reduce((after, record) => receive(after, record).table, receive(emptyTable('r'), snapshot({ moves: movesOf(H8) })).table);
    expect(lines(table.known)).toEqual({
      1: [
        'Ann asks to take the last move back.',
        'Bo refused.',
        'Bo asks for a pause.',
        'The game was paused.',
        'The game went on.',
        'Ann gives Bo 15 s.',
      ],
    });
  });

  it('is no longer than what the server keeps', () => {
    const acts = Array.from({ length: ACTS_MAX }, (_, index) => act(0, `${index}`));
    const { table } = receive(receive(emptyTable('r'), snapshot({ acts })).table, happened(3, ruling('last')));
    expect(table.known?.acts).toHaveLength(ACTS_MAX);
    expect(lines(table.known)?.[0]?.at(0)).toBe('Arbiter Eve: 1');
  });

  it('leaves out what has no words', () => {
    expect(lines(known({ acts: [{ at: 0, after: 0, events: [placed('a', 'black', 'h8')] }] }))).toEqual({});
  });
});

function act(after: number, reason: string): Act {
  return { at: 0, after, events: ruling(reason) };
}

function lines(table: ReturnType<typeof known> | null) {
  return table && Object.fromEntries([...linesBetween(table, en)].map(([after, each]) => [after, each.map(({ text }) => text)]));
}
