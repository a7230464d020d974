import { describe, expect, it } from 'vitest';
import { coloursText, methodOf, METHODS } from './colours';
import { LANGUAGES } from './i18n/all';
import { en } from './i18n/en';

describe('how colours are settled', () => {
  it('is by the players, or not', () => {
    expect(METHODS.map(methodOf)).toEqual(METHODS);
    expect((['black_a', 'black_b', 'random'] as const).map(methodOf)).toEqual([null, null, null]);
  });

  it('is said unless the table fixes them', () => {
    expect(coloursText('black_a', en)).toBeNull();
    expect(coloursText('random', en)).toBe('Colours: by lot');
    for (const words of Object.values(LANGUAGES)) {
      expect(coloursText('handful_difference', words)).toContain(words.start.methods.handful_difference);
    }
  });
});
