/** An opponent by one click, and what is left of games: the list of finished ones, and their records. */

import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectNoTrouble, launch, playOut, Someone, twoAtATable } from './people';
import { GameServer } from './server';

/** Black's five in the ninth move. */
const FIVE = ['h8', 'a1', 'i8', 'a2', 'j8', 'a3', 'k8', 'a4', 'l8'] as const;

let browser: Browser;
const server = new GameServer();

beforeAll(async () => {
  [browser] = await Promise.all([launch(), server.start()]);
});
afterAll(async () => {
  await browser?.close();
  await server.stop();
});

test('two who press the same button play each other, and one who looks for other rules waits', async () => {
  const ann = await Someone.at(browser, server.url);
  const bo = await Someone.at(browser, server.url);
  const cy = await Someone.at(browser, server.url);
  await pairs(cy, 'freestyle');
  await pairs(ann, 'renju');
  await bo.page.locator('[data-pair="renju"] [data-waited]').waitFor();
  await bo.page.locator('[data-pair="renju"]').click();
  await Promise.all([ann.phase('playing'), bo.phase('playing')]);
  expect(ann.page.url()).toBe(bo.page.url());
  const seats = await Promise.all([ann, bo].map(({ page }) => page.locator('main').getAttribute('data-seat')));
  expect(seats.toSorted()).toEqual(['a', 'b']);
  await cy.page.locator('[data-waiting="freestyle"]').waitFor();
  expectNoTrouble(ann, bo, cy);
  await Promise.all([ann.leaves(), bo.leaves(), cy.leaves()]);
});

test('who looks is told how many others there are', async () => {
  const ann = await Someone.at(browser, server.url);
  await ann.page.locator('[data-people]').waitFor();
  expect(await ann.page.locator('[data-outlook]').count()).toBe(0);
  await pairs(ann, 'standard');
  await ann.page.locator('[data-outlook="0"]', { hasText: ann.words.pair.outlook(0) }).waitFor();
  const bo = await Someone.at(browser, server.url);
  await ann.page.locator('[data-outlook="1"]', { hasText: ann.words.pair.outlook(1) }).waitFor();
  await ann.page.locator('[data-unpair]').click();
  await ann.page.locator('[data-outlook]').waitFor({ state: 'detached' });
  expectNoTrouble(ann, bo);
  await Promise.all([ann.leaves(), bo.leaves()]);
});

test('who gives up looking is found by nobody', async () => {
  const ann = await Someone.at(browser, server.url);
  const bo = await Someone.at(browser, server.url);
  await pairs(ann, 'standard');
  await bo.page.locator('[data-pair="standard"] [data-waited]').waitFor();
  await ann.page.locator('[data-unpair]').press('Escape');
  await bo.page.locator('[data-pair="standard"] [data-waited]').waitFor({ state: 'detached' });
  await pairs(bo, 'standard');
  await ann.page.locator('[data-pair="standard"] [data-waited]').waitFor();
  expect(ann.page.url()).toBe(`${server.url}/`);
  // Who goes to another page looks no longer.
  await bo.page.locator('header a[href="/games"]').click();
  await ann.page.locator('[data-pair="standard"] [data-waited]').waitFor({ state: 'detached' });
  expectNoTrouble(ann, bo);
  await Promise.all([ann.leaves(), bo.leaves()]);
});

test('a line that breaks while one looks is looked on again', async () => {
  const ann = await Someone.at(browser, server.url);
  await pairs(ann, 'swap2');
  await server.end();
  await server.start();
  const bo = await Someone.at(browser, server.url);
  await bo.page.locator('[data-pair="swap2"] [data-waited]').waitFor();
  await bo.page.locator('[data-pair="swap2"]').click();
  await Promise.all([ann.phase('playing'), bo.phase('playing')]);
  expectNoTrouble(bo);
  await Promise.all([ann.leaves(), bo.leaves()]);
});

