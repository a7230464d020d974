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

  it('speaks whole seconds', () => {
    expect(spokenSeconds({ type: 'readout', room: 'r', seat: 'a', elapsed_ms: 30_012, left_ms: 29_988 })).toBe(30);
  });
});
