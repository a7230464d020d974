/** A finger on the board, and what the device does besides. */

import type { Browser, CDPSession } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rulesOf } from '../src/presets';
import { clockIn } from '../src/rules';
import { expectNoTrouble, launch, Someone } from './people';
import { GameServer } from './server';

const SMALL = { viewport: { width: 320, height: 568 }, hasTouch: true, isMobile: true } as const;

let browser: Browser;
const server = new GameServer();

beforeAll(async () => {
  [browser] = await Promise.all([launch(), server.start()]);
});
afterAll(async () => {
  await browser?.close();
  await server.stop();
});

/** A finger. */
class Finger {
  readonly #devtools: CDPSession;

  constructor(devtools: CDPSession) {
    this.#devtools = devtools;
  }

  static async of({ page }: Someone): Promise<Finger> {
    return new Finger(await page.context().newCDPSession(page));
  }

  touches(x: number, y: number): Promise<unknown> {
    return this.#devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  }

  moves(x: number, y: number): Promise<unknown> {
    return this.#devtools.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x, y }] });
  }

  lifts(): Promise<unknown> {
    return this.#devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  }
}

async function middleOf({ page }: Someone, point: string): Promise<[number, number]> {
  const box = await page.locator(`[data-point="${point}"]`).boundingBox();
  if (!box) {
    throw new Error(`${point} is not in sight`);
  }
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** Ann at a phone has Black and is to move; Bo sits at a desk. */
async function onTheSmallest(confirm: boolean): Promise<[Someone, Someone, Finger]> {
  const ann = await Someone.at(browser, server.url, SMALL);
  await ann.page.evaluate((on) => localStorage.setItem('tengen.settings', JSON.stringify({ confirm: on })), confirm);
  const rules = { ...rulesOf('freestyle'), board: 19 as const, clock: null };
  const answer = await ann.asks({ type: 'create', id: crypto.randomUUID(), rules, colours: 'black_a', visibility: 'link' });
  const room = (answer.type === 'accepted' && answer.room) || '';
  await ann.page.goto(`${server.url}/g/${room}`);
  const bo = await Someone.at(browser, `${server.url}/g/${room}`);
  await bo.does('sit');
  await ann.page.locator('svg.placing').waitFor();
  await ann.page.waitForLoadState('networkidle');
  return [ann, bo, await Finger.of(ann)];
}

test('a finger that is held shows the point enlarged, and chooses it when lifted, on 19 lines at 320 pixels', async () => {
  const [ann, bo, finger] = await onTheSmallest(false);
  const [x, y] = await middleOf(ann, 'k10');
  const [toX, toY] = await middleOf(ann, 'l12');
  const before = await ann.page.locator('#board').boundingBox();
  await finger.touches(x, y);
  await ann.page.locator('[data-loupe="k10"]').waitFor();
  await finger.moves(toX + 3, toY - 3);
  const loupe = ann.page.locator('[data-loupe="l12"]');
  await loupe.waitFor();
  // It shows more than the finger hides, in sight and beside the finger.
  const box = await loupe.boundingBox();
  expect(box && box.x >= 0 && box.x + box.width <= 320 && box.y >= 0 && (box.y + box.height < toY || box.x > toX || box.x + box.width < toX)).toBe(true);
  expect(await ann.page.locator('[data-ghost="l12"]').count()).toBe(1);
  expect(await bo.stones()).toBe(0);
  await finger.lifts();
  await bo.sees('l12');
  expect(await bo.stones()).toBe(1);
  expect(await ann.page.locator('[data-loupe]').count()).toBe(0);
  // Nothing moved under the finger.
  expect(await ann.page.locator('#board').boundingBox()).toEqual(before);
  expectNoTrouble(ann, bo);
  await Promise.all([ann.leaves(), bo.leaves()]);
});

test('where moves are confirmed, what a held finger chose waits for the second tap (E-14)', async () => {
  const [ann, bo, finger] = await onTheSmallest(true);
  await finger.touches(...(await middleOf(ann, 'k10')));
  await ann.page.locator('[data-loupe="k10"]').waitFor();
  await finger.lifts();
  await ann.reads('Place your stone on K10?');
  expect(await bo.stones()).toBe(0);
  await finger.touches(...(await middleOf(ann, 'd4')));
  await ann.page.locator('[data-loupe="d4"]').waitFor();
  await finger.lifts();
  await ann.reads('Place your stone on D4?');
  await ann.does('confirm_place');
  await bo.sees('d4');
  expectNoTrouble(ann, bo);
  await Promise.all([ann.leaves(), bo.leaves()]);
});

test('a finger that leaves the board chooses nothing, a second one neither, and one that moves at once scrolls', async () => {
  const [ann, bo, finger] = await onTheSmallest(false);
  const [x, y] = await middleOf(ann, 'k10');
  await finger.touches(x, y);
  await ann.page.locator('[data-loupe]').waitFor();
  await finger.moves(x, 2);
  await ann.page.locator('[data-loupe]').waitFor({ state: 'detached' });
  await finger.lifts();
  await finger.touches(x, y);
  for (let step = 1; step <= 8; step += 1) {
    await finger.moves(x, y - 20 * step);
  }
  await expect.poll(() => ann.page.evaluate(() => scrollY)).toBeGreaterThan(0);
  expect(await ann.page.locator('[data-loupe]').count()).toBe(0);
  await finger.lifts();
  expect(await ann.page.locator('[data-sending], .stones > [data-at]').count()).toBe(0);
  expect(await bo.stones()).toBe(0);
  await Promise.all([ann.leaves(), bo.leaves()]);
});

test('a device that can be felt says whose turn it is and when time is short, unless that is turned off', async () => {
  const ann = await Someone.at(browser, 'about:blank', { ...SMALL, viewport: { width: 390, height: 844 } });
  await ann.page.addInitScript(() => {
    const felt: unknown[] = [];
    Object.assign(window, { felt });
    navigator.vibrate = (pattern) => felt.push(pattern) > 0;
  });
  const felt = () => ann.page.evaluate(() => (window as unknown as { felt: number[][] }).felt.map((pattern) => pattern.length));
  await ann.page.goto(server.url);
  const rules = { ...rulesOf('freestyle'), clock: clockIn('12s') };
  const answer = await ann.asks({ type: 'create', id: crypto.randomUUID(), rules, colours: 'black_b', visibility: 'link' });
  const room = (answer.type === 'accepted' && answer.room) || '';
  await ann.page.goto(`${server.url}/g/${room}`);
  const bo = await Someone.at(browser, `${server.url}/g/${room}`);
  await bo.does('sit');
  await ann.phase('playing');
  // Browsers let a page vibrate that was touched.
  await ann.page.locator('[data-point="a1"]').tap();
  await bo.plays('h8');
  await ann.sees('h8');
  expect(await felt()).toEqual([1]);
  await expect.poll(felt, { timeout: 15_000 }).toEqual([1, 3]);
  await ann.page.getByLabel(ann.words.settings).click();
  await ann.page.getByLabel(ann.words.touch.vibration).click();
  await ann.page.keyboard.press('Escape');
  await ann.page.locator('[data-point="h9"]').tap();
  await ann.page.locator('[data-point="h9"]').tap();
  await bo.sees('h9');
  await bo.plays('i9');
  await ann.sees('i9');
  expect(await felt()).toEqual([1, 3]);
  expectNoTrouble(ann, bo);
  await Promise.all([ann.leaves(), bo.leaves()]);
});

test('the screen stays on while one plays by the clock, and for nobody else', async () => {
  const watched = async (url: string) => {
    const someone = await Someone.at(browser, 'about:blank');
    await someone.page.addInitScript(() => {
      Object.assign(window, { held: 0 });
      const count = (by: number) => ((window as unknown as { held: number }).held += by);
      Object.defineProperty(navigator, 'wakeLock', {
        value: { request: async () => (count(1), { release: async () => void count(-1) }) },
      });
    });
    await someone.page.goto(url);
    return someone;
  };
  const held = ({ page }: Someone) => page.evaluate(() => (window as unknown as { held: number }).held);
  const ann = await watched(server.url);
  const table = await ann.create({ clock: 'usual', colours: 'black_a', visibility: 'link' });
  expect(await held(ann)).toBe(0);
  const [bo, eve] = [await watched(table), await watched(table)];
  await bo.does('sit');
  await expect.poll(() => held(ann)).toBe(1);
  await expect.poll(() => held(bo)).toBe(1);
  await eve.phase('playing');
  expect(await held(eve)).toBe(0);
  await ann.acts('abort');
  await expect.poll(() => held(ann)).toBe(0);
  await expect.poll(() => held(bo)).toBe(0);
  expectNoTrouble(ann, bo, eve);
  await Promise.all([ann.leaves(), bo.leaves(), eve.leaves()]);
});
