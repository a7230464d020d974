/** Pictures of the pages, for people to look at: `npm run screenshots` writes them to `screenshots/`. */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { LANGUAGES } from '../src/i18n/all';
import { Crowd } from './crowd';
import { TeamMatch } from './event';
import { confirm, convene, fill, panelOf, rule, type Court } from './office';
import { launch, playOut, Someone } from './people';
import { perform, type Cast } from './play';
import { GameServer } from './server';

const FOLDER = process.env.SCREENSHOTS ?? fileURLToPath(new URL('../screenshots/', import.meta.url));
const LOOKS: Record<string, BrowserContextOptions> = {
  'desktop-light-en': { viewport: { width: 1366, height: 768 }, colorScheme: 'light', locale: 'en' },
  'desktop-dark-zh': { viewport: { width: 1366, height: 768 }, colorScheme: 'dark', locale: 'zh-CN' },
  'phone-light-zh': { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, colorScheme: 'light', locale: 'zh-CN' },
  'desktop-light-ja': { viewport: { width: 1366, height: 768 }, colorScheme: 'light', locale: 'ja' },
  'phone-dark-ja': { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, colorScheme: 'dark', locale: 'ja' },
  'phone-dark-en': { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, colorScheme: 'dark', locale: 'en' },
};
const MOVES = 'h8 h9 i9 i8 g7 f6 j10 k11 i7 g8 g9 j8 h10 i11'.split(' ');

let browser: Browser;
const server = new GameServer();

beforeAll(async () => {
  mkdirSync(FOLDER, { recursive: true });
  [browser] = await Promise.all([launch(), server.start()]);
});
afterAll(async () => {
  await browser?.close();
  await server.stop();
});

test.each(Object.entries(LOOKS))('%s', async (name, look) => {
  const ann = await Someone.at(browser, server.url, look);
  await ann.page.locator('[data-people]', { hasText: /\d/ }).waitFor();
  await ann.page.locator('[data-play-computer]').waitFor();
  await shoot(ann, 'lobby', name);
  const table = await ann.create({ preset: 'freestyle', clock: '5m 3x30s', colours: 'black_a' });
  await shoot(ann, 'open', name);
  const bo = await Someone.at(browser, table);
  await bo.does('sit');
  const eve = await Someone.at(browser, table, look);
  await playOut([ann, bo], MOVES);
  await eve.sees('i11');
  await shoot(ann, 'playing', name);
  await shoot(eve, 'spectator', name);
  await bo.acts('draw');
  await ann.page.locator('[data-press="accept_draw"]').waitFor();
  await shoot(ann, 'draw-offered', name);
  await ann.does('decline_draw');
  await playOut([ann, bo], ['f10', 'e11', 'j6']);
  await ann.page.locator('line.won').waitFor();
  await shoot(ann, 'result', name);
  await eve.page.goto(`${server.url}/games`);
  await eve.page.locator('[data-games] [data-room]').first().waitFor();
  await shoot(eve, 'games', name);
  await eve.page.goto(server.url);
  await eve.page.locator('[data-pair="renju"]').click();
  await eve.page.locator('[data-waiting]').waitFor();
  await shoot(eve, 'pairing', name);
  await ann.shows('room');
  await shoot(ann, 'record', name, true);
  await Promise.all([ann.leaves(), bo.leaves(), eve.leaves()]);
});

test.each(Object.entries(LOOKS))('the analysis board, %s', async (name, look) => {
  const ann = await Someone.at(browser, `${server.url}/analysis`, look);
  await ann.page.locator('[data-none-forbidden]').waitFor();
  await shoot(ann, 'analysis-empty', name);
  await ann.page.goto(`${server.url}/analysis?moves=h8h9i8g9j9k10j10i11`);
  await ann.page.locator('[data-ban]').first().waitFor();
  await ann.page.locator('[data-forbidden-point]').first().click();
  await ann.page.locator('[data-why]').waitFor();
  await shoot(ann, 'analysis-forbidden', name);
  await ann.page.locator('[data-open-game] > summary').click();
  await ann.page.locator('[data-paste]').fill('h8 i9 x3');
  await ann.page.locator('[data-read]').click();
  await ann.page.locator('[data-bad-file]').waitFor();
  await shoot(ann, 'analysis-open', name, true);
  await ann.page.locator('[data-paste]').fill(
    '(;RU[Renju]PB[Nakamura]PW[陈];B[hh]C[One of the 26 begins here.];W[hg];B[ig](;W[gf];B[ih];W[jh](;B[ii];W[gg])(;B[gg]C[This keeps the initiative.];W[ij];B[ji]))(;W[ih];B[gg]))',
  );
  await ann.page.locator('[data-read]').click();
  await ann.page.locator('[data-players]').waitFor();
  await ann.page.locator('[data-keep-game] > summary').click();
  await ann.page.locator('[data-node]', { hasText: 'J7' }).click();
  await ann.page.locator('[data-none-forbidden]').waitFor();
  await shoot(ann, 'analysis-tree', name, true);
  await ann.leaves();
});

