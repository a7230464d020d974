import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { read } from './clock';
import type {
  Action,
  ClientMessage,
  Deed,
  Face,
  Favour,
  GameEvent,
  Happened,
  OpeningChoice,
  Reason,
  RoomEvent,
  ServerMessage,
  Snapshot,
  Stage,
  Violation,
  What,
} from './protocol';
import { positionAfter } from './position';
import { emptyTable, receive, type Table } from './table';

const EXAMPLES = new URL('../../proto/examples/', import.meta.url);

interface ClockCase {
  name: string;
  stages: Stage[];
  /** How many fouls lose, where being out of time is one. */
  fouls?: number | null;
  face: Face;
  elapsed_ms: number;
  /** What a delay had left when the face was as it is here. */
  free_left_ms?: number;
  reads: { stage: number; left_ms: number; periods: number; flagged: boolean };
}

/** Every type there is; a type that is added to the protocol does not compile until it is named here. */
const CLIENT_TYPES: Record<ClientMessage['type'], true> = {
  authenticate: true,
  declare: true,
  watch_bots: true,
  leave_bots: true,
  challenge: true,
  withdraw: true,
  answer_challenge: true,
  ping: true,
  watch_lobby: true,
  leave_lobby: true,
  join: true,
  leave: true,
  create: true,
  act: true,
  rename: true,
  pair: true,
  unpair: true,
  follow: true,
  unfollow: true,
  invite: true,
  take_invitations: true,
};
const SERVER_TYPES: Record<ServerMessage['type'], true> = {
  welcome: true,
  pong: true,
  lobby: true,
  lobby_change: true,
  invited: true,
  lobby_brief: true,
  lobby_brief_change: true,
  joined: true,
  snapshot: true,
  happened: true,
  presence: true,
  resumed: true,
  readout: true,
  audience: true,
  talk: true,
  accepted: true,
  refused: true,
  error: true,
  restarting: true,
  paired: true,
  following: true,
  bots: true,
  challenged: true,
  challenge_settled: true,
};

const ACTIONS: Record<Action['type'], true> = {
  confirm_result: true,
  sit: true,
  place: true,
  pass: true,
  lay: true,
  choose: true,
  announce: true,
  show: true,
  keep: true,
  claim_forbidden: true,
  declare_five: true,
  resign: true,
  abandon: true,
  claim_absence: true,
  give_time: true,
  offer_draw: true,
  accept_draw: true,
  decline_draw: true,
  object: true,
  ask_takeback: true,
  ask_pause: true,
  grant: true,
  deny: true,
  resume: true,
  abort: true,
  offer_rematch: true,
  accept_rematch: true,
  decline_rematch: true,
  next_game: true,
  ready: true,
  commit: true,
  reveal: true,
  call: true,
  choose_colour: true,
  seal: true,
  confirm: true,
  complain: true,
  say: true,
  officiate: true,
  rule: true,
};
const ROOM_EVENTS: Record<RoomEvent['type'], true> = {
  board_moved: true,
  opened: true,
  seated: true,
  game: true,
  rematch_offered: true,
  rematch_declined: true,
  rematch_made: true,
  colours_begun: true,
  committed: true,
  commit_missed: true,
  revealed: true,
  number_drawn: true,
  called: true,
  colour_chosen: true,
  officiated: true,
  presides: true,
  dismissed: true,
  kept: true,
  ruled: true,
  muted: true,
  unmuted: true,
  removed: true,
  readmitted: true,
  complained: true,
};
const GAME_EVENTS: Record<GameEvent['type'], true> = {
  suspended: true,
  result_accepted: true,
  result_disputed: true,
  result_settled: true,
  annulled: true,
  disqualified: true,
  started: true,
  moved: true,
  draw_offered: true,
  draw_offer_dropped: true,
  draw_declined: true,
  claim_failed: true,
  plays_again: true,
  violated: true,
  asked: true,
  denied: true,
  taken_back: true,
  paused: true,
  resumed: true,
  ended: true,
  arrived: true,
  time_fouled: true,
  forced_pass: true,
  halted: true,
  continued: true,
  clock_set: true,
  time_split: true,
  time_penalised: true,
  restarted: true,
  adjourned: true,
  sealed: true,
  unsealed: true,
  confirmed: true,
  punished: true,
  time_given: true,
};
const DEEDS: Record<Deed['type'], true> = { stone: true, pass: true, forced_pass: true, chose: true, announced: true, showed: true, kept: true };
const CHOICES: Record<OpeningChoice, true> = { stay: true, swap: true, place_two: true, place_fifth: true, offer_fifths: true };
const FAVOURS: Record<Favour, true> = { takeback: true, pause: true };
const VIOLATIONS: Record<Violation, true> = { improper_offer: true, wrong_claims: true, ruled: true };
const REASONS: Record<Reason['type'], true> = {
  five: true,
  forbidden: true,
  forced_forbidden: true,
  resigned: true,
  flag: true,
  violations: true,
  agreement: true,
  double_pass: true,
  full_board: true,
  aborted: true,
  expired: true,
  shared_time: true,
  time_fouls: true,
  late: true,
  double_forfeit: true,
  ruled: true,
  sealed_illegal: true,
  abandoned: true,
  record_lost: true,
  disqualified: true,
};
const WHATS: Record<What['type'], true> = { stone: true, choice: true, announcement: true, alternatives: true, keep: true };

