import { describe, expect, it } from 'vitest';
import { rulesOf } from '../presets';
import { clockIn } from '../rules';
import type { Adjournment, ClockState, Edition, Face, Ruling, Seat, State, Confirmation } from '../protocol';
import { isArbiter } from '../table';
import { gameEvent, known, movesOf, OPENED, state } from '../test-table';
import {
  asksBack,
  draftFor,
  fieldsOf,
  possibleActs,
  ruled,
  rulingOf,
  seatsToLose,
  watchersIn,
  withSeat,
  type ActName,
  type Draft,
} from './acts';
import { parseTime, timeText } from './time';

const ANN = { id: 'ann', name: 'Ann' };
const EVE = { id: 'eve', name: 'Eve' };
const KIM = { id: 'kim', name: 'Kim' };
const STONES = ['h8', 'i9', 'j10', 'g9'].map((point, index) => ({ type: 'stone', stone: index % 2 === 0 ? 'black' : 'white', point }) as const);
const FACE: Face = { stage: 0, left_ms: 400_000, periods: 1, moves_left: null, used_ms: 0, fouls: 0, lag_left_ms: 0 };
const CLOCK: ClockState = { running: { seat: 'a', since: 0, free_left_ms: 0 }, faces: { a: FACE, b: FACE }, shared_left_ms: null, absent: { a: null, b: null } };

describe('who is an arbiter', () => {
  it('is on the list of the game', () => {
    expect(isArbiter(known({ arbiters: [EVE] }), { ...EVE, name: 'Eve the second' })).toBe(true);
    expect(isArbiter(known({ arbiters: [EVE] }), ANN)).toBe(false);
    expect(isArbiter(known(), null)).toBe(false);
    expect(isArbiter(null, EVE)).toBe(false);
  });
});

describe('what an arbiter can rule', () => {
  it('is nothing about the clock where there is none', () => {
    expect(acts({})).toEqual(['halt', 'violation', 'loss', 'double_loss', 'draw', 'replay', 'recolour', 'adjourn', 'disqualify', 'move_board']);
  });

  it('is a time of each side, or the split of the time they share', () => {
    expect(acts({ clock: CLOCK })).toEqual(expect.arrayContaining(['set_clock', 'time_penalty']));
    expect(acts({ clock: CLOCK })).not.toContain('split');
    const sharing = (notation: string) => {
      const rules = { ...OPENED.rules, clock: clockIn(notation) };
      return [...possibleActs(known({ opened: { ...OPENED, rules }, state: state({ clock: { ...CLOCK, shared_left_ms: 5000 } }) }))];
    };
    expect(sharing('free 30m 15m')).not.toContain('split');
    const shared = sharing('shared 2h');
    expect(shared).toContain('split');
    expect(shared).not.toContain('set_clock');
    expect(shared).not.toContain('time_penalty');
  });

  it('is to go on when the game is halted, and not to halt it again', () => {
    const halted = acts({ halted: true, paused: true });
    expect(halted).toContain('go_on');
    expect(halted).not.toContain('halt');
    expect(acts({ paused: true })).not.toContain('go_on');
  });

  it('is to go on while a move is being sealed, and to open what is sealed', () => {
    const always = ['violation', 'loss', 'double_loss', 'draw', 'replay', 'recolour'];
    const last = ['disqualify', 'move_board'];
    expect(acts({ adjournment: adjourned('sealing') })).toEqual(['go_on', ...always, ...last]);
    expect(acts({ adjournment: adjourned('sealed') })).toEqual([...always, 'open_sealed', ...last]);
    expect(acts({ paused: true })).not.toContain('adjourn');
    expect(acts({ adjournment: adjourned('confirming') })).not.toContain('open_sealed');
  });

  it('is to correct the colours before the fourth stone', () => {
    expect([...possibleActs(known({ moves: movesOf(...STONES.slice(0, 3)) }))]).toContain('recolour');
    expect([...possibleActs(known({ moves: movesOf(...STONES) }))]).not.toContain('recolour');
  });

  it('is a result before the game, and afterwards a loss for who has none', () => {
    expect(acts({ phase: 'open' })).toEqual(['move_board']);
    expect(acts({ phase: 'starting' })).toEqual(['loss', 'double_loss', 'draw', 'disqualify', 'move_board']);
    const over = (a: 'win' | 'draw' | 'loss' | 'void', b: typeof a): Partial<State> => ({
      phase: 'over',
      outcome: { reason: { type: 'agreement' }, scores: { a, b } },
    });
    expect(acts(over('draw', 'draw'))).toEqual(['loss', 'annul', 'move_board']);
    expect(acts(over('loss', 'loss'))).toEqual(['move_board']);
    expect(acts(over('void', 'void'))).toEqual(['move_board']);
    expect(seatsToLose(known({ state: state(over('win', 'loss')) }))).toEqual(['a']);
    expect(seatsToLose(known())).toEqual(['a', 'b']);
  });

  it('is a draw or a replay where part of the record is lost', () => {
    expect(acts({ suspended: true, paused: true })).toEqual(['draw', 'replay', 'move_board']);
  });

  it('is to uphold a result that is not confirmed, and to annul one that both have confirmed', () => {
    const over = (settled: Confirmation['settled']): Partial<State> => ({
      phase: 'over',
      outcome: { reason: { type: 'resigned' }, scores: { a: 'win', b: 'loss' } },
      confirmation: { confirmed: { a: true, b: false }, disputed: { a: false, b: true }, until: null, settled },
    });
    expect(acts(over(null))).toEqual(['loss', 'uphold', 'annul', 'move_board']);
    expect(acts(over('time'))).toEqual(['loss', 'annul', 'move_board']);
    expect(acts(over('both'))).toEqual(['annul', 'move_board']);
    expect(acts({ ...over('both'), next_game: true })).toContain('disqualify');
  });
});

