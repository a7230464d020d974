import { describe, expect, it } from 'vitest';
import { en } from './i18n/en';
import { promptFor, rematchText, type Situation } from './owed';
import type { Outcome, State } from './protocol';
import { snapshot, state } from './test-table';

describe('what a person is asked for', () => {
  it('is a stone when it is their turn', () => {
    expect(say({ seat: 'a' })).toMatchObject({ text: 'Your move: place a black stone.', tone: 'yours', buttons: [] });
  });

  it('is patience when it is the other’s turn', () => {
    expect(say({ seat: 'b' })).toMatchObject({ text: 'Ann is thinking.', tone: 'quiet' });
  });

  it('is nothing for a spectator', () => {
    expect(say({ seat: null })).toEqual({ text: 'Black to move: Ann', tone: 'quiet', buttons: [] });
    expect(deeds({ seat: null }, over(FIVE))).toEqual([]);
  });

  it('is an answer when a draw is offered, whoever is to move', () => {
    for (const seat of ['a', 'b'] as const) {
      const offer = state({ draw_offer: seat === 'a' ? 'b' : 'a' });
      expect(deeds({ seat }, offer)).toEqual(['accept_draw', 'decline_draw']);
    }
    expect(deeds({ seat: 'a' }, state({ draw_offer: 'a' }))).toEqual([]);
  });

  it('is a second tap when a point is chosen', () => {
    expect(say({ seat: 'a', chosen: 'H8' }).text).toContain('H8');
    expect(deeds({ seat: 'a', chosen: 'H8' })).toEqual(['confirm_place', 'cancel_place']);
  });

  it('is nothing while something is on its way', () => {
    expect(say({ seat: 'a', isSendingStone: true })).toEqual({ text: en.sendingMove, tone: 'sending', buttons: [] });
    expect(say({ seat: 'a', asking: 'resign' })).toEqual({ text: en.sending, tone: 'sending', buttons: [] });
  });

  it('has the way back to the latest move while an earlier one is shown', () => {
    expect(deeds({ seat: 'a', isLive: false }, state({ draw_offer: 'b' }))).toEqual(['go_live', 'accept_draw', 'decline_draw']);
  });

  it('is to join while a seat is free, and to share the link for who sits', () => {
    const open = state({ phase: 'open', owed: null, black: null });
    expect(deeds({ seat: null }, open)).toEqual(['sit']);
    expect(deeds({ seat: 'a' }, open)).toEqual(['copy_link', 'abort']);
  });

  it('is nothing while the room waits for its players', () => {
    expect(say({ seat: 'a', isPaused: true }).text).toBe(en.paused);
  });

  it('says why something was refused, and what can be done still', () => {
    const prompt = say({ seat: 'a', complaint: 'offer_too_soon' }, state({ draw_offer: 'b' }));
    expect(prompt).toMatchObject({ text: en.codes.offer_too_soon, tone: 'trouble' });
    expect(prompt.buttons).toHaveLength(2);
  });

  it.each<[Outcome, string, string]>([
    [FIVE, 'You win · five in a row', 'Black wins · five in a row'],
    [
      { reason: { type: 'forbidden', point: 'h8', foul: 'three_three' }, scores: { a: 'loss', b: 'win' } },
      'You lose · forbidden move: double-three on H8',
      'White wins · forbidden move: double-three on H8',
    ],
    [{ reason: { type: 'agreement' }, scores: { a: 'draw', b: 'draw' } }, 'Draw · by agreement', 'Draw · by agreement'],
    [
      { reason: { type: 'aborted' }, scores: { a: 'void', b: 'void' } },
      'No result · the game was called off',
      'No result · the game was called off',
    ],
  ])('is a rematch after the end, with the result in words', (outcome, mine, theirs) => {
    expect(say({ seat: 'a' }, over(outcome)).text).toBe(mine);
    expect(say({ seat: null }, over(outcome)).text).toBe(theirs);
    expect(deeds({ seat: 'a' }, over(outcome))).toEqual(['offer_rematch']);
  });

  it('is an answer to a rematch, or the way to it', () => {
    expect(deeds({ seat: 'a' }, over(FIVE, { rematch_offer: 'b' }))).toEqual(['accept_rematch', 'decline_rematch']);
    expect(deeds({ seat: 'b' }, over(FIVE, { rematch_offer: 'b' }))).toEqual([]);
    expect(deeds({ seat: null }, over(FIVE, { rematch: 'next' }))).toEqual(['go_rematch']);
    expect(rematchText({ ...KNOWN, state: over(FIVE, { rematch_offer: 'b' }) }, 'a', en)).toBe('Bo wants a rematch.');
    expect(rematchText({ ...KNOWN, state: over(FIVE, { rematch_offer: 'b' }) }, null, en)).toBeNull();
  });
});

const FIVE: Outcome = { reason: { type: 'five', line: [] }, scores: { a: 'win', b: 'loss' } };
const KNOWN = snapshot();

function say(situation: Partial<Situation>, now: State = state()) {
  const nothing: Situation = {
    known: { ...KNOWN, state: now },
    seat: null,
    isPaused: false,
    isSendingStone: false,
    asking: null,
    complaint: null,
    isLive: true,
    chosen: null,
  };
  return promptFor({ ...nothing, ...situation }, en);
}

function deeds(situation: Partial<Situation>, now: State = state()) {
  return say(situation, now).buttons.map(({ deed }) => deed);
}

function over(outcome: Outcome, other: Partial<State> = {}): State {
  return state({ phase: 'over', owed: null, outcome, ...other });
}
