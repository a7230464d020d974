/** Bots on their page: one click challenges, and a game against an engine is played in the browser. */

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch, Someone } from './people';
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

test.each([
  ['desktop', { width: 1366, height: 768 }],
  ['phone', { width: 390, height: 844 }],
])('a bot is found, challenged by one click, played and marked everywhere, on a %s', async (name, viewport) => {
  const ann = await Someone.at(browser, server.url, { viewport });
  await ann.page.locator('a[data-bots]').click();
  await ann.page.locator('[data-empty]').waitFor();
  const bot = await server.bot(`Engine ${name}`, '--presets', 'freestyle,renju');
  const row = ann.page.locator('[data-bot-row]', { hasText: `Engine ${name}` });
  await row.locator('[data-bot]').waitFor();
  expect(await row.locator('[data-challenge]').evaluateAll((all) => all.map((each) => each.getAttribute('data-challenge')))).toEqual([
    'freestyle',
    'renju',
  ]);
  await row.locator('[data-challenge="freestyle"]').click();
  await ann.phase('playing');
  await ann.page.locator('[data-bar] [data-bot]').waitFor();
  const opponent = ann.page.locator('[data-bar]', { has: ann.page.locator('[data-bot]') });
  expect(await opponent.getAttribute('aria-label')).toContain(ann.words.bot.marked(`Engine ${name}`));

  // Whoever has Black, the engine answers.
  await ann.plays('a1');
  await expect.poll(() => ann.stones()).toBeGreaterThanOrEqual(2);

  const eve = await Someone.at(browser, `${server.url}/bots`, { viewport });
  await eve.page.locator('[data-bot-row]', { hasText: '1' }).waitFor();
  expect(await eve.page.locator('[data-bot-row] [data-challenge]').count(), 'one game at once, and that runs').toBe(0);
  bot.kill('SIGTERM');
  await eve.page.locator('[data-empty]').waitFor();
  await Promise.all([ann.leaves(), eve.leaves()]);
});

test('a challenge can be cancelled, and what becomes of it is told', async () => {
  const ann = await Someone.at(browser, `${server.url}/bots`);
  const bot = await server.bot('Sleeper');
  const row = ann.page.locator('[data-bot-row]', { hasText: 'Sleeper' });
  await row.locator('[data-challenge]').first().waitFor();
  // It does not answer as long as it sleeps.
  bot.kill('SIGSTOP');
  await row.locator('[data-challenge="renju"]').click();
  await row.locator('[data-cancel]').click();
  await row.locator('[data-challenge="renju"]').waitFor();
  expect(await ann.page.evaluate(() => document.activeElement?.hasAttribute('data-challenge'))).toBe(true);
  await row.locator('[data-challenge="renju"]').click();
  bot.kill('SIGKILL');
  await ann.page.locator('[data-empty]').waitFor();
  await ann.leaves();
});
