import { describe, expect, it } from 'vitest';
import { en } from '../i18n/en';
import { promptFor } from '../owed';
import { rulesOf } from '../presets';
import { main } from '../prompt';
import type { Rules, State, Stone } from '../protocol';
import { known, movesOf, situation, snapshot, state } from '../test-table';
import { promptKey } from './keys';
import { claimableAt, possibleFor, possibleNow } from './may';

const CLAIM = rulesOf('cn2013');
const SIX = ['h8', 'i9', 'j10', 'a1', 'b2', 'c3'].map((point, index) => stone(index % 2 === 0 ? 'black' : 'white', point));

describe('after the end', () => {
  const confirmation = { confirmed: { a: false, b: false }, disputed: { a: false, b: true }, until: null, settled: null };

  it('is to dispute a result that is not confirmed, once', () => {
    const over = known({ state: state({ phase: 'over', confirmation }) });
    expect(possibleNow(over, 'a')).toMatchObject({ complain: true, resign: false });
    expect(possibleNow(over, 'b')).toBeNull();
    expect(possibleNow(known({ state: state({ phase: 'over', confirmation: { ...confirmation, settled: 'both' } }) }), 'a')).toBeNull();
    expect(possibleNow(known({ state: state({ phase: 'over' }) }), 'a')).toBeNull();
  });

  it('is nothing while a damaged game waits for the arbiter', () => {
    expect(possibleNow(known({ state: state({ suspended: true, paused: true }) }), 'a')).toBeNull();
    expect(possibleNow(known(), 'a')).toMatchObject({ resign: true });
  });
});

describe('what a player can do beside the board', () => {
  it('is little in a casual game', () => {
    expect(possible({}, 'a', SIX.slice(0, 2))).toMatchObject({
      abort: false,
      offerDraw: 'proper',
      withDraw: false,
      pass: false,
      takeback: true,
      pause: false,
      claim: null,
    });
    expect(possible({}, 'b', SIX.slice(0, 1))).toMatchObject({ abort: true, takeback: false });
    expect(possible({ clock: rulesOf('freestyle').clock }, 'a', []).pause).toBe(true);
    const clock = { running: null, faces: { a: FACE, b: FACE }, shared_left_ms: null, absent: { a: null, b: null } };
    expect(possible({}, 'a', [], state({ clock })).giveTime).toBe(true);
    expect(possible({}, 'a', [], state({ clock: { ...clock, shared_left_ms: 5 } })).giveTime).toBe(false);
    expect(possible({ gifts: 'never' }, 'a', [], state({ clock })).giveTime).toBe(false);
  });

  it('is not to call off a game with a set time, or one that has arbiters', () => {
    const { opened } = snapshot();
    const abort = (other: Partial<typeof opened>) => possibleFor(known({ opened: { ...opened, ...other } }), 'a').abort;
    expect(abort({})).toBe(true);
    expect(abort({ arbitration: 'link' })).toBe(false);
    expect(abort({ rules: { ...opened.rules, start: { type: 'scheduled', after_ms: 0, late_ms: 60_000 } } })).toBe(false);
  });

  it('is to offer a draw with one’s own move, and strictly in the other’s time', () => {
    expect(possible(CLAIM, 'a', SIX)).toMatchObject({ withDraw: true, offerDraw: null, pass: true });
    expect(possible(CLAIM, 'b', SIX)).toMatchObject({ withDraw: false, offerDraw: 'improper', pass: false });
    expect(possible(rulesOf('rif'), 'b', SIX)).toMatchObject({ withDraw: false, offerDraw: null });
  });

  it('is neither draw nor pass while the opening wants something', () => {
    const what = { type: 'choice', options: ['stay', 'swap'] } as const;
    const choosing = state({ owed: { seat: 'a', what: { ...what, options: [...what.options] } } });
    expect(possible(CLAIM, 'a', SIX, choosing)).toMatchObject({ withDraw: false, offerDraw: null, pass: false });
    expect(possible(CLAIM, 'a', SIX.slice(0, 4)).pass).toBe(false);
  });

  it('is to claim the last stone of whom forbidden moves bind, once there are enough for a foul', () => {
    const more = [...SIX, ...['d4', 'e1', 'f6', 'g1', 'k2'].map((point, index) => stone(index % 2 === 0 ? 'black' : 'white', point))];
    const black = ['h8', 'j10', 'b2', 'd4', 'f6'];
    expect(possible(CLAIM, 'b', more.slice(0, 9)).claim).toEqual({ last: 'f6', any: black });
    expect(possible(CLAIM, 'b', more.slice(0, 10)).claim).toEqual({ last: null, any: black });
    expect(possible(CLAIM, 'b', more.slice(0, 7)).claim).toBeNull();
    expect(possible(CLAIM, 'a', more.slice(0, 10)).claim).toBeNull();
    const popular = rulesOf('renju-pop');
    expect(possible(popular, 'b', more.slice(0, 9)).claim).toEqual({ last: 'f6', any: [] });
    expect(possible(popular, 'b', more.slice(0, 10)).claim).toBeNull();
    expect(possible(rulesOf('rif'), 'b', more.slice(0, 9)).claim).toBeNull();
  });

  it('is nothing new while something is asked or the game is paused', () => {
    const asked = state({ favour: { seat: 'b', favour: 'takeback' } });
    expect(possible({}, 'a', SIX, asked).takeback).toBe(false);
    expect(possible(CLAIM, 'a', SIX, state({ paused: true }))).toMatchObject({ withDraw: false, pass: false, takeback: false });
  });

  it('is little but a call while the arbiter has stopped the game', () => {
    const halted = state({ halted: true, paused: true });
    const left = Object.entries(possible(CLAIM, 'a', SIX, halted)).filter(([, can]) => can);
    expect(left).toEqual([['resign', true]]);
    const { opened } = snapshot();
    const expected = { ...opened, arbitration: 'link' } as const;
    expect(possibleFor(known({ opened: expected, state: halted }), 'a').complain).toBe(true);
    expect(possibleFor(known({ arbiters: [{ id: 'eve', name: 'Eve' }] }), 'b').complain).toBe(true);
    expect(possibleFor(known(), 'b').complain).toBe(false);
  });

  it('is to declare fives where they are declared', () => {
    expect(possible({ declaration: 'declared' }, 'a', SIX)).toMatchObject({ withFive: true, declareFive: true });
    expect(possible({ declaration: 'declared' }, 'b', SIX)).toMatchObject({ withFive: false, declareFive: true });
  });
});

