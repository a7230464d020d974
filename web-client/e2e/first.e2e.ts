/** What a page fetches before it can be used, in which order, and how it comes in. */

import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectNoTrouble, launch, playOut, Someone, twoAtATable } from './people';
import { LAPTOP, measure, PHONE } from './profile';
import { GameServer } from './server';

/** How far what is in sight may move while a page comes in, as Lighthouse adds it up; it finds nothing below 0.1. */
const SHIFT_MAX = 0.01;
/** The most script of a page, packed the older way, before it can be used. */
const SCRIPT_BYTES_MAX = 85_000;
/** The same for a board in a frame. */
const FRAME_BYTES_MAX = 50_000;

let browser: Browser;
let players: [Someone, Someone];
const server = new GameServer();

beforeAll(async () => {
  [browser] = await Promise.all([launch(), server.start()]);
  players = await twoAtATable(browser, server.url, { clock: '5m 3x30s', visibility: 'public' });
  await playOut(players, ['h8', 'h9']);
});
afterAll(async () => {
  await browser?.close();
  await server.stop();
});

/** The pages, and what there is when they can be used. */
const PAGES: readonly (readonly [name: string, path: () => string, ready: string])[] = [
  ['the lobby', () => '/', '[data-pair]'],
  ['a game', () => new URL(players[0].page.url()).pathname, 'main[data-phase="playing"] #board'],
  ['finished games', () => '/games', 'main h1'],
  ['the wall', () => '/watch', 'main h1'],
  ['the analysis board', () => '/analysis', '[data-analysis] #board'],
  ['the bots', () => '/bots', 'main h1'],
];

test.each(PAGES)('%s names in its head what it fetches first, and it is small', async (_, path, ready) => {
  const someone = await Someone.at(browser, 'about:blank');
  const begun: string[] = [];
  let isReady = false;
  someone.page.on('request', (request) => {
    if (!isReady && request.resourceType() === 'script') {
      begun.push(new URL(request.url()).pathname);
    }
  });
  const response = await someone.page.goto(server.url + path());
  const announced = addressesIn(response?.headers().link ?? '');
  await someone.page.locator(ready).first().waitFor();
  isReady = true;
  expect(announced.length).toBeGreaterThan(3);
  const first = announced.filter((address) => address.endsWith('.js'));
  expect(begun.slice(0, first.length).toSorted()).toEqual(first.toSorted());
  expect(await packedSize(first)).toBeLessThan(SCRIPT_BYTES_MAX);
  expectNoTrouble(someone);
  await someone.leaves();
});

test('a board in a frame fetches no more than it shows, and nobody comes with it', async () => {
  const path = `/embed/${players[0].page.url().split('/').at(-1)}`;
  const framed = await Someone.at(browser, 'about:blank');
  const sockets: string[] = [];
  framed.page.on('websocket', (socket) => sockets.push(new URL(socket.url()).pathname));
  const response = await framed.page.goto(server.url + path);
  const announced = addressesIn(response?.headers().link ?? '').filter((address) => address.endsWith('.js'));
  await framed.page.locator('main[data-phase="playing"]').waitFor();
  expect(announced.some((address) => /\/(app|early|lobby|game)-/.test(address))).toBe(false);
  expect(await packedSize(announced)).toBeLessThan(FRAME_BYTES_MAX);
  expect(sockets).toEqual(['/ws/look']);
  expectNoTrouble(framed);
  await framed.leaves();
});

test('the words of the page are on their way before its script asks for them, and come once', async () => {
  for (const [locale, file] of [
    ['en-GB', 'en'],
    ['zh-CN', 'zh'],
    ['fr-FR', 'en'],
  ] as const) {
    const someone = await Someone.at(browser, server.url, { locale });
    await someone.page.locator('[data-create]').waitFor();
    const begun = await someone.page.evaluate(() =>
      performance.getEntriesByType('resource').map((entry) => {
        const { name, startTime, responseEnd } = entry as PerformanceResourceTiming;
        return { name: name.split('/').at(-1) ?? '', startTime, responseEnd };
      }),
    );
    const words = begun.filter(({ name }) => /^(en|zh|ja)-/.test(name));
    expect(words.map(({ name }) => name.slice(0, 2))).toEqual([file]);
    expect(words[0]?.startTime).toBeLessThan(begun.find(({ name }) => name.startsWith('app-'))?.responseEnd ?? 0);
    expectNoTrouble(someone);
    await someone.leaves();
  }
});

test('the line is open before the program is there, and what was asked on it is asked once', async () => {
  const room = players[0].page.url().split('/').at(-1) ?? '';
  for (const [path, ready, asked] of [
    ['/', '[data-people]', '{"type":"watch_lobby","brief":"newest"}'],
    [`/g/${room}`, 'main[data-phase="playing"] #board', JSON.stringify({ type: 'join', room, seen: null })],
  ] as const) {
    const someone = await Someone.at(browser, 'about:blank');
    let opened = false;
    let release: () => void = () => undefined;
    const isOpen = new Promise<void>((resolve) => (release = resolve));
    someone.page.on('websocket', (socket) => socket.on('framereceived', () => release()));
    // The program comes only when the server has been heard on the line.
    await someone.page.route(/\/assets\/app-/, async (route) => {
      await isOpen;
      opened = true;
      await route.continue();
    });
    await someone.page.goto(server.url + path);
    await someone.page.locator(ready).first().waitFor();
    expect(opened).toBe(true);
    expect(someone.sent.filter((text) => text === asked)).toEqual([asked]);
    expectNoTrouble(someone);
    await someone.leaves();
  }
});

