import { describe, expect, it } from 'vitest';
import { digestOfBytes } from './digest';
import { LANGUAGES } from './i18n/all';
import { en } from './i18n/en';
import { isPublished, lotLines, readLot } from './lot';
import type { Colours } from './protocol';
import { known, OPENED } from './test-table';

const LOT = '01130a05' + '00'.repeat(12);

describe('a lot', () => {
  it('is read byte by byte', () => {
    expect(readLot(LOT)).toEqual({ seat: 'b', numbers: { a: 10, b: 1 }, call: 'odd' });
    expect(readLot('fe0009fe' + 'ff'.repeat(12))).toEqual({ seat: 'a', numbers: { a: 1, b: 10 }, call: 'even' });
    expect(readLot('01')).toBeNull();
    expect(readLot('')).toBeNull();
  });

  it('is the published one if the digest of its bytes is', () => {
    const bytes = new Uint8Array([1, 19, 10, 5, ...new Array<number>(12).fill(0)]);
    expect(isPublished(LOT, digestOfBytes(bytes))).toBe(true);
    expect(isPublished(LOT, digestOfBytes(bytes).toUpperCase())).toBe(true);
    expect(isPublished(LOT, '0'.repeat(64))).toBe(false);
    expect(isPublished('', '0'.repeat(64))).toBe(false);
  });

  it.each<[Colours, string[]]>([
    ['black_a', [en.start.lotNothing]],
    ['random', ['The lot gave Black to Bo.']],
    ['handful', ['The lot gave Black to Bo for a start.', 'A number drawn for Ann would be 10.', 'A number drawn for Bo would be 1.']],
    ['call', ['A number drawn for Ann would be 10.', 'A call by the server would be odd.']],
    ['toss', ['By the lot Bo won the toss.']],
    ['right', [en.start.lotNothing]],
  ])('of %s says what it decided', (colours, lines) => {
    const table = known({ opened: { ...OPENED, colours } });
    expect(lotLines(table, LOT, en)).toEqual(lines);
    for (const words of Object.values(LANGUAGES)) {
      expect(lotLines(table, LOT, words)).toHaveLength(lines.length);
    }
  });
});
