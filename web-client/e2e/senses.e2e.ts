import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectNoTrouble, launch, Someone } from './people';
import { LAPTOP, PHONE } from './profile';
import { GameServer } from './server';

let browser: Browser;
const server = new GameServer();

beforeAll(async () => {
  [browser] = await Promise.all([launch(), server.start()]);
});
afterAll(async () => {
  await browser?.close();
  await server.stop();
});

/** What a page has made heard: sounds that were begun, and what the voice said in which language. */
interface Heard {
  sounds: number;
  said: { text: string; lang: string }[];
}

declare global {
  interface Window {
    heard: Heard;
  }
}

describe.each([
  ['desktop', LAPTOP],
  ['phone', PHONE],
] as const)('on a %s', (_, options) => {
  test('stones are heard, seconds of a period are spoken in the reader’s language, and a key keeps both quiet', async () => {
    const [ann, bo] = await listening(options, '1x12s', 'zh-CN');
    const sounds = () => ann.page.evaluate(() => window.heard.sounds);
    await expect.poll(() => ann.page.evaluate(() => window.heard.said), { timeout: 20_000 }).toContainEqual({ text: '10', lang: 'zh-CN' });
    const before = await sounds();
    await place(ann, 'h8');
    await bo.sees('h8');
    await expect.poll(sounds).toBeGreaterThan(before);
    await ann.page.keyboard.press('s');
    const quiet = await sounds();
    await place(bo, 'h9');
    await ann.sees('h9');
    expect(await sounds()).toBe(quiet);
    expectNoTrouble(ann, bo);
    await Promise.all([ann.leaves(), bo.leaves()]);
  });

  test('a screen reader hears each move, and walks the board point by point', async () => {
    const [ann, bo] = await listening(options, 'none', 'en');
    await place(ann, 'h8');
    await bo.hears(/H8/);
    await bo.page.locator('#board').focus();
    await bo.page.keyboard.press('ArrowRight');
    expect(await bo.page.locator('#board').getAttribute('aria-activedescendant')).toBe('p-i8');
    expect(await bo.page.locator('#p-i8').getAttribute('aria-label')).toBe('I8, empty');
    expect(await bo.page.locator('#p-h8').getAttribute('aria-label')).toBe('H8, Black, move 1');
    expectNoTrouble(ann, bo);
    await Promise.all([ann.leaves(), bo.leaves()]);
  });

  test('nothing moves for who does not want it to', async () => {
    const [ann, bo] = await listening({ ...options, reducedMotion: 'reduce' }, 'none', 'en');
    await place(ann, 'h8');
    await bo.sees('h8');
    for (const { page } of [ann, bo]) {
      const longest = await page.evaluate(() =>
        Math.max(0, ...document.getAnimations().map(({ effect }) => Number(effect?.getComputedTiming().endTime ?? 0))),
      );
      expect(longest).toBeLessThanOrEqual(1);
    }
    await Promise.all([ann.leaves(), bo.leaves()]);
  });

  test('a table shows its link as a QR code of itself', async () => {
    const ann = await Someone.at(browser, server.url, options);
    const table = await ann.create({ clock: 'none', visibility: 'link' });
    await ann.page.locator('[data-show-code]').click();
    expect(await ann.page.locator('[data-qr]').getAttribute('data-qr')).toBe(table);
    expectNoTrouble(ann);
    await ann.leaves();
  });
});

/** Two at a table; the first plays Black, reads this language, and what the pages make heard is noted. */
async function listening(options: BrowserContextOptions, clock: string, locale: string): Promise<[Someone, Someone]> {
  const come = async (url: string, more: BrowserContextOptions) => {
    const someone = await Someone.at(browser, 'about:blank', { ...options, ...more });
    await someone.page.addInitScript(listen);
    await someone.page.goto(url);
    return someone;
  };
  const ann = await come(server.url, { locale });
  const bo = await come(await ann.create({ clock, colours: 'black_a', visibility: 'link' }), {});
  await bo.does('sit');
  await Promise.all([ann.phase('playing'), bo.phase('playing')]);
  return [ann, bo];
}

/** Runs in the page, before anything of it. */
function listen(): void {
  const heard: Heard = { sounds: 0, said: [] };
  window.heard = heard;
  const start = AudioScheduledSourceNode.prototype.start;
  AudioScheduledSourceNode.prototype.start = function (...args) {
    heard.sounds += 1;
    start.apply(this, args);
  };
  const startNoise = AudioBufferSourceNode.prototype.start;
  AudioBufferSourceNode.prototype.start = function (...args) {
    heard.sounds += 1;
    startNoise.apply(this, args);
  };
  speechSynthesis.speak = ({ text, lang }) => void heard.said.push({ text, lang });
}

/** Places a stone by mouse, or by finger, which confirms it. */
async function place({ page }: Someone, point: string): Promise<void> {
  await page.locator('svg.placing').waitFor();
  const spot = page.locator(`[data-point="${point}"]`);
  await spot.click();
  const firm = page.locator(`.stones > [data-at="${point}"]`);
  await expect.poll(async () => (await firm.count()) > 0 || (await page.locator('[data-press="confirm_place"]').count()) > 0).toBe(true);
  if ((await firm.count()) === 0) {
    await spot.click();
  }
  await firm.waitFor();
}
