import { describe, expect, it, vi } from 'vitest';
import { rulesOf } from '../presets';
import type { Press } from '../prompt';
import type { Adjournment, Arbitration, ClientMessage, Deed, Rules, SealedMove, State, Stone, What } from '../protocol';
import { Room, type RoomLine } from '../room.svelte';
import { happened, movesOf, snapshot, state } from '../test-table';
import { Hand } from './hand.svelte';

const stone = (colour: Stone, point: string): Deed => ({ type: 'stone', stone: colour, point });
const DEEDS = ['h8', 'i9', 'j10', 'a1', 'c3', 'c1', 'd4', 'e1', 'f2', 'g1'].map((point, index) => stone(index % 2 === 0 ? 'black' : 'white', point));

const SEALING: Adjournment = { stage: 'sealing', seat: 'a', digest: null, move: null, confirmed: { a: false, b: false }, until: null };

describe('the hand of a player', () => {
  it('places at once, or asks for a second tap and sends nothing before it (rulebook E-14)', () => {
    const once = handOf({});
    once.hand.press('h9');
    expect(once.actions()).toEqual([{ type: 'place', ply: 0, point: 'h9' }]);

    const twice = handOf({ tapsTwice: true });
    twice.hand.press('h9');
    twice.hand.press('g7');
    expect(twice.hand.chosen).toBe('g7');
    expect(twice.actions()).toEqual([]);
    twice.hand.press('g7');
    expect(twice.actions()).toEqual([{ type: 'place', ply: 0, point: 'g7' }]);
  });

  it('puts no stone outside the zone, and says so', () => {
    const { hand, room, actions } = handOf({ what: { type: 'stone', stone: 'black', zone: { from: 'f6', to: 'j10', inside: true } } });
    hand.press('a1');
    expect(room.complaint).toBe('outside_zone');
    hand.press('j7');
    expect(actions()).toEqual([{ type: 'place', ply: 0, point: 'j7' }]);
  });

  it('lays out alternatives, and takes them away again', () => {
    const { hand, actions } = handOf({ what: { type: 'alternatives', number: 2 } });
    for (const point of ['g8', 'j7', 'a1', 'g8', 'b2']) {
      hand.press(point);
    }
    expect(hand.tentative).toEqual(['j7', 'b2']);
    hand.perform('show');
    expect(actions()).toEqual([{ type: 'show', ply: 0, points: ['j7', 'b2'] }]);
    hand.perform('clear_tentative');
    expect(hand.tentative).toEqual([]);
  });

  it('keeps an alternative by a second press, whatever the setting', () => {
    const { hand, actions } = handOf({ what: { type: 'keep' }, now: { shown: ['g8', 'j7'] } });
    expect(hand.target?.accepts('a1')).toBe(false);
    hand.press('g8');
    hand.press('j7');
    expect(actions()).toEqual([]);
    hand.press('j7');
    expect(actions()).toEqual([{ type: 'keep', ply: 0, point: 'j7' }]);
  });

  it('says a draw and a five with the move, once', () => {
    const { hand, actions } = handOf({ rules: { draws: { type: 'with_move', strict: true }, declaration: 'declared' }, deeds: DEEDS });
    hand.act('draw');
    hand.act('five');
    hand.press('b5');
    expect(actions()).toEqual([{ type: 'place', ply: 0, point: 'b5', draw: true, five: true }]);
    expect(hand.withDraw || hand.withFive).toBe(false);
  });

  it('passes with an offer after asking once more', () => {
    const { hand, actions } = handOf({ rules: rulesOf('rif'), deeds: DEEDS });
    hand.act('draw');
    hand.act('pass');
    expect(hand.sure).toBe('pass');
    hand.perform('pass');
    expect(actions()).toEqual([{ type: 'pass', ply: 0, draw: true }]);
    expect(hand.sure).toBeNull();
  });

  it('claims the last stone, or another that made an overline', () => {
    const white = handOf({ rules: rulesOf('cn2013'), deeds: DEEDS.slice(0, 9), person: 'bo', what: { type: 'stone', stone: 'white', zone: null } });
    white.hand.act('claim');
    expect(white.hand.claim).toEqual({ point: 'f2', any: true });
    expect(white.hand.target?.accepts('i9')).toBe(false);
    white.hand.press('h8');
    white.hand.perform('claim_forbidden');
    expect(white.actions()).toEqual([{ type: 'claim_forbidden', point: 'h8' }]);
    expect(white.hand.claim).toBeNull();
  });

  it('chooses and announces', () => {
    const { hand, actions } = handOf({ what: { type: 'announcement', most: 8 } });
    hand.number = 3;
    hand.perform('announce');
    expect(actions()).toEqual([{ type: 'announce', ply: 0, number: 3 }]);
    const chooser = handOf({ what: { type: 'choice', options: ['stay', 'place_two'] } });
    expect(chooser.hand.target).toBeNull();
    chooser.hand.perform('choose_place_two');
    expect(chooser.actions()).toEqual([{ type: 'choose', ply: 0, choice: 'place_two' }]);
  });

  it('does nothing that the rules do not have, and leaves the rest to the page', () => {
    const { hand, actions } = handOf({ deeds: DEEDS.slice(0, 2) });
    for (const action of ['claim', 'pass', 'five', 'pause', 'abort'] as const) {
      hand.act(action);
    }
    expect(actions()).toEqual([]);
    expect([hand.claim, hand.sure]).toEqual([null, null]);
    expect(hand.perform('accept_draw')).toBe(false);
    hand.act('takeback');
    expect(actions()).toEqual([{ type: 'ask_takeback', ply: 0 }]);
  });

  it('seals what would be played, after a second press, and keeps nothing of it', () => {
    const { hand, actions } = handOf({ now: { adjournment: SEALING } });
    hand.press('h9');
    expect([hand.chosen, actions()]).toEqual(['h9', []]);
    hand.perform('confirm_place');
    expect(actions()).toEqual([{ type: 'seal', ply: 0, move: { type: 'stone', point: 'h9' } }]);
    expect(hand.chosen).toBeNull();
  });

  it.each([
    [{ type: 'keep' }, ['g8'], 'keep', { type: 'keep', point: 'g8' }],
    [{ type: 'alternatives', number: 2 }, ['g8', 'j7'], 'show', { type: 'show', points: ['g8', 'j7'] }],
    [{ type: 'choice', options: ['stay', 'swap'] }, [], 'choose_swap', { type: 'choose', choice: 'swap' }],
    [{ type: 'announcement', most: 8 }, [], 'announce', { type: 'announce', number: 1 }],
  ] satisfies [What, string[], Press, SealedMove][])('seals %j', (what, points, press, move) => {
    const { hand, actions } = handOf({ what, now: { adjournment: SEALING, shown: ['g8'] } });
    points.forEach((point) => hand.press(point));
    hand.perform(press);
    expect(actions()).toEqual([{ type: 'seal', ply: 0, move }]);
    expect([hand.chosen, hand.tentative]).toEqual([null, []]);
  });

  it('seals a pass without an offer, and does nothing else meanwhile', () => {
    const { hand, actions } = handOf({ rules: rulesOf('rif'), deeds: DEEDS, now: { adjournment: SEALING } });
    hand.act('draw');
    hand.act('pass');
    hand.perform('pass');
    expect(actions()).toEqual([{ type: 'seal', ply: 0, move: { type: 'pass' } }]);
    const other = handOf({ rules: rulesOf('rif'), deeds: DEEDS.slice(0, 9), person: 'bo', now: { adjournment: SEALING } });
    other.hand.act('pass');
    expect(other.hand.sure).toBeNull();
  });

  it('has nothing to do while a move is sealed or being confirmed', () => {
    for (const stage of ['sealed', 'confirming'] as const) {
      expect(handOf({ now: { adjournment: { ...SEALING, stage } } }).hand.target).toBeNull();
    }
  });

  it('calls the arbiter where one is or may come', () => {
    const { hand } = handOf({});
    hand.act('complain');
    expect(hand.sure).toBeNull();
    const called = handOf({ arbitration: 'link', now: { halted: true, paused: true } });
    called.hand.act('complain');
    expect(called.hand.sure).toBe('complain');
  });

  it('forgets what was meant for the last position', () => {
    const { hand } = handOf({ tapsTwice: true });
    hand.press('h9');
    hand.act('resign');
    hand.moveOn();
    expect([hand.chosen, hand.sure, hand.number]).toEqual([null, null, 1]);
  });

  it('holds stones that only it can show, and shows them once by itself', async () => {
    const { hand, room, actions } = handOf({ now: choosing(null) });
    const offered = Array.from({ length: 100 }, () => (hand.moveOn(), hand.number));
    expect(new Set(offered).size).toBeGreaterThan(1);
    hand.number = 7;
    hand.perform('commit');
    await vi.waitFor(() => expect(actions()).toHaveLength(1));
    const [commit] = actions();
    const digest = commit?.type === 'commit' ? commit.digest : '';
    expect(digest).toMatch(/^[0-9a-f]{64}$/);
    room.asking = null;
    room.hear(happened(3, [{ type: 'committed', seat: 'a', digest }], state(choosing(digest))));
    expect(hand.held?.number).toBe(7);
    hand.reveal(false);
    room.asking = null;
    hand.reveal(false);
    const shown = { type: 'reveal', number: 7, nonce: hand.held?.nonce };
    expect(actions().slice(1)).toEqual([shown]);
    hand.perform('reveal');
    expect(actions().slice(2)).toEqual([shown]);
  });

  it('has nothing to show of what another window holds', () => {
    const { hand, actions } = handOf({ now: choosing('0'.repeat(64)) });
    expect(hand.held).toBeNull();
    hand.reveal(false);
    expect(actions()).toEqual([]);
  });

  it('calls, and takes a colour', () => {
    const { hand, room, actions } = handOf({ now: choosing(null) });
    hand.perform('call_even');
    room.asking = null;
    hand.perform('take_you_choose');
    expect(actions()).toEqual([
      { type: 'call', call: 'even' },
      { type: 'choose_colour', choice: 'you_choose' },
    ]);
  });

  it('of a spectator is empty', () => {
    const { hand } = handOf({ person: 'eve' });
    expect(hand.possible).toBeNull();
    expect(hand.target).toBeNull();
  });
});

