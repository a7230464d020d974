import { describe, expect, it } from 'vitest';
import { gameEvent, happened, known, moved, movesOf, OPENED, placed, RULES, snapshot, state } from './test-table';
import { emptyTable, momentAt, receive, seatOf, seen, stillSending, stoneFor, stoneOf, type Table } from './table';

const joined = { type: 'joined', room: 'r', epoch: 7, you: null, origin: 1000 } as const;

function tableAfterSnapshot(next = 3): Table {
  const step = receive(emptyTable('r'), joined);
  return receive(step.table, snapshot({ next })).table;
}

describe('a table', () => {
  it('knows nothing before its snapshot, and asks for all', () => {
    expect(seen(emptyTable('r'))).toBeNull();
    expect(seen(receive(emptyTable('r'), joined).table)).toBeNull();
  });

  it('asks for what comes after its snapshot', () => {
    expect(seen(tableAfterSnapshot(3))).toEqual({ epoch: 7, next: 3 });
  });

  it('takes the next record and shows its events', () => {
    const { table, resync, events } = receive(tableAfterSnapshot(3), happened(3, [placed('a', 'black', 'h8')]));
    expect(resync).toBe(false);
    expect(events).toHaveLength(1);
    expect(table.next).toBe(4);
    expect(table.known?.moves.map(({ deed }) => deed)).toEqual([{ type: 'stone', stone: 'black', point: 'h8' }]);
  });

  it('ignores a record it has', () => {
    const before = tableAfterSnapshot(3);
    const step = receive(before, happened(2, [placed('a', 'black', 'h8')]));
    expect(step).toEqual({ table: before, resync: false, events: [] });
  });

  it('asks again when a record is missing, and changes nothing', () => {
    const before = tableAfterSnapshot(3);
    expect(receive(before, happened(5, [placed('a', 'black', 'h8')]))).toEqual({ table: before, resync: true, events: [] });
  });

  it('asks again when a record comes before anything is known', () => {
    expect(receive(emptyTable('r'), happened(0, [placed('a', 'black', 'h8')])).resync).toBe(true);
  });

  it('can be built from the first record on', () => {
    const opened = { type: 'opened', ...OPENED } as const;
    const seated = { type: 'seated', seat: 'a', person: { id: 'ann', name: 'Ann' } } as const;
    const { table } = receive(emptyTable('r'), happened(0, [opened, seated], state({ phase: 'open', owed: null })));
    expect(table.known?.seats).toEqual({ a: { id: 'ann', name: 'Ann' }, b: null });
    expect(table.known?.opened).not.toHaveProperty('type');
  });

  it('is replaced by a snapshot and keeps the epoch of the last joined', () => {
    const again = receive(tableAfterSnapshot(3), { ...joined, epoch: 8, origin: 2000 }).table;
    const { table } = receive(again, snapshot({ next: 9 }));
    expect(seen(table)).toEqual({ epoch: 8, next: 9 });
    expect(table.origin).toBe(2000);
  });

  it('has nothing to do with other rooms', () => {
    const before = tableAfterSnapshot(3);
    expect(receive(before, { ...happened(9, []), room: 'other' })).toEqual({ table: before, resync: false, events: [] });
  });

  it('counts the time of a move from when the clock of its seat began to run', () => {
    const clock = { running: { seat: 'a', since: 400, free_left_ms: 0 } as const, faces: { a: FACE, b: FACE }, shared_left_ms: null, absent: { a: null, b: null } };
    const before = receive(emptyTable('r'), snapshot({ next: 3, at: 900, state: state({ clock }) })).table;
    const { table } = receive(before, { ...happened(3, [placed('a', 'black', 'h8')]), at: 1500 });
    expect(table.known?.moves[0]?.took_ms).toBe(1100);
  });

  it('counts the time of a move from the move before when no clock runs', () => {
    const first = receive(tableAfterSnapshot(3), { ...happened(3, [placed('a', 'black', 'h8')]), at: 5000 }).table;
    const { table } = receive(first, { ...happened(4, [placed('b', 'white', 'h9')]), at: 7500 });
    expect(table.known?.moves[1]?.took_ms).toBe(2500);
  });

  it('takes moves back, and counts the time of the next one anew', () => {
    const [h8, h9] = [
      { type: 'stone', stone: 'black', point: 'h8' },
      { type: 'stone', stone: 'white', point: 'h9' },
    ] as const;
    const before = receive(emptyTable('r'), snapshot({ moves: movesOf(h8, h9), state: state({ ply: 2 }) })).table;
    const back = receive(before, { ...happened(3, [gameEvent({ type: 'taken_back', moves: 1 })], state({ ply: 3 })), at: 5000 }).table;
    expect(back.known?.moves.map(({ deed }) => deed)).toEqual([h8]);
    const again = receive(back, { ...happened(4, [placed('b', 'white', 'i9')]), at: 6500 }).table;
    expect(again.known?.moves[1]).toMatchObject({ deed: { point: 'i9' }, took_ms: 1500 });
  });

  it('takes a forbidden stone off, whose owner plays again', () => {
    const [h8, h9] = [
      { type: 'stone', stone: 'black', point: 'h8' },
      { type: 'stone', stone: 'white', point: 'h9' },
    ] as const;
    const before = receive(emptyTable('r'), snapshot({ moves: movesOf(h8, h9, h8), state: state({ ply: 3 }) })).table;
    const event = gameEvent({ type: 'plays_again', seat: 'a', point: 'h8', foul: 'three_three' });
    const again = receive(before, { ...happened(3, [event], state({ ply: 4 })), at: 5000 }).table;
    expect(again.known?.moves.map(({ deed }) => deed)).toEqual([h8, h9]);
    expect(again.known?.acts).toHaveLength(1);
  });

  it('counts no time of a pause', () => {
    const first = receive(tableAfterSnapshot(3), { ...happened(3, [placed('a', 'black', 'h8')]), at: 1000 }).table;
    const paused = receive(first, { ...happened(4, [gameEvent({ type: 'paused' })]), at: 3000 }).table;
    const offered = receive(paused, { ...happened(5, [gameEvent({ type: 'draw_offered', seat: 'a', improper: false })]), at: 8000 }).table;
    const resumed = receive(offered, { ...happened(6, [gameEvent({ type: 'resumed' })]), at: 10_000 }).table;
    const { table } = receive(resumed, { ...happened(7, [placed('b', 'white', 'h9')]), at: 11_000 });
    expect(table.known?.moves[1]?.took_ms).toBe(3000);
  });

  it('begins again with an empty board, and counts no time while the arbiter has stopped it', () => {
    const first = receive(tableAfterSnapshot(3), { ...happened(3, [placed('a', 'black', 'h8')]), at: 1000 }).table;
    const halted = receive(first, { ...happened(4, [gameEvent({ type: 'halted' })]), at: 3000 }).table;
    const restarted = gameEvent({ type: 'restarted', black: 'b', clocks_reset: true });
    const again = receive(halted, { ...happened(5, [restarted]), at: 5000 }).table;
    expect(again.known?.moves).toEqual([]);
    const continued = gameEvent({ type: 'continued', charged_ms: { a: 0, b: 0 } });
    const goesOn = receive(again, { ...happened(6, [continued]), at: 9000 }).table;
    const { table } = receive(goesOn, { ...happened(7, [placed('b', 'black', 'h8')]), at: 9500 });
    expect(table.known?.moves).toMatchObject([{ seat: 'b', took_ms: 500 }]);
  });

  it('knows its arbiters', () => {
    const arbiter = { id: 'eve', name: 'Eve' };
    const { table } = receive(tableAfterSnapshot(3), happened(3, [{ type: 'officiated', person: arbiter }]));
    expect(table.known?.arbiters).toEqual([arbiter]);
  });

  it('counts the stones of one turn one after the other', () => {
    const first = receive(tableAfterSnapshot(3), { ...happened(3, [placed('a', 'black', 'h8')]), at: 1000 }).table;
    const { table } = receive(first, { ...happened(4, [placed('a', 'white', 'h9'), moved('a', { type: 'announced', number: 2 })]), at: 1400 });
    expect(table.known?.moves.map(({ took_ms }) => took_ms)).toEqual([1000, 400, 0]);
  });

  it('knows the stones of an agreed opening when the game begins', () => {
    const agreed = { ...RULES, opening: { type: 'agreed', opening: 'I13', swap: false } } as const;
    const { opened } = snapshot();
    const open = receive(emptyTable('r'), snapshot({ opened: { ...opened, rules: agreed }, state: state({ phase: 'open' }) })).table;
    const { table } = receive(open, happened(3, [gameEvent({ type: 'started', black: 'a' })]));
    expect(table.known?.laid).toEqual(['h8', 'i9', 'f6']);
  });

  it('tells who sits where and with which stones', () => {
    expect(seatOf(known(), { id: 'bo', name: 'whatever' })).toBe('b');
    expect(seatOf(known(), { id: 'eve', name: 'Eve' })).toBeNull();
    expect(stoneOf(known().state, 'a')).toBe('black');
    expect(stoneOf(state({ black: null }), 'a')).toBeNull();
  });

  it('tells the colour of a free seat where the table fixes it', () => {
    const open = known({ state: state({ phase: 'open', black: null }) });
    expect(stoneFor(open, 'b')).toBe('white');
    expect(stoneFor({ ...open, opened: { ...open.opened, colours: 'black_b' } }, 'b')).toBe('black');
    expect(stoneFor({ ...open, opened: { ...open.opened, colours: 'random' } }, 'b')).toBeNull();
  });

  it('lets time pass from its origin, and stand still without one', () => {
    const table = tableAfterSnapshot();
    expect(momentAt(table, 4500)).toBe(3500);
    expect(momentAt({ ...table, origin: null }, 4500)).toBe(0);
    expect(momentAt(receive({ ...table, origin: null }, { type: 'resumed', room: 'r', origin: 4000 }).table, 4500)).toBe(500);
  });

  it('shows a stone as sending until the record has a move at its ply', () => {
    const sending = { point: 'h8', stone: 'black', ply: 0 } as const;
    const before = tableAfterSnapshot(3);
    const after = receive(before, happened(3, [placed('a', 'black', 'h8')], state({ ply: 1 }))).table;
    expect(before.known && stillSending(before.known, sending)).toBe(sending);
    expect(after.known && stillSending(after.known, sending)).toBeNull();
  });
});

const FACE = { stage: 0, left_ms: 60_000, periods: 1, moves_left: null, used_ms: 0, fouls: 0, lag_left_ms: 0 };
