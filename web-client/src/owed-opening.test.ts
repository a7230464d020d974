import { describe, expect, it } from 'vitest';
import { en } from './i18n/en';
import { zh } from './i18n/zh';
import { promptFor } from './owed';
import { rulesOf } from './presets';
import type { Situation } from './prompt';
import type { What, Zone } from './protocol';
import { known, situation, snapshot, state } from './test-table';

const FIVE_BY_FIVE: Zone = { from: 'f6', to: 'j10', inside: true };

describe('what an opening asks for', () => {
  it.each<[string, What, string, string, string]>([
    [
      'a stone in a zone',
      { type: 'stone', stone: 'black', zone: FIVE_BY_FIVE },
      'Your move: place a black stone inside the marked 5 × 5.',
      'Ann places a black stone inside the marked 5 × 5.',
      'Black (Ann) places a black stone inside the marked 5 × 5.',
    ],
    [
      'the first stone in the centre',
      { type: 'stone', stone: 'black', zone: { from: 'h8', to: 'h8', inside: true } },
      'Your move: place a black stone in the centre.',
      'Ann places a black stone in the centre.',
      'Black (Ann) places a black stone in the centre.',
    ],
    [
      'a stone of the other colour',
      { type: 'stone', stone: 'white', zone: null },
      'Your move: place a white stone anywhere.',
      'Ann places a white stone anywhere.',
      'Black (Ann) places a white stone anywhere.',
    ],
    [
      'a choice',
      { type: 'choice', options: ['stay', 'swap', 'place_two'] },
      'You are Black now. Your choice:',
      'Ann chooses: stay or swap or two more stones.',
      'Black (Ann) chooses: stay or swap or two more stones.',
    ],
    [
      'a number',
      { type: 'announcement', most: 8 },
      'Say how many alternatives there will be for move 5 (1 to 8).',
      'Ann says how many alternatives there will be for move 5.',
      'Black (Ann) says how many alternatives there will be for move 5.',
    ],
    [
      'alternatives',
      { type: 'alternatives', number: 2 },
      'Choose 2 alternatives for move 5: 2 to go.',
      'Ann shows 2 alternatives for move 5.',
      'Black (Ann) shows 2 alternatives for move 5.',
    ],
    [
      'which one stays',
      { type: 'keep' },
      'Keep one alternative; it becomes Black’s move 5.',
      'Ann keeps one of the alternatives.',
      'Black (Ann) keeps one of the alternatives.',
    ],
  ])('is said to all: %s', (_, what, mine, theirs, spectators) => {
    expect(say(what, { seat: 'a' }).text).toBe(mine);
    expect(say(what, { seat: 'b' }).text).toBe(theirs);
    expect(say(what, { seat: null }).text).toBe(spectators);
    expect(say(what, { seat: 'b' }).buttons).toEqual([]);
  });

  it('is a choice with what it would make of the chooser', () => {
    const what: What = { type: 'choice', options: ['stay', 'swap'] };
    const { buttons } = say(what, { seat: 'a' });
    expect(buttons.map(({ press, label }) => [press, label])).toEqual([
      ['choose_stay', 'Stay Black'],
      ['choose_swap', 'Swap: play White'],
    ]);
    expect(promptFor(asked(what, { seat: 'a' }), zh).buttons.map(({ label }) => label)).toEqual(['不换，执黑', '交换，执白']);
  });

  it('is a fifth stone or as many alternatives as the rules say', () => {
    const what: What = { type: 'choice', options: ['place_fifth', 'offer_fifths'] };
    expect(say(what, { seat: 'a' }).buttons.map(({ label }) => label)).toEqual(['Place the fifth stone', 'Offer 10 alternatives']);
  });

  it('is a number with its button', () => {
    const prompt = say({ type: 'announcement', most: 8 }, { seat: 'a', number: 3 });
    expect(prompt).toMatchObject({ most: 8, buttons: [{ press: 'announce', label: 'Announce 3' }] });
  });

  it('is shown when all alternatives are there', () => {
    const what: What = { type: 'alternatives', number: 2 };
    expect(say(what, { seat: 'a' }).buttons).toMatchObject([{ press: 'show', isOff: true }]);
    expect(say(what, { seat: 'a', tentative: ['g8'] }).text).toBe('Choose 2 alternatives for move 5: 1 to go.');
    const full = say(what, { seat: 'a', tentative: ['g8', 'j7'] });
    expect(full.buttons).toMatchObject([{ press: 'show', isOff: false }, { press: 'clear_tentative' }]);
  });

  it('says which alternatives make the same shape', () => {
    const refused = { complaint: 'same_shape', tentative: ['a1', 'g8', 'i8'], conflict: ['g8', 'i8'] } as const;
    const { text, tone } = say({ type: 'alternatives', number: 3 }, { seat: 'a', ...refused });
    expect(text).toBe('B (G8) and C (I8) make the same shape. Replace one of them.');
    expect(tone).toBe('trouble');
  });

  it('says where a stone goes that was put elsewhere', () => {
    const what: What = { type: 'stone', stone: 'black', zone: { ...FIVE_BY_FIVE, inside: false } };
    expect(say(what, { seat: 'a', complaint: 'outside_zone' }).text).toBe('This stone goes outside the marked 5 × 5.');
    expect(say({ type: 'keep' }, { seat: 'a', complaint: 'outside_zone' }).text).toBe(en.codes.outside_zone);
  });

  it('is to confirm the one that was chosen', () => {
    const prompt = say({ type: 'keep' }, { seat: 'a', chosen: 'j7' });
    expect(prompt.text).toBe('Keep B on J7?');
    expect(prompt.buttons.map(({ press }) => press)).toEqual(['keep', 'cancel_place']);
  });
});

function say(what: What, some: Partial<Situation>) {
  return promptFor(asked(what, some), en);
}

function asked(what: What, some: Partial<Situation>): Situation {
  const { opened } = snapshot();
  const now = state({ owed: { seat: 'a', what }, shown: what.type === 'keep' ? ['g8', 'j7'] : [] });
  return situation({ known: known({ opened: { ...opened, rules: rulesOf('taraguchi10') }, state: now }), ...some });
}
