import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch, playOut, Someone, twoAtATable } from './people';
import { GameServer, Line } from './server';

/** How long a message takes on a slow line, and how far a clock there may be from the server's (G8). */
const SLOW_MS = 100;
const CLOCK_OFF_MAX_MS = 100;
/** How long the line is down. */
const CUT_MS = 5000;

let browser: Browser;
const server = new GameServer();

beforeAll(async () => {
  [browser] = await Promise.all([launch(), server.start()]);
});
afterAll(async () => {
  await browser?.close();
  await server.stop();
});

test('a page whose line is cut goes on without a reload and shows what it missed', async () => {
  const line = await new Line(server.port).open();
  const ann = await Someone.at(browser, server.url);
  const table = await ann.create({ clock: 'usual', colours: 'black_a', visibility: 'link' });
  const bo = await Someone.at(browser, table.replace(server.url, line.url));
  await bo.does('sit');
  await playOut([ann, bo], ['h8', 'h9']);
  await marks(bo);

  const cutAt = Date.now();
  line.cut();
  await bo.page.locator('[data-line]').waitFor();
  await ann.plays('i9');
  await ann.page.locator('.gone').waitFor();
  expect(await bo.stones()).toBe(2);
  await bo.page.waitForTimeout(CUT_MS - (Date.now() - cutAt));
  line.mend();

  await bo.sees('i9');
  await bo.page.locator('[data-line]').waitFor({ state: 'detached' });
  await bo.plays('g7');
  await ann.sees('g7');
  await isStillTheSamePage(bo);
  expect(ann.troubles).toEqual([]);
  await Promise.all([ann.leaves(), bo.leaves()]);
  await line.close();
});

test('a line that has died without a word is noticed and replaced', async () => {
  const line = await new Line(server.port).open();
  const ann = await Someone.at(browser, server.url);
  const table = await ann.create({ clock: 'none', colours: 'black_a', visibility: 'link' });
  const bo = await Someone.at(browser, table.replace(server.url, line.url));
  await bo.does('sit');
  await ann.phase('playing');
  line.freeze();
  await ann.plays('h8');
  await bo.sees('h8');
  await bo.plays('h9');
  await ann.sees('h9');
  expect(bo.troubles).toEqual([]);
  await Promise.all([ann.leaves(), bo.leaves()]);
  await line.close();
});

test('a stone placed while the line is down is sent when it is back', async () => {
  const line = await new Line(server.port).open();
  const ann = await Someone.at(browser, server.url);
  const table = await ann.create({ clock: 'none', colours: 'black_b', visibility: 'link' });
  const bo = await Someone.at(browser, table.replace(server.url, line.url));
  await bo.does('sit');
  await bo.page.locator('svg.placing').waitFor();
  line.cut();
  await bo.page.locator('[data-line]').waitFor();
  await bo.clicks('h8');
  await bo.page.locator('[data-sending="h8"]').waitFor();
  line.mend();
  await bo.sees('h8');
  await ann.sees('h8');
  expect(await bo.page.locator('[data-sending]').count()).toBe(0);
  await Promise.all([ann.leaves(), bo.leaves()]);
  await line.close();
});

test('a stone that comes too late goes back, and the page says why', async () => {
  const line = await new Line(server.port).open();
  const [ann, bo] = await twoAtATable(browser, server.url);
  const tab = await ann.inAnotherTab(ann.page.url().replace(server.url, line.url));
  await tab.page.locator('svg.placing').waitFor();
  line.cut();
  await tab.page.locator('[data-line]').waitFor();
  await tab.clicks('a1');
  await tab.page.locator('[data-sending="a1"]').waitFor();
  await playOut([ann, bo], ['h8', 'h9']);
  line.mend();
  await tab.sees('h9');
  await tab.reads(/^The game has gone on/);
  expect(await tab.page.locator('[data-sending]').count()).toBe(0);
  expect(await tab.stones()).toBe(2);
  await tab.plays('i9');
  await bo.sees('i9');
  await Promise.all([ann.leaves(), bo.leaves()]);
  await line.close();
});

