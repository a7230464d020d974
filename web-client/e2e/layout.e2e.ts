import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectNoTrouble, launch, playOut, Someone, twoAtATable } from './people';
import { GameServer } from './server';

const SIZES = [
  [360, 640],
  [390, 844],
  [768, 1024],
  [1366, 768],
  [1920, 1080],
] as const;

let browser: Browser;
let players: [Someone, Someone];
const server = new GameServer();

beforeAll(async () => {
  [browser] = await Promise.all([launch(), server.start()]);
  players = await twoAtATable(browser, server.url, { clock: '5m 3x30s' });
  await playOut(players, ['h8', 'h9']);
});
afterAll(async () => {
  await browser?.close();
  await server.stop();
});

describe.each(SIZES)('at %i x %i', (width, height) => {
  test('the board and both clocks are in sight', async () => {
    const { page } = players[0];
    await page.setViewportSize({ width, height });
    for (const part of [page.locator('#board'), page.locator('.time').nth(0), page.locator('.time').nth(1)]) {
      const box = await part.boundingBox();
      expect(box).not.toBeNull();
      expect(box && box.y >= 0 && box.y + box.height <= height && box.x >= 0 && box.x + box.width <= width).toBe(true);
    }
  });

  test('the clocks are large', async () => {
    const size = await players[0].page.locator('.time').first().evaluate((time) => getComputedStyle(time).fontSize);
    expect(parseFloat(size)).toBeGreaterThanOrEqual(width < 700 ? 36 : 48);
  });
});

test('nothing runs out of the page at 320 pixels', async () => {
  for (const { page } of players) {
    await page.setViewportSize({ width: 320, height: 568 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  }
});

test('the board stays where it is, whatever happens', async () => {
  const [ann, bo] = players;
  await ann.page.setViewportSize({ width: 390, height: 844 });
  const before = await ann.page.locator('#board').boundingBox();
  await ann.plays('i9');
  await bo.sees('i9');
  await bo.acts('draw');
  await ann.reads(/offers a draw/);
  expect(await ann.page.locator('#board').boundingBox()).toEqual(before);
  await ann.does('accept_draw');
  await ann.reads(/^Draw/);
  expect(await ann.page.locator('#board').boundingBox()).toEqual(before);
  expectNoTrouble(ann, bo);
});

test('on a touch screen the first tap shows the stone and sends nothing, and the second places it (E-14)', async () => {
  const ann = await Someone.at(browser, server.url, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const bo = await Someone.at(browser, await ann.create({ clock: 'none', colours: 'black_a' }));
  await bo.does('sit');
  await ann.page.locator('svg.placing').waitFor();
  await ann.page.locator('[data-point="h8"]').tap();
  await ann.reads('Place your stone on H8?');
  await ann.page.locator('[data-point="i9"]').tap();
  await ann.reads('Place your stone on I9?');
  const acts = () => ann.sent.filter((text) => text.includes('"type":"act"'));
  expect(acts()).toEqual([]);
  expect(await bo.stones()).toBe(0);
  await ann.page.locator('[data-point="i9"]').tap();
  await bo.sees('i9');
  expect(acts().length).toBe(1);
  expect(await bo.stones()).toBe(1);
  expectNoTrouble(ann, bo);
  await Promise.all([ann.leaves(), bo.leaves()]);
});

test('an opening is played by touch, and the board stays where it is', async () => {
  const phone = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true } as const;
  const ann = await Someone.at(browser, server.url, phone);
  const bo = await Someone.at(browser, await ann.create({ preset: 'rif', colours: 'black_a', visibility: 'link' }), phone);
  await bo.does('sit');
  await ann.page.locator('svg.placing').waitFor();
  const before = await ann.page.locator('#board').boundingBox();
  const stays = async ({ page }: Someone) => {
    expect(await page.locator('#board').boundingBox()).toEqual(before);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    // What is asked for begins in sight.
    expect((await page.locator('[data-prompt]').boundingBox())?.y).toBeLessThan(640);
  };
  const taps = async (someone: Someone, ...points: string[]) => {
    for (const point of points) {
      await someone.page.locator(`[data-point="${point}"]`).tap();
    }
  };
  for (const [index, point] of ['h8', 'i9', 'j10'].entries()) {
    await taps(ann, point, point);
    await bo.counts(index + 1);
    await stays(ann);
  }
  await stays(bo);
  await bo.does('choose_stay');
  await bo.page.locator('svg.placing').waitFor();
  await taps(bo, 'g9', 'g9');
  await ann.counts(5);
  await taps(ann, 'i7', 'f9');
  await ann.reads('Show these 2 alternatives for move 5?');
  await stays(ann);
  await ann.does('show');
  await bo.page.locator('[data-alternative="f9"]').waitFor();
  await taps(bo, 'f9', 'f9');
  await ann.sees('f9');
  await stays(bo);
  expectNoTrouble(ann, bo);
  await Promise.all([ann.leaves(), bo.leaves()]);
});

test('the page speaks the browser’s language, and another one when asked to', async () => {
  const zhang = await Someone.at(browser, server.url, { locale: 'zh-CN' });
  await zhang.page.getByRole('heading', { name: '新对局' }).waitFor();
  await zhang.page.getByLabel('设置').click();
  await zhang.page.getByLabel('语言').selectOption('ja');
  await zhang.page.getByRole('heading', { name: '新しい対局' }).waitFor();
  await zhang.page.reload();
  await zhang.page.getByRole('heading', { name: '新しい対局' }).waitFor();
  expect(await zhang.page.locator('html').getAttribute('lang')).toBe('ja');
  expectNoTrouble(zhang);
  await zhang.leaves();
});

test('the program can be put on a phone’s first page, with icons of the sizes they are said to have', async () => {
  const ann = await Someone.at(browser, server.url);
  const devtools = await ann.page.context().newCDPSession(ann.page);
  const { url, errors, data } = await devtools.send('Page.getAppManifest');
  expect({ url, errors }).toEqual({ url: `${server.url}/manifest.webmanifest`, errors: [] });
  const { display, start_url, icons } = JSON.parse(data ?? '') as Manifest;
  expect({ display, start_url }).toEqual({ display: 'standalone', start_url: '/' });
  expect(icons.map(({ sizes, purpose = 'any' }) => `${sizes} ${purpose}`)).toEqual(['192x192 any', '512x512 any', '512x512 maskable']);
  const touch = await ann.page.locator('link[rel="apple-touch-icon"]').getAttribute('href');
  for (const { src, sizes } of [...icons, { src: touch ?? '', sizes: '180x180' }]) {
    const bytes = Buffer.from(await (await fetch(server.url + src)).arrayBuffer());
    // A PNG has its width and height at a set place.
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, src).toBe(sizes);
  }
  expectNoTrouble(ann);
  await ann.leaves();
});

interface Manifest {
  display: string;
  start_url: string;
  icons: { src: string; sizes: string; purpose?: string }[];
}