describe('an act', () => {
  it('starts from nobody in particular', () => {
    expect(draftFor('loss', known(), 0).seat).toBeNull();
    expect(rulingOf('loss', draftFor('loss', known(), 0))).toBeNull();
  });

  it('charges how long the game was halted, to nobody unless it is said', () => {
    const halted = { at: 5000, after: 0, events: [gameEvent({ type: 'halted' })] };
    const later = { at: 9000, after: 0, events: [] };
    const draft = draftFor('go_on', known({ at: 9000, acts: [halted, later], state: state({ halted: true, paused: true }) }), 95_000);
    expect(draft).toMatchObject({ charged: 'nobody', time: '1:30' });
    expect(rulingOf('go_on', draft)).toEqual({ type: 'go_on', charge_ms: { a: 0, b: 0 } });
    expect(rulingOf('go_on', { ...draft, charged: 'b' })).toEqual({ type: 'go_on', charge_ms: { a: 0, b: 90_000 } });
    expect(rulingOf('go_on', { ...draft, charged: 'both', force: true })).toEqual({
      type: 'go_on',
      charge_ms: { a: 90_000, b: 90_000 },
      force: true,
    });
    expect(rulingOf('go_on', { ...draft, charged: 'a', time: 'a while' })).toBeNull();
    expect(rulingOf('go_on', { ...draft, time: 'a while' })).toEqual({ type: 'go_on', charge_ms: { a: 0, b: 0 } });
  });

  it('charges nobody where nobody has time of their own', () => {
    const draft: Draft = { ...draftFor('go_on', known(), 0), charged: 'a' };
    const fields = (clock: ClockState | null, other = draft) => fieldsOf('go_on', other, known({ state: state({ clock }) }));
    expect(fields(CLOCK)).toEqual(['charged', 'time']);
    expect(fields(CLOCK, { ...draft, charged: 'nobody' })).toEqual(['charged']);
    expect(fields({ ...CLOCK, shared_left_ms: 5000 })).toEqual([]);
    expect(fields(null)).toEqual([]);
  });

  it('sets a clock from what it shows', () => {
    const table = withClock('of2013');
    const draft = withSeat('set_clock', draftFor('set_clock', table, 0), 'a', table, 100_000);
    expect(draft).toMatchObject({ seat: 'a', time: '5:00' });
    expect(withSeat('set_clock', draft, 'b', table, 100_000).time).toBe('6:40');
    expect(rulingOf('set_clock', { ...draft, time: '12:30' })).toEqual({ type: 'set_clock', seat: 'a', left_ms: 750_000 });
  });

  it('penalises as the edition of the rules foresees', () => {
    expect(penalty('of2013')).toMatchObject({ minus: '5:00', plus: '5:00' });
    expect(penalty('of2009')).toMatchObject({ minus: '5:00', plus: '2:00' });
    expect(penalty('older')).toMatchObject({ minus: '5:00', plus: '2:00' });
    const draft = penalty('of2009');
    expect(rulingOf('time_penalty', draft)).toEqual({ type: 'time_penalty', seat: 'a', minus_ms: 300_000, plus_ms: 120_000 });
    expect(rulingOf('time_penalty', { ...draft, minus: '0:00', plus: '0:00' })).toBeNull();
    expect(rulingOf('time_penalty', { ...draft, seat: null })).toBeNull();
  });

  it('is sent with what was filled in, and a reason', () => {
    const draft: Draft = { ...draftFor('halt', known(), 0), seat: 'b', cause: 'players' };
    const plain: ActName[] = ['halt', 'split', 'double_loss', 'draw', 'replay', 'adjourn', 'open_sealed'];
    expect(plain.map((act) => rulingOf(act, draft))).toEqual(plain.map((type) => ({ type }) as Ruling));
    expect(rulingOf('violation', draft)).toEqual({ type: 'violation', seat: 'b' });
    expect(rulingOf('recolour', draft)).toEqual({ type: 'recolour', cause: 'players' });
    expect(ruled({ type: 'draw' }, ' the lights went out ')).toEqual({ type: 'rule', ruling: { type: 'draw' }, reason: 'the lights went out' });
    expect(ruled({ type: 'draw' }, '  ')).toBeNull();
    expect(ruled(null, 'why')).toBeNull();
    expect(ruled({ type: 'halt' }, 'so it is read', true)).toMatchObject({ ground: 'interpretation' });
  });

  it('can be meant although the server asks back', () => {
    expect([asksBack('needs_force'), asksBack('over_limit'), asksBack('exceeds_time'), asksBack(null)]).toEqual([true, true, false, false]);
  });
});

