import { describe, expect, it } from 'vitest';
import { happened, placed, RULES, snapshot, state } from './test-table';
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
    expect(table.known?.moves.map(({ point }) => point)).toEqual(['h8']);
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
    const opened = { type: 'opened', rules: RULES, colours: 'black_a', visibility: 'link', wall_ms: 5, server: 'x', previous: null } as const;
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
    const clock = { running: { seat: 'a', since: 400 } as const, faces: { a: FACE, b: FACE } };
    const before = receive(emptyTable('r'), snapshot({ next: 3, at: 900, state: state({ clock }) })).table;
    const { table } = receive(before, { ...happened(3, [placed('a', 'black', 'h8')]), at: 1500 });
    expect(table.known?.moves[0]?.took_ms).toBe(1100);
  });

  it('counts the time of a move from the move before when no clock runs', () => {
    const first = receive(tableAfterSnapshot(3), { ...happened(3, [placed('a', 'black', 'h8')]), at: 5000 }).table;
    const { table } = receive(first, { ...happened(4, [placed('b', 'white', 'h9')]), at: 7500 });
    expect(table.known?.moves[1]?.took_ms).toBe(2500);
  });

  it('tells who sits where and with which stones', () => {
    const { known } = tableAfterSnapshot();
    expect(seatOf(known, { id: 'bo', name: 'whatever' })).toBe('b');
    expect(seatOf(known, { id: 'eve', name: 'Eve' })).toBeNull();
    expect(known && stoneOf(known.state, 'a')).toBe('black');
    expect(stoneOf(state({ black: null }), 'a')).toBeNull();
  });

  it('tells the colour of a free seat where the table fixes it', () => {
    const open = snapshot({ state: state({ phase: 'open', black: null }) });
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
    const after = receive(before, happened(3, [placed('a', 'black', 'h8')])).table;
    expect(before.known && stillSending(before.known, sending)).toBe(sending);
    expect(after.known && stillSending(after.known, sending)).toBeNull();
  });
});

const FACE = { stage: 0, left_ms: 60_000, periods: 1, moves_left: null, used_ms: 0, lag_left_ms: 0 };
