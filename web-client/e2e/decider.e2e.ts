import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectNoTrouble, launch, Someone } from './people';
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

/** Someone resigns, and both go on to the next game of the match. */
async function resigns(loser: Someone, other: Someone): Promise<void> {
  await loser.acts('resign');
  await loser.does('resign');
  await Promise.all([loser, other].map((someone) => someone.phase('over')));
  await loser.does('next_game');
}

test('D-13: a level match is decided by one more game, in which who lost the toss chooses and a draw is a win', async () => {
  const [a, b] = [await Someone.at(browser, server.url), await Someone.at(browser, server.url)];
  await a.wishes({ clock: 'none', visibility: 'link', match: 0, decider: 'black' });
  // A deciding game wants a toss, and goes when the colours are settled otherwise.
  expect(await a.page.locator('input[name="method"][value="toss"]').isChecked()).toBe(true);
  await a.chooses('colours', 'random');
  expect(await a.page.locator('[data-new-decider]').inputValue()).toBe('');
  await b.page.goto(await a.create({ decider: 'black' }));
  await b.does('sit');
  await Promise.all([a, b].map((someone) => someone.phase('starting')));
  await a.page.locator('[data-press="take_you_choose"]').or(a.page.locator('[data-says]', { hasText: a.words.start.theirChoice('') })).first().waitFor();
  const [winner, other] = (await a.page.locator('[data-press="take_you_choose"]').count()) > 0 ? [a, b] : [b, a];
  await winner.does('take_white');
  await Promise.all([a, b].map((someone) => someone.phase('playing')));
  await resigns(winner, other);
  await Promise.all([a, b].map((someone) => someone.phase('playing')));
  await resigns(other, winner);

  const name = await other.name();
  await Promise.all([a, b].map((someone) => someone.phase('starting')));
  for (const { page, words } of [a, b]) {
    await page.getByText(words.match.chooses(name)).first().waitFor({ state: 'attached' });
    await page.locator('[data-decider]', { hasText: words.match.deciding.black }).waitFor({ state: 'attached' });
  }
  await winner.reads(winner.words.start.theirChoice(name));
  await other.reads(other.words.start.yourChoice);
  expect(await other.page.locator('[data-press^="take_"]').count()).toBe(2);
  await other.does('take_black');
  await Promise.all([a, b].map((someone) => someone.phase('playing')));
  await other.plays('h8');
  await winner.sees('h8');
  await winner.acts('draw');
  await other.does('accept_draw');
  for (const [someone, verdict] of [[other, other.words.youWin], [winner, winner.words.youLose]] as const) {
    const { reasons, law } = someone.words;
    await someone.reads(`${verdict} · ${reasons.agreement} · ${law.drawWins.black}`);
    await someone.page.locator('[data-match]', { hasText: '2' }).first().waitFor({ state: 'attached' });
  }
  expect(await a.page.locator('[data-press="next_game"]').count()).toBe(0);
  expectNoTrouble(a, b);
  await Promise.all([a.leaves(), b.leaves()]);
});
