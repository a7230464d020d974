import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { assemble, convene, everyone, everyoneReads, isInOrder, panelOf, rule, type Court } from './office';
import { launch, playOut, type Someone } from './people';
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

test('nobody is told of a sealed move before it is opened, not even who sealed it', async () => {
  await convene(court, server.url, { clock: '20m' });
  const { ann, bo, eve, kim } = court;
  const all = [ann, bo, eve, kim];
  await playOut([ann, bo], ['h8', 'h9']);
  await rule(kim, 'adjourn', { reason: 'the hall closes' });
  const name = await ann.name();
  await everyone(court, ({ arbiter }) => `the hall closes — ${arbiter.adjourned}`);
  await everyoneReads(court, ({ arbiter }) => arbiter.sealingTheirs(name), [bo, eve, kim]);
  await ann.reads(ann.words.arbiter.sealYours);
  expect(await bo.page.locator('svg.placing').count()).toBe(0);
  expect(await ann.triesTo({ type: 'place', ply: 2, point: 'n4' })).toBe('sealing');

  // A point that is pressed is only chosen; a button seals it.
  await ann.clicks('k4');
  await ann.clicks('n4');
  await ann.reads(ann.words.arbiter.sealThis('N4'));
  await ann.page.locator('[data-press="confirm_place"]', { hasText: ann.words.arbiter.seal('N4') }).click();
  await ann.reads(ann.words.arbiter.youSealed);
  await everyone(court, ({ arbiter }) => arbiter.sealed(name));
  await everyoneReads(court, ({ arbiter }) => arbiter.sealedTheirs(name), [bo, eve, kim]);
  for (const someone of all) {
    await someone.page.locator('[data-adjourned="sealed"] code').waitFor();
    expect(await someone.page.locator('.clock.running').count()).toBe(0);
    await knowsNothing(someone);
  }

  // Everybody goes home, and comes back the next day.
  const table = ann.page.url();
  await Promise.all(all.map(({ page }) => page.goto('about:blank')));
  await Promise.all(all.map(({ page }) => page.goto(table)));
  await ann.reads(ann.words.arbiter.youSealed);
  await everyoneReads(court, ({ arbiter }) => arbiter.sealedTheirs(name), [bo, eve, kim]);
  for (const someone of all) {
    await knowsNothing(someone);
    expect(await someone.page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toMatch(/\bn4\b/i);
  }
  expect(await bo.triesTo({ type: 'confirm' })).toBe('nothing_to_confirm');

  await rule(kim, 'open_sealed', { reason: 'all are here' });
  await everyone(court, ({ arbiter }) => arbiter.unsealed(name));
  await everyoneReads(court, ({ arbiter }) => arbiter.confirmThis('N4'), [ann, bo]);
  await everyoneReads(court, ({ arbiter }) => arbiter.confirmWaits('N4'), [eve, kim]);
  for (const someone of all) {
    expect(mentions(someone)).toBeGreaterThan(0);
    await someone.page.locator('[data-mark="n4"]').waitFor();
    await someone.page.locator('[data-adjourned="confirming"] [data-until]').waitFor();
    await someone.page.locator('.actions [data-seal="good"]', { hasText: someone.words.arbiter.sealGood }).waitFor();
  }
  await ann.does('confirm');
  await ann.reads(ann.words.arbiter.confirmWaits('N4'));
  expect(await ann.stones()).toBe(2);
  await bo.does('confirm');
  for (const someone of all) {
    await someone.sees('n4');
    expect(await someone.page.locator('[data-adjourned]').count()).toBe(0);
  }
  await bo.plays('i9');
  await ann.sees('i9');

  // Who comes later can check it too, beside the rules.
  await eve.page.reload();
  await eve.shows('room');
  await eve.page.locator('#panel-room [data-seal="good"]').waitFor();
});

test('a sealed move on a stone loses when it is confirmed', async () => {
  await convene(court, server.url, { clock: 'none' });
  const { ann, bo, eve, kim } = court;
  await ann.plays('h8');
  await rule(kim, 'adjourn', { reason: 'supper' });
  await bo.reads(bo.words.arbiter.sealYours);
  // The page would not let him.
  expect(await bo.triesTo({ type: 'seal', ply: 1, move: { type: 'stone', point: 'h8' } })).toBeNull();
  await bo.reads(bo.words.arbiter.youSealed);
  await rule(kim, 'open_sealed', { reason: 'all are here' });
  await ann.does('confirm');
  await bo.does('confirm');
  await ann.reads(`${ann.words.youWin} · ${ann.words.reasons.sealed_illegal}`);
  await bo.reads(`${bo.words.youLose} · ${bo.words.reasons.sealed_illegal}`);
  await eve.reads(eve.words.reasons.sealed_illegal);
  expect(await eve.stones()).toBe(1);
});

test('a choice of an opening is sealed, and a game goes on after all before anything is', async () => {
  await convene(court, server.url, { clock: 'none', preset: 'rif' });
  const { ann, bo, kim } = court;
  await ann.plays('h8');
  await rule(kim, 'adjourn', { reason: 'supper' });
  await ann.reads(ann.words.arbiter.sealYours);
  await rule(kim, 'go_on', { reason: 'supper is late' });
  await everyone(court, ({ arbiter }) => `supper is late — ${arbiter.continued}`);
  await ann.plays('i9');
  await ann.plays('j10');
  await bo.page.locator('[data-press="choose_swap"]').waitFor();
  await rule(kim, 'adjourn', { reason: 'supper is ready' });
  await bo.page.locator('[data-press="choose_swap"]', { hasText: bo.words.arbiter.seal(bo.words.play.choiceNames.swap) }).click();
  await bo.reads(bo.words.arbiter.youSealed);
  await rule(kim, 'open_sealed', { reason: 'all have eaten' });
  await everyoneReads(court, ({ arbiter, play }) => arbiter.confirmThis(play.choiceNames.swap), [ann, bo]);
  await Promise.all([ann.does('confirm'), bo.does('confirm')]);
  await ann.page.locator('[data-bar="b"] .stone.black').waitFor();
  await ann.plays('g9');
  await bo.counts(5);
  expect(await panelOf(kim).locator('[data-ruling="open_sealed"]').count()).toBe(0);
});

/** How often the server has named the point to somebody. */
function mentions({ frames }: Someone): number {
  return frames.filter((frame) => /"n4"/i.test(frame)).length;
}

/** Neither the line nor the page of somebody tells of the sealed point: it is a point like any other. */
async function knowsNothing(someone: Someone): Promise<void> {
  expect(mentions(someone)).toBe(0);
  const html = await someone.page.content();
  const count = (point: string) => html.match(new RegExp(`\\b${point}\\b`, 'gi'))?.length;
  expect(count('n4')).toBe(count('o6'));
}

test('a page says so when an opened move is not the one that was sealed', async () => {
  const { eve } = court;
  // Whoever stands between this page and the server changes what was handed in.
  await eve.page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => socket.send(String(message).replace(/"nonce":"[0-9a-f]{32}"/g, `"nonce":"${'f'.repeat(32)}"`)));
  });
  await convene(court, server.url, { clock: 'none' });
  const { ann, bo, kim } = court;
  await ann.plays('h8');
  await rule(kim, 'adjourn', { reason: 'supper' });
  await bo.reads(bo.words.arbiter.sealYours);
  await bo.clicks('h9');
  await bo.page.locator('[data-press="confirm_place"]').click();
  await bo.reads(bo.words.arbiter.youSealed);
  await rule(kim, 'open_sealed', { reason: 'all are here' });
  await ann.page.locator('[data-seal="good"]').waitFor();
  await eve.page.locator('[data-seal="bad"]', { hasText: eve.words.arbiter.sealBad }).waitFor();
});
