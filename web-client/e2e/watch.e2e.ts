/** Watching: the wall of live boards, the featured game, and going along with a player. */

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { watchEn } from '../src/i18n/watch.en';
import { Crowd } from './crowd';
import { expectNoTrouble, launch, Someone } from './people';
import { PHONE, SIZES } from './profile';
import { GameServer, Line } from './server';

const BOARDS = 14;

let browser: Browser;
let server: GameServer;

beforeAll(async () => {
  browser = await launch();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

async function open(): Promise<void> {
  await server?.stop();
  server = await new GameServer().start();
}

/** A board on the wall or in the lobby. */
function board({ page }: Someone, room: string) {
  return page.locator(`[data-glance="${room}"]`);
}

test('the wall is honest when nobody plays, and fills by itself', async () => {
  await open();
  const eve = await Someone.at(browser, `${server.url}/watch`);
  await eve.page.getByText(watchEn.none).waitFor();
  const crowd = await Crowd.gather(browser, server.url, 1);
  await board(eve, crowd.rooms[0] ?? '').waitFor();
  expect(await eve.page.locator('[data-empty]').count()).toBe(0);
  expectNoTrouble(eve);
  await Promise.all([eve.leaves(), crowd.leaves()]);
});

test('fourteen boards are live at once over one line, and each move costs less than a frame', async () => {
  await open();
  const crowd = await Crowd.gather(browser, server.url, BOARDS);
  const eve = await Someone.at(browser, `${server.url}/watch`, { viewport: { width: 1366, height: 768 } });
  const [first = '', second = ''] = crowd.rooms;
  await eve.page.locator(`[data-glance][data-phase="playing"]`).nth(11).waitFor();
  await eve.page.locator('[data-more]').click();
  await eve.page.locator(`[data-wall="${BOARDS}"]`).waitFor();
  await expect.poll(() => eve.page.locator('[data-glance][data-phase="playing"]').count()).toBe(BOARDS);

  const devtools = await eve.page.context().newCDPSession(eve.page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busy = async () => (await devtools.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
  const before = await busy();
  const points = ['h8', 'h9', 'i9', 'i8', 'g7', 'f6'];
  for (const point of points) {
    for (const room of crowd.rooms) {
      await crowd.plays(room, point);
    }
  }
  await expect.poll(() => eve.page.locator('[data-glance] [data-at="f6"]').count()).toBe(BOARDS);
  const perMove = ((await busy()) - before) / (points.length * BOARDS);
  console.log(`${(perMove * 1000).toFixed(2)} ms of the page's own time for each of ${points.length * BOARDS} moves on ${BOARDS} boards`);
  expect(perMove).toBeGreaterThan(0);
  expect(perMove).toBeLessThan(1 / 60);

  // The clock of who is to move runs, the other's stands.
  const clock = (room: string, side: string) => board(eve, room).locator(`[data-side="${side}"] .time`);
  const stands = await clock(first, 'white').innerText();
  const runs = await clock(first, 'black').innerText();
  await expect.poll(() => clock(first, 'black').innerText()).not.toBe(runs);
  expect(await clock(first, 'white').innerText()).toBe(stands);

  // All of it is one connection, and nobody is counted as a spectator twelve times over.
  expect(eve.frames.filter((text) => text.includes('"type":"welcome"')).length).toBe(1);
  const guest = await Someone.at(browser, `${server.url}/g/${second}`);
  await guest.page.locator('[data-spectators="1"]').waitFor({ state: 'attached' });
  await board(eve, second).locator('[data-watchers="1"]').waitFor();
  expectNoTrouble(eve, guest);
  await Promise.all([eve.leaves(), guest.leaves(), crowd.leaves()]);
});

test('a result stays for a while and then gives its place to another game', async () => {
  await open();
  const crowd = await Crowd.gather(browser, server.url, 7);
  const eve = await Someone.at(browser, `${server.url}/watch`, PHONE);
  await eve.page.locator('[data-wall="6"]').waitFor();
  await expect.poll(() => eve.page.locator('[data-glance][data-phase="playing"]').count()).toBe(6);
  const shown = await eve.page.locator('[data-glance]').evaluateAll((links) => links.map((link) => (link as HTMLElement).dataset.glance ?? ''));
  const [, ending = ''] = shown;
  const hidden = crowd.rooms.find((room) => !shown.includes(room)) ?? '';
  await crowd.resigns(ending);
  await board(eve, ending).locator('[data-note]', { hasText: 'White wins' }).waitFor();
  expect(await board(eve, hidden).count()).toBe(0);
  await board(eve, hidden).waitFor({ timeout: 25_000 });
  expect(await board(eve, ending).count()).toBe(0);
  const after = await eve.page.locator('[data-glance]').evaluateAll((links) => links.map((link) => (link as HTMLElement).dataset.glance));
  expect(after).toEqual(shown.with(1, hidden));
  expect(await eve.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expectNoTrouble(eve);
  await Promise.all([eve.leaves(), crowd.leaves()]);
});

test('the wall is walked by keys, Enter opens a game, and back comes the wall', async () => {
  await open();
  const crowd = await Crowd.gather(browser, server.url, 3);
  const eve = await Someone.at(browser, `${server.url}/watch`);
  await expect.poll(() => eve.page.locator('[data-glance][data-phase="playing"]').count()).toBe(3);
  // Which game is featured is told a moment after the list, and it then stands first.
  await eve.page.getByRole('link', { name: /^Featured game: Ann \(Black\) against Bo \(White\)/ }).waitFor();
  expect(await eve.page.getByRole('link', { name: /^Ann \(Black\) against Bo \(White\) · no moves yet/ }).count()).toBe(2);
  const links = eve.page.locator('[data-glance]');
  await links.first().focus();
  await eve.page.keyboard.press('ArrowRight');
  const second = await links.nth(1).getAttribute('data-glance');
  expect(await eve.page.evaluate(() => (document.activeElement as HTMLElement).dataset.glance)).toBe(second);
  await eve.page.keyboard.press('Enter');
  await eve.phase('playing');
  expect(new URL(eve.page.url()).pathname).toBe(`/g/${second}`);
  // The board that was glanced at is attended: its moves come, and its talk can be joined.
  await crowd.plays(second ?? '', 'h8');
  await eve.sees('h8');
  await eve.page.goBack();
  await board(eve, second ?? '').locator('[data-at="h8"]').waitFor();
  await crowd.plays(second ?? '', 'h9');
  await board(eve, second ?? '').locator('[data-at="h9"]').waitFor();
  expectNoTrouble(eve);
  await Promise.all([eve.leaves(), crowd.leaves()]);
});

test('the wall comes back by itself after a cut and after a restart', async () => {
  await open();
  const crowd = await Crowd.gather(browser, server.url, 2);
  const [one = '', other = ''] = crowd.rooms;
  const line = await new Line(server.port).open();
  const eve = await Someone.at(browser, `${line.url}/watch`);
  await expect.poll(() => eve.page.locator('[data-glance][data-phase="playing"]').count()).toBe(2);
  line.cut();
  await eve.page.locator('[data-line]').waitFor();
  await crowd.plays(one, 'h8');
  await crowd.plays(other, 'a1');
  line.mend();
  await board(eve, one).locator('[data-at="h8"]').waitFor();
  await board(eve, other).locator('[data-at="a1"]').waitFor();
  await server.kill();
  await server.start();
  await eve.page.locator('[data-line]').waitFor({ state: 'detached' });
  await expect.poll(() => eve.page.locator('[data-glance][data-phase="playing"]').count()).toBe(2);
  expect(await board(eve, one).locator('[data-at="h8"]').count()).toBe(1);
  await Promise.all([eve.leaves(), crowd.leaves()]);
  await line.close();
});

test.each(SIZES)('the lobby shows the featured game live, and keeps to it, on %s', async (_, look) => {
  await open();
  const crowd = await Crowd.gather(browser, server.url, 1);
  const [first = ''] = crowd.rooms;
  const eve = await Someone.at(browser, server.url, look);
  await board(eve, first).waitFor();
  const later = await crowd.begins();
  await eve.page.locator(`li[data-room="${later}"]`).waitFor();
  await crowd.plays(first, 'h8');
  await board(eve, first).locator('[data-at="h8"]').waitFor();
  expect(await board(eve, later).count()).toBe(0);
  await eve.page.locator('[data-featured] a[href="/watch"]').click();
  await board(eve, later).waitFor();
  await eve.page.goBack();
  await crowd.resigns(first);
  await board(eve, later).waitFor();
  expect(await board(eve, first).count()).toBe(0);
  await board(eve, later).click();
  await eve.phase('playing');
  expectNoTrouble(eve);
  await Promise.all([eve.leaves(), crowd.leaves()]);
});

test.each(SIZES)('whoever follows a player on %s is offered the next game, and goes there once this one is over', async (_, look) => {
  await open();
  const crowd = await Crowd.gather(browser, server.url, 1);
  const [first = ''] = crowd.rooms;
  const line = await new Line(server.port).open();
  const eve = await Someone.at(browser, `${line.url}/g/${first}`, look);
  await eve.page.locator('[data-follow="Ann"]').click();
  await eve.page.locator('[data-follow="Ann"][aria-pressed="true"]').waitFor();
  await eve.page.locator('[data-follow-ends]').waitFor();
  // A game by link is nobody's business.
  await crowd.begins({ visibility: 'link' });
  line.cut();
  await eve.page.locator('[data-line]').waitFor();
  const second = await crowd.begins();
  line.mend();
  await eve.page.locator(`[data-next="${second}"]`, { hasText: 'Ann is playing another game.' }).waitFor();
  expect(new URL(eve.page.url()).pathname).toBe(`/g/${first}`);
  await crowd.resigns(first);
  await eve.page.waitForURL(`${line.url}/g/${second}`);
  await eve.phase('playing');
  // The wish goes along.
  await eve.page.locator('[data-follow="Ann"][aria-pressed="true"]').waitFor();
  await crowd.resigns(second);
  await eve.phase('over');
  const third = await crowd.begins();
  await eve.page.waitForURL(`${line.url}/g/${third}`);
  await eve.phase('playing');
  const fourth = await crowd.begins();
  await crowd.resigns(third);
  await eve.page.locator('[data-stay]').click();
  await eve.page.locator('[data-next]').waitFor({ state: 'detached' });
  await eve.page.locator('[data-follow="Ann"]').click();
  await eve.page.locator('[data-follow="Ann"][aria-pressed="false"]').waitFor();
  expect(new URL(eve.page.url()).pathname).toBe(`/g/${third}`);
  expect(fourth).not.toBe(third);
  await Promise.all([eve.leaves(), crowd.leaves()]);
  await line.close();
});

test('on a phone a spectator steps back while it goes on, and comes back to it', async () => {
  await open();
  const crowd = await Crowd.gather(browser, server.url, 1);
  const [room = ''] = crowd.rooms;
  await crowd.plays(room, 'h8', 'h9', 'i9');
  const eve = await Someone.at(browser, `${server.url}/g/${room}`, { ...PHONE, viewport: { width: 360, height: 640 } });
  await eve.sees('i9');
  await eve.page.locator('[data-watching="1"]', { hasText: '1 is watching' }).waitFor();
  await eve.page.locator('[data-step="previous"]').click();
  await eve.page.locator('[data-step="previous"]').click();
  expect(await eve.stones()).toBe(1);
  await crowd.plays(room, 'i8');
  await eve.counts(4);
  expect(await eve.stones()).toBe(1);
  await eve.does('go_live');
  await eve.sees('i8');
  expect(await eve.stones()).toBe(4);
  await eve.shows('room');
  await eve.page.locator('[data-spectators="1"]').waitFor();
  expectNoTrouble(eve);
  await Promise.all([eve.leaves(), crowd.leaves()]);
});
