import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { assemble, convene, everyone, isInOrder, panelOf, rule, type Court } from './office';
import { expectNoTrouble, launch, Someone, type Wish } from './people';
import { GameServer } from './server';

let browser: Browser;
let court: Court;
/** A table at which one does not do in time what is owed; it is looked at last. */
let late: [Someone, Someone];
const server = new GameServer();

beforeAll(async () => {
  [browser] = await Promise.all([launch(), server.start()]);
  court = await assemble(browser, server.url);
  late = await Promise.all([Someone.at(browser, server.url), Someone.at(browser, server.url)]);
  const [cy, dan] = late;
  await dan.page.goto(await cy.create({ clock: 'none', colours: 'handful', visibility: 'link' }));
  await dan.does('sit');
  await cy.holds(3);
});
afterEach(() => isInOrder(court));
afterAll(async () => {
  await browser?.close();
  await server.stop();
});

test('time that both share runs for both, until the arbiter splits it', async () => {
  await convene(court, server.url, { clock: 'shared 2h' });
  const { ann, bo, eve, kim } = court;
  await ann.plays('h8');
  await bo.plays('h9');
  await eve.sees('h9');
  for (const someone of [ann, bo, eve]) {
    const [a, b] = [await someone.seconds('a'), await someone.seconds('b')];
    expect(Math.abs(a - b)).toBeLessThanOrEqual(1);
    expect(a).toBeLessThan(7200);
    expect(a).toBeGreaterThan(7150);
    expect(await someone.page.locator('.stage').allInnerTexts()).toEqual([someone.words.clocks.stageShared, someone.words.clocks.stageShared]);
  }
  // Nobody alone can be charged yet.
  expect(await panelOf(kim).locator('[data-ruling="set_clock"], [data-ruling="time_penalty"]').count()).toBe(0);
  await rule(kim, 'split', { reason: 'they do not agree' });
  await everyone(court, ({ arbiter }) => `they do not agree — ${arbiter.timeSplit}`);
  await panelOf(kim).locator('[data-ruling="set_clock"]').waitFor();
  for (const someone of [ann, bo, eve]) {
    expect(await someone.seconds('a')).toBeLessThan(3600);
    expect(await someone.seconds('a')).toBeGreaterThan(3560);
    expect(await someone.page.locator('.stage', { hasText: someone.words.clocks.stageShared }).count()).toBe(0);
  }
  await ann.plays('i9');
  const still = await bo.seconds('a');
  await bo.plays('i8');
  expect(Math.abs((await bo.seconds('a')) - still)).toBeLessThanOrEqual(1);
});

test('shared time that is used up is a draw', async () => {
  const { ann, bo, eve } = await play({ clock: 'shared 4s' });
  for (const someone of [ann, bo, eve]) {
    await someone.reads(`${someone.words.draw} · ${someone.words.reasons.shared_time}`);
    await someone.page.locator('[data-clock="b"] .time', { hasText: '0.0' }).waitFor();
  }
});

test('clocks that begin later begin in the middle of a move, with who is to move', async () => {
  const { ann, bo, eve } = await play({ clock: 'free 4s 5m' });
  for (const someone of [ann, bo, eve]) {
    await someone.page.locator('[data-clock="a"] .stage', { hasText: someone.words.clocks.stageFree }).waitFor();
  }
  for (const someone of [ann, bo, eve]) {
    await someone.page.locator('[data-clock="a"] .stage', { hasText: someone.words.clockForm.sudden_death }).waitFor();
  }
  await ann.plays('h8');
  await bo.page.locator('[data-clock="b"].running').waitFor({ state: 'attached' });
  expect(await eve.seconds('a')).toBeLessThan(300);
  expect(await eve.seconds('b')).toBeGreaterThan(290);
});

test('being out of time is a foul, and the second one loses', async () => {
  const { ann, bo, eve } = await play({ clock: '1x2s fouls 2' });
  const name = await ann.name();
  const foul = ({ start, clocks }: Someone['words']) => start.timeFouled(name, clocks.foulCount(1, 2));
  await everyone(court, foul, [ann, bo, eve]);
  await ann.hears(foul(ann.words));
  await ann.reads(`${ann.words.youLose} · ${ann.words.reasons.time_fouls}`);
  await bo.reads(`${bo.words.youWin} · ${bo.words.reasons.time_fouls}`);
  await eve.reads(eve.words.reasons.time_fouls);
});

test('U-22: being out of time costs the turn: all are told, and the opponent is to move', async () => {
  const { ann, bo, eve } = await play({ clock: '1x6s pass' });
  for (const [mover, point] of [[ann, 'h8'], [bo, 'a1'], [ann, 'j8'], [bo, 'c1'], [ann, 'l8']] as const) {
    await mover.plays(point);
  }
  const name = await bo.name();
  for (const someone of [ann, bo, eve]) {
    await someone.page.locator('.aside', { hasText: someone.words.play.turnLost(name) }).waitFor();
    await someone.page.locator('[data-move="6"]', { hasText: someone.words.play.forcedPass }).waitFor({ state: 'attached' });
    await someone.page.locator('[data-clock="a"].running').waitFor({ state: 'attached' });
  }
  await ann.hears(ann.words.play.turnLost(name));
  await ann.plays('n8');
  await bo.sees('n8');
  await bo.plays('e1');
  await eve.sees('e1');
});

