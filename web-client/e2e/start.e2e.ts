import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Colours } from '../src/protocol';
import { AHEAD_MAX_DAYS, fieldOf, momentOf, whenText } from '../src/when';
import { expectNoTrouble, launch, Someone } from './people';
import { GameServer } from './server';

let browser: Browser;
/** Ann reads English, Bo and Eve read Chinese. */
let [ann, bo, eve]: Someone[] = [];
const server = new GameServer();

beforeAll(async () => {
  [browser] = await Promise.all([launch(), server.start()]);
  [ann, bo, eve] = await Promise.all((['en', 'zh', 'zh'] as const).map((language) => Someone.reading(browser, server.url, language)));
});
afterAll(async () => {
  await browser?.close();
  await server.stop();
});

test('stones in the hand are shown by themselves when both have some, whatever was loaded again meanwhile', async () => {
  const [a, b, e] = await sit('handful');
  await Promise.all([a, b].map((someone) => someone.reads(someone.words.start.yourHand)));
  await a.holds(3);
  await a.reads(a.words.start.youHold(3));
  await a.page.reload();
  await a.reads(a.words.start.youHold(3));
  // Nobody else has seen the number.
  expect([...b.frames, ...e.frames].filter((frame) => /"number":3|"a":3/.test(frame))).toEqual([]);
  await b.holds(4);
  await Promise.all([a, b, e].map((someone) => someone.phase('playing')));
  const [first, second, black] = [await a.name(), await b.name(), await blackAt(e)];
  for (const { page, words } of [a, b, e]) {
    const { start } = words;
    const text = start.sum(start.held(first, 3), start.held(second, 4), 7, start.calls.odd, black);
    await page.locator('.aside', { hasText: text }).waitFor();
  }
  // An odd sum keeps what the lot gave.
  await isFair([a, b, e], ({ start }) => start.lotTentative(black));
});

test('who calls right has Black', async () => {
  const [a, b, e] = await sit('call');
  await a.holds(8);
  await b.reads(b.words.start.yourCall(await a.name()));
  await a.reads(a.words.start.theirCall(await b.name()));
  await b.does('call_odd');
  await Promise.all([a, b, e].map((someone) => someone.phase('playing')));
  const [first, second] = [await a.name(), await b.name()];
  for (const { page, words } of [a, b, e]) {
    const { start } = words;
    await page.locator('.aside', { hasText: start.guessed(second, start.calls.odd, start.held(first, 8), first) }).waitFor();
  }
  expect(await blackAt(e)).toBe(first);
  await isFair([a, b, e]);
});

test('who wins the toss lets the other choose, who then has to', async () => {
  const [a, b, e] = await sit('toss');
  await e.page.locator('[data-says]', { hasText: e.words.start.theirChoice('') }).waitFor();
  await Promise.all([a, b].map((someone) => someone.phase('starting')));
  const [winner, other] = (await a.page.locator('[data-press="take_you_choose"]').count()) > 0 ? [a, b] : [b, a];
  await winner.reads(winner.words.start.yourToss);
  await other.reads(other.words.start.theirChoice(await winner.name()));
  await winner.does('take_you_choose');
  await other.reads(other.words.start.yourChoice);
  expect(await other.page.locator('[data-press^="take_"]').count()).toBe(2);
  expect(await other.triesTo({ type: 'choose_colour', choice: 'you_choose' })).toBe('must_choose');
  await other.does('take_white');
  await Promise.all([a, b, e].map((someone) => someone.phase('playing')));
  const [won, chose] = [await winner.name(), await other.name()];
  for (const { page, words } of [a, b, e]) {
    await page.locator('.aside', { hasText: words.start.chose(chose, words.stones.white) }).waitFor();
  }
  expect(await blackAt(e)).toBe(won);
  await isFair([a, b, e], ({ start }) => start.lotToss(won));
});

test('a lot that gave Black can be checked after the game', async () => {
  const [a, b, e] = await sit('random');
  await Promise.all([a, b, e].map((someone) => someone.phase('playing')));
  expect(await a.page.locator('[data-lot]').count()).toBe(0);
  const black = await blackAt(e);
  await isFair([a, b, e], ({ start }) => start.lotBlack(black));
});

