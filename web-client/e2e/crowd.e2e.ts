import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BriefGame, LobbyBrief, LobbyBriefChange } from '../src/protocol';
import { expectNoTrouble, launch, Someone } from './people';
import { LAPTOP, observe, PHONE } from './profile';
import { GameServer } from './server';

/** How many games wait and how many run. */
const GAMES = 1000;
/** How often the list changes, as often as a server tells of it. */
const CHANGE_EVERY_MS = 250;
const WATCHED_MS = 5000;
/** Of so many looks the best one counts: the machine may be busy with something else. */
const LOOKS = 3;
/** What a screen of 60 pictures a second leaves out at most: one in two, in the middle, and never for long. */
const FRAME_MS = 34;
const TASK_MS = 150;
/** A page holds 25 rows of each list, whatever there is. */
const ROWS_MAX = 50;
const NODES_MAX = 2500;

let browser: Browser;
const server = new GameServer();

beforeAll(async () => {
  [browser] = await Promise.all([launch(), server.start()]);
});
afterAll(async () => {
  await browser?.close();
  await server.stop();
});

describe.each([
  ['desktop', LAPTOP],
  ['phone', PHONE],
] as const)('on a %s', (_, options) => {
  test('a lobby of a thousand open games and a thousand running ones stays smooth, and can be looked through', async () => {
    const someone = await Someone.at(browser, 'about:blank', options);
    const { page } = someone;
    const crowd = await crowded(page);
    await page.addInitScript(observe, '[data-create]');
    await page.goto(server.url);
    const [open, running] = [page.locator('section', { hasText: 'Open games' }), page.locator('section', { hasText: 'Games in progress' })];
    await open.locator('[data-count]', { hasText: '1,000' }).waitFor();
    await running.locator('[data-count]', { hasText: '1,000' }).waitFor();
    await open.locator('[data-range]', { hasText: '1–25 of 1,000' }).waitFor();

    // Further on, and back; then only what is played under one preset.
    await open.locator('[data-older]').click();
    await open.locator('[data-range]', { hasText: '26–50 of 1,000' }).waitFor();
    await open.locator('[data-older]').click();
    await open.locator('[data-range]', { hasText: '51–75 of 1,000' }).waitFor();
    expect(await open.locator('[data-room]').count()).toBe(25);
    await open.locator('[data-rules-shown]').selectOption('renju');
    await open.locator('[data-range]', { hasText: '1–25 of 250' }).waitFor();
    await open.locator('[data-rules-shown]').selectOption('');
    await open.locator('[data-range]', { hasText: '1–25 of 1,000' }).waitFor();

    const looks: Look[] = [];
    const stop = crowd.begin();
    for (let look = 0; look < LOOKS && !looks.some(isSmooth); look += 1) {
      looks.push(await watch(page));
    }
    stop();
    expect(looks.some(isSmooth), JSON.stringify(looks)).toBe(true);
    expect(await page.locator('[data-room]').count()).toBeLessThanOrEqual(ROWS_MAX);
    expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(NODES_MAX);
    // What changed meanwhile is there.
    expect(crowd.changes).toBeGreaterThan(WATCHED_MS / CHANGE_EVERY_MS / 2);
    await page.locator(`[data-room="${crowd.newest()}"]`).waitFor();
    expectNoTrouble(someone);
    await someone.leaves();
  });
});

interface Look {
  /** The middle and the longest of the times between two pictures. */
  frame: number;
  longestFrame: number;
  longestTask: number;
}

const isSmooth = ({ frame, longestTask }: Look) => frame <= FRAME_MS && longestTask <= TASK_MS;

/** What the page is like for a while. */
function watch(page: Page): Promise<Look> {
  return page.evaluate(
    (ms) =>
      new Promise<Look>((resolve) => {
        const begun = performance.now();
        const frames: number[] = [];
        let last = begun;
        const look = (now: number) => {
          frames.push(now - last);
          last = now;
          if (now - begun < ms) {
            requestAnimationFrame(look);
            return;
          }
          const sorted = frames.slice(1).sort((x, y) => x - y);
          const tasks = window.seen.longTasks.filter(({ start }) => start >= begun).map(({ start, end }) => end - start);
          resolve({
            frame: sorted[Math.floor(sorted.length / 2)] ?? Infinity,
            longestFrame: sorted.at(-1) ?? Infinity,
            longestTask: Math.max(0, ...tasks),
          });
        };
        requestAnimationFrame(look);
      }),
    WATCHED_MS,
  );
}

/** Makes the list of games a long one that keeps changing; everything else is the server's. */
async function crowded(page: Page) {
  const presets = ['freestyle', 'standard', 'renju', 'swap2'];
  let made = 0;
  const game = (phase: 'open' | 'playing'): BriefGame => {
    made += 1;
    const room = made.toString(8).padStart(12, '0');
    const person = (seat: string) => ({ id: `${seat}${room}`.padStart(16, '0'), name: `Guest ${made}${seat}` });
    return {
      room,
      phase,
      rules: { type: 'preset', preset: presets[made % presets.length] ?? 'renju' },
      colours: 'random',
      seats: { a: person('a'), b: phase === 'open' ? null : person('b') },
      board: null,
      wall_ms: 1_790_000_000_000 + made * 1000,
    };
  };
  const open = Array.from({ length: GAMES }, () => game('open'));
  const playing = Array.from({ length: GAMES }, () => game('playing'));
  const beside = { people: 4000, waited_in: [], featured: null };
  let tell: (message: LobbyBrief | LobbyBriefChange) => void = () => undefined;
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const behind = socket.connectToServer();
    tell = (message) => socket.send(JSON.stringify(message));
    socket.onMessage((text) => {
      const asked = JSON.parse(String(text)) as { type: string; brief?: 'newest' | 'all' };
      if (asked.type !== 'watch_lobby') {
        behind.send(text);
        return;
      }
      const most = asked.brief === 'all' ? GAMES : 50;
      const games = [...open.slice(-most).reverse(), ...playing.slice(-most).reverse()];
      tell({ type: 'lobby_brief', games, open: open.length, playing: playing.length, ...beside });
    });
  });
  const crowd = {
    changes: 0,
    newest: () => open.at(-1)?.room ?? '',
    /** One game begins, one ends and one table opens, again and again. Gives what stops it. */
    begin: () => {
      const timer = setInterval(() => {
        const [started, ended, opened] = [open.shift(), playing.shift(), game('open')];
        if (!started || !ended) {
          return;
        }
        const begun: BriefGame = { ...started, phase: 'playing', seats: { a: started.seats.a, b: opened.seats.a } };
        open.push(opened);
        playing.push(begun);
        crowd.changes += 1;
        tell({
          type: 'lobby_brief_change',
          changed: [begun, opened],
          removed: [ended.room],
          open: open.length,
          playing: playing.length,
          ...beside,
        });
      }, CHANGE_EVERY_MS);
      return () => clearInterval(timer);
    },
  };
  return crowd;
}
