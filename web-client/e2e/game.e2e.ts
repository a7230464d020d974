import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectNoTrouble, launch, playOut, Someone, twoAtATable } from './people';
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

test('two people play to a five by clicks, and a third one watches', async () => {
  const ann = await Someone.at(browser, server.url);
  const table = await ann.create({ clock: 'usual', colours: 'black_a' });
  expect(table).toMatch(/\/g\/[0-9a-z]{12}$/);
  const bo = await Someone.at(browser, table);
  await bo.does('sit');
  await Promise.all([ann.phase('playing'), bo.phase('playing')]);
  const eve = await Someone.at(browser, table);
  await eve.phase('playing');
  await ann.shows('room');
  await ann.page.locator('[data-spectators="1"]').waitFor();

  await eve.clicks('h8');
  await eve.page.locator('[data-point="h8"]').hover();
  expect(await eve.page.locator('[data-ghost], [data-sending]').count()).toBe(0);

  await playOut([ann, bo], ['h8', 'a1', 'i8', 'a2', 'j8', 'a3', 'k8', 'a4']);
  await eve.sees('a4');
  expect(await eve.stones()).toBe(8);
  await ann.plays('l8');

  await ann.reads(/^You win · five in a row/);
  await bo.reads(/^You lose · five in a row/);
  await eve.reads(/^Black wins · five in a row/);
  await eve.page.locator('line.won').waitFor({ state: 'attached' });

  await stepsThrough(eve);
  expectNoTrouble(ann, bo, eve);
  await Promise.all([ann.leaves(), bo.leaves(), eve.leaves()]);
});

async function stepsThrough(someone: Someone): Promise<void> {
  const { page } = someone;
  await page.locator('[data-step="first"]').click();
  expect(await someone.stones()).toBe(0);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await someone.sees('a1');
  expect(await someone.stones()).toBe(2);
  expect(await page.locator('[data-where]').innerText()).toBe('Move 2 of 9');
  await page.locator('[data-move="5"]').click();
  await someone.sees('j8');
  await page.keyboard.press('ArrowLeft');
  await page.locator('.stones > [data-at]').nth(3).waitFor();
  expect(await someone.stones()).toBe(4);
  await someone.does('go_live');
  await page.locator('line.won').waitFor({ state: 'attached' });
  expect(await someone.stones()).toBe(9);
}

test('a game is created in one click and joined in one click from the lobby', async () => {
  const ann = await Someone.at(browser, server.url);
  const bo = await Someone.at(browser, server.url);
  await ann.page.locator('[data-create]').click();
  await ann.phase('open');
  const room = ann.page.url().split('/').at(-1);
  await bo.page.locator(`[data-room="${room}"] button`).click();
  await Promise.all([ann.phase('playing'), bo.phase('playing')]);

  const eve = await Someone.at(browser, server.url);
  await eve.page.locator(`[data-room="${room}"] button`, { hasText: 'Watch' }).click();
  await eve.phase('playing');
  expect(await eve.page.locator('main').getAttribute('data-seat')).toBeNull();
  await eve.page.goBack();
  await eve.page.locator(`[data-room="${room}"]`).waitFor();

  await ann.acts('abort');
  await bo.reads(/^No result/);
  await eve.page.locator(`[data-room="${room}"]`).waitFor({ state: 'detached' });
  expectNoTrouble(ann, bo, eve);
  await Promise.all([ann.leaves(), bo.leaves(), eve.leaves()]);
});

test('a name can be changed, and others see it at the next table', async () => {
  const ann = await Someone.at(browser, server.url);
  await ann.page.getByTitle('Change name').click();
  await ann.page.getByLabel('Your name').fill('安妮');
  await ann.page.keyboard.press('Enter');
  await ann.page.getByTitle('Change name').filter({ hasText: '安妮' }).waitFor();
  const bo = await Someone.at(browser, await ann.create({ clock: 'none' }));
  await bo.page.locator('[data-bar]', { hasText: '安妮' }).waitFor();
  await ann.does('abort');
  await bo.reads(/^No result/);
  expectNoTrouble(ann, bo);
  await Promise.all([ann.leaves(), bo.leaves()]);
});

test('a draw is offered, declined and accepted', async () => {
  const [ann, bo] = await twoAtATable(browser, server.url);
  await playOut([ann, bo], ['h8', 'h9', 'i9', 'i8']);
  await ann.acts('draw');
  await bo.reads(/offers a draw/);
  await bo.does('decline_draw');
  await ann.reads(/^Your move/);
  await ann.page.locator('.aside', { hasText: 'declined the draw' }).waitFor();
  await ann.acts('draw');
  await ann.reads(/Make a move before you offer again/);
  await ann.plays('j9');
  await bo.sees('j9');
  await bo.acts('draw');
  await ann.reads(/offers a draw/);
  await ann.page.keyboard.press('a');
  await ann.reads('Draw · by agreement');
  await bo.reads('Draw · by agreement');
  expectNoTrouble(ann, bo);
  await Promise.all([ann.leaves(), bo.leaves()]);
});

