/** The analysis board: what is forbidden and why, lines that part, files and links, and who may analyse which game. */

import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectNoTrouble, launch, playOut, Someone, twoAtATable } from './people';
import { GameServer } from './server';

const SIZES = {
  'on a desktop': { viewport: { width: 1366, height: 768 } },
  'on a phone': { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} as const;

/** Black is forbidden J8, where two threes would meet. */
const THREES = 'h8a1i8c1j9e1j10g1';

let browser: Browser;
const server = new GameServer();

beforeAll(async () => {
  [browser] = await Promise.all([launch(), server.start()]);
});
afterAll(async () => {
  await browser?.close();
  await server.stop();
});

describe.each(Object.entries(SIZES))('%s', (_, look) => {
  const at = (path: string) => Someone.at(browser, server.url + path, look);

  test('both colours are played, lines part and are kept, and one goes about in them (F-16)', async () => {
    const ann = await at('/analysis');
    await ann.page.locator('[data-to-move="black"]').waitFor();
    for (const point of ['h8', 'i9', 'j10', 'g9']) {
      await ann.plays(point);
    }
    expect(await ann.stones()).toBe(4);
    await ann.page.locator('[data-step="previous"]').click();
    await ann.page.locator('[data-step="previous"]').click();
    await ann.plays('g7');
    await ann.plays('g8');
    // The variation stands beside the line that was played first.
    expect(await inTree(ann)).toEqual(['H8 I9 J10', '· G7 G8', 'G9']);
    await ann.page.locator('[data-promote]').click();
    await ann.page.locator('[data-node]').nth(2).getByText('G7').waitFor();
    expect(await inTree(ann)).toEqual(['H8 I9 G7', '· J10 G9', 'G8']);
    await ann.page.locator('[data-node]', { hasText: 'J10' }).click();
    await ann.stone('j10').waitFor();
    expect(await ann.stones()).toBe(3);
    await ann.page.locator('[data-remove]').click();
    await ann.stone('j10').waitFor({ state: 'detached' });
    expect(await inTree(ann)).toEqual(['H8 I9 G7 G8']);
    await ann.page.locator('[data-undo]').click();
    expect(await inTree(ann)).toEqual(['H8 I9 G7', '· J10 G9', 'G8']);
    await ann.page.locator('[data-pass]').click();
    await ann.page.locator('[data-node][aria-current]', { hasText: ann.words.play.pass }).waitFor();
    await fits(ann);
    expectNoTrouble(ann);
    await ann.leaves();
  });

  test('a forbidden point is shown, says why when it is pressed, and is played by a second press', async () => {
    const ann = await at(`/analysis?moves=${THREES}`);
    await ann.page.locator('[data-ban="j8"]').waitFor();
    expect(await ann.page.locator('[data-shapes]').count()).toBe(0);
    await ann.clicks('j8');
    const why = ann.page.locator('[data-why="j8"]');
    await why.waitFor();
    expect(await why.innerText()).toMatch(/^J8 is forbidden \(double-three\): the three H8 I8 J8 \(straight four at G8 K8\) and the three J8 J9 J10/);
    expect(await ann.page.locator('[data-shape="three"]').count()).toBe(2);
    expect(await ann.page.locator('[data-completion]').count()).toBeGreaterThan(2);
    expect(await ann.stones()).toBe(8);
    await ann.clicks('j8');
    await ann.sees('j8');
    expect(await ann.page.locator('[data-decided]').innerText()).toMatch(/^J8 is forbidden \(double-three\)/);
    await ann.page.locator('[data-shape="three"]').nth(1).waitFor({ state: 'attached' });
    // The list of forbidden points explains as well.
    await ann.page.locator('[data-step="previous"]').click();
    await ann.page.locator('[data-forbidden-point="j8"]').click();
    await why.waitFor();
    await ann.page.locator('[data-rules-choice]').selectOption('freestyle');
    await ann.page.locator('[data-ban="j8"]').waitFor({ state: 'detached' });
    await ann.page.locator('[data-rules-choice]').selectOption('renju');
    await ann.page.locator('[data-ban="j8"]').waitFor();
    await fits(ann);
    expectNoTrouble(ann);
    await ann.leaves();
  });

  test('a five, an overline and the opening are named, by the rules that are chosen (C-02, G-02)', async () => {
    const ann = await at('/analysis?moves=h8h9i9a1');
    await ann.page.locator('[data-opening="D4"]', { hasText: 'Kagetsu' }).waitFor();
    await ann.page.goto(`${server.url}/analysis?rules=standard&moves=d8a1e8c1f8e1h8g1i8i1g8`);
    await ann.page.locator('[data-decided]', { hasText: '6 in a row do not win' }).waitFor();
    await ann.page.locator('[data-rules-choice]').selectOption('freestyle');
    await ann.page.locator('[data-decided]', { hasText: 'Black has five: D8 E8 F8 G8 H8 I8.' }).waitFor();
    await ann.page.locator('line.won').waitFor({ state: 'attached' });
    await ann.page.locator('[data-board-choice]').selectOption('20');
    await ann.page.locator('[data-point="t20"]').waitFor();
    expect(await ann.stones()).toBe(11);
    expectNoTrouble(ann);
    await ann.leaves();
  });

  test('a pasted game is read with its variations, and what is wrong with one is said', async () => {
    const ann = await at('/analysis');
    await ann.page.locator('[data-open-game] > summary').click();
    await ann.page.locator('[data-paste]').fill('h8 i9\nj10 i9');
    await ann.page.locator('[data-read]').click();
    await ann.page.locator('[data-bad-file="occupied"]', { hasText: 'Line 2. Move 4.' }).waitFor();
    ann.troubles.splice(0);
    await ann.page.locator('[data-paste]').fill('(;SZ[15]RU[renju]PB[Ann]PW[Bo];B[hh]C[The centre];W[ig](;B[jf])(;B[gi]C[Also good]))');
    await ann.page.locator('[data-read]').click();
    await ann.page.locator('[data-players]', { hasText: 'Ann – Bo' }).waitFor();
    await ann.page.locator('[data-comment]', { hasText: 'Also good' }).waitFor();
    expect(await inTree(ann)).toEqual(['H8 I9 J10', '· G7']);
    const sgf = await saved(ann, 'sgf');
    expect(sgf).toContain(';B[hh]C[The centre]');
    // What is saved is read again as it was.
    await ann.page.locator('[data-open-game] > summary').click();
    await ann.page.locator('[data-clear]').click();
    expect(await inTree(ann)).toEqual([]);
    await ann.page.locator('[data-paste]').fill(sgf);
    await ann.page.locator('[data-read]').click();
    await ann.page.locator('[data-comment]', { hasText: 'Also good' }).waitFor();
    expect(await inTree(ann)).toEqual(['H8 I9 J10', '· G7']);
    expectNoTrouble(ann);
    await ann.leaves();
  });

  test('the line on the board is saved in every format, and shared by a link', async () => {
    const ann = await at('/analysis?moves=h8i9');
    await ann.plays('j10');
    await ann.page.waitForURL((url) => url.searchParams.get('moves') === 'h8i9j10');
    await ann.page.locator('[data-keep-game] > summary').click();
    expect(await saved(ann, 'txt')).toBe('h8 i9 j10\n');
    expect(await saved(ann, 'psq')).toMatch(/^Piskvorky 15x15.*\n8,8,0\n9,7,0\n10,6,0\n/);
    expect(await saved(ann, 'sgf')).toContain(';B[hh];W[ig];B[jf]');
    expect((await saved(ann, 'png')).slice(1, 4)).toBe('PNG');
    await ann.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await ann.page.locator('[data-copy-line]').click();
    await ann.page.getByText(ann.words.copied).waitFor();
    const link = await ann.page.evaluate(() => navigator.clipboard.readText());
    const bo = await Someone.at(browser, link, look);
    await bo.sees('j10');
    expect(await bo.stones()).toBe(3);
    expectNoTrouble(ann, bo);
    await Promise.all([ann.leaves(), bo.leaves()]);
  });

  test('a game is analysed from where it is shown: by who watches at once, by its players when it is over', async () => {
    const players = await twoAtATable(browser, server.url, { preset: 'renju', visibility: 'public' });
    const [ann, bo] = players;
    const room = new URL(ann.page.url()).pathname.split('/').at(-1) ?? '';
    await playOut(players, ['h8', 'i9', 'j10', 'g9']);
    const eve = await at(`/g/${room}`);
    await eve.sees('g9');
    await eve.shows('moves');
    await ann.shows('moves');
    expect(await ann.page.locator('[data-analyse]').count()).toBe(0);
    await eve.page.locator('[data-step="previous"]').click();
    await eve.page.locator('[data-analyse]').click();
    await eve.page.locator('[data-analysis]').waitFor();
    await eve.sees('j10');
    expect([await eve.stones(), await inTree(eve)]).toEqual([3, ['H8 I9 J10 G9']]);
    // Whoever plays it gets it by no address either.
    const again = await ann.inAnotherTab(`${server.url}/analysis?game=${room}`);
    await again.page.locator('[data-game="yours"]').waitFor();
    expect(await again.stones()).toBe(0);
    await ann.acts('resign');
    await ann.does('resign');
    await ann.phase('over');
    await ann.page.locator('[data-analyse]').click();
    await ann.sees('g9');
    expect(await ann.page.locator('[data-players]').count()).toBe(1);
    await ann.page.goto(`${server.url}/games`);
    await ann.page.locator(`[data-analyse="${room}"]`).click();
    await ann.sees('g9');
    expectNoTrouble(ann, bo, eve, again);
    await Promise.all([ann.leaves(), bo.leaves(), eve.leaves()]);
  });
});

test('everything is done by the keyboard, and read out', async () => {
  const ann = await Someone.at(browser, `${server.url}/analysis?moves=${THREES}`);
  await ann.page.locator('[data-ban="j8"]').waitFor();
  await ann.page.keyboard.press('b');
  await ann.page.locator('#board:focus').waitFor();
  // From the last stone, on G1, three lines to the right and seven up.
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', ...Array<string>(7).fill('ArrowUp')]) {
    await ann.page.keyboard.press(key);
  }
  expect(await ann.page.locator('#board').getAttribute('aria-activedescendant')).toBe('p-j8');
  expect(await ann.page.locator('#p-j8').getAttribute('aria-label')).toContain('forbidden');
  await ann.page.locator('[data-spoken-position]', { hasText: 'J8 is forbidden (double-three)' }).waitFor({ state: 'attached' });
  await ann.page.keyboard.press('Enter');
  await ann.sees('j8');
  await ann.page.keyboard.press('Escape');
  await ann.page.keyboard.press('ArrowLeft');
  await ann.page.locator('[data-spoken-position]', { hasText: 'Move 8, White G1. 1 point is forbidden.' }).waitFor({ state: 'attached' });
  await ann.page.keyboard.press('p');
  expect(await inTree(ann)).toEqual(['H8 A1 I8 C1 J9 E1 J10 G1 J8', '· Pass']);
  await ann.page.keyboard.press('ArrowUp');
  await ann.sees('j8');
  await ann.page.keyboard.press('ArrowDown');
  await ann.page.keyboard.press('v');
  expect(await inTree(ann)).toEqual(['H8 A1 I8 C1 J9 E1 J10 G1 Pass', '· J8']);
  await ann.page.keyboard.press('Delete');
  await ann.page.keyboard.press('End');
  await ann.sees('j8');
  await ann.page.keyboard.press('u');
  await ann.page.keyboard.press('Home');
  await ann.page.locator('[data-spoken-position]', { hasText: 'Before the first move.' }).waitFor({ state: 'attached' });
  expect(await ann.stones()).toBe(0);
  expectNoTrouble(ann);
  await ann.leaves();
});

