import { describe, expect, it, vi } from 'vitest';
import type { Answer, ClientMessage, Command, State } from './protocol';
import { Room, type RoomLine } from './room.svelte';
import { gameEvent, happened, placed, snapshot, state } from './test-table';

const JOINED = { type: 'joined', room: 'r', epoch: 7, you: 'a', origin: 0 } as const;

describe('a room', () => {
  it('shows a stone as sending at once, and makes it firm when the record has it', async () => {
    const { room, answer, sent } = atTheTable();
    room.place('h8');
    expect(room.sending).toMatchObject({ point: 'h8', stone: 'black' });
    expect(room.owes).toBeNull();
    expect(sent.at(-1)).toMatchObject({ type: 'act', action: { type: 'place', ply: 0, point: 'h8' } });
    room.hear(happened(3, [placed('a', 'black', 'h8')], afterOne()));
    expect(room.sending).toBeNull();
    await answer({ type: 'accepted', room: 'r', seq: 3, arbiter_key: null });
    expect(room.complaint).toBeNull();
  });

  it('takes a refused stone back and says why, until something else happens', async () => {
    const { room, answer } = atTheTable();
    room.place('h8');
    await answer({ type: 'refused', room: 'r', code: 'occupied', message: '', ply: 0 });
    expect(room.sending).toBeNull();
    expect(room.owes?.type).toBe('stone');
    expect(room.complaint).toBe('occupied');
    room.hear(happened(3, [placed('a', 'black', 'h8')], afterOne()));
    expect(room.complaint).toBeNull();
  });

  it('names the points that a refusal is about', async () => {
    const { room, answer } = atTheTable('ann', state({ owed: { seat: 'a', what: { type: 'alternatives', number: 3 } } }));
    room.ask({ type: 'show', ply: 0, points: ['g8', 'a1', 'i8'] });
    await answer({ type: 'refused', room: 'r', code: 'same_shape', message: 'g8 and i8 make the same shape', ply: 0 });
    expect(room.complaint).toBe('same_shape');
    expect(room.conflict).toEqual(['g8', 'i8']);
    room.complain(null);
    expect(room.conflict).toEqual([]);
  });

  it('shows no stone as sending that was kept and is lost with the record', async () => {
    const { room, answer } = atTheTable();
    room.place('h8');
    room.hear(happened(3, [placed('a', 'black', 'h8')], afterOne()));
    await answer({ type: 'accepted', room: 'r', seq: 3, arbiter_key: null });
    room.hear({ ...JOINED, epoch: 8 });
    room.hear(snapshot({ next: 4, state: state({ suspended: true, paused: true, stopped_since: 0 }) }));
    expect(room.sending).toBeNull();
    expect(room.owes).toBeNull();
  });

  it('owes nothing while the game is paused', () => {
    expect(atTheTable('ann', state({ paused: true })).room.owes).toBeNull();
  });

  it('keeps what the last record said, until the next or a snapshot', () => {
    const { room } = atTheTable();
    const failed = gameEvent({ type: 'claim_failed', seat: 'b', point: 'h8' });
    room.hear(happened(3, [failed]));
    expect(room.latest).toEqual([failed]);
    room.hear(snapshot({ next: 4 }));
    expect(room.latest).toEqual([]);
  });

  it('keeps what was said beside the game, and no more than two hundred lines of it', () => {
    const { room } = atTheTable();
    const line = (at: number) => ({ from: { id: 'bo', name: 'Bo' }, role: 'player', text: `line ${at}`, at }) as const;
    room.hear({ type: 'talk', room: 'r', all: true, lines: [line(1), line(2)] });
    room.hear({ type: 'talk', room: 'r', all: false, lines: [line(3)] });
    expect(room.talk.map(({ at }) => at)).toEqual([1, 2, 3]);
    room.hear({ type: 'talk', room: 'r', all: false, lines: Array.from({ length: 250 }, (_, index) => line(index)) });
    expect(room.talk).toHaveLength(200);
    room.hear({ type: 'talk', room: 'r', all: true, lines: [] });
    expect(room.talk).toEqual([]);
  });

  it('sends no second stone, and none out of turn', () => {
    const { room, sent } = atTheTable();
    room.place('h8');
    room.place('h9');
    expect(sent.filter(({ type }) => type === 'act')).toHaveLength(1);
    room.hear(happened(3, [placed('a', 'black', 'h8')], afterOne()));
    room.place('h9');
    expect(sent.filter(({ type }) => type === 'act')).toHaveLength(1);
  });

  it('sends nothing for a spectator', () => {
    const { room, sent } = atTheTable('eve');
    room.place('h8');
    expect(sent.filter(({ type }) => type === 'act')).toHaveLength(0);
  });

  it('asks once for what is missing, and again when that is lost too', () => {
    const { room, sent } = atTheTable();
    const joins = () => sent.filter(({ type }) => type === 'join');
    room.hear(happened(5, []));
    room.hear(happened(6, []));
    expect(joins()).toEqual([{ type: 'join', room: 'r', seen: { epoch: 7, next: 3 } }]);
    room.hear(JOINED);
    room.hear(happened(8, []));
    expect(joins()).toHaveLength(2);
  });

  it('takes players to their rematch when it is made, and nobody who comes later', () => {
    const made = happened(3, [{ type: 'rematch_made', room: 'next' }], state({ phase: 'over', rematch: 'next' }));
    for (const [person, calls] of [
      ['ann', 1],
      ['eve', 0],
    ] as const) {
      const { room, onRematch } = atTheTable(person);
      room.hear(made);
      expect(onRematch).toHaveBeenCalledTimes(calls);
    }
    const { room, onRematch } = atTheTable('ann', state({ phase: 'over', rematch: 'next' }));
    room.hear(made);
    expect(onRematch).not.toHaveBeenCalled();
  });

  it('knows its arbiter, and tells why a ruling was refused without troubling the game', async () => {
    const { room, answer, sent } = atTheTable('eve');
    expect(room.isArbiter).toBe(false);
    room.hear(happened(3, [{ type: 'officiated', person: { id: 'eve', name: 'Eve' } }]));
    expect(room.isArbiter).toBe(true);
    const refused = room.tell({ type: 'rule', ruling: { type: 'split' }, reason: 'too slow' });
    expect(sent.at(-1)).toMatchObject({ type: 'act', action: { type: 'rule', reason: 'too slow' } });
    await answer({ type: 'refused', room: 'r', code: 'nothing_to_split', message: '', ply: 0 });
    expect(await refused).toBe('nothing_to_split');
    expect([room.complaint, room.asking]).toEqual([null, null]);
    const accepted = room.tell({ type: 'say', text: 'hello' });
    await answer({ type: 'accepted', room: 'r', seq: null, arbiter_key: null });
    expect(await accepted).toBeNull();
  });

  it('says so when an arbiter has sent one out, until one is let in again', () => {
    const { room } = atTheTable('eve');
    room.turnAway('removed');
    expect([room.isRemoved, room.complaint]).toEqual([true, null]);
    room.hear(JOINED);
    expect(room.isRemoved).toBe(false);
  });

  it('knocks again at a server that could not open it', () => {
    vi.useFakeTimers();
    const { room, sent } = atTheTable();
    room.turnAway('unavailable');
    expect(room.complaint).toBe('unavailable');
    vi.advanceTimersByTime(5000);
    expect(sent.at(-1)).toMatchObject({ type: 'join' });
    room.turnAway('unknown_room');
    expect(room.isUnknown).toBe(true);
    vi.useRealTimers();
  });
});

function afterOne(): State {
  return state({ ply: 1, owed: { seat: 'b', what: { type: 'stone', stone: 'white', zone: null } } });
}

/** Somebody who has joined the room of Ann and Bo, in which Ann is to move. */
function atTheTable(person = 'ann', now: State = state()) {
  const sent: ClientMessage[] = [];
  let resolve: (answer: Answer) => void = () => undefined;
  const line: RoomLine = {
    say: (message) => void sent.push(message),
    command: (command: Command) => {
      sent.push(command);
      return new Promise((done) => (resolve = done));
    },
    serverNow: () => 0,
  };
  const onRematch = vi.fn();
  const room = new Room('r', line, () => ({ id: person, name: '' }), { onEvents: () => undefined, onRematch });
  room.hear(JOINED);
  room.hear(snapshot({ state: now }));
  /** Answers the last command. */
  const answer = async (how: Omit<Extract<Answer, { type: 'accepted' }>, 'id'> | Omit<Extract<Answer, { type: 'refused' }>, 'id'>) => {
    resolve({ ...how, id: 'any' } as Answer);
    await Promise.resolve();
    await Promise.resolve();
  };
  return { room, sent, onRematch, answer };
}
