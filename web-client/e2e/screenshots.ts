/** Pictures of the pages, for people to look at: `npm run screenshots` writes them to `screenshots/`. */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { launch, playOut, Someone } from './people';
import { GameServer } from './server';

const FOLDER = fileURLToPath(new URL('../screenshots/', import.meta.url));
const LOOKS: Record<string, BrowserContextOptions> = {
  'desktop-light-en': { viewport: { width: 1366, height: 768 }, colorScheme: 'light', locale: 'en' },
  'desktop-dark-zh': { viewport: { width: 1366, height: 768 }, colorScheme: 'dark', locale: 'zh-CN' },
  'phone-light-zh': { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, colorScheme: 'light', locale: 'zh-CN' },
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
  await shoot(ann, 'lobby', name);
  const table = await ann.create({ variant: 'freestyle', clock: 1, colours: 'black_a' });
  await shoot(ann, 'open', name);
  const bo = await Someone.at(browser, table);
  await bo.does('sit');
  const eve = await Someone.at(browser, table, look);
  await playOut([ann, bo], MOVES);
  await eve.sees('i11');
  await shoot(ann, 'playing', name);
  await shoot(eve, 'spectator', name);
  await bo.does('offer_draw');
  await ann.page.locator('[data-deed="accept_draw"]').waitFor();
  await shoot(ann, 'draw-offered', name);
  await ann.does('decline_draw');
  await playOut([ann, bo], ['f10', 'e11', 'j6']);
  await ann.page.locator('line.won').waitFor();
  await shoot(ann, 'result', name);
  await Promise.all([ann.leaves(), bo.leaves(), eve.leaves()]);
});


async function shoot({ page }: Someone, what: string, look: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: join(FOLDER, `${what}-${look}.png`), animations: 'disabled' });
}
