/** The computer as an opponent: by one click in the lobby, while somebody is looked for, and at one's own table. */

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COMPUTER_WORDS } from '../src/computer/words';
import type { ServerMessage } from '../src/protocol';
import { expectNoTrouble, launch, Someone } from './people';
import { GameServer } from './server';

const LOOKS = {
  desktop: { viewport: { width: 1366, height: 768 } },
  phone: { viewport: { width: 390, height: 844 } },
} as const;
/** Corners and edges: nothing that hurries a game. */
const QUIET = ['a1', 'o15', 'a15', 'o1', 'a8', 'o8', 'h1', 'h15'];

let browser: Browser;
const server = new GameServer();

beforeAll(async () => {
  [browser] = await Promise.all([launch(), server.start()]);
});
afterAll(async () => {
  await browser?.close();
  await server.stop();
});

/** Puts stones where nothing is, each when it is asked for; whatever the computer does. */
async function playsQuietly(someone: Someone, stones: number): Promise<void> {
  let put = 0;
  for (const point of QUIET) {
    if (put === stones) {
      return;
    }
    await someone.page.locator('svg.placing').waitFor();
    if ((await someone.stone(point).count()) === 0) {
      await someone.plays(point);
      put += 1;
    }
  }
  expect(put).toBe(stones);
}

describe.each(Object.entries(LOOKS))('on a %s', (_, look) => {
  test('no place is kept for a computer where there was none the last time', async () => {
    const ann = await Someone.at(browser, 'about:blank', look);
    let greet: () => void = () => undefined;
    let greeted = Promise.resolve();
    await ann.page.routeWebSocket('**/ws', (page) => {
      const line = page.connectToServer();
      line.onMessage((frame) => {
        const message = JSON.parse(String(frame)) as ServerMessage;
        const text = message.type === 'welcome' ? JSON.stringify({ ...message, computers: [] }) : frame;
        void greeted.then(() => page.send(text));
      });
    });
    await ann.page.goto(server.url);
    await ann.page.locator('[data-people]').waitFor();
    expect(await ann.page.locator('[data-computer-place]').count()).toBe(0);

    greeted = new Promise((resolve) => (greet = resolve));
    await ann.page.reload();
    await ann.page.locator('[data-create]').waitFor();
    expect(await ann.page.locator('[data-computer-place]').count()).toBe(0);
    const before = await ann.page.locator('[data-create]').boundingBox();
    greet();
    await ann.page.locator('[data-people]').waitFor();
    expect(await ann.page.locator('[data-create]').boundingBox()).toEqual(before);
    expectNoTrouble(ann);
    await ann.leaves();
  });

  test('one click begins a game, the computer answers, and the game ends', async () => {
    const ann = await Someone.at(browser, server.url, look);
    await ann.page.locator('label', { has: ann.page.locator('[data-level="3"]') }).click();
    await ann.page.locator('[data-computer-preset]').selectOption('renju');
    await ann.page.locator('[data-play-computer]').click();
    await ann.phase('playing');
    expect(await ann.page.locator('main').innerText()).toContain('Tengen 3');
    await ann.page.locator('svg.placing').waitFor();
    // Whoever has Black begins in the middle, if it is not the computer that did.
    if ((await ann.stone('h8').count()) === 0) {
      await ann.plays('h8');
    }
    await playsQuietly(ann, 2);
    await ann.page.locator('svg.placing').waitFor();
    await ann.acts('resign');
    await ann.does('resign');
    await ann.phase('over');
    // The level is remembered.
    await ann.page.goto(server.url);
    await ann.page.locator('[data-level="3"]:checked').waitFor({ state: 'attached' });
    expectNoTrouble(ann);
    await ann.leaves();
  });

  test('the computer comes to an open table', async () => {
    const ann = await Someone.at(browser, server.url, look);
    await ann.create({ preset: 'freestyle', colours: 'black_a', visibility: 'link' });
    await ann.shows('room');
    await ann.page.locator('[data-invite-computer] button').click();
    await ann.phase('playing');
    await ann.plays('h8');
    await ann.page.locator('svg.placing').waitFor();
    await ann.leaves();
  });
});

test('while somebody is looked for the computer plays, and steps back when somebody comes', async () => {
  const words = COMPUTER_WORDS.en;
  const [ann, bo] = [await Someone.at(browser, server.url), await Someone.at(browser, server.url)];
  await ann.page.locator('[data-pair="standard"]').click();
  await ann.page.locator('[data-computer] h2', { hasText: words.meanwhile }).waitFor();
  expect(await ann.page.locator('[data-computer-preset]').inputValue()).toBe('standard');
  await ann.page.locator('[data-play-computer]').click();
  await ann.phase('playing');
  const meanwhile = ann.page.url();
  await ann.page.locator('[data-still-looking="standard"]').waitFor();
  await bo.page.locator('[data-pair="standard"] [data-waited]').waitFor();
  await bo.page.locator('[data-pair="standard"]').click();
  await ann.page.waitForURL((url) => url.href !== meanwhile);
  await Promise.all([ann.phase('playing'), bo.phase('playing')]);
  expect(ann.page.url()).toBe(bo.page.url());
  await ann.page.locator('[data-still-looking]').waitFor({ state: 'detached' });
  const eve = await Someone.at(browser, meanwhile);
  await eve.phase('over');
  await Promise.all([ann.leaves(), bo.leaves(), eve.leaves()]);
});

test('a search that goes on is given up from the game', async () => {
  const ann = await Someone.at(browser, server.url);
  await ann.page.locator('[data-pair="renju"]').click();
  await ann.page.locator('[data-play-computer]').click();
  await ann.page.locator('[data-still-looking] button').click();
  await ann.page.locator('[data-still-looking]').waitFor({ state: 'detached' });
  expect(ann.sent.filter((text) => text.includes('"unpair"'))).toHaveLength(1);
  await ann.leaves();
});
