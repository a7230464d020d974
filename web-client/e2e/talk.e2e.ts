/** What is said beside the game, and whom one does not want to read. */

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectNoTrouble, launch, Someone, twoAtATable } from './people';
import { PHONE, SIZES } from './profile';
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

test.each(SIZES)('who is hidden is neither read nor announced, until shown again, on %s', async (_, options) => {
  const [ann, bo] = await twoAtATable(browser, server.url);
  const eve = await Someone.at(browser, ann.page.url(), options);
  const cleo = await Someone.at(browser, ann.page.url());
  await cleo.says('that was weak');
  await eve.shows('talk');
  const name = await cleo.name();
  await line(eve, 'that was weak').locator('button.name').click();
  await eve.page.locator('[data-hide]', { hasText: eve.words.talk.hide(name) }).click();
  await line(eve, 'that was weak').waitFor({ state: 'detached' });
  await eve.page.locator('[data-talk]', { hasText: eve.words.talk.hidden(name) }).waitFor();

  // What is said afterwards is not even worth a dot at the tab; somebody else's words are.
  await eve.shows('moves');
  await cleo.says('and so was this');
  const dan = await Someone.at(browser, ann.page.url());
  await dan.says('good evening');
  await eve.page.locator('[data-talk] .line', { hasText: 'good evening' }).waitFor({ state: 'attached' });
  expect(await line(eve, 'and so was this').count()).toBe(0);

  // It is remembered.
  await eve.page.reload();
  await eve.shows('talk');
  await line(eve, 'good evening').waitFor();
  expect(await line(eve, 'weak').count()).toBe(0);
  await eve.page.locator('[data-show]').click();
  await line(eve, 'that was weak').waitFor();
  await line(eve, 'and so was this').waitFor();
  expect(await line(dan, 'that was weak').count()).toBe(1);
  expectNoTrouble(ann, bo, cleo, dan, eve);
  await Promise.all([ann, bo, cleo, dan, eve].map((someone) => someone.leaves()));
});

test.each(SIZES)('what is said is text, as it was typed and no longer than a line, on %s', async (_, options) => {
  const [ann, bo] = await twoAtATable(browser, server.url);
  const eve = await Someone.at(browser, ann.page.url(), options);
  const markup = '<b>no</b> &amp; <img src=x onerror=alert(1)>';
  await eve.says(markup);
  await line(eve, markup).waitFor();
  expect(await eve.page.locator('[data-talk] .line :is(b, img)').count()).toBe(0);
  // What turns the direction of what follows is taken out, and the rest is said.
  await eve.says('abc\u202edef');
  await line(eve, 'abcdef').waitFor();
  await eve.page.locator('#say').pressSequentially('x'.repeat(210));
  expect(await eve.page.locator('#say').inputValue()).toBe('x'.repeat(200));
  await eve.page.locator('#say').press('Enter');
  await line(eve, 'x'.repeat(200)).waitFor();
  expect(await eve.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
  expectNoTrouble(ann, bo, eve);
  await Promise.all([ann, bo, eve].map((someone) => someone.leaves()));
});

test('nothing new is announced of who is hidden, on a phone', async () => {
  const [ann, bo] = await twoAtATable(browser, server.url);
  const eve = await Someone.at(browser, ann.page.url(), PHONE);
  const cleo = await Someone.at(browser, ann.page.url());
  await cleo.says('one');
  const dot = eve.page.locator('[data-unread]');
  await dot.waitFor();
  await eve.shows('talk');
  expect(await dot.count()).toBe(0);
  await line(eve, 'one').locator('button.name').click();
  await eve.page.locator('[data-hide]').click();
  await eve.shows('moves');
  await cleo.says('two');
  // When the spectator after her is heard, she was heard too.
  const dan = await Someone.at(browser, ann.page.url());
  await dan.page.locator('[data-talk] .line', { hasText: 'two' }).waitFor({ state: 'attached' });
  await expect.poll(() => eve.frames.some((text) => text.includes('"two"'))).toBe(true);
  expect(await dot.count()).toBe(0);
  expectNoTrouble(ann, bo, cleo, dan, eve);
  await Promise.all([ann, bo, cleo, dan, eve].map((someone) => someone.leaves()));
});

/** A line of the talk as it can be read. */
function line({ page }: Someone, text: string) {
  return page.locator('[data-talk] .line', { hasText: text });
}