test('a game with a set time begins without whoever has not come, whose clock runs', async () => {
  const [a, b, e] = everybody();
  const table = server.url + (await a.schedules(8000));
  await Promise.all([a, b, e].map(({ page }) => page.goto(table)));
  // There is the link, and the table can be closed; there is no hurry yet to say more.
  await a.page.locator('[data-press="copy_link"]').waitFor();
  await a.page.locator('[data-press="abort"]', { hasText: a.words.closeTable }).waitFor();
  await b.does('sit');
  const [first, second] = [await a.name(), await b.name()];
  for (const { page, words } of [a, b, e]) {
    await page.locator('main[data-phase="starting"] [data-left]').waitFor();
    await page.locator('[data-begins]', { hasText: words.start.lateRule(words.duration(60)) }).waitFor({ state: 'attached' });
  }
  await b.does('ready');
  for (const { page, words } of [a, e]) {
    await page.locator('.aside', { hasText: words.start.isHere(second) }).waitFor();
    await page.locator('[data-bar="b"] [data-present]').waitFor();
  }
  await b.page.locator('.aside', { hasText: `${b.words.start.youAreHere}` }).waitFor();
  expect(await b.page.locator('[data-press="ready"]').count()).toBe(0);

  await Promise.all([a, b, e].map((someone) => someone.phase('playing')));
  await a.reads(a.words.start.clockRuns);
  await a.page.locator('[data-press="ready"]').waitFor();
  for (const { page, words } of [b, e]) {
    await page.locator('.aside', { hasText: words.start.notHere(first) }).waitFor();
    await page.locator('[data-prompt] [data-left]').waitFor();
    await page.locator('[data-bar="a"] [data-absent]').waitFor();
    await page.locator('[data-clock="a"].running').waitFor({ state: 'attached' });
  }
  expect(await a.page.locator('[data-act="abort"]').count()).toBe(0);
  expect(await a.triesTo({ type: 'abort' })).toBe('too_late_to_abort');
  // Whoever plays is there.
  await a.plays('h8');
  for (const someone of [b, e]) {
    await someone.sees('h8');
    expect(await someone.page.locator('[data-absent]').count()).toBe(0);
  }
  await b.plays('h9');
  await a.sees('h9');
  expectNoTrouble(a, b, e);
});

test('a seat that is free when the time comes can still be taken, and a table can be closed before', async () => {
  const [a, b, e] = everybody();
  const table = server.url + (await a.schedules(2500));
  await Promise.all([a, e].map(({ page }) => page.goto(table)));
  await a.does('ready');
  await a.page.locator('[data-bar="a"] [data-present]').waitFor();
  await a.phase('playing');
  await a.page.locator('.aside', { hasText: a.words.seatFree }).waitFor();
  await e.reads(e.words.seatFree);
  await b.page.goto(table);
  await b.does('sit');
  await b.reads(b.words.start.clockRuns);
  await b.does('ready');
  await a.page.locator('[data-absent]').waitFor({ state: 'detached' });
  await a.plays('h8');
  await b.sees('h8');

  const other = server.url + (await a.schedules(3_600_000));
  await Promise.all([a, b].map(({ page }) => page.goto(other)));
  await b.does('sit');
  await b.page.locator('main[data-phase="starting"]').waitFor();
  expect(await b.page.locator('[data-press="ready"]').count()).toBe(0);
  expect(await b.triesTo({ type: 'ready' })).toBe('too_early');
  await a.does('abort');
  await Promise.all([a, b].map((someone) => someone.reads(someone.words.reasons.aborted)));
  expectNoTrouble(a, b, e);
});

test('the form sets a time', async () => {
  const [a] = everybody();
  const { page, words } = a;
  await page.goto(server.url);
  await page.locator('.start').getByRole('switch').click();
  const bad = page.getByText(words.start.notPast(AHEAD_MAX_DAYS));
  for (const ms of [-3_600_000, 40 * 86_400_000]) {
    await page.locator('[data-start]').fill(fieldOf(Date.now() + ms));
    await bad.waitFor();
    expect(await page.locator('[data-create]').isDisabled()).toBe(true);
  }
  const at = momentOf(fieldOf(Date.now() + 2 * 86_400_000)) ?? 0;
  await page.locator('[data-start]').fill(fieldOf(at));
  await bad.waitFor({ state: 'detached' });
  await page.locator('[data-late]').fill('30');
  await a.create({ colours: 'random', visibility: 'link' });
  await page.locator('[data-begins]', { hasText: words.start.begins(whenText(at, words)) }).waitFor();
  await page.locator('[data-begins]', { hasText: words.start.lateRule(words.duration(30 * 60)) }).waitFor();
  await a.does('abort');
  await a.reads(words.reasons.aborted);
});

/** Two at a table whose colours are settled like this, and one who watches. */
async function sit(colours: Colours): Promise<[Someone, Someone, Someone]> {
  const [a, b, e] = everybody();
  await a.page.goto(server.url);
  const table = await a.create({ clock: 'none', colours, visibility: 'link' });
  await Promise.all([b, e].map(({ page }) => page.goto(table)));
  await b.does('sit');
  return [a, b, e];
}

function everybody(): [Someone, Someone, Someone] {
  if (!ann || !bo || !eve) {
    throw new Error('three people were asked for');
  }
  return [ann, bo, eve];
}

/** The name of who has Black. */
async function blackAt({ page }: Someone): Promise<string> {
  return page.locator('[data-bar]:has(.stone.black) .name .text').innerText();
}

/** The game ends, and everybody's page finds that the lot is the one that was published, and reads what it decided. */
async function isFair(people: [Someone, Someone, Someone], text?: (words: Someone['words']) => string): Promise<void> {
  const [first] = people;
  await first.acts('resign');
  await first.does('resign');
  for (const someone of people) {
    await someone.phase('over');
    await someone.shows('room');
    const lot = someone.page.locator('[data-lot="good"]');
    await lot.locator('summary').click();
    await lot.getByText(someone.words.start.lotGood).waitFor();
    if (text) {
      await lot.getByText(text(someone.words)).waitFor();
    }
  }
  expectNoTrouble(...people);
}
