import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launch, Someone } from './people';
import { LAPTOP, PHONE } from './profile';
import { GameServer, Line } from './server';

/** How long a machine sleeps. */
const SLEEP_MS = 5000;
/** How far two people's clocks may be apart. */
const CLOCK_S = 1.5;

let browser: Browser;
const server = new GameServer();

beforeAll(async () => {
  [browser] = await Promise.all([launch(), server.start()]);
});
afterAll(async () => {
  await browser?.close();
  await server.stop();
});

/** Ann and Eve have a line of their own; Bo plays her, Cleo watches and Dan is in the lobby, all three by `line`. */
interface Party {
  line: Line;
  ann: Someone;
  bo: Someone;
  cleo: Someone;
  dan: Someone;
}

describe.each([
  ['desktop', LAPTOP],
  ['phone', PHONE],
] as const)('on a %s', (_, options) => {
  test('a cut line leaves lobby, player and watcher right without a reload', async () => {
    const party = await gather(options);
    party.line.cut();
    await Promise.all(away(party).map(({ page }) => page.locator('[data-line]').waitFor()));
    const missed = await goOn(party);
    party.line.mend();
    await areRight(party, missed);
    await part(party);
  });

  test('a restart of the server leaves them right without a reload', async () => {
    const party = await gather(options);
    await server.kill();
    await Promise.all(away(party).map(({ page }) => page.locator('[data-line]').waitFor()));
    await server.start();
    await party.ann.page.locator('[data-line]').waitFor({ state: 'detached' });
    const missed = await goOn(party);
    await areRight(party, missed);
    await part(party);
  });

  test('a sleep leaves them right without a reload, clocks too', async () => {
    const party = await gather(options);
    const wake = await Promise.all(away(party).map(asleep));
    party.line.freeze();
    const missed = await goOn(party);
    await party.ann.page.waitForTimeout(SLEEP_MS);
    await Promise.all(wake.map((wakes) => wakes()));
    await areRight(party, missed);
    await part(party);
  });

  test('a sleep that the line outlives leaves the clocks right', async () => {
    const party = await gather(options);
    const wakes = await asleep(party.bo);
    await party.ann.page.waitForTimeout(SLEEP_MS);
    await wakes();
    await showTheSameTime(party);
    expect(await party.bo.page.evaluate(() => 'isMarked' in window)).toBe(true);
    await part(party);
  });
});

const away = ({ bo, cleo, dan }: Party) => [bo, cleo, dan];

async function gather(options: BrowserContextOptions): Promise<Party> {
  const line = await new Line(server.port).open();
  const ann = await Someone.at(browser, server.url, options);
  const table = await ann.create({ clock: '5m', colours: 'black_a', visibility: 'link' });
  const [bo, cleo, dan] = await Promise.all(
    [table, table, server.url].map(async (url) => {
      const someone = await Someone.at(browser, 'about:blank', options);
      await someone.page.addInitScript(countSleep);
      await someone.page.goto(url.replace(server.url, line.url));
      return someone;
    }),
  );
  if (!bo || !cleo || !dan) {
    throw new Error('nobody came');
  }
  await bo.does('sit');
  await moves(ann, 'h8', bo);
  await moves(bo, 'h9', ann);
  await cleo.sees('h9');
  await dan.page.locator('[data-create]').waitFor();
  for (const someone of [bo, cleo, dan]) {
    await someone.page.locator('[data-line]').waitFor({ state: 'detached' });
    await someone.page.evaluate(() => Object.assign(window, { isMarked: true }));
  }
  return { line, ann, bo, cleo, dan };
}

/** Plays by mouse or finger, which has to confirm, and waits until the other sees it. */
async function moves(mover: Someone, point: string, other: Someone): Promise<void> {
  await mover.page.locator('svg.placing').waitFor();
  await mover.clicks(point);
  if ((await mover.stone(point).count()) === 0 && (await mover.page.locator('[data-says]', { hasText: /^Place your stone/ }).count()) > 0) {
    await mover.clicks(point);
  }
  await mover.sees(point);
  await other.sees(point);
}

/** What the three miss: a move, and a table. Gives the room of the table. */
async function goOn({ ann }: Party): Promise<string> {
  await ann.page.locator('svg.placing').waitFor();
  await ann.clicks('i9');
  await Promise.race([ann.sees('i9'), ann.reads(/^Place your stone/)]);
  if ((await ann.stone('i9').count()) === 0) {
    await ann.clicks('i9');
  }
  await ann.sees('i9');
  const tab = await ann.inAnotherTab(server.url);
  const table = await tab.create({ clock: 'none', visibility: 'public' });
  return new URL(table).pathname.split('/').at(-1) ?? '';
}

/** Each shows what it missed, says no more of the line, and is the page it was. */
async function areRight(party: Party, room: string): Promise<void> {
  const { bo, cleo, dan, ann } = party;
  await Promise.all([bo.sees('i9'), cleo.sees('i9'), dan.page.locator(`[data-room="${room}"]`).waitFor()]);
  for (const { page } of [bo, cleo, dan]) {
    await page.locator('[data-line]').waitFor({ state: 'detached' });
    expect(await page.evaluate(() => 'isMarked' in window)).toBe(true);
  }
  await showTheSameTime(party);
  await moves(bo, 'g7', ann);
  await cleo.sees('g7');
}

async function showTheSameTime({ ann, bo }: Party): Promise<void> {
  await expect
    .poll(async () => {
      const [here, there] = await Promise.all([ann.seconds('b'), bo.seconds('b')]);
      return Math.abs(here - there);
    }, { timeout: 10_000 })
    .toBeLessThan(CLOCK_S);
}

/** Puts a machine to sleep: nothing of the page runs, and its steady clock stands still. Gives what wakes it. */
async function asleep({ page }: Someone): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  await page.evaluate(() => window.fallAsleep());
  await session.send('Page.setWebLifecycleState', { state: 'frozen' });
  return async () => {
    await session.send('Page.setWebLifecycleState', { state: 'active' });
    await page.evaluate(() => window.wakeUp());
  };
}

declare global {
  interface Window {
    fallAsleep: () => void;
    wakeUp: () => void;
  }
}

/** Runs in the page, before anything of it: its steady clock does not count the time it slept. */
function countSleep(): void {
  const steady = performance.now.bind(performance);
  let slept = 0;
  let since: number | null = null;
  performance.now = () => (since ?? steady()) - slept;
  // The same clock stamps events.
  const stamp = Object.getOwnPropertyDescriptor(Event.prototype, 'timeStamp')?.get;
  Object.defineProperty(Event.prototype, 'timeStamp', {
    get(this: Event) {
      return Math.min(since ?? Infinity, stamp?.call(this) as number) - slept;
    },
  });
  window.fallAsleep = () => (since = steady());
  window.wakeUp = () => {
    slept += steady() - (since ?? steady());
    since = null;
  };
}

async function part({ line, ann, bo, cleo, dan }: Party): Promise<void> {
  // A server that is down cannot be reached; nothing else went wrong.
  expect(ann.troubles.filter((trouble) => !/WebSocket|ERR_CONNECTION_REFUSED/.test(trouble))).toEqual([]);
  await Promise.all([ann, bo, cleo, dan].map((someone) => someone.leaves()));
  await line.close();
}

