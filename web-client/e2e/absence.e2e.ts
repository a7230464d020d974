/** A player who is gone: who sees it, from when on the game can be claimed, and what is over with the game (G-08). */

import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rulesOf } from '../src/presets';
import { expectNoTrouble, launch, playOut, Someone } from './people';
import { LAPTOP, SIZES } from './profile';
import { GameServer } from './server';

/** The shortest that rules can have one wait. */
const ABSENCE_MS = 30_000;

let browser: Browser;
const server = new GameServer();

beforeAll(async () => {
  [browser] = await Promise.all([launch(), server.start()]);
});
afterAll(async () => {
  await browser?.close();
  await server.stop();
});

test.each(SIZES)('the game of an opponent who is gone can be claimed when the time is up, on %s', async (_, options) => {
  const { ann, bo, table } = await two(options);
  const name = await bo.name();
  await bo.page.goto('about:blank');
  await says(ann, ann.words.play.goneWait(name));
  const first = await left(ann);
  // The server's clock is known to half a round trip: what is rounded up may be a second more.
  expect(first).toBeLessThanOrEqual(ABSENCE_MS / 1000 + 1);
  await expect.poll(() => left(ann)).toBeLessThan(first);
  expect(await claim(ann).count()).toBe(0);
  expect(await ann.triesTo({ type: 'claim_absence' })).toBe('not_absent');

  // Who comes back is waited for no more, and the next time from the beginning.
  await bo.page.goto(table);
  await bo.phase('playing');
  await ann.page.locator('[data-left]').waitFor({ state: 'detached' });
  await bo.page.goto('about:blank');
  await says(ann, ann.words.play.goneWait(name));
  await claim(ann).waitFor({ timeout: 2 * ABSENCE_MS });
  await says(ann, ann.words.play.goneLong(name));
  expect(await ann.page.locator('[data-left]').count()).toBe(0);
  await claim(ann).click();
  await ann.reads(`${ann.words.youWin} · ${ann.words.reasons.abandoned}`);
  expect(await claim(ann).count()).toBe(0);
  await bo.page.goto(table);
  await bo.reads(`${bo.words.youLose} · ${bo.words.reasons.abandoned}`);
  expectNoTrouble(ann, bo);
  await Promise.all([ann.leaves(), bo.leaves()]);
});

test.each(SIZES)('the countdown ends with the game, on %s', async (_, options) => {
  const { ann, bo } = await two(options);
  const name = await bo.name();
  await bo.page.goto('about:blank');
  await says(ann, ann.words.play.goneWait(name));
  await ann.page.locator('[data-left]').waitFor();
  await ann.acts('resign');
  await ann.does('resign');
  await ann.phase('over');
  expect(await ann.page.locator('[data-left]').count()).toBe(0);
  expect(await claim(ann).count()).toBe(0);
  expectNoTrouble(ann);
  await Promise.all([ann.leaves(), bo.leaves()]);
});

const claim = ({ page }: Someone) => page.locator('[data-press="claim_absence"]');

/** The seconds that are left, as they are counted down. */
async function left({ page }: Someone): Promise<number> {
  return Number(/(\d+)\D*$/.exec(await page.locator('[data-left]').innerText())?.[1]);
}

/** Waits for what is said beside the sentence in the strip. */
async function says({ page }: Someone, text: string): Promise<void> {
  await page.locator('[data-prompt]', { hasText: text }).waitFor();
}

/** A game whose rules have one wait for half a minute. */
async function two(options: BrowserContextOptions): Promise<{ ann: Someone; bo: Someone; table: string }> {
  const ann = await Someone.at(browser, server.url, options);
  const rules = { ...rulesOf('freestyle'), clock: null, absence_ms: ABSENCE_MS };
  const opened = await ann.asks({ type: 'create', id: crypto.randomUUID(), rules, colours: 'black_a', visibility: 'link' });
  if (opened.type !== 'accepted') {
    throw new Error(JSON.stringify(opened));
  }
  const table = `${server.url}/g/${opened.room}`;
  await ann.page.goto(table);
  const bo = await Someone.at(browser, table, LAPTOP);
  await bo.does('sit');
  await Promise.all([ann.phase('playing'), bo.phase('playing')]);
  await playOut([ann, bo], ['h8', 'h9']);
  return { ann, bo, table };
}

