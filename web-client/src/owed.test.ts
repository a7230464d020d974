import { describe, expect, it } from 'vitest';
import { en } from './i18n/en';
import { promptFor, rematchText } from './owed';
import type { Situation } from './prompt';
import type { Outcome, State } from './protocol';
import { known, OPENED, situation, state } from './test-table';

describe('what a person is asked for', () => {
  it('is a stone when it is their turn', () => {
    expect(say({ seat: 'a' })).toMatchObject({ text: 'Your move: place a black stone.', tone: 'yours', buttons: [] });
  });

  it('is patience when it is the other’s turn', () => {
    expect(say({ seat: 'b' })).toMatchObject({ text: 'Ann is thinking.', tone: 'quiet' });
  });

  it('is nothing for a spectator', () => {
    expect(say({ seat: null })).toEqual({ text: 'Black to move: Ann', tone: 'quiet', hint: null, buttons: [], most: null, until: null });
    expect(deeds({ seat: null }, over(FIVE))).toEqual([]);
  });

  it('is an answer when a draw is offered, whoever is to move', () => {
    for (const seat of ['a', 'b'] as const) {
      const offer = state({ draw_offer: { seat: seat === 'a' ? 'b' : 'a', improper: false } });
      expect(deeds({ seat }, offer)).toEqual(['accept_draw', 'decline_draw']);
    }
    expect(deeds({ seat: 'a' }, state({ draw_offer: { seat: 'a', improper: false } }))).toEqual([]);
  });

  it('is an answer or an objection when a draw is offered improperly', () => {
    expect(deeds({ seat: 'a' }, state({ draw_offer: { seat: 'b', improper: true } }))).toEqual(['accept_draw', 'decline_draw', 'object']);
  });

  it('is a yes or no to what the opponent asks for', () => {
    const asked = state({ favour: { seat: 'b', favour: 'takeback' } });
    expect(say({ seat: 'a' }, asked).text).toBe('Bo asks to take the last move back.');
    expect(deeds({ seat: 'a' }, asked)).toEqual(['grant', 'deny']);
    expect(say({ seat: 'b' }, asked).text).toBe(en.play.takebackSent);
    expect(say({ seat: 'b' }, state({ favour: { seat: 'b', favour: 'pause' } })).text).toBe(en.play.pauseSent);
    expect(say({ seat: null }, asked).text).toBe('Black to move: Ann');
  });

  it('is to go on while the clocks stand still by agreement', () => {
    expect(deeds({ seat: 'b' }, state({ paused: true }))).toEqual(['resume']);
    expect(deeds({ seat: null }, state({ paused: true }))).toEqual([]);
  });

  it('is which stone is claimed, and whether it is meant', () => {
    expect(say({ seat: 'a', claim: { point: 'j8', any: false } }).text).toBe('Claim that J8 was forbidden?');
    expect(say({ seat: 'a', claim: { point: 'j8', any: false } }).hint).toBe(en.play.claimRisk);
    expect(say({ seat: 'a', claim: { point: 'j8', any: true } }).hint).toContain(en.play.claimOther);
    expect(deeds({ seat: 'a', claim: { point: 'j8', any: true } })).toEqual(['claim_forbidden', 'cancel_claim']);
    expect(deeds({ seat: 'a', claim: { point: null, any: true } })).toEqual(['cancel_claim']);
  });

  it('is nothing on a full board whose last stone can be claimed', () => {
    expect(say({ seat: 'a' }, state({ owed: null })).text).toBe(en.play.lastClaim);
  });

  it('is a second tap when a point is chosen', () => {
    expect(say({ seat: 'a', chosen: 'h8' }).text).toContain('H8');
    expect(deeds({ seat: 'a', chosen: 'h8' })).toEqual(['confirm_place', 'cancel_place']);
  });

  it('is nothing while something is on its way', () => {
    expect(say({ seat: 'a', isSendingStone: true })).toEqual({ text: en.sendingMove, tone: 'sending', hint: null, buttons: [], most: null, until: null });
    expect(say({ seat: 'a', asking: 'resign' })).toEqual({ text: en.sending, tone: 'sending', hint: null, buttons: [], most: null, until: null });
  });

  it('has the way back to the latest move while an earlier one is shown', () => {
    expect(deeds({ seat: 'a', isLive: false }, state({ draw_offer: { seat: 'b', improper: false } }))).toEqual(['go_live', 'accept_draw', 'decline_draw']);
  });

  it('is to join while a seat is free, and to share the link for who sits', () => {
    const open = state({ phase: 'open', owed: null, black: null });
    expect(deeds({ seat: null }, open)).toEqual(['sit']);
    expect(deeds({ seat: 'a' }, open)).toEqual(['copy_link', 'abort']);
    expect(say({ seat: 'a' }, open).hint).toBeNull();
  });

  it('is told when the game begins while a seat is free', () => {
    const start = { type: 'scheduled', after_ms: 3_600_000, late_ms: 900_000 } as const;
    const table = known({ opened: { ...OPENED, rules: { ...OPENED.rules, start } }, state: state({ phase: 'open', owed: null }) });
    expect(promptFor(situation({ known: table, seat: 'a' }), en).hint).toMatch(/^The game begins .*19(69|70)/);
    expect(promptFor(situation({ known: table }), en).hint).toMatch(/^The game begins /);
  });

  it('is nothing while the room waits for its players', () => {
    expect(say({ seat: 'a', isInterrupted: true }).text).toBe(en.paused);
  });

  it('says why something was refused, and what can be done still', () => {
    const prompt = say({ seat: 'a', complaint: 'offer_too_soon' }, state({ draw_offer: { seat: 'b', improper: false } }));
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
    [
      { reason: { type: 'double_forfeit' }, scores: { a: 'loss', b: 'loss' } },
      'You lose · neither was there in time',
      'Both lose · neither was there in time',
    ],
    [{ reason: { type: 'shared_time' }, scores: { a: 'draw', b: 'draw' } }, 'Draw · the shared time is used up', 'Draw · the shared time is used up'],
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
const KNOWN = known();

function say(some: Partial<Situation>, now: State = state()) {
  return promptFor(situation({ known: { ...KNOWN, state: now }, ...some }), en);
}

function deeds(some: Partial<Situation>, now: State = state()) {
  return say(some, now).buttons.map(({ press }) => press);
}

function over(outcome: Outcome, other: Partial<State> = {}): State {
  return state({ phase: 'over', owed: null, outcome, ...other });
}
