import { afterEach, describe, expect, it, vi } from 'vitest';
import { speak, spokenSeconds } from './voice';

describe('the voice', () => {
  afterEach(() => void vi.unstubAllGlobals());

  it('says the last thing, in the language of the page', () => {
    const synthesis = { cancel: vi.fn(), speak: vi.fn() };
    vi.stubGlobal('speechSynthesis', synthesis);
    vi.stubGlobal(
      'SpeechSynthesisUtterance',
      class {
        lang = '';
        constructor(readonly text: string) {}
      },
    );
    speak('50', 'zh');
    expect(synthesis.cancel).toHaveBeenCalledBefore(synthesis.speak);
    expect(synthesis.speak).toHaveBeenCalledWith(expect.objectContaining({ text: '50', lang: 'zh-CN' }));
  });

  it('is silent where there is none', () => {
    expect(() => speak('50', 'en')).not.toThrow();
  });

  it('speaks the seconds that have passed of half a minute and a minute, and otherwise those that are left', () => {
    const said = (elapsed_ms: number, left_ms: number) => spokenSeconds({ type: 'readout', room: 'r', seat: 'a', elapsed_ms, left_ms });
    expect(said(50_000, 10_000)).toEqual({ number: 50, isLeft: false });
    expect(said(25_000, 5000)).toEqual({ number: 25, isLeft: false });
    expect(said(2000, 10_000)).toEqual({ number: 10, isLeft: true });
  });
});
