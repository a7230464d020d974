import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { read } from './clock';
import type { ClientMessage, Face, Happened, ServerMessage, Snapshot, Stage } from './protocol';
import { emptyTable, receive } from './table';

const EXAMPLES = new URL('../../proto/examples/', import.meta.url);

interface ClockCase {
  name: string;
  stages: Stage[];
  face: Face;
  elapsed_ms: number;
  reads: { stage: number; left_ms: number; periods: number; flagged: boolean };
}

/** Every type there is; a type that is added to the protocol does not compile until it is named here. */
const CLIENT_TYPES: Record<ClientMessage['type'], true> = {
  ping: true,
  watch_lobby: true,
  leave_lobby: true,
  join: true,
  leave: true,
  create: true,
  act: true,
  rename: true,
};
const SERVER_TYPES: Record<ServerMessage['type'], true> = {
  welcome: true,
  pong: true,
  lobby: true,
  lobby_change: true,
  joined: true,
  snapshot: true,
  happened: true,
  presence: true,
  resumed: true,
  accepted: true,
  refused: true,
  error: true,
  restarting: true,
};

describe('the examples of the protocol', () => {
  it('have every message of the client', () => {
    expect(typesIn('client/')).toEqual(Object.keys(CLIENT_TYPES).sort());
  });

  it('have every message of the server', () => {
    expect(typesIn('server/')).toEqual(Object.keys(SERVER_TYPES).sort());
  });

  it('are followed by a table, record after record', () => {
    let table = emptyTable(load<Happened>('server/happened_opened.json').room);
    for (const name of ['opened', 'started', 'placed', 'draw_offered', 'draw_declined']) {
      const step = receive(table, load<Happened>(`server/happened_${name}.json`));
      expect(step.resync).toBe(false);
      table = step.table;
    }
    expect(table.next).toBe(5);
    expect(table.known?.moves).toEqual(load<Snapshot>('server/snapshot.json').moves.slice(0, 1));
  });
});

describe('a clock reads as the server reads it', () => {
  it.each(load<ClockCase[]>('clock_readings.json'))('$name', ({ stages, face, elapsed_ms, reads }) => {
    expect(read(stages, face, elapsed_ms)).toMatchObject(reads);
  });
});

function load<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(name, EXAMPLES), 'utf8')) as T;
}

function typesIn(folder: string): string[] {
  const names = readdirSync(new URL(folder, EXAMPLES)).filter((name) => name.endsWith('.json'));
  return [...new Set(names.map((name) => load<{ type: string }>(folder + name).type))].sort();
}