test.each(Object.entries(LOOKS))('a competition, %s', async (name, look) => {
  const match = await TeamMatch.found(browser, server.url, look);
  await match.appoints('Dora');
  const captain = await match.comes('seat.1.2', look);
  await match.publishes('Saturday morning');
  await captain.page.locator('[data-appeal-text]').fill('The hall was too loud');
  await captain.page.locator('[data-file]').click();
  await captain.page.locator('[data-appeal="1"]').waitFor();
  await match.chief.page.locator('[data-appeal="1"] [data-answer]').waitFor();
  await shoot(match.chief, 'competition-chief', name, true);
  await shoot(captain, 'competition', name, true);
  await captain.page.goto(`${server.url}/competitions`);
  await captain.page.locator('[data-competitions-list]').waitFor();
  await captain.page.locator('[data-new]').click();
  await shoot(captain, 'competitions', name, true);
  await Promise.all([match.chief.leaves(), captain.leaves()]);
});

test.each(Object.entries(LOOKS))('bots, %s', async (name, look) => {
  const ann = await Someone.at(browser, `${server.url}/bots`, look);
  await ann.page.locator('[data-empty]').waitFor();
  await shoot(ann, 'no-bots', name);
  const bots = [await server.bot(`Engine ${name}`.slice(0, 24), '--games', '4'), await server.bot(`天元 ${name}`.slice(0, 24), '--presets', 'renju,rif')];
  await ann.page.locator('[data-bot-row]').nth(1).waitFor();
  await shoot(ann, 'bots', name, true);
  await ann.page.locator('[data-challenge="renju"]').first().click();
  await ann.phase('playing');
  await ann.page.locator('[data-bar] [data-bot]').waitFor();
  await shoot(ann, 'bot-game', name);
  bots.forEach((bot) => bot.kill('SIGTERM'));
  await ann.leaves();
});

test.each(Object.entries(LOOKS))('openings and claims, %s', async (name, look) => {
  const [a, b, eve] = [await Someone.at(browser, server.url, look), await Someone.at(browser, server.url, look), await Someone.at(browser, server.url, look)];
  const cast: Cast = { a, b, eve, words: LANGUAGES[look.locale === 'en' ? 'en' : 'zh'] };
  await a.wishes({ preset: 'cn2013', clock: 'usual', colours: 'black_a', visibility: 'link' });
  await a.chooses('clock', 'custom');
  await a.page.locator('[data-about] summary').click();
  await a.page.locator('[data-rules-details] > summary').click();
  await shoot(a, 'form', name, true);
  await a.chooses('clock', 'usual');
  const table = await a.create({});
  await Promise.all([b, eve].map(({ page }) => page.goto(table)));
  await b.does('sit');
  await Promise.all([a, b, eve].map((someone) => someone.phase('playing')));
  await perform(cast, ['a h8 i9']);
  await shoot(a, 'zone', name);
  await perform({ ...cast, made: 2 }, ['a j10']);
  await shoot(a, 'announce', name);
  await perform({ ...cast, made: 3 }, ['a announce 3']);
  await shoot(b, 'choose', name);
  await perform({ ...cast, made: 4 }, ['b choose swap', 'a g9']);
  for (const point of ['i7', 'f9']) {
    await b.clicks(point);
  }
  await shoot(b, 'alternatives', name);
  await b.clicks('g6');
  await b.does('show');
  await a.page.locator('[data-alternative="g6"]').waitFor();
  await shoot(eve, 'keep-spectator', name);
  await a.clicks('f9');
  await shoot(a, 'keep', name);
  await a.does('keep');
  await perform({ ...cast, made: 8 }, ['a j8', 'b turns c3 o1 d3 o3 e4 o5 e5 o7 e3', 'a act claim']);
  await shoot(a, 'claim', name, true);
  await a.page.keyboard.press('Escape');
  await perform({ ...cast, made: 18 }, ['a o9', 'a act draw']);
  await shoot(b, 'improper', name, true);
  await b.does('object');
  await shoot(b, 'violation', name, true);
  await Promise.all([a.leaves(), b.leaves(), eve.leaves()]);
});

test.each(Object.entries(LOOKS))('blocked points, alternatives anywhere, %s', async (name, look) => {
  const [a, b] = [await Someone.at(browser, server.url, look), await Someone.at(browser, server.url, look)];
  await a.wishes({ preset: 'renju', clock: 'usual', colours: 'black_a', visibility: 'link' });
  await a.page.locator('[data-rules-details] > summary').click();
  await a.chooses('adjudication', 'block');
  await b.page.goto(await a.create({}));
  await b.does('sit');
  await a.phase('playing');
  await playOut([a, b], ['h8', 'a1', 'i8', 'c1', 'j9', 'e1', 'j10', 'g1']);
  await a.page.locator('[data-ban]').first().waitFor();
  await shoot(a, 'blocked', name);
  await Promise.all([a.leaves(), b.leaves()]);
});

