import { describe, expect, it } from 'vitest';
import { LANGUAGES } from './i18n/all';
import { en } from './i18n/en';
import { noticesText } from './notice';
import { promptFor } from './owed';
import type { Situation } from './prompt';
import type { ColourDebt, Colours, ColourState, RoomEvent, Seat, StartState, State } from './protocol';
import { emptyTable, receive, type Table } from './table';
import { gameEvent, happened, known, OPENED, situation, snapshot, state } from './test-table';

const COMMIT = { type: 'commit' } as const;

describe('in the choice of colours a person is asked', () => {
  it('for stones in the hand, within the time there is', () => {
    const both = choosing({ owed: { a: COMMIT, b: COMMIT } });
    const prompt = say({ seat: 'a', number: 7 }, both);
    expect(prompt).toMatchObject({ text: en.start.yourHand, tone: 'yours', most: 10, until: 30_000 });
    expect(prompt.buttons).toMatchObject([{ press: 'commit', label: 'Hold 7' }]);
    expect(prompt.hint).toBe('An odd sum: Ann has Black. An even one: Bo.');
    expect(say({}, both).text).toBe('Ann takes some stones in the hand. Bo takes some stones in the hand.');
  });

  it('for patience once the own stones are held', () => {
    const one = choosing({ owed: { a: null, b: COMMIT } });
    expect(say({ seat: 'a', held: 7 }, one)).toMatchObject({ text: 'You hold 7. Bo takes some stones in the hand.', tone: 'quiet' });
  });

  it('for nothing when the stones are shown, unless another window has them', () => {
    const reveal = choosing({ owed: { a: { type: 'reveal' }, b: { type: 'reveal' } } });
    expect(say({ seat: 'a', held: 7 }, reveal)).toMatchObject({ text: 'You show your 7 stones …', tone: 'quiet', buttons: [{ press: 'reveal' }] });
    expect(say({ seat: 'a' }, reveal)).toMatchObject({ text: en.start.lostHand, tone: 'yours', buttons: [] });
  });

  it('for a call', () => {
    const call = choosing({ method: 'call', owed: { a: null, b: { type: 'call' } } });
    const prompt = say({ seat: 'b' }, call);
    expect(prompt).toMatchObject({ text: 'Ann holds some stones. Odd or even?', hint: 'Called right, Bo has Black; wrong, Ann has.' });
    expect(prompt.buttons.map(({ press }) => press)).toEqual(['call_odd', 'call_even']);
    expect(say({ seat: 'a', held: 5 }, call).text).toBe('You hold 5. Bo calls odd or even.');
  });

  it('for a colour, and once handed over not for another word', () => {
    const toss = (options: Extract<ColourDebt, { type: 'choose' }>['options']) => choosing({ method: 'toss', owed: { a: { type: 'choose', options }, b: null } });
    const won = say({ seat: 'a' }, toss(['black', 'white', 'you_choose']));
    expect(won).toMatchObject({ text: en.start.yourToss, hint: 'Ann won the toss.' });
    expect(won.buttons.map(({ press }) => press)).toEqual(['take_black', 'take_white', 'take_you_choose']);
    expect(say({ seat: 'a' }, toss(['black', 'white'])).text).toBe(en.start.yourChoice);
    expect(say({ seat: 'b' }, toss(['black', 'white'])).text).toBe('Ann chooses a colour.');
  });
});

describe('before a game with a set time', () => {
  const waiting = (present: StartState['present']) => state({ phase: 'starting', owed: null, start: { at: 90_000, late_at: 990_000, present } });

  it('a player says to be there, once it is near', () => {
    const nobody = waiting({ a: false, b: false });
    expect(say({ seat: 'a' }, nobody)).toMatchObject({ tone: 'quiet', buttons: [{ press: 'abort' }], hint: 'Bo is not here yet.', until: 90_000 });
    expect(say({ seat: 'a', mayArrive: true }, nobody)).toMatchObject({ tone: 'yours', buttons: [{ press: 'ready' }, { press: 'abort' }] });
    expect(say({ mayArrive: true }, nobody)).toMatchObject({ buttons: [], hint: 'Ann is not here yet. Bo is not here yet.' });
    const ann = waiting({ a: true, b: false });
    expect(say({ seat: 'a', mayArrive: true }, ann)).toMatchObject({ buttons: [{ press: 'abort' }], hint: 'You are here. Bo is not here yet.' });
  });

  it('or, when it has begun, while the own clock runs', () => {
    const begun = state({ start: { at: 0, late_at: 900_000, present: { a: true, b: false } } });
    expect(say({ seat: 'b' }, begun)).toMatchObject({ text: en.start.clockRuns, tone: 'yours', buttons: [{ press: 'ready' }], until: 900_000 });
    expect(say({ seat: 'a' }, begun)).toMatchObject({ text: 'Your move: place a black stone.', hint: 'Bo is not here yet.', until: 900_000 });
    expect(say({}, begun)).toMatchObject({ tone: 'quiet', buttons: [], hint: 'Bo is not here yet.' });
  });

  it('or while the other seat is free, which can be taken even later', () => {
    const seats = { a: { id: 'ann', name: 'Ann' }, b: null };
    const open = known({ seats, state: { ...waiting({ a: false, b: false }), phase: 'open' } });
    const prompt = (given: Partial<Situation>, table = open) => promptFor(situation({ known: table, ...given }), en);
    expect(prompt({ seat: 'a' }).buttons.map(({ press }) => press)).toEqual(['copy_link', 'abort']);
    expect(prompt({ seat: 'a', mayArrive: true }).buttons.map(({ press }) => press)).toEqual(['ready', 'copy_link', 'abort']);
    const begun = known({ seats, state: state({ start: { at: 0, late_at: 900_000, present: { a: true, b: false } } }) });
    expect(prompt({}, begun)).toMatchObject({ text: en.seatFree, tone: 'yours', buttons: [{ press: 'sit' }], until: 900_000 });
    expect(prompt({ isArbiter: true }, begun).buttons).toEqual([]);
    expect(prompt({ seat: 'a' }, begun)).toMatchObject({ text: 'Your move: place a black stone.', hint: en.seatFree });
  });
});

