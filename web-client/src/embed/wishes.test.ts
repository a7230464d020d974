import { describe, expect, it } from 'vitest';
import { embedCode, wishesIn } from './wishes';

const ROOM = '7c2m9x4kq0hd';

describe('the address of an embedded board', () => {
  it('names a room, and how it looks', () => {
    expect(wishesIn(`/embed/${ROOM}`, '')).toEqual({ room: ROOM });
    expect(wishesIn(`/embed/${ROOM}/`, '?theme=dark&board=slate&lang=ja')).toEqual({ room: ROOM, theme: 'dark', board: 'slate', language: 'ja' });
  });

  it('asks for nothing by what is not understood', () => {
    expect(wishesIn('/embed/UPPER', '?theme=pink&board=__proto__&lang=constructor')).toEqual({ room: null });
    expect(wishesIn('/embed/0123456789ab/c', '')).toEqual({ room: null });
  });
});

describe('the HTML for another site', () => {
  it('leads to the board, and says no more than is chosen', () => {
    expect(embedCode('https://play.example', ROOM, 'Ann – Bo')).toBe(
      `<iframe src="https://play.example/embed/${ROOM}" title="Ann – Bo" width="400" height="500" style="border:0;max-width:100%" loading="lazy"></iframe>`,
    );
    expect(embedCode('https://play.example', ROOM, 'x', { theme: 'dark', board: 'paper', language: 'zh' })).toContain(
      `src="https://play.example/embed/${ROOM}?theme=dark&amp;board=paper&amp;lang=zh"`,
    );
  });

  it('lets no name out of its attribute', () => {
    const code = embedCode('https://play.example', ROOM, '"><script>alert(1)</script>&');
    expect(code).not.toContain('<script');
    expect(code.match(/"/g)?.length).toBe(12);
  });
});