test('a file is chosen or dropped, and a text pasted on the page', async () => {
  const ann = await Someone.at(browser, `${server.url}/analysis`);
  await ann.page.locator('[data-open-game] > summary').click();
  await ann.page.locator('[data-file]').setInputFiles({ name: 'game.psq', mimeType: 'text/plain', buffer: Buffer.from('Piskvorky 19x19, 11:11, 0\n10,10,0\n11,10,0\n') });
  await ann.sees('k10');
  await ann.page.locator('[data-point="s19"]').waitFor();
  const transfer = await ann.page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(['1.h8 2.i9 3.j10'], 'game.txt', { type: 'text/plain' }));
    return data;
  });
  await ann.page.locator('[data-analysis]').dispatchEvent('dragover', { dataTransfer: transfer });
  await ann.page.locator('[data-dropping]').waitFor();
  await ann.page.locator('[data-analysis]').dispatchEvent('drop', { dataTransfer: transfer });
  await ann.sees('j10');
  await ann.page.locator('[data-dropping]').waitFor({ state: 'detached' });
  await ann.page.locator('[data-undo]').click();
  await ann.sees('k10');
  await ann.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await ann.page.evaluate(() => navigator.clipboard.writeText('g7 g8'));
  await ann.page.locator('h1').click();
  await ann.page.keyboard.press('Control+v');
  await ann.sees('g8');
  expect(await ann.stones()).toBe(2);
  expectNoTrouble(ann);
  await ann.leaves();
});