describe('how colours came out', () => {
  it.each<[Colours, RoomEvent[], Seat, string]>([
    ['handful', [shown('a', 3), shown('b', 4)], 'a', 'Ann held 3, Bo held 4: 7 together, odd. Ann has Black.'],
    ['handful_difference', [shown('a', 7), shown('b', 4)], 'b', 'Ann held 7, Bo held 4: the difference is 3, odd. Bo has Black.'],
    ['call', [{ type: 'called', seat: 'b', call: 'even', late: false }, shown('a', 5)], 'a', 'Bo called even, Ann held 5. Ann has Black.'],
    ['toss', [{ type: 'colour_chosen', seat: 'b', choice: 'white', late: false }], 'a', 'Ann has Black.'],
    ['random', [], 'a', ''],
  ])('is said for %s', (colours, events, black, text) => {
    const begun = happened(3, [{ type: 'colours_begun', tentative: 'a' }]);
    const last = gameEvent({ type: 'started', black });
    const table = [begun, ...events.map((event, index) => happened(4 + index, [event]))].reduce<Table>(
      (before, record) => receive(before, record).table,
      receive(emptyTable('r'), snapshot({ opened: { ...OPENED, colours } })).table,
    );
    const { known: after } = receive(table, happened(table.next, [last])).table;
    expect(after && (noticesText(after, [last], en) ?? '')).toBe(text);
  });

  it('is not said twice', () => {
    const table = receive(emptyTable('r'), snapshot({ opened: { ...OPENED, colours: 'handful' } })).table;
    const events = [shown('a', 3), shown('b', 4), gameEvent({ type: 'started', black: 'a' })];
    const { known: after } = receive(table, happened(3, events)).table;
    expect(after && noticesText(after, events, en)).toBe('Ann held 3, Bo held 4: 7 together, odd. Ann has Black.');
  });

  it('is said, step by step, in every language', () => {
    const events: RoomEvent[] = [
      { type: 'colours_begun', tentative: 'a' },
      { type: 'commit_missed', seat: 'b' },
      { type: 'committed', seat: 'a', digest: '' },
      shown('a', 3),
      { type: 'number_drawn', seat: 'b', number: 4, cause: 'late' },
      { type: 'number_drawn', seat: 'b', number: 4, cause: 'bad_reveal' },
      { type: 'called', seat: 'a', call: 'odd', late: true },
      { type: 'colour_chosen', seat: 'a', choice: 'you_choose', late: true },
      { type: 'colour_chosen', seat: 'a', choice: 'black', late: true },
    ];
    for (const words of Object.values(LANGUAGES)) {
      for (const event of events) {
        expect(noticesText(known(), [event], words)).toMatch(/[.。]$/);
      }
    }
  });
});

function shown(seat: Seat, number: number): RoomEvent {
  return { type: 'revealed', seat, number, nonce: '' };
}

/** A choice of colours in which Ann is the tentative Black, holds the stones, or won the toss. */
function choosing(other: Partial<ColourState>): State {
  const nothing = { a: null, b: null };
  const colours: ColourState = { method: 'handful', tentative: 'a', until: 30_000, owed: nothing, digests: nothing, numbers: nothing, call: null, ...other };
  return state({ phase: 'starting', black: null, owed: null, colours });
}

function say(given: Partial<Situation>, now: State) {
  return promptFor(situation({ known: known({ state: now }), ...given }), en);
}