test('I-13: shared time splits itself, and all are told', async () => {
  const { ann, bo, eve } = await play({ clock: 'shared 60s split 90%' });
  await everyone(court, ({ arbiter }) => arbiter.timeSplit, [ann, bo, eve]);
  for (const someone of [ann, bo, eve]) {
    expect(await someone.seconds('b')).toBe(27);
    expect(await someone.page.locator('.stage', { hasText: someone.words.clocks.stageShared }).count()).toBe(0);
  }
});

test('the form makes a clock that passes and chooses what is read out, and one that splits itself', async () => {
  const { ann, bo } = court;
  const { page, words } = ann;
  await page.goto(server.url);
  await ann.chooses('clock', 'custom');
  const notation = page.locator('[data-notation]');
  const isOff = () => page.locator('[data-create]').isDisabled();
  await notation.fill('3x30s fouls 2');
  await page.locator('[data-clock-field="fouls"]').waitFor();
  await page.getByRole('switch', { name: words.clocks.passForm }).click();
  expect(await notation.inputValue()).toBe('3x30s pass');
  expect(await page.locator('[data-clock-field="fouls"]').count()).toBe(0);
  await page.locator('[data-readouts]').fill('10 30');
  await page.getByText(words.clocks.readoutsHint(30)).waitFor();
  expect(await isOff()).toBe(true);
  await page.locator('[data-readouts]').fill('10 25');
  expect(await notation.inputValue()).toBe('3x30s pass read 10 25');
  await page.locator('[data-create]').click();
  await ann.phase('open');
  await bo.page.goto(page.url());
  for (const someone of [ann, bo]) {
    const { clocks } = someone.words;
    await someone.shows('room');
    for (const rule of [clocks.passRule, clocks.readRule('10, 25')]) {
      await someone.page.getByText(rule).first().waitFor({ state: 'attached' });
    }
  }
  await page.goto(server.url);
  await ann.chooses('clock', 'custom');
  await page.locator('[data-clock-form]').selectOption('shared');
  await page.locator('[data-clock-field="split_percent"]').fill('100');
  expect(await isOff()).toBe(true);
  await page.locator('[data-clock-field="split_percent"]').fill('25');
  expect(await notation.inputValue()).toMatch(/^shared .* split 25%$/);
  await page.locator('[data-create]').click();
  await ann.phase('open');
  await ann.shows('room');
  await page.getByText(words.clocks.splitRule(25)).first().waitFor({ state: 'attached' });
});

test('the seconds of a period for one move are read out', async () => {
  const { ann, bo, eve } = await play({ clock: '1x12s' });
  const heard = (left: number) => ann.hears(ann.words.clocks.secondsLeft(left));
  await heard(10);
  for (const { page } of [ann, bo, eve]) {
    await page.locator('[data-clock="a"] [data-spoken]', { hasText: '10' }).waitFor();
  }
  await heard(5);
  await heard(4);
  // Only who thinks is told by the page's own words: the others hear a voice.
  expect(await bo.page.locator('[data-live]', { hasText: bo.words.clocks.secondsLeft(4) }).count()).toBe(0);
  await ann.plays('h8');
  await bo.sees('h8');
  await bo.hears(bo.words.clocks.secondsLeft(10));
});

test('who takes no stones in time has a number drawn', async () => {
  const [cy, dan] = late;
  await cy.page.locator('main[data-phase="playing"]').waitFor({ timeout: 40_000 });
  const [first, second] = [await cy.name(), await dan.name()];
  const { start } = cy.words;
  await cy.page.locator('.aside', { hasText: start.held(first, 3) }).waitFor();
  await cy.page.locator('.aside', { hasText: second }).waitFor();
  const missed = dan.frames.findIndex((frame) => frame.includes('"commit_missed"'));
  const drawn = dan.frames.findIndex((frame) => frame.includes('"number_drawn"'));
  expect(missed).toBeGreaterThan(0);
  expect(drawn).toBeGreaterThan(missed);
  await dan.acts('resign');
  await dan.does('resign');
  await cy.shows('room');
  await cy.page.locator('[data-lot="good"]').waitFor();
  expectNoTrouble(cy, dan);
});

/** Ann and Bo play without an arbiter, and Eve watches. */
async function play(wish: Wish): Promise<Court> {
  const { ann, bo, eve } = court;
  await ann.page.goto(server.url);
  const table = await ann.create({ colours: 'black_a', visibility: 'link', ...wish });
  await Promise.all([bo, eve].map(({ page }) => page.goto(table)));
  await bo.does('sit');
  await Promise.all([ann, bo, eve].map((someone) => someone.phase('playing')));
  return court;
}
