import { describe, expect, it } from 'vitest';
import { placeOf, SIZE } from './loupe';

describe('the enlarged part of the board', () => {
  it.each([
    [160, 400],
    [2, 400],
    [318, 400],
    [160, 60],
    [10, 60],
    [310, 60],
  ])('is in sight and not under the finger at %i, %i', (x, y) => {
    const place = placeOf({ x, y }, 320);
    expect(place.x).toBeGreaterThanOrEqual(0);
    expect(place.x + SIZE).toBeLessThanOrEqual(320);
    expect(place.y).toBeGreaterThanOrEqual(0);
    const isUnder = x > place.x && x < place.x + SIZE && y > place.y && y < place.y + SIZE;
    expect(isUnder).toBe(false);
  });

  it('stands above the finger, as long as there is room', () => {
    expect(placeOf({ x: 160, y: 400 }, 320)).toEqual({ x: 160 - SIZE / 2, y: 400 - 44 - SIZE });
  });
});