describe('the spectators', () => {
  it('are each there once, with what can be ruled about them', () => {
    const audience = { type: 'audience', room: 'r', watchers: [ANN, EVE], muted: [ANN], removed: [KIM] } as const;
    expect(watchersIn({ ...audience, watchers: [...audience.watchers], muted: [ANN], removed: [KIM] }, [EVE])).toEqual([
      { person: ANN, isMuted: true, isRemoved: false, can: ['unmute', 'remove'] },
      { person: KIM, isMuted: false, isRemoved: true, can: ['readmit'] },
    ]);
    expect(watchersIn(null, [])).toEqual([]);
  });
});

describe('a time that is typed', () => {
  it('is minutes and seconds, or hours too', () => {
    expect([parseTime('5:00'), parseTime(' 0:07 '), parseTime('90:00'), parseTime('1:02:03'), parseTime('5：30')]).toEqual([
      300_000, 7000, 5_400_000, 3_723_000, 330_000,
    ]);
  });

  it.each(['', '5', '5:0', '5:60', '1:90:00', ':30', '-1:00', 'five'])('is not %j', (text) => {
    expect(parseTime(text)).toBeNull();
  });

  it('is written in full seconds', () => {
    expect([timeText(0), timeText(7999), timeText(300_000), timeText(3_723_000), timeText(-5)]).toEqual(['0:00', '0:07', '5:00', '1:02:03', '0:00']);
  });
});

function acts(other: Partial<State>): ActName[] {
  return [...possibleActs(known({ state: state(other) }))];
}

function adjourned(stage: Adjournment['stage']): Adjournment {
  return { stage, seat: 'a', digest: null, move: null, confirmed: { a: false, b: false }, until: null };
}

function withClock(edition: Edition) {
  const rules = { ...rulesOf('cn2013'), edition };
  return known({ opened: { ...OPENED, rules }, state: state({ clock: CLOCK }) });
}

/** The penalty that is proposed for who has 6:40 left. */
function penalty(edition: Edition, seat: Seat = 'a'): Draft {
  const table = withClock(edition);
  return withSeat('time_penalty', draftFor('time_penalty', table, 0), seat, table, 0);
}

describe('the label of a board', () => {
  it('is a few characters, and starts from what it is', () => {
    const draft = draftFor('move_board', known({ board: '7' }), 0);
    expect(draft.board).toBe('7');
    expect(rulingOf('move_board', { ...draft, board: ' 第3台 ' })).toEqual({ type: 'move_board', board: '第3台' });
    expect(rulingOf('move_board', { ...draft, board: '  ' })).toBeNull();
    expect(rulingOf('move_board', { ...draft, board: 'x'.repeat(17) })).toBeNull();
  });
});

describe('an annulment', () => {
  it('says whose result it takes', () => {
    const draft = draftFor('annul', known(), 0);
    expect(rulingOf('annul', draft)).toBeNull();
    expect(rulingOf('annul', { ...draft, sides: 'both' })).toEqual({ type: 'annul', sides: 'both' });
  });
});