describe('the examples of the protocol', () => {
  it('have every message of the client', () => {
    expect(typesIn('client/')).toEqual(Object.keys(CLIENT_TYPES).sort());
  });

  it('have every message of the server', () => {
    expect(typesIn('server/')).toEqual(Object.keys(SERVER_TYPES).sort());
  });

  it('have every action of a person', () => {
    const acts = loadAll<ClientMessage>('client/').filter((message) => message.type === 'act');
    expectAll(acts.map(({ action }) => action.type), ACTIONS);
    expectAll(acts.flatMap(({ action }) => (action.type === 'choose' ? [action.choice] : [])), CHOICES);
  });

  it('have everything that can happen in a room', () => {
    const records = loadAll<ServerMessage>('server/').filter((message) => message.type === 'happened');
    const events = records.flatMap((record) => record.events);
    const games = events.flatMap((event) => (event.type === 'game' ? [event.event] : []));
    const deeds = games.flatMap((event): Deed[] => (event.type === 'moved' ? [event.deed] : event.type === 'forced_pass' ? [{ type: event.type }] : []));
    expectAll(events.map(({ type }) => type), ROOM_EVENTS);
    expectAll(games.map(({ type }) => type), GAME_EVENTS);
    expectAll(deeds.map(({ type }) => type), DEEDS);
    expectAll(deeds.flatMap((deed) => (deed.type === 'chose' ? [deed.choice] : [])), CHOICES);
    expectAll(games.flatMap((event) => (event.type === 'asked' ? [event.favour] : [])), FAVOURS);
    expectAll(games.flatMap((event) => (event.type === 'violated' ? [event.violation] : [])), VIOLATIONS);
    expectAll(games.flatMap((event) => (event.type === 'ended' ? [event.outcome.reason.type] : [])), REASONS);
    expectAll(records.flatMap(({ state }) => (state.owed ? [state.owed.what.type] : [])), WHATS);
  });

  it('are followed by a table, record after record', () => {
    const table = followed('opened', 'started', 'stone', 'draw_offered', 'draw_declined');
    expect(table.next).toBe(5);
    expect(table.known?.moves).toEqual(load<Snapshot>('server/snapshot.json').moves.slice(0, 1));
  });

  it('lead through an opening with a swap and alternatives', () => {
    const table = followed('opened', 'started', 'laid');
    const before = { ...table, next: 4 };
    const after = ['chose_swap', 'owed_alternatives', 'showed', 'kept'].reduce((known, name) => {
      return receive(known, load<Happened>(`server/happened_${name}.json`)).table;
    }, before);
    const { stones, alternatives } = positionAfter([], after.known?.moves ?? []);
    expect(stones.map(({ point }) => point)).toEqual(['h8', 'i9', 'j10', 'g9', 'f9']);
    expect(alternatives).toEqual([]);
    expect(after.known?.state.owed?.what).toEqual({ type: 'stone', stone: 'white', zone: null });
  });
});

describe('a clock reads as the server reads it', () => {
  it.each(load<ClockCase[]>('clock_readings.json'))('$name', ({ stages, fouls = null, face, elapsed_ms, free_left_ms = 0, reads }) => {
    expect(read(stages, face, elapsed_ms - free_left_ms, fouls)).toMatchObject(reads);
  });
});

/** The table after these records. */
function followed(...names: string[]): Table {
  return names.reduce<Table>(
    (table, name) => {
      const step = receive(table, load<Happened>(`server/happened_${name}.json`));
      expect(step.resync, name).toBe(false);
      return step.table;
    },
    emptyTable(load<Happened>('server/happened_opened.json').room),
  );
}

/** The words that were found are exactly those there are. */
function expectAll(found: readonly string[], all: Record<string, true>): void {
  expect([...new Set(found)].sort()).toEqual(Object.keys(all).sort());
}

function load<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(name, EXAMPLES), 'utf8')) as T;
}

function loadAll<T>(folder: string): T[] {
  const names = readdirSync(new URL(folder, EXAMPLES)).filter((name) => name.endsWith('.json'));
  return names.map((name) => load<T>(folder + name));
}

function typesIn(folder: string): string[] {
  return [...new Set(loadAll<{ type: string }>(folder).map(({ type }) => type))].sort();
}