test('alternatives that were dropped are variations of a game', async () => {
  const ann = await Someone.at(browser, server.url);
  const bo = await Someone.at(browser, await ann.create({ preset: 'rif', colours: 'black_a', visibility: 'link' }));
  await bo.does('sit');
  await playFifths(ann, bo);
  await bo.acts('resign');
  await bo.does('resign');
  await ann.phase('over');
  await ann.page.locator('[data-analyse]').click();
  await ann.sees('f9');
  expect(await inTree(ann)).toEqual(['H8 I9 J10 G9 F9', '· I7']);
  expectNoTrouble(ann, bo);
  await Promise.all([ann.leaves(), bo.leaves()]);
});

test('without the server moves are still made, and what is not known is said', async () => {
  const ann = await Someone.at(browser, `${server.url}/analysis`);
  await ann.page.locator('[data-none-forbidden]').waitFor();
  await ann.page.route('**/api/judge', (route) => route.abort());
  await ann.plays('h8');
  await ann.page.locator('[data-retry]').waitFor();
  await ann.page.unroute('**/api/judge');
  await ann.page.locator('[data-retry]').click();
  await ann.page.locator('[data-none-forbidden]').waitFor();
  await ann.leaves();
});

test('nothing runs out of the page at 320 pixels, in any language', async () => {
  for (const locale of ['en', 'zh-CN', 'ja']) {
    const ann = await Someone.at(browser, `${server.url}/analysis?moves=${THREES}`, { viewport: { width: 320, height: 568 }, locale });
    await ann.page.locator('[data-ban="j8"]').waitFor();
    await ann.clicks('j8');
    await ann.page.locator('[data-why]').waitFor();
    await ann.page.locator('[data-open-game] > summary').click();
    await ann.page.locator('[data-keep-game] > summary').click();
    await fits(ann);
    expectNoTrouble(ann);
    await ann.leaves();
  }
});