test('a clock over a line of 200 ms there and back shows what the server counts', async () => {
  const line = await new Line(server.port, SLOW_MS).open();
  const ann = await Someone.at(browser, server.url);
  const table = await ann.create({ clock: '8s', colours: 'black_a', visibility: 'link' });
  const bo = await Someone.at(browser, table.replace(server.url, line.url));
  await bo.does('sit');
  await playOut([ann, bo], ['h8', 'h9']);
  await bo.page.evaluate(notesClock);
  const flagged = await ann.page.evaluate(endOf, new URL(table).pathname.split('/').at(-1) ?? '');
  const noted = await bo.page.evaluate(() => (window as unknown as { noted: [string, number][] }).noted);
  // Digit by digit: when the page came to show it, against when no more than that was left.
  const tenths = noted.map(([text, at]) => [Number(text) * 10, at] as const).filter(([left]) => left > 0 && left < 30);
  const off = tenths.map(([left, at]) => at - (flagged - (left + 1) * 100)).sort((a, b) => a - b);
  expect(off.length).toBeGreaterThan(15);
  // A page that is drawn late now and then is not a clock that is wrong.
  expect(Math.abs(off[Math.floor(off.length / 2)] ?? Infinity), `${off}`).toBeLessThanOrEqual(CLOCK_OFF_MAX_MS);
  await Promise.all([ann.leaves(), bo.leaves()]);
  await line.close();
});

test('players come back by themselves when the server was killed, and finish their game', async () => {
  const [ann, bo] = await twoAtATable(browser, server.url, { clock: 'usual' });
  await playOut([ann, bo], ['h8', 'a1', 'i8', 'a2', 'j8', 'a3']);
  await Promise.all([marks(ann), marks(bo)]);

  await server.kill();
  await Promise.all([ann, bo].map(({ page }) => page.locator('[data-line]').waitFor()));
  await server.start();
  await Promise.all([ann, bo].map(({ page }) => page.locator('[data-line]').waitFor({ state: 'detached' })));

  await ann.reads(/^Your move/);
  await playOut([ann, bo], ['k8', 'a4', 'l8']);
  await ann.reads(/^You win · five in a row/);
  await bo.reads(/^You lose · five in a row/);
  await Promise.all([isStillTheSamePage(ann), isStillTheSamePage(bo)]);
  await Promise.all([ann.leaves(), bo.leaves()]);
});

test('a server that restarts in order says so, and the game goes on', async () => {
  const [ann, bo] = await twoAtATable(browser, server.url);
  await playOut([ann, bo], ['h8', 'h9']);
  await Promise.all([marks(ann), marks(bo)]);
  const told = ann.page.getByText('The server is restarting').waitFor();
  await server.end();
  await told;
  await server.start();
  await ann.plays('i9');
  await bo.sees('i9');
  await Promise.all([isStillTheSamePage(ann), isStillTheSamePage(bo)]);
  await Promise.all([ann.leaves(), bo.leaves()]);
});

/** Leaves a mark that a reload would wipe off. */
async function marks({ page }: Someone): Promise<void> {
  await page.evaluate(() => Object.assign(window, { isMarked: true }));
}

async function isStillTheSamePage({ page }: Someone): Promise<void> {
  expect(await page.evaluate(() => 'isMarked' in window)).toBe(true);
}

/** In the page: keeps what the clock of the first seat shows, and since when. */
function notesClock(): void {
  const noted: [string, number][] = [];
  Object.assign(window, { noted });
  const time = document.querySelector('[data-clock="a"] .time');
  if (time) {
    new MutationObserver(() => noted.push([time.textContent.trim(), Date.now()])).observe(time, {
      characterData: true,
      childList: true,
      subtree: true,
    });
  }
}

/** In a page whose line has no delay: when the server says that the game in a room is over. */
function endOf(room: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket('/ws/look', 'tengen.v1');
    socket.onopen = () => socket.send(JSON.stringify({ type: 'join', room, seen: null, glance: true }));
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(String(data));
      if (message.type === 'happened' && message.state.phase === 'over') {
        resolve(Date.now());
        socket.close();
      }
    };
    socket.onclose = () => reject(new Error('the line has closed'));
  });
}