describe('the game of an opponent who is gone', () => {
  const waiting = (state: State, absence_ms: number | null = 60_000) => {
    const { opened } = snapshot();
    return claimableAt(known({ opened: { ...opened, rules: { ...opened.rules, absence_ms } }, state }), 5000);
  };

  it('can be claimed when it was waited for long enough', () => {
    expect(waiting(state())).toBe(65_000);
    expect(waiting(state(), null)).toBeNull();
    expect(waiting(state({ paused: true }))).toBeNull();
    expect(waiting(state({ phase: 'over' }))).toBeNull();
  });

  it('is claimed by a button that is there in time', () => {
    const say = (absence: { due: number; isDue: boolean } | null, seat: 'a' | 'b' | null = 'a') => promptFor(situation({ seat, absence }), en);
    expect(say({ due: 65_000, isDue: false })).toMatchObject({ hint: en.play.goneWait('Bo'), until: 65_000, buttons: [] });
    expect(say({ due: 65_000, isDue: true })).toMatchObject({ hint: en.play.goneLong('Bo'), buttons: [{ press: 'claim_absence' }] });
    expect(say(null).hint).toBeNull();
    expect(say({ due: 0, isDue: true }, null).buttons).toEqual([]);
  });
});

describe('the keys', () => {
  it('press what the prompt offers', () => {
    const buttons = [main('show', 'Show', true), main('grant', 'Allow')];
    expect(promptKey('a', buttons)).toBe('grant');
    expect(promptKey('Enter', buttons)).toBeNull();
    expect(promptKey('Enter', [main('show', 'Show')])).toBe('show');
    expect(promptKey('Enter', [main('ready', 'I am here')])).toBe('ready');
    expect(promptKey('Enter', [main('commit', 'Hold 7')])).toBe('commit');
  });

  it('number the choices of an opening', () => {
    const buttons = [main('choose_stay', 'Stay'), main('choose_swap', 'Swap')];
    expect(promptKey('2', buttons)).toBe('choose_swap');
    expect(promptKey('3', buttons)).toBeNull();
    expect(promptKey('z', buttons)).toBeNull();
    expect(promptKey('2', [main('call_odd', 'Odd'), main('call_even', 'Even')])).toBe('call_even');
    expect(promptKey('3', [main('take_black', 'B'), main('take_white', 'W'), main('take_you_choose', 'Y')])).toBe('take_you_choose');
  });
});

const FACE = { stage: 0, left_ms: 60_000, periods: 1, moves_left: null, used_ms: 0, fouls: 0, lag_left_ms: 0 };

function stone(colour: Stone, point: string) {
  return { type: 'stone', stone: colour, point } as const;
}

function possible(rules: Partial<Rules>, seat: 'a' | 'b', deeds: readonly ReturnType<typeof stone>[], now: State = state()) {
  const { opened } = snapshot();
  return possibleFor(known({ opened: { ...opened, rules: { ...opened.rules, ...rules } }, moves: movesOf(...deeds), state: now }), seat);
}
