/** A mid-range phone on a slow line, and what a page is like on it: the profile and the figures of Lighthouse. */

import type { Browser, BrowserContextOptions, CDPSession } from 'playwright-core';
import { Someone } from './people';

export const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true } as const;
export const LAPTOP = { viewport: { width: 1366, height: 768 } } as const;
/** The sizes of tests that look at both themselves. */
export const SIZES: readonly (readonly [string, BrowserContextOptions])[] = [
  ['a desktop', LAPTOP],
  ['a phone', PHONE],
];

/** How much slower the processor is than this machine's. */
const CPU_SLOWDOWN = 4;
/** "Slow 4G": 1.6 Mbit/s down, 0.75 up, 150 ms there and back. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
/** A task that holds the page up for longer is felt. */
const LONG_TASK_MS = 50;
/** The page counts as settled after so long without one. */
const QUIET_MS = 1500;

/** What a page was like. Times are milliseconds since the address was entered. */
export interface Figures {
  /** Packed bytes of script that were fetched until the page could be used. */
  scriptBytes: number;
  /** Something was to be read. */
  firstPaint: number;
  /** The largest thing in sight was there. */
  largestPaint: number;
  /** The page could be used: what is waited for was there, and no long task ended later. */
  interactive: number;
  /** The sum of the longer parts of all long tasks before that. */
  blocked: number;
  /** How much of what was in sight has moved, as Lighthouse adds it up. */
  shift: number;
}

/** Makes a browser as slow as the profile. */
export async function slowDown(session: CDPSession): Promise<void> {
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW_4G);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
}

/** Opens a page for the first time and measures it. `ready` is what can be used then. */
export async function measure(browser: Browser, url: string, ready: string, options: BrowserContextOptions): Promise<Figures> {
  const someone = await Someone.at(browser, 'about:blank', options);
  const { page } = someone;
  const session = await page.context().newCDPSession(page);
  await slowDown(session);
  const scripts = new Map<string, number>();
  let scriptBytes = 0;
  session.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') {
      scripts.set(requestId, 0);
    }
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) {
      scripts.set(requestId, encodedDataLength);
    }
  });
  await page.addInitScript(observe, ready);
  await page.goto(url);
  await page.locator(ready).first().waitFor();
  scriptBytes = [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0);
  await page.waitForFunction(
    ([quiet]) => {
      const { readyAt, longTasks } = window.seen;
      const last = Math.max(readyAt ?? Infinity, ...longTasks.map(({ end }) => end));
      return performance.now() - last > quiet;
    },
    [QUIET_MS] as const,
  );
  const seen = await page.evaluate(() => window.seen);
  await someone.leaves();
  const before = seen.longTasks.filter(({ end }) => end <= (seen.readyAt ?? 0) + QUIET_MS);
  const interactive = Math.max(seen.readyAt ?? Infinity, ...before.map(({ end }) => end));
  return {
    scriptBytes,
    firstPaint: seen.firstPaint,
    largestPaint: seen.largestPaint,
    interactive,
    blocked: before.reduce((sum, { start, end }) => sum + (end - start - LONG_TASK_MS), 0),
    shift: seen.shift,
  };
}

/** What the page itself takes note of. */
interface Seen {
  readyAt: number | null;
  firstPaint: number;
  largestPaint: number;
  shift: number;
  longTasks: { start: number; end: number }[];
}

declare global {
  interface Window {
    seen: Seen;
  }
}

/** Runs in the page, before anything of it. */
export function observe(ready: string): void {
  const seen: Seen = { readyAt: null, firstPaint: 0, largestPaint: 0, shift: 0, longTasks: [] };
  window.seen = seen;
  const on = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  on('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') {
      seen.firstPaint = startTime;
    }
  });
  on('largest-contentful-paint', ({ startTime }) => (seen.largestPaint = startTime));
  on('longtask', ({ startTime, duration }) => void seen.longTasks.push({ start: startTime, end: startTime + duration }));
  // Sessions of shifts: the worst five seconds without a second between two.
  let sum = 0;
  let first = 0;
  let last = 0;
  on('layout-shift', (entry) => {
    const { value, hadRecentInput, startTime } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (hadRecentInput) {
      return;
    }
    const goesOn = startTime - last < 1000 && startTime - first < 5000;
    sum = goesOn ? sum + value : value;
    first = goesOn ? first : startTime;
    last = startTime;
    seen.shift = Math.max(seen.shift, sum);
  });
  const look = () => {
    const element = document.querySelector(ready);
    if (element instanceof HTMLElement || element instanceof SVGElement) {
      const { width } = element.getBoundingClientRect();
      if (width > 0 && !element.hasAttribute('disabled')) {
        seen.readyAt = performance.now();
        return;
      }
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