/** A choice of colours in which Ann has committed to a digest. */
function choosing(digest: string | null): Partial<State> {
  const nothing = { a: null, b: null };
  const owed = { a: digest === null ? ({ type: 'commit' } as const) : ({ type: 'reveal' } as const), b: null };
  const rest = { method: 'handful', tentative: 'a', until: 0, numbers: nothing, call: null } as const;
  return { phase: 'starting', owed: null, colours: { ...rest, owed, digests: { a: digest, b: null } } };
}

interface Given {
  what?: What;
  now?: Partial<State>;
  rules?: Partial<Rules>;
  deeds?: readonly Deed[];
  person?: 'ann' | 'bo' | 'eve';
  tapsTwice?: boolean;
  arbitration?: Arbitration;
}

/** The hand of whoever owes something at a table, and what it sends. */
function handOf({ what = { type: 'stone', stone: 'black', zone: null }, now = {}, rules = {}, deeds = [], person = 'ann', tapsTwice = false, arbitration = 'none' }: Given) {
  const sent: ClientMessage[] = [];
  const line: RoomLine = {
    say: () => undefined,
    command: (command) => {
      sent.push(command);
      return new Promise(() => undefined);
    },
    serverNow: () => 0,
  };
  const room = new Room('r', line, () => ({ id: person, name: '' }), { onEvents: () => undefined, onRematch: () => undefined });
  const { opened } = snapshot();
  const owed = { seat: person === 'bo' ? 'b' : 'a', what } as const;
  room.hear({ type: 'joined', room: 'r', epoch: 7, you: null, origin: 0 });
  room.hear(snapshot({ opened: { ...opened, arbitration, rules: { ...opened.rules, ...rules } }, moves: movesOf(...deeds), state: state({ owed, ...now }) }));
  const actions = () => sent.flatMap((message) => (message.type === 'act' ? [message.action] : []));
  return { hand: new Hand(room, () => tapsTwice), room, actions };
}
