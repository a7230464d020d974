import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { assemble, convene, everyone, fill, isInOrder, confirm, panelOf, rule, type Court } from './office';
import { launch } from './people';
import { GameServer } from './server';

let browser: Browser;
let court: Court;
const server = new GameServer();

beforeAll(async () => {
  [browser] = await Promise.all([launch(), server.start()]);
  court = await assemble(browser, server.url);
});
afterEach(() => isInOrder(court));
afterAll(async () => {
  await browser?.close();
  await server.stop();
});

/** Ann resigns to Bo at a table that wants its result confirmed. */
async function resigned(): Promise<void> {
  await convene(court, server.url, { clock: '10m', confirms: true, board: '7' });
  await court.ann.plays('h8');
  await court.ann.page.locator('[data-act="resign"]').click();
  await court.ann.page.locator('[data-press="resign"]').click();
  await Promise.all([court.ann, court.bo, court.eve, court.kim].map((someone) => someone.phase('over')));
}

test('G-17: both confirm, and nothing but an annulment changes that', async () => {
  await resigned();
  const { ann, bo, eve, kim } = court;
  expect(await eve.page.locator('[data-press="confirm_result"]').count()).toBe(0);
  await bo.does('confirm_result');
  const name = await bo.name();
  await everyone(court, ({ referee }) => referee.accepted(name));
  await ann.does('confirm_result');
  await Promise.all([ann, bo].map(({ page }) => page.locator('[data-press="confirm_result"]').waitFor({ state: 'detached' })));
  await kim.shows('arbiter');
  expect(await panelOf(kim).locator('[data-ruling="loss"]').count()).toBe(0);
  await fill(kim, 'annul', { reason: 'arranged', sides: 'both' });
  await confirm(kim);
  await everyone(court, ({ referee }) => referee.annulledBoth);
  for (const someone of [ann, bo, eve]) {
    await someone.page.locator('[data-says]', { hasText: someone.words.referee.changed }).waitFor();
  }
});

test('G-17: a result is disputed before the arbiter, who lets it stand', async () => {
  await resigned();
  const { ann, bo, kim } = court;
  await ann.page.locator('[data-act="complain"]').click();
  await ann.page.locator('#complain').fill('I pressed the wrong button');
  await ann.page.locator('#complain').press('Enter');
  const name = await ann.name();
  await everyone(court, ({ referee }) => referee.disputed(name));
  expect(await ann.page.locator('[data-act="complain"]').count()).toBe(0);
  await bo.page.getByText(bo.words.referee.disputeWaits).first().waitFor();
  await rule(kim, 'uphold', { reason: 'a button is a button' });
  await everyone(court, ({ referee }) => referee.settled.arbiter);
  await ann.page.locator('[data-press="offer_rematch"]').waitFor();
});

test('L-11: a board has a label, and the arbiter changes it in the middle of a game', async () => {
  await convene(court, server.url, { board: '7' });
  const { ann, bo, eve, kim } = court;
  for (const someone of [ann, bo, eve]) {
    await someone.shows('room');
    expect(await someone.page.locator('[data-board-label]').textContent()).toBe(someone.words.referee.board('7'));
  }
  await ann.plays('h8');
  await kim.shows('arbiter');
  await panelOf(kim).locator('[data-ruling="move_board"]').click();
  await panelOf(kim).locator('[data-board]').fill('12');
  await panelOf(kim).locator('[data-reason]').fill('a draught');
  await confirm(kim);
  await everyone(court, ({ referee }) => referee.boardMoved('12'));
  for (const someone of [ann, bo, eve]) {
    await someone.shows('room');
    expect(await someone.page.locator('[data-board-label]').textContent()).toBe(someone.words.referee.board('12'));
  }
  await bo.plays('h9');
  await ann.sees('h9');
});

test('L-09: who is disqualified loses the game and the match', async () => {
  await convene(court, server.url, { match: 2 });
  const { ann, eve, kim } = court;
  const name = await ann.name();
  await rule(kim, 'disqualify', { seat: 'a', reason: 'a telephone' });
  await everyone(court, ({ referee }) => referee.disqualified(name));
  await eve.shows('room');
  expect(await eve.page.locator('[data-match]').textContent()).toContain('0 : 3');
  expect(await ann.page.locator('[data-press="next_game"]').count()).toBe(0);
});
