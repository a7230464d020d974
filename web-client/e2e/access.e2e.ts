/** An automated look at every page for what keeps people out. */

import axe from 'axe-core';
import type { AxeResults } from 'axe-core';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Crowd } from './crowd';
import { TeamMatch } from './event';
import { assemble, convene, fill } from './office';
import { launch, playOut, Someone } from './people';
import { perform } from './play';
import { GameServer } from './server';

const LOOKS = {
  'on a desktop, light': { viewport: { width: 1366, height: 768 }, colorScheme: 'light' },
  'on a phone, dark': { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
} as const;

let browser: Browser;
const server = new GameServer();

beforeAll(async () => {
  [browser] = await Promise.all([launch(), server.start()]);
});
afterAll(async () => {
  await browser?.close();
  await server.stop();
});

describe.each(Object.entries(LOOKS))('%s', (where, look) => {
  test('the lobby, its form and its dialogues', async () => {
    const ann = await Someone.at(browser, server.url, look);
    await ann.page.locator('[data-create]').waitFor();
    await ann.page.locator('[data-play-computer]').waitFor();
    await isOpenToAll(ann);
    await ann.wishes({ preset: 'cn2013', clock: '20m 3x30s' });
    await ann.page.locator('[data-about] summary').click();
    await ann.page.locator('[data-rules-details] > summary').click();
    await isOpenToAll(ann);
    await ann.page.locator('[data-pair="renju"]').click();
    await ann.page.locator('[data-waiting]').waitFor();
    await isOpenToAll(ann);
    await ann.page.getByLabel(ann.words.settings).click();
    await isOpenToAll(ann);
    await ann.leaves();
  });

  test('a game from the invitation to the end, for who plays and who watches', async () => {
    const ann = await Someone.at(browser, server.url, look);
    const table = await ann.create({ preset: 'freestyle', clock: '5m 3x30s', colours: 'black_a' });
    await ann.page.locator('[data-invite-computer]').waitFor({ state: 'attached' });
    await isOpenToAll(ann);
    const bo = await Someone.at(browser, table, look);
    await bo.phase('open');
    await isOpenToAll(bo);
    await bo.does('sit');
    const eve = await Someone.at(browser, table, look);
    await playOut([ann, bo], ['h8', 'a1', 'i8', 'a2', 'j8', 'a3', 'k8', 'a4']);
    await bo.acts('draw');
    await ann.page.locator('[data-press="accept_draw"]').waitFor();
    await isOpenToAll(ann, bo, eve);
    await ann.says('Good game');
    await isOpenToAll(ann);
    await ann.shows('moves');
    await ann.plays('l8');
    await ann.phase('over');
    await eve.phase('over');
    await isOpenToAll(ann, bo, eve);
    await ann.shows('room');
    await isOpenToAll(ann);
    await eve.page.goto(`${server.url}/games`);
    await eve.page.locator('[data-games] [data-room]').first().waitFor();
    await isOpenToAll(eve);
    await Promise.all([ann.leaves(), bo.leaves(), eve.leaves()]);
  });

  test('the wall, the featured game, a player who is followed, and a board for other sites', async () => {
    const eve = await Someone.at(browser, `${server.url}/watch`, look);
    await eve.page.locator('h1').waitFor();
    await isOpenToAll(eve);
    const crowd = await Crowd.gather(browser, server.url, 2);
    const [first = '', second = ''] = crowd.rooms;
    await crowd.plays(first, 'h8', 'h9');
    await eve.page.locator(`[data-glance="${second}"][data-phase="playing"]`).waitFor();
    await crowd.resigns(second);
    await eve.page.locator(`[data-glance="${second}"] [data-note]`).waitFor();
    await isOpenToAll(eve);
    await eve.page.goto(server.url);
    await eve.page.locator(`[data-featured] [data-glance="${first}"][data-phase="playing"]`).waitFor();
    await isOpenToAll(eve);
    await eve.page.goto(`${server.url}/g/${first}`);
    await eve.page.locator('[data-follow]').first().click();
    const third = await crowd.begins();
    await eve.page.locator(`[data-next="${third}"]`).waitFor();
    await eve.shows('room');
    await eve.page.locator('[data-embed] summary').click();
    await isOpenToAll(eve);
    await eve.page.goto(`${server.url}/embed/${first}`);
    await eve.page.locator('main[data-phase="playing"]').waitFor();
    await isOpenToAll(eve);
    await Promise.all([eve.leaves(), crowd.leaves()]);
  });

  test('the analysis board, with a forbidden point explained and a file that cannot be read', async () => {
    const ann = await Someone.at(browser, `${server.url}/analysis?moves=h8a1i8c1j9e1j10g1`, look);
    await ann.page.locator('[data-ban="j8"]').waitFor();
    await isOpenToAll(ann);
    await ann.clicks('j8');
    await ann.page.locator('[data-why="j8"]').waitFor();
    for (const summary of await ann.page.locator('summary:visible').all()) {
      await summary.click();
    }
    await ann.page.locator('[data-paste]').fill('h8 h8');
    await ann.page.locator('[data-read]').click();
    await ann.page.locator('[data-bad-file]').waitFor();
    await isOpenToAll(ann);
    await ann.page.locator('[data-paste]').fill('(;B[hh];W[ig](;B[jf]C[good])(;B[gi]))');
    await ann.page.locator('[data-read]').click();
    await ann.page.locator('[data-comment]').waitFor();
    await isOpenToAll(ann);
    await ann.leaves();
  });

  test('the bots that are here', async () => {
    const ann = await Someone.at(browser, `${server.url}/bots`, look);
    await ann.page.locator('[data-empty], [data-bots-list]').first().waitFor();
    await isOpenToAll(ann);
    const bot = await server.bot(`Engine ${where}`.slice(0, 24));
    await ann.page.locator('[data-challenge]').first().waitFor();
    await isOpenToAll(ann);
    bot.kill('SIGTERM');
    await ann.leaves();
  });

  test('a competition being founded, as its chief, a captain and a stranger see it, and the list', async () => {
    const founding = await Someone.at(browser, `${server.url}/competitions`, look);
    await founding.page.locator('[data-new]').click();
    await founding.chooses('kind', 'team');
    await founding.page.locator('[data-more-rules]').click();
    await isOpenToAll(founding);
    const match = await TeamMatch.found(browser, server.url, look);
    await match.appoints('Dora');
    const captain = await match.comes('seat.1.2', look);
    await match.publishes('Saturday morning');
    await captain.page.locator('[data-appeal-text]').fill('The hall was too loud');
    await captain.page.locator('[data-file]').click();
    await captain.page.locator('[data-appeal="1"]').waitFor();
    await match.chief.page.locator('[data-appeal="1"] [data-answer]').waitFor();
    for (const summary of await match.chief.page.locator('[data-desk] details:not([open]) > summary').all()) {
      await summary.click();
    }
    const eve = await Someone.at(browser, match.address, look);
    await eve.page.locator('[data-appeal="1"]').waitFor();
    await isOpenToAll(match.chief, captain, eve);
    await founding.page.goto(`${server.url}/competitions`);
    await founding.page.locator('[data-competitions-list]').waitFor();
    await isOpenToAll(founding);
    await Promise.all([founding, match.chief, captain, eve].map((someone) => someone.leaves()));
  });

  test('an opening with alternatives on the board', async () => {
    const [a, b, eve] = [await Someone.at(browser, server.url, look), await Someone.at(browser, server.url, look), await Someone.at(browser, server.url, look)];
    const table = await a.create({ preset: 'rif', colours: 'black_a' });
    await Promise.all([b, eve].map(({ page }) => page.goto(table)));
    await b.does('sit');
    await Promise.all([a, b, eve].map((someone) => someone.phase('playing')));
    await perform({ a, b, eve, words: a.words }, ['a h8 i9 j10']);
    await isOpenToAll(b);
    await perform({ a, b, eve, words: a.words, made: 3 }, ['b choose stay', 'b g9', 'a show i7 f9']);
    await isOpenToAll(a, b, eve);
    await Promise.all([a.leaves(), b.leaves(), eve.leaves()]);
  });

  test('an arbiter’s page, and one that leads nowhere', async () => {
    const court = await assemble(browser, server.url);
    const { kim } = court;
    await kim.page.setViewportSize(look.viewport);
    await kim.page.emulateMedia({ colorScheme: look.colorScheme });
    await convene(court, server.url);
    await isOpenToAll(kim);
    await fill(kim, 'time_penalty', { reason: 'Talking', seat: 'a', minus: '1m', plus: '1m' });
    await isOpenToAll(kim);
    await kim.page.goto(`${server.url}/g/zzzzzzzzzzzz`);
    await kim.page.locator('main').waitFor();
    await isOpenToAll(kim);
    await Promise.all(Object.values(court).map((someone: Someone) => someone.leaves()));
  });
});

/** Nothing on these pages keeps anybody out, as far as a program can tell. */
async function isOpenToAll(...people: Someone[]): Promise<void> {
  for (const { page } of people) {
    await page.evaluate(axe.source);
    const { violations } = await page.evaluate(() => (globalThis as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run());
    const found = violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`));
    expect(found).toEqual([]);
  }
}
