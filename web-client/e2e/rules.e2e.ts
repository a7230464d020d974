import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectNoTrouble, launch, playOut, Someone, twoAtATable, type Wish } from './people';
import { perform, type Cast } from './play';
import { GameServer } from './server';
import { en } from '../src/i18n/en';

let browser: Browser;
const server = new GameServer();

beforeAll(async () => {
  [browser] = await Promise.all([launch(), server.start()]);
});
afterAll(async () => {
  await browser?.close();
  await server.stop();
});

test('a move is taken back if the opponent agrees, and the board is as before', async () => {
  const [ann, bo] = await twoAtATable(browser, server.url);
  const eve = await Someone.at(browser, ann.page.url());
  await playOut([ann, bo], ['h8', 'h9', 'i9', 'i8', 'j10']);
  await ann.acts('takeback');
  await ann.reads(en.play.takebackSent);
  await bo.reads(/asks to take the last move back/);
  await bo.does('deny');
  await ann.page.locator('.aside', { hasText: 'refused' }).waitFor();
  // Who was refused moves before asking again.
  await ann.acts('takeback');
  await ann.reads(en.codes.asked_too_soon ?? '');
  await bo.plays('a1');
  await ann.plays('j9');
  await ann.acts('takeback');
  await bo.page.locator('[data-press="grant"]').waitFor();
  await bo.page.keyboard.press('a');
  for (const someone of [ann, bo, eve]) {
    await someone.stone('j9').waitFor({ state: 'detached' });
    expect(await someone.stones()).toBe(6);
    await someone.page.locator('.aside', { hasText: en.play.takenBack }).waitFor();
  }
  await ann.plays('k9');
  await bo.sees('k9');
  await eve.sees('k9');
  // A page that comes later sees the same.
  const late = await Someone.at(browser, ann.page.url());
  await late.sees('k9');
  expect(await late.stones()).toBe(7);
  expectNoTrouble(ann, bo, eve, late);
  await Promise.all([ann, bo, eve, late].map((someone) => someone.leaves()));
});

test('the clocks stand still when both agree, and go on when one of them says so', async () => {
  const [ann, bo] = await twoAtATable(browser, server.url, { clock: 'usual' });
  await ann.acts('pause');
  await bo.reads(/asks for a pause/);
  await bo.does('grant');
  await Promise.all([ann, bo].map((someone) => someone.reads(en.play.standsStill)));
  expect(await ann.page.locator('.clock.running').count()).toBe(0);
  expect(await ann.page.locator('svg.placing').count()).toBe(0);
  const times = () => ann.page.locator('.time').allTextContents();
  const before = await times();
  await ann.page.waitForTimeout(1500);
  expect(await times()).toEqual(before);
  await bo.does('resume');
  await ann.page.locator('.clock.running').waitFor();
  await ann.plays('h8');
  await bo.sees('h8');
  expectNoTrouble(ann, bo);
  await Promise.all([ann.leaves(), bo.leaves()]);
});

test('a player gives the other time, and both read it', async () => {
  const [ann, bo] = await twoAtATable(browser, server.url, { clock: '10m' });
  const before = await ann.seconds('b');
  await ann.acts('give_time');
  const [first, second] = [await ann.name(), await bo.name()];
  for (const someone of [ann, bo]) {
    await someone.page.locator('.aside', { hasText: someone.words.play.timeGiven(first, second, 15) }).waitFor();
    expect(await someone.seconds('b')).toBe(before + 15);
  }
  expectNoTrouble(ann, bo);
  await Promise.all([ann.leaves(), bo.leaves()]);
});

test('a blocked point is marked and explained, and a stone on it comes back with the reason', async () => {
  const [ann, bo] = await atAChangedTable({ preset: 'renju' }, async ({ page }) => {
    await page.locator('label', { has: page.locator('input[name="adjudication"][value="block"]') }).click();
  });
  expect(await bo.page.locator('[data-rules]').textContent()).toBe('Renju, changed: adjudication');
  await playOut([ann, bo], ['h8', 'a1', 'i8', 'c1', 'j9', 'e1', 'j10', 'g1']);
  await ann.page.locator('[data-ban="j8"]').waitFor();
  // Which foul it would be is said to whoever points at it, and to who walks there.
  await ann.page.locator(`#p-j8[aria-label="${en.play.pointForbidden('J8', en.fouls.three_three)}"]`).waitFor();
  expect(await ann.page.locator('#p-j8 title').textContent()).toBe(`${en.play.forbiddenHere} · ${en.fouls.three_three}`);
  await ann.clicks('j8');
  await ann.reads(en.codes.forbidden_point ?? '');
  expect(await ann.stones()).toBe(8);
  await ann.plays('k8');
  await bo.sees('k8');
  expectNoTrouble(ann, bo);
  await Promise.all([ann.leaves(), bo.leaves()]);
});