test.each(Object.entries(LOOKS))('arbiters and adjournments, %s', async (name, look) => {
  const court = await assembleAt(look);
  const { ann, bo, eve, kim } = court;
  await convene(court, server.url, { preset: 'cn2009', clock: '20m' });
  for (const point of ['h8', 'i9', 'j10']) {
    await ann.plays(point);
  }
  await shoot(kim, 'console', name);
  await bo.acts('complain');
  await bo.page.locator('#complain').fill('The neighbours sing.');
  await shoot(bo, 'complain', name);
  await bo.page.locator('#complain').press('Enter');
  await fill(kim, 'time_penalty', { seat: 'b', minus: '6:00', reason: 'the phone again' });
  await panelOf(kim).locator('[data-rule]').click();
  await panelOf(kim).locator('[data-force]').check();
  await panelOf(kim).locator('[data-rule]').scrollIntoViewIfNeeded();
  await shoot(kim, 'console-penalty', name);
  await confirm(kim);
  await rule(kim, 'violation', { seat: 'b', reason: 'and again' });
  await rule(kim, 'halt', { reason: 'a fire alarm' });
  await ann.reads(ann.words.arbiter.standsHalted);
  await shoot(ann, 'halted', name);
  await fill(kim, 'go_on', { charged: 'both', time: '1:30', reason: 'it was nothing' });
  await shoot(kim, 'console-go-on', name);
  await confirm(kim);
  await panelOf(kim).locator('[data-watcher] [data-ruling="remove"]').click();
  await panelOf(kim).locator('[data-reason]').fill('prompting');
  await panelOf(kim).locator('[data-rule]').scrollIntoViewIfNeeded();
  await shoot(kim, 'console-spectators', name);
  await kim.page.keyboard.press('Escape');
  for (const [someone, text] of [[ann, 'Good luck!'], [bo, '你也好运'], [eve, 'White should defend at g9, I think, and then see what Black does.'], [kim, 'Silence, please.']] as const) {
    await someone.says(text);
  }
  await eve.shows('talk');
  await eve.page.locator('[data-talk] [data-role="arbiter"]').waitFor();
  await shoot(eve, 'talk', name);
  await bo.does('choose_stay');
  await rule(kim, 'adjourn', { reason: 'the hall closes' });
  await bo.clicks('g9');
  await shoot(bo, 'sealing', name);
  await bo.does('confirm_place');
  await ann.page.locator('[data-adjourned="sealed"]').waitFor();
  await shoot(ann, 'sealed', name);
  await rule(kim, 'open_sealed', { reason: 'all are here' });
  await ann.page.locator('[data-press="confirm"]').waitFor();
  await shoot(ann, 'confirming', name);
  await rule(kim, 'double_loss', { reason: 'arranged' });
  await shoot(ann, 'ruled', name);
  await Promise.all([ann, bo, eve, kim].map((someone) => someone.leaves()));
});

test.each(Object.entries(LOOKS))('how games begin, and their clocks, %s', async (name, look) => {
  const [ann, bo] = [await Someone.at(browser, server.url, look), await Someone.at(browser, server.url, look)];
  await ann.wishes({ preset: 'cn2013', clock: 'free 30m 1x30s fouls 2', colours: 'call', visibility: 'link', arbitration: 'opener' });
  await shoot(ann, 'form-new', name, true);
  await ann.page.locator('.start').getByRole('switch').click();
  await shoot(ann, 'form-scheduled', name, true);
  await ann.page.goto(server.url);
  const table = await ann.create({ clock: 'none', colours: 'handful', visibility: 'link', arbitration: 'link' });
  await shoot(ann, 'open-arbitrated', name);
  await bo.page.goto(table);
  await bo.does('sit');
  await ann.page.locator('[data-press="commit"]').waitFor();
  await shoot(ann, 'handful', name);
  await ann.does('commit');
  await ann.page.locator('[data-press="commit"]').waitFor({ state: 'detached' });
  await shoot(ann, 'handful-held', name);
  await bo.does('commit');
  await ann.phase('playing');
  await shoot(ann, 'handful-shown', name);

  const later = server.url + (await ann.schedules(600_000));
  await Promise.all([ann, bo].map(({ page }) => page.goto(later)));
  await bo.does('sit');
  await bo.does('ready');
  await ann.page.locator('[data-bar="b"] [data-present]').waitFor();
  await shoot(ann, 'scheduled', name);

  await ann.page.goto(server.url);
  await bo.page.goto(await ann.create({ clock: 'shared 2h', colours: 'black_a', visibility: 'link' }));
  await bo.does('sit');
  await playOut([ann, bo], ['h8', 'i9']);
  await shoot(ann, 'shared', name);

  await ann.page.goto(server.url);
  await bo.page.goto(await ann.create({ clock: '1x12s fouls 3', colours: 'black_a', visibility: 'link' }));
  await bo.does('sit');
  await ann.page.locator('[data-fouls="1"]').waitFor();
  await ann.page.locator('[data-spoken]').waitFor();
  await shoot(ann, 'fouls', name);
  await Promise.all([ann.leaves(), bo.leaves()]);
});