test('a game is resigned after asking once more, and the rematch has the colours exchanged', async () => {
  const [ann, bo] = await twoAtATable(browser, server.url);
  const eve = await Someone.at(browser, ann.page.url());
  await playOut([ann, bo], ['h8', 'h9', 'i9']);
  await ann.acts('resign');
  await ann.page.keyboard.press('Escape');
  expect(await ann.page.locator('[data-press="resign"]').count()).toBe(0);
  await ann.acts('resign');
  await ann.does('resign');
  await ann.reads(/^You lose · resignation/);
  await bo.reads(/^You win · resignation/);

  const first = ann.page.url();
  await ann.does('offer_rematch');
  await bo.page.locator('.aside', { hasText: 'wants a rematch' }).waitFor();
  await bo.does('decline_rematch');
  await bo.does('offer_rematch');
  await ann.does('accept_rematch');
  await Promise.all([ann, bo].map(({ page }) => page.waitForURL((url) => url.href !== first)));
  expect(ann.page.url()).toBe(bo.page.url());
  await bo.reads('Your move: place a black stone.');
  await bo.plays('h8');
  await ann.sees('h8');
  await eve.does('go_rematch');
  await eve.sees('h8');
  expect(eve.page.url()).toBe(ann.page.url());
  expectNoTrouble(ann, bo, eve);
  await Promise.all([ann.leaves(), bo.leaves(), eve.leaves()]);
});

test('a match of two games goes on by one click, colours alternating, and ends with its score', async () => {
  const [ann, bo] = await twoAtATable(browser, server.url, { match: 0 });
  await ann.page.locator('[data-match]', { hasText: 'Game 1 · Best of 2' }).first().waitFor({ state: 'attached' });
  await ann.plays('h8');
  await bo.sees('h8');
  await ann.acts('resign');
  await ann.does('resign');
  const first = bo.page.url();
  await bo.does('next_game');
  await Promise.all([ann, bo].map(({ page }) => page.waitForURL((url) => url.href !== first)));
  await bo.reads('Your move: place a black stone.');
  await bo.page.locator('[data-match]', { hasText: 'Game 2 · Best of 2' }).first().waitFor({ state: 'attached' });
  await bo.plays('h8');
  await ann.sees('h8');
  await ann.acts('resign');
  await ann.does('resign');
  await bo.page.locator('[data-match]', { hasText: '2' }).first().waitFor({ state: 'attached' });
  expect(await bo.page.locator('[data-press="next_game"]').count()).toBe(0);
  await bo.page.locator('[data-press="offer_rematch"]').waitFor();
  expectNoTrouble(ann, bo);
  await Promise.all([ann.leaves(), bo.leaves()]);
});

test('a game is played by the keyboard alone', async () => {
  const [ann, bo] = await twoAtATable(browser, server.url);
  await ann.page.keyboard.press('b');
  await ann.page.keyboard.press('Enter');
  await bo.sees('h8');
  await bo.page.keyboard.press('b');
  for (const key of ['ArrowUp', 'ArrowRight', 'Enter']) {
    await bo.page.keyboard.press(key);
  }
  await ann.sees('i9');
  await ann.page.locator('[data-live]', { hasText: 'White I9.' }).waitFor({ state: 'attached' });
  expect(await ann.page.locator('#p-i9').getAttribute('aria-label')).toBe('I9, White, move 2');
  expect(await ann.page.locator('#p-a1').getAttribute('aria-label')).toBe('A1, empty');
  // Enter on a stone does nothing; off the board the arrows step through the moves.
  await ann.page.keyboard.press('Enter');
  await ann.page.keyboard.press('Escape');
  await ann.page.keyboard.press('ArrowLeft');
  await ann.page.locator('[data-where]', { hasText: 'Move 1 of 2' }).waitFor();
  await ann.page.keyboard.press('ArrowRight');
  await ann.page.keyboard.press('?');
  await ann.page.locator('[data-sheet="keys"]').waitFor();
  await ann.page.keyboard.press('Escape');
  await ann.page.keyboard.press('r');
  await ann.page.keyboard.press('Enter');
  await bo.reads(/^You win · resignation/);
  expectNoTrouble(ann, bo);
  await Promise.all([ann.leaves(), bo.leaves()]);
});

test('a forbidden move loses, and the board shows why', async () => {
  const [ann, bo] = await twoAtATable(browser, server.url, { preset: 'renju' });
  await playOut([ann, bo], ['h8', 'a1', 'i8', 'c1', 'j9', 'e1', 'j10', 'g1']);
  await ann.plays('j8');
  await ann.reads('You lose · forbidden move: double-three on J8');
  await bo.reads('You win · forbidden move: double-three on J8');
  await bo.page.locator('[data-foul="j8"]').waitFor();
  expectNoTrouble(ann, bo);
  await Promise.all([ann.leaves(), bo.leaves()]);
});

test('a clock of one’s own runs out, and its owner loses', async () => {
  const ann = await Someone.at(browser, server.url);
  const { page } = ann;
  await ann.chooses('clock', 'custom');
  await page.locator('[data-clock-form]').selectOption('sudden_death');
  const minutes = page.getByLabel(/Time for the game/);
  await minutes.fill('0');
  expect(await page.locator('[data-create]').isDisabled()).toBe(true);
  await minutes.fill('0.17');
  expect(await page.locator('[data-notation]').inputValue()).toBe('10s');
  const bo = await Someone.at(browser, await ann.create({ colours: 'black_a' }));
  await bo.does('sit');
  await page.locator('.clock.low.running').waitFor();
  await ann.reads(/^You lose · out of time/);
  await bo.reads(/^You win · out of time/);
  await bo.page.locator('.time', { hasText: '0.0' }).waitFor();
  expectNoTrouble(ann, bo);
  await Promise.all([ann.leaves(), bo.leaves()]);
});

test('an address that leads nowhere has a kind page', async () => {
  for (const path of ['/g/zzzzzzzzzzzz', '/g/nothing']) {
    const eve = await Someone.at(browser, server.url + path);
    await eve.page.getByRole('link', { name: 'All games' }).last().click();
    await eve.page.locator('[data-create]').waitFor();
    expectNoTrouble(eve);
    await eve.leaves();
  }
});
