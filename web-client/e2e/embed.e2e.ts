/** A live board in a page of another site. */

import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { Browser, FrameLocator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Crowd } from './crowd';
import { expectNoTrouble, launch, Someone } from './people';
import { GameServer } from './server';

let browser: Browser;
let foreign: Server;
/** A page on `localhost`, which to a browser is another site than `127.0.0.1`, and shows what it is asked to. */
let site = '';
let shown = '';
const server = new GameServer();

beforeAll(async () => {
  [browser] = await Promise.all([launch(), server.start()]);
  foreign = createServer((request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(request.url === '/favicon.ico' ? '' : `<!doctype html><html lang="en"><title>A club</title><h1>Our club</h1>${shown}`);
  });
  foreign.listen(0, '127.0.0.1');
  await once(foreign, 'listening');
  const address = foreign.address();
  site = `http://localhost:${typeof address === 'object' && address ? address.port : 0}/`;
});
afterAll(async () => {
  await browser?.close();
  foreign?.close();
  await server.stop();
});

function frame(path: string): string {
  return `<iframe src="${server.url}${path}" title="a board" width="400" height="500"></iframe>`;
}

function stone(inside: FrameLocator, point: string) {
  return inside.locator(`[data-at="${point}"]`);
}

test('another site shows a live board, by the HTML that the game offers, with no cookie to help', async () => {
  const crowd = await Crowd.gather(browser, server.url, 1, ['<b>Ann</b>', 'Bo']);
  const [room = ''] = crowd.rooms;
  const eve = await Someone.at(browser, `${server.url}/g/${room}`);
  await eve.shows('room');
  await eve.page.locator('[data-embed] summary').click();
  await eve.page.locator('[data-embed] select').first().selectOption('dark');
  shown = await eve.page.locator('[data-code]').inputValue();
  expect(shown).toContain(`<iframe src="${server.url}/embed/${room}?theme=dark&amp;lang=en"`);

  const reader = await Someone.at(browser, site, { viewport: { width: 480, height: 700 } });
  const inside = reader.page.frameLocator('iframe');
  await inside.locator('main[data-phase="playing"]').waitFor();
  expect(await inside.locator('html').getAttribute('data-theme')).toBe('dark');
  await crowd.plays(room, 'h8', 'h9');
  await stone(inside, 'h9').waitFor();
  expect(await inside.locator('[data-side="black"] .name').innerText()).toBe('<b>Ann</b>');
  const time = await inside.locator('[data-side="black"] .time').innerText();
  await expect.poll(() => inside.locator('[data-side="black"] .time').innerText()).not.toBe(time);
  // Nothing to press but the way to the game, and nobody is anybody.
  expect(await inside.locator('button, input, select, [tabindex], form').count()).toBe(0);
  expect(await inside.locator('a').evaluateAll((links) => links.map((link) => [link.getAttribute('target'), link.getAttribute('href')]))).toEqual([['_blank', `/g/${room}`]]);
  expect(await reader.page.context().cookies(server.url)).toEqual([]);
  expect(reader.sent.map((text) => (JSON.parse(text) as { type: string }).type).filter((type) => type !== 'ping')).toEqual(['join']);
  // Whoever looks on from elsewhere is not counted.
  expect(await eve.page.locator('[data-spectators="1"]').count()).toBe(1);
  await crowd.resigns(room);
  await inside.locator('[data-note]', { hasText: 'White wins' }).waitFor();
  expectNoTrouble(eve, reader);
  await Promise.all([eve.leaves(), reader.leaves(), crowd.leaves()]);
});

test('a player who sees the own game in a frame is nobody there', async () => {
  const ann = await Someone.at(browser, server.url);
  const table = await ann.create({ clock: 'none', colours: 'black_a', visibility: 'link' });
  const bo = await Someone.at(browser, table);
  await bo.does('sit');
  await ann.phase('playing');
  const room = new URL(table).pathname.split('/').at(-1) ?? '';
  shown = frame(`/embed/${room}`);
  const tab = await ann.inAnotherTab(site);
  const inside = tab.page.frameLocator('iframe');
  await inside.locator('main[data-phase="playing"]').waitFor();
  const [joined] = tab.frames.filter((text) => text.includes('"type":"joined"'));
  expect(JSON.parse(joined ?? '{}')).toMatchObject({ room, you: null });
  await ann.plays('h8');
  await stone(inside, 'h8').waitFor();
  expectNoTrouble(tab);
  await Promise.all([ann.leaves(), bo.leaves()]);
});

test('a room that is not there is said not to be', async () => {
  shown = frame('/embed/zzzzzzzzzzzz?lang=zh');
  const reader = await Someone.at(browser, site);
  const inside = reader.page.frameLocator('iframe');
  await inside.locator('[data-note]', { hasText: '没有这局棋' }).waitFor();
  expect(await inside.locator('html').getAttribute('lang')).toBe('zh-Hans');
  await reader.leaves();
});

test.each(['/', '/watch', '/games', '/g/zzzzzzzzzzzz', '/embed.html'])('%s refuses to be framed', async (path) => {
  shown = frame(path);
  const reader = await Someone.at(browser, site);
  await expect.poll(() => reader.troubles.join('\n')).toContain('frame-ancestors');
  expect(await reader.page.frameLocator('iframe').locator('#app').count()).toBe(0);
  await reader.leaves();
});