/** The opening of a game with two alternatives, of which the second is kept. */
async function playFifths(ann: Someone, bo: Someone): Promise<void> {
  for (const [index, point] of ['h8', 'i9', 'j10'].entries()) {
    await ann.plays(point);
    await bo.counts(index + 1);
  }
  await bo.does('choose_stay');
  await bo.plays('g9');
  for (const point of ['i7', 'f9']) {
    await ann.clicks(point);
  }
  await ann.does('show');
  await bo.page.locator('[data-alternative="f9"]').waitFor();
  await bo.clicks('f9');
  await bo.does('keep');
  await ann.sees('f9');
}

/** The runs of the tree as they are read: a dot for each variation that one is in. */
async function inTree({ page }: Someone): Promise<string[]> {
  return page.locator('[data-tree] [data-depth]').evaluateAll((runs) =>
    runs.map((run) => {
      const moves = [...run.querySelectorAll('[data-node]')].map((move) => move.textContent?.replace(/^\s*\d+/, '').trim() ?? '');
      return `${'· '.repeat(Number(run.getAttribute('data-depth')))}${moves.join(' ')}`;
    }),
  );
}

/** Nothing runs out of the page to the side. */
async function fits({ page }: Someone): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}

/** What is saved in a format. */
async function saved({ page }: Someone, format: string): Promise<string> {
  const details = page.locator('[data-keep-game]');
  if ((await details.getAttribute('open')) === null) {
    await details.locator('summary').click();
  }
  const [file] = await Promise.all([page.waitForEvent('download'), page.locator(`[data-save="${format}"]`).click()]);
  expect(file.suggestedFilename()).toBe(`tengen-analysis.${format}`);
  return readFileSync(await file.path(), 'latin1');
}