test.each(Object.entries(LOOKS))('watching, %s', async (name, look) => {
  const crowds: Crowd[] = [];
  const names = [['Ann', 'Bo'], ['李明', '王芳'], ['Katarzyna', 'Jean-Baptiste de la Tour'], ['佐藤', 'Eve']] as const;
  for (const [index, pair] of names.entries()) {
    crowds.push(await Crowd.gather(browser, server.url, 3, pair, { clock: ['10m', '5m 3x30s', null, '3m+5s'][index] ?? '10m' }));
  }
  const rooms = crowds.flatMap((crowd) => crowd.rooms.map((room) => [crowd, room] as const));
  for (const [index, [crowd, room]] of rooms.entries()) {
    await crowd.plays(room, ...MOVES.slice(0, 3 + index));
  }
  const eve = await Someone.at(browser, `${server.url}/watch`, look);
  await eve.page.locator('[data-glance][data-phase="playing"]').nth(5).waitFor();
  const [last] = await eve.page.locator('[data-glance]').evaluateAll((links) => links.slice(1, 2).map((link) => (link as HTMLElement).dataset.glance ?? ''));
  await rooms.find(([, room]) => room === last)?.[0].resigns(last ?? '');
  await eve.page.locator('[data-note]').waitFor();
  await shoot(eve, 'wall', name);
  await shoot(eve, 'wall-full', name, true);
  await eve.page.goto(server.url);
  await eve.page.locator('[data-featured] [data-phase="playing"]').waitFor();
  await shoot(eve, 'lobby-featured', name, true);
  // The newest has been given up; this one goes on.
  const running = rooms.at(-2);
  if (!running) {
    throw new Error('many games were asked for');
  }
  const [crowd, room] = running;
  await eve.page.goto(`${server.url}/g/${room}`);
  await eve.page.locator('[data-follow]').first().click();
  await crowd.begins();
  await eve.page.locator('[data-next]').waitFor();
  await shoot(eve, 'follow', name);
  await eve.shows('room');
  await eve.page.locator('[data-embed] summary').click();
  await shoot(eve, 'share', name, true);
  await eve.page.goto(`${server.url}/embed/${room}`);
  await eve.page.setViewportSize({ width: 400, height: 500 });
  await eve.page.locator('main[data-phase="playing"]').waitFor();
  await shoot(eve, 'embed', name);
  await Promise.all([eve.leaves(), ...crowds.map((each) => each.leaves())]);
});

test.each(Object.entries(LOOKS).filter(([name]) => name.startsWith('phone')))('a finger on the board, %s', async (name, look) => {
  const ann = await Someone.at(browser, server.url, { ...look, hasTouch: true, isMobile: true });
  const bo = await Someone.at(browser, await ann.create({ clock: '10m', colours: 'black_a', visibility: 'link' }));
  await bo.does('sit');
  await ann.page.locator('svg.placing').waitFor();
  await ann.page.waitForLoadState('networkidle');
  const box = await ann.page.locator('[data-point="i10"]').boundingBox();
  const devtools = await ann.page.context().newCDPSession(ann.page);
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: (box?.x ?? 0) + 9, y: (box?.y ?? 0) + 9 }] });
  await ann.page.locator('[data-loupe]').waitFor();
  await shoot(ann, 'loupe', name);
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await ann.page.getByLabel(ann.words.settings).click();
  await shoot(ann, 'settings-touch', name);
  await Promise.all([ann.leaves(), bo.leaves()]);
});

async function assembleAt(look: BrowserContextOptions): Promise<Court> {
  const [ann, bo, eve, kim] = await Promise.all([1, 2, 3, 4].map(() => Someone.at(browser, server.url, look)));
  if (!ann || !bo || !eve || !kim) {
    throw new Error('four people were asked for');
  }
  return { ann, bo, eve, kim };
}

async function shoot({ page }: Someone, what: string, look: string, fullPage = false): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  // What stands beside the board of a game comes after it.
  await page.waitForFunction(() => document.querySelector('main.bare') === null);
  await page.screenshot({ path: join(FOLDER, `${what}-${look}.png`), animations: 'disabled', fullPage });
}
