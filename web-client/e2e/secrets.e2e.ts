/** What servers write in these tests is searched for secrets when they end; here, that the search knows the secrets a browser is given. */

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TeamMatch } from './event';
import { expectNoSecret, secretIn } from './leaks';
import { linkOf } from './office';
import { launch, Someone } from './people';
import { GameServer } from './server';

let browser: Browser;
const server = new GameServer();

beforeAll(async () => {
  [browser] = await Promise.all([launch(), server.start()]);
});
afterAll(async () => {
  await browser?.close();
  await server.stop();
});

test('every secret that a browser is given is known by its look, and found in what is written', async () => {
  const ann = await Someone.at(browser, server.url);
  await ann.create({ preset: 'freestyle', arbitration: 'link' });
  const match = await TeamMatch.found(browser, server.url);
  const cookies = await ann.page.context().cookies();
  const secrets = [await linkOf(ann), await match.link('seat.1.1'), ...cookies.map(({ name, value }) => `${name}=${value}`)];
  expect(secrets).toHaveLength(3);
  for (const secret of secrets) {
    const said = `INFO someone came by ${secret}, and stayed`;
    expect(secret).toContain(secretIn(said));
    expect(() => expectNoSecret('tengen serve', said)).toThrow(secret);
  }
  await Promise.all([ann.leaves(), match.chief.leaves()]);
});

test('what is no secret is not taken for one', async () => {
  const ann = await Someone.at(browser, server.url);
  const table = await ann.create({ preset: 'freestyle' });
  for (const text of [table, await ann.name(), 'v1.2.3', 'tengen_bot_', `${table}#arbiter=`]) {
    expect(secretIn(text)).toBeNull();
  }
  await ann.leaves();
});