test('a forbidden stone that is pointed out is taken off and played again, and the second in a turn loses', async () => {
  const [ann, bo] = await atAChangedTable({ preset: 'renju' }, (ann) => ann.chooses('adjudication', 'play_again'));
  const eve = await Someone.at(browser, ann.page.url());
  await playOut([ann, bo], ['h8', 'a1', 'i8', 'c1', 'j9', 'e1', 'j10', 'g1', 'j8']);
  await claims(bo);
  for (const someone of [ann, bo, eve]) {
    await someone.stone('j8').waitFor({ state: 'detached' });
    await someone.page.locator('.aside', { hasText: en.play.playsAgain(await ann.name(), 'J8', en.fouls.three_three) }).waitFor();
    expect(await someone.stones()).toBe(8);
  }
  await ann.plays('j8');
  await bo.sees('j8');
  await claims(bo);
  for (const someone of [ann, bo, eve]) {
    await someone.phase('over');
    await someone.reads(en.reasonForced(en.fouls.three_three, 'J8'));
  }
  expectNoTrouble(ann, bo, eve);
  await Promise.all([ann, bo, eve].map((someone) => someone.leaves()));
});

async function claims(someone: Someone): Promise<void> {
  await someone.acts('claim');
  await someone.page.locator('[data-press="claim_forbidden"]').click();
}

test('where fives are declared, one that is not declared can be declared later', async () => {
  const [ann, bo] = await atAChangedTable({ preset: 'freestyle' }, (ann) => ann.chooses('declaration', 'declared'));
  await playOut([ann, bo], ['h8', 'a1', 'i8', 'a2', 'j8', 'a3', 'k8', 'a4']);
  await ann.page.locator('[data-toggle="five"]').click();
  await ann.clicks('a15');
  await ann.reads(en.codes.no_five ?? '');
  await ann.plays('l8');
  await bo.sees('l8');
  await bo.page.locator('[data-toggle="five"]').click();
  await bo.plays('a5');
  await ann.reads(/^You lose · five in a row/);
  expectNoTrouble(ann, bo);

  const [cy, dan] = await atAChangedTable({ preset: 'freestyle' }, (cy) => cy.chooses('declaration', 'declared'));
  await playOut([cy, dan], ['h8', 'a1', 'i8', 'a2', 'j8', 'a3', 'k8', 'b4', 'l8']);
  await cy.does('declare_five');
  await dan.reads(/^You lose · five in a row/);
  expectNoTrouble(cy, dan);
  await Promise.all([ann, bo, cy, dan].map((someone) => someone.leaves()));
});

test('an agreed opening stands from the start, and has its name', async () => {
  const [ann, bo] = await atAChangedTable({ preset: 'renju' }, async ({ page }) => {
    await page.locator('[data-opening-kind]').selectOption('agreed');
    await page.getByLabel(en.law.labels.openingName).selectOption('I13');
    await page.getByLabel(en.law.choices.agreedSwap).check();
  });
  for (const someone of [ann, bo]) {
    for (const point of ['h8', 'i9', 'f6']) {
      await someone.sees(point);
    }
    await someone.page.locator('[data-opening="I13"]', { hasText: 'Suisei' }).waitFor();
  }
  await bo.reads('You are White now. Your choice:');
  // The second of the choices, by its key: whoever swaps is Black then, and Ann plays the fourth stone.
  await bo.page.keyboard.press('2');
  await ann.reads('Your move: place a white stone.');
  await ann.plays('a1');
  await bo.sees('a1');
  expectNoTrouble(ann, bo);
  await Promise.all([ann.leaves(), bo.leaves()]);
});

test('alternatives of the same shape come back with both points marked', async () => {
  const cast = await threeAtATable({ preset: 'rif' });
  const { a } = cast;
  // H8 H10 against H9 H7: what is left and right of them is the same.
  await perform(cast, ['a h8 h9 h10', 'b choose stay', 'b h7']);
  for (const point of ['g8', 'i8']) {
    await a.clicks(point);
  }
  await a.reads('Show these 2 alternatives for move 5?');
  await a.page.keyboard.press('Enter');
  await a.reads('A (G8) and B (I8) make the same shape.');
  expect(await a.page.locator('[data-mark]').count()).toBe(2);
  await a.clicks('i8');
  expect(await a.page.locator('[data-mark]').count()).toBe(0);
  await a.clicks('j7');
  await a.does('show');
  await cast.eve.page.locator('[data-alternative="j7"]').waitFor();
  // A second press on the same stone keeps it.
  await cast.b.clicks('j7');
  await cast.b.reads('Keep B on J7?');
  await cast.b.clicks('j7');
  await cast.eve.sees('j7');
  const kept = cast.eve.page.locator('[data-deed="kept"]');
  expect((await kept.textContent())?.replaceAll(/\s+/g, ' ')).toContain('J7 (not G8)');
  await leave(cast);
});

