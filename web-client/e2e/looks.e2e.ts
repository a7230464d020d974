/** How a board and its page can look, and that what was chosen is remembered. */

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectNoTrouble, launch, playOut, Someone, twoAtATable } from './people';
import { GameServer } from './server';

let browser: Browser;
let players: [Someone, Someone];
const server = new GameServer();

beforeAll(async () => {
  [browser] = await Promise.all([launch(), server.start()]);
  players = await twoAtATable(browser, server.url);
  await playOut(players, ['h8', 'h9', 'i9']);
});
afterAll(async () => {
  await browser?.close();
  await server.stop();
});

test('a board has its coordinates, its star points and a mark on the last stone', async () => {
  const eve = await Someone.at(browser, players[0].page.url());
  await eve.sees('i9');
  const { page } = eve;
  expect(await page.locator('#board .coords text').first().textContent()).toBe('ABCDEFGHIJKLMNO');
  expect(await page.locator('#board .coords text').allTextContents()).toContain('15');
  expect(await page.locator('#board .star').count()).toBe(5);
  expect(await page.locator('.stones [data-at]:has(.ring)').evaluateAll((stones) => stones.map((stone) => stone.getAttribute('data-at')))).toEqual(['i9']);
  // On the glass it is as sharp at every size: nothing of the board but the wood below it is a picture.
  expect(await page.locator('#board :is(image, foreignObject)').count()).toBe(0);
  expectNoTrouble(eve);
  await eve.leaves();
});

test('stones are numbered for who wants them to be, the last one in a colour of its own, and it is remembered', async () => {
  const eve = await Someone.at(browser, players[0].page.url());
  await eve.sees('i9');
  const { page, words } = eve;
  const numbers = page.locator('.stones [data-at] text');
  expect(await numbers.count()).toBe(0);
  await page.getByLabel(words.settings).click();
  await page.getByRole('switch', { name: words.numbers }).click();
  await expect.poll(() => numbers.allTextContents()).toEqual(['1', '2', '3']);
  const colours = await numbers.evaluateAll((texts) => texts.map((text) => getComputedStyle(text).fill));
  expect(colours[2]).not.toBe(colours[0]);
  await page.reload();
  await eve.sees('i9');
  expect(await numbers.allTextContents()).toEqual(['1', '2', '3']);
  await page.keyboard.press('m');
  await expect.poll(() => numbers.count()).toBe(0);
  expectNoTrouble(eve);
  await eve.leaves();
});

test('the board is of wood, paper or slate, and the page light or dark, as somebody likes', async () => {
  const eve = await Someone.at(browser, players[0].page.url(), { colorScheme: 'light' });
  await eve.sees('i9');
  const { page, words } = eve;
  const board = () => page.locator('.goban').evaluate((ground) => getComputedStyle(ground).background);
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  expect(await board()).toContain('wood');
  const light = await ground();
  await page.getByLabel(words.settings).click();
  const seen = new Set([await board()]);
  for (const theme of ['paper', 'slate'] as const) {
    await eve.chooses('board-theme', theme);
    await page.locator(`html[data-board="${theme}"]`).waitFor();
    expect(await board()).not.toContain('wood');
    seen.add(await board());
  }
  expect(seen.size).toBe(3);
  await eve.chooses('theme', 'dark');
  await page.locator('html[data-theme="dark"]').waitFor();
  const dark = await ground();
  expect(dark).not.toBe(light);
  await page.reload();
  await eve.sees('i9');
  expect([await board(), await ground()]).toEqual([[...seen].at(-1), dark]);
  await page.getByLabel(words.settings).click();
  await eve.chooses('theme', 'system');
  await expect.poll(ground).toBe(light);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(ground).toBe(dark);
  expectNoTrouble(eve);
  await eve.leaves();
});