test('a finished game is found by its player, its rules and its result, and leads to its board', async () => {
  const players = await twoAtATable(browser, server.url, { preset: 'freestyle', visibility: 'public' });
  const [ann, bo] = players;
  const room = new URL(ann.page.url()).pathname.split('/').at(-1) ?? '';
  await playOut(players, FIVE);
  await ann.phase('over');
  const name = await ann.name();

  const eve = await Someone.at(browser, `${server.url}/games`);
  const row = eve.page.locator(`[data-games] [data-room="${room}"]`);
  await row.waitFor();
  await eve.page.locator('[data-result]').selectOption('white');
  await row.waitFor({ state: 'detached' });
  await eve.page.locator('[data-result]').selectOption('black');
  await row.waitFor();
  await eve.page.locator('[data-preset]').selectOption('renju');
  await row.waitFor({ state: 'detached' });
  await eve.page.goBack();
  await row.waitFor();
  await eve.page.locator('[data-player]').fill(name);
  await eve.page.locator('[data-player]').press('Enter');
  await eve.page.waitForURL((url) => url.searchParams.get('player') === name);
  await row.waitFor();
  const again = await eve.inAnotherTab(eve.page.url());
  await again.page.locator(`[data-room="${room}"]`).waitFor();
  await row.click();
  await eve.phase('over');
  expect(await eve.stones()).toBe(9);

  await bo.page.goto(`${server.url}/games?mine=true`);
  await bo.page.locator(`[data-room="${room}"]`).waitFor();
  const stranger = await Someone.at(browser, `${server.url}/games?mine=true`);
  await stranger.page.locator('[data-empty]').waitFor();
  expectNoTrouble(ann, bo, eve, again, stranger);
  await Promise.all([ann.leaves(), bo.leaves(), eve.leaves(), stranger.leaves()]);
});

test('the record of a game is saved in every format, and its moves are copied', async () => {
  const players = await twoAtATable(browser, server.url, { preset: 'freestyle' });
  const [ann, bo] = players;
  await playOut(players, FIVE);
  await ann.phase('over');
  await ann.shows('room');
  expect(await saved(ann, 'txt')).toMatch(/h8 ?a1 ?i8/);
  expect(await saved(ann, 'sgf')).toMatch(/^\(;.*;B\[hh\]/s);
  expect(await saved(ann, 'psq')).toMatch(/^Piskvorky 15x15/);
  expect(JSON.parse(await saved(ann, 'json'))).toMatchObject({ room: new URL(ann.page.url()).pathname.split('/').at(-1) });
  expect((await saved(ann, 'png')).slice(1, 4)).toBe('PNG');
  const animation = await saved(ann, 'apng');
  expect([animation.slice(1, 4), animation.includes('acTL')]).toEqual(['PNG', true]);

  await ann.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await ann.page.locator('[data-copy-moves]').click();
  await ann.page.getByText(ann.words.copied).waitFor();
  expect(await ann.page.evaluate(() => navigator.clipboard.readText())).toBe((await saved(ann, 'txt')).trim());
  expectNoTrouble(ann, bo);
  await Promise.all([ann.leaves(), bo.leaves()]);
});

test('a finished game is stepped through along the times of its moves', async () => {
  const [ann, bo] = await twoAtATable(browser, server.url, { preset: 'freestyle', clock: '5m' });
  await playOut([ann, bo], FIVE.slice(0, 8));
  expect(await ann.page.locator('[data-times]').count()).toBe(0);
  await ann.plays(FIVE[8]);
  await ann.phase('over');
  expect(await ann.page.locator('[data-took]').count()).toBe(9);
  const times = ann.page.locator('[data-times]');
  await times.press('ArrowLeft');
  await ann.page.locator('[data-here="8"]').waitFor();
  expect(await ann.stones()).toBe(8);
  expect(await times.getAttribute('aria-valuetext')).toMatch(/^A4, took /);
  await times.press('Home');
  await ann.page.locator('[data-here]').waitFor({ state: 'detached' });
  expect(await ann.stones()).toBe(0);
  const { width = 0, height = 0 } = (await times.boundingBox()) ?? {};
  await times.click({ position: { x: width / 2, y: height / 2 } });
  await ann.page.locator('[data-here="5"], [data-here="4"]').waitFor();
  await times.press('End');
  expect(await ann.stones()).toBe(9);
  expectNoTrouble(ann, bo);
  await Promise.all([ann.leaves(), bo.leaves()]);
});

/** Presses the button of a preset, and looks. */
async function pairs(someone: Someone, preset: string): Promise<void> {
  await someone.page.locator(`[data-pair="${preset}"]`).click();
  await someone.page.locator(`[data-waiting="${preset}"]`).waitFor();
}

/** What is saved of the game in a format. */
async function saved({ page }: Someone, format: string): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.locator(`[data-record="${format}"]`).click()]);
  expect(file.suggestedFilename()).toMatch(new RegExp(`^tengen-.*\\.${format === 'apng' ? 'png' : format}$`));
  return readFileSync(await file.path(), 'latin1');
}