test('a whole opening is played by the keyboard alone', async () => {
  const cast = await threeAtATable({ preset: 'yamaguchi' });
  const { a, b } = cast;
  await a.page.keyboard.press('b');
  await a.page.keyboard.press('Enter');
  await a.counts(1);
  await walk(a, 'ArrowRight ArrowUp Enter');
  await a.counts(2);
  await walk(a, 'ArrowRight ArrowUp Enter Escape');
  await a.counts(3);
  await a.page.locator('[data-number]').focus();
  await a.page.keyboard.press('ArrowUp');
  await a.page.keyboard.press('Tab');
  await a.reads(en.play.yourNumber(62));
  await a.page.locator('[data-press="announce"]', { hasText: 'Announce 2' }).focus();
  await a.page.keyboard.press('Enter');
  await b.page.locator('[data-press="choose_stay"]').waitFor();
  await b.page.keyboard.press('1');
  await b.counts(5);
  await b.page.keyboard.press('b');
  await walk(b, 'ArrowLeft ArrowLeft ArrowLeft Enter Escape');
  await a.counts(6);
  await a.page.keyboard.press('b');
  await walk(a, 'ArrowUp Enter ArrowUp Enter Escape Enter');
  await b.reads(en.play.yourKeep);
  expect(await b.page.locator('[data-alternative]').count()).toBe(2);
  await cast.eve.page.locator('[data-live]', { hasText: 'shows' }).waitFor({ state: 'attached' });
  await b.page.keyboard.press('b');
  await walk(b, 'ArrowUp Enter Escape');
  await leave(cast);
});

test('a clock is typed in short notation, and what is wrong is said', async () => {
  const ann = await Someone.at(browser, server.url);
  const { page } = ann;
  await ann.wishes({ preset: 'cn2013' });
  await ann.chooses('clock', 'custom');
  const notation = page.locator('[data-notation]');
  expect(await notation.inputValue()).toBe('20m+10s');
  await notation.fill('10m/40 30');
  await page.getByText('“30” needs units').waitFor();
  expect(await page.locator('[data-create]').isDisabled()).toBe(true);
  await notation.fill('10m/40 30m');
  await page.locator('[data-changed]', { hasText: 'Chinese 2013, changed: clock' }).waitFor();
  await page.locator('[data-create]').click();
  await ann.phase('open');
  await page.locator('main').getByText('40 moves in 10 min').waitFor();
  expect(await page.locator('[data-rules]').textContent()).toBe('Chinese 2013');
  await page.getByText(en.law.adjudication.claim).waitFor();
  expectNoTrouble(ann);
  await ann.leaves();
});

test('changed rules say what differs from the preset, and go back to it', async () => {
  const ann = await Someone.at(browser, server.url);
  const { page } = ann;
  await page.locator('[data-rules-details] > summary').click();
  await ann.chooses('board', '19');
  await page.locator('[data-changed]', { hasText: 'Freestyle, changed: board' }).waitFor();
  await page.locator('[data-opening-kind]').selectOption('taraguchi');
  await page.locator('[data-changed]', { hasText: 'Freestyle, changed: opening' }).waitFor();
  expect(await page.locator('input[name="board"]:checked').inputValue()).toBe('15');
  await page.locator('[data-back]').click();
  expect(await page.locator('[data-changed]').count()).toBe(0);
  await page.locator('[data-about] summary').click();
  await page.locator('[data-about] p', { hasText: en.law.fives.five_or_more }).waitFor();
  expectNoTrouble(ann);
  await ann.leaves();
});

/** Two at a table whose rules were changed in the form; the first plays Black. */
async function atAChangedTable(wish: Wish, change: (someone: Someone) => Promise<unknown>): Promise<[Someone, Someone]> {
  const black = await Someone.at(browser, server.url);
  await black.wishes({ clock: 'none', colours: 'black_a', visibility: 'link', ...wish });
  await black.page.locator('[data-rules-details] > summary').click();
  await change(black);
  const white = await Someone.at(browser, await black.create({}));
  await white.does('sit');
  await Promise.all([black.phase('playing'), white.phase('playing')]);
  return [black, white];
}

async function threeAtATable(wish: Wish): Promise<Cast> {
  const [a, b] = await twoAtATable(browser, server.url, wish);
  const eve = await Someone.at(browser, a.page.url());
  await eve.phase('playing');
  return { a, b, eve, words: en };
}

async function leave({ a, b, eve }: Cast): Promise<void> {
  expectNoTrouble(a, b, eve);
  await Promise.all([a, b, eve].map((someone) => someone.leaves()));
}

async function walk({ page }: Someone, keys: string): Promise<void> {
  for (const key of keys.split(' ')) {
    await page.keyboard.press(key);
  }
}
