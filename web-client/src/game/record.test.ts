import { encode } from 'uqr';
import { describe, expect, it } from 'vitest';
import { pathOfSquares } from './qr';
import { RECORD_FORMATS, recordAddress, recordName } from './record';

describe('the record of a game', () => {
  it('is at the addresses of the server', () => {
    expect(RECORD_FORMATS.map((format) => recordAddress('7c2m9x4kq0hd', format))).toEqual([
      '/api/games/7c2m9x4kq0hd/record.sgf',
      '/api/games/7c2m9x4kq0hd/record.psq',
      '/api/games/7c2m9x4kq0hd/record.txt',
      '/api/games/7c2m9x4kq0hd/record.json',
      '/api/games/7c2m9x4kq0hd/picture.png',
      '/api/games/7c2m9x4kq0hd/record.apng',
    ]);
    expect(recordName('7c2m9x4kq0hd', 'png')).toBe('tengen-7c2m9x4kq0hd.png');
    expect(recordName('7c2m9x4kq0hd', 'apng')).toBe('tengen-7c2m9x4kq0hd-animated.png');
  });
});

describe('a QR code', () => {
  it('is drawn run by run', () => {
    const [x, o] = [true, false];
    expect(pathOfSquares([[x, x, o, x], [o, o, o, o], [o, x, x, x]])).toBe('M0 0h2v1H0zM3 0h1v1H3zM1 2h3v1H1z');
    expect(pathOfSquares([])).toBe('');
  });

  it('has every dark square of the encoded link, and a quiet zone', () => {
    const { data, size } = encode('https://play.example.org/g/7c2m9x4kq0hd', { ecc: 'M', border: 4 });
    const path = pathOfSquares(data);
    const widths = [...path.matchAll(/h(\d+)/g)].map(([, width]) => Number(width));
    expect(widths.reduce((sum, width) => sum + width, 0)).toBe(data.flat().filter(Boolean).length);
    expect(data.slice(0, 4).flat().some(Boolean)).toBe(false);
    expect(data).toHaveLength(size);
  });
});