test('the largest thing is there before there is a program, and stays where it is', async () => {
  const pages = [
    ['/', '.shell svg', 'header .home svg'],
    ['/', '.masthead', 'section .masthead'],
    [new URL(players[0].page.url()).pathname, '.goban', '.goban:has(#board)'],
  ] as const;
  for (const [{ viewport }, [path, early, late]] of [PHONE, LAPTOP].flatMap((size) => pages.map((page) => [size, page] as const))) {
    const someone = await Someone.at(browser, 'about:blank', { viewport });
    let release: () => void = () => undefined;
    const seen = new Promise<void>((resolve) => (release = resolve));
    await someone.page.route(/\/assets\/app-.*js/, async (route) => {
      await seen;
      await route.continue();
    });
    const gone = someone.page.goto(server.url + path);
    await someone.page.locator(early).waitFor();
    const before = await someone.page.locator(early).boundingBox();
    release();
    await gone;
    await someone.page.locator(late).waitFor();
    expect(await someone.page.locator('.shell').count()).toBe(0);
    expect(await someone.page.locator(late).boundingBox()).toEqual(before);
    expectNoTrouble(someone);
    await someone.leaves();
  }
});

test('what is there before the program has the colours that were chosen', async () => {
  const someone = await Someone.at(browser, server.url);
  await someone.page.evaluate(() => localStorage.setItem('tengen.settings', JSON.stringify({ theme: 'dark', board: 'slate' })));
  let release: () => void = () => undefined;
  const seen = new Promise<void>((resolve) => (release = resolve));
  await someone.page.route(/\/assets\/app-.*js/, async (route) => {
    await seen;
    await route.continue();
  });
  const gone = someone.page.goto(server.url);
  await someone.page.locator('html[data-board="slate"][data-theme="dark"] .shell').waitFor();
  release();
  await gone;
  await someone.page.locator('[data-create]').waitFor();
  expectNoTrouble(someone);
  await someone.leaves();
});

test('an opponent can be looked for while the rest of the lobby does not come, and it is said that it did not', async () => {
  const someone = await Someone.at(browser, 'about:blank');
  await someone.page.route(/\/assets\/parts-.*js/, (route) => route.abort());
  await someone.page.goto(server.url);
  await someone.page.locator('[data-lost-part]').waitFor();
  await someone.page.locator('[data-pair="renju"]').click();
  await someone.page.locator('[data-waiting="renju"]').waitFor();
  await someone.leaves();
});

test('the first page comes packed, and its script is small', async () => {
  const young = { headers: { 'accept-encoding': 'gzip, deflate, br' } };
  const page = await fetch(server.url, young);
  expect(page.headers.get('content-encoding')).toBe('br');
  const script = /src="(\/assets\/app[^"]+\.js)"/.exec(await page.text())?.[1] ?? '';
  const packed = await fetch(new URL(script, server.url), young);
  expect(packed.headers.get('content-encoding')).toBe('br');
  const older = await fetch(new URL(script, server.url), { headers: { 'accept-encoding': 'gzip' } });
  expect(older.headers.get('content-encoding')).toBe('gzip');
  expect(packed.headers.get('vary')).toContain('accept-encoding');
  expect(Number(packed.headers.get('content-length'))).toBeLessThan(100_000);
  const plain = await fetch(new URL(script, server.url), { headers: { 'accept-encoding': 'identity' } });
  expect(plain.headers.get('content-encoding')).toBeNull();
  expect(await plain.text()).toBe(await packed.text());
});

test.each([
  ['phone', PHONE],
  ['laptop', LAPTOP],
] as const)('nothing moves while lobby and game come in on a slow line, on a %s', async (_, options) => {
  const lobby = await measure(browser, server.url, '[data-pair]', options);
  const game = await measure(browser, players[0].page.url(), 'main[data-phase="playing"] #board, main[data-phase="over"] #board', options);
  expect(lobby.shift).toBeLessThanOrEqual(SHIFT_MAX);
  expect(game.shift).toBeLessThanOrEqual(SHIFT_MAX);
  expect(lobby.scriptBytes).toBeLessThan(SCRIPT_BYTES_MAX);
});

/** The addresses that a `Link` header announces. */
function addressesIn(link: string): string[] {
  return [...link.matchAll(/<([^>]+)>/g)].map(([, address = '']) => address);
}

/** How many bytes files are, packed the older way. */
async function packedSize(addresses: readonly string[]): Promise<number> {
  const sizes = addresses.map(async (address) => gzipSync(Buffer.from(await (await fetch(server.url + address)).arrayBuffer())).length);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
