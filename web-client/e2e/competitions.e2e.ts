/** A team match from its founding to its score: an organiser, four players, a referee, in browsers of their own. */

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TeamMatch } from './event';
import { confirm, fill, panelOf } from './office';
import { expectNoTrouble, launch, playOut, Someone } from './people';
import { GameServer } from './server';

const WON = ['h8', 'a1', 'i8', 'a2', 'j8', 'a3', 'k8', 'a4', 'l8'];

let browser: Browser;
const server = new GameServer();

beforeAll(async () => {
  [browser] = await Promise.all([launch(), server.start()]);
});
afterAll(async () => {
  await browser?.close();
  await server.stop();
});

test('b17 l10: a team match is founded, played on one board, ruled on by a referee and a chief, and summed up', async () => {
  const match = await TeamMatch.found(browser, server.url);
  const { chief } = match;
  expect(new URL(chief.page.url()).hash, 'the key is taken out of the address').toBe('');
  await match.appoints('Dora');
  const referee = await match.comes('referee.1');
  expect(new URL(referee.page.url()).hash).toBe('');
  const ruth = await match.comes('seat.1.1');
  const rolf = await match.comes('seat.1.2');
  const bela = await match.comes('seat.2.1');
  const bert = await match.comes('seat.2.2');
  await match.publishes('Saturday morning');

  // Who has no seat here is offered none.
  await Promise.all([match.goesTo(ruth, 1), match.goesTo(bela, 1), match.goesTo(rolf, 2)]);
  await ruth.does('sit');
  await bela.does('sit');
  await rolf.does('sit');
  const eve = await Someone.at(browser, match.address);
  await match.goesTo(eve, 2);
  await eve.phase('open');
  await eve.reads(eve.words.waitingForOpponent);
  expect(await eve.page.locator('[data-press="sit"]').count()).toBe(0);

  // The first team has the first move on the odd board.
  await Promise.all([ruth.phase('playing'), bela.phase('playing')]);
  await match.goesTo(referee, 1);
  await referee.shows('arbiter');
  await fill(referee, 'violation', { reason: 'Looked at another board', seat: 'a' });
  await panelOf(referee).locator('[data-on-rules]').check();
  await confirm(referee);
  await ruth.isTold('Looked at another board');
  await playOut([ruth, bela], WON);
  await ruth.phase('over');
  expect(await ruth.page.locator('[data-press="offer_rematch"]').count()).toBe(0);

  const sum = (entrant: number, of: string) => chief.page.locator(`[data-entrant="${entrant}"] [data-sum="${of}"]`);
  await chief.page.locator('[data-board="1"][data-state="over"]').waitFor();
  expect(await sum(1, 'games').innerText()).toBe('1');
  expect(await sum(1, 'matches').innerText()).toBe('1');
  expect(await sum(1, 'meetings').innerText(), 'board 2 is still to be played').toBe('0');
  await chief.page.locator('[data-board="2"][data-state="half"]').waitFor();

  // The referee ruled on how the rules are read, which the chief looks at again.
  await chief.page.locator('[data-board="1"] details summary').click();
  await chief.page.locator('[data-overturn-reason]').fill('The rules allow it');
  await chief.page.locator('[data-overturn]').click();
  await chief.page.locator('[data-overturned]', { hasText: 'The rules allow it' }).waitFor();

  // A captain appeals; a player is shown no form.
  await rolf.page.goto(match.address);
  await rolf.page.locator('[data-appeal-text]').fill('The hall was too loud');
  await rolf.page.locator('[data-file]').click();
  await rolf.page.locator('[data-appeal="1"][data-state="filed"]').waitFor();
  await ruth.page.goto(match.address);
  await ruth.page.locator('[data-appeal="1"]').waitFor();
  expect(await ruth.page.locator('[data-appeal-form]').count()).toBe(0);
  await chief.page.locator('[data-appeal="1"] [data-answer]').fill('It was; play later');
  await chief.page.locator('[data-appeal="1"] [data-uphold]').click();
  await rolf.page.locator('[data-appeal="1"][data-state="upheld"]').waitFor();

  // Who is dismissed has no console any more, at once.
  await match.goesTo(chief, 2);
  await chief.page.goto(match.address);
  await match.dismisses(1, 'Ill');
  await panelOf(referee).waitFor({ state: 'detached' });
  expectNoTrouble(chief, referee, ruth, rolf, bela, bert, eve);
});

test('the list has it, and a link of another competition opens nothing', async () => {
  const ann = await Someone.at(browser, server.url);
  await ann.page.locator('[data-competitions]').click();
  await ann.page.locator('[data-competition]', { hasText: 'City league' }).first().click();
  await ann.page.locator('[data-competition-page] h1', { hasText: 'City league' }).waitFor();
  expect(await ann.page.locator('[data-desk], [data-appeal-form], [data-you]').count()).toBe(0);
  const address = ann.page.url();
  await ann.page.goto('about:blank');
  await ann.page.goto(`${address}#office=chief.0123456789abcdef`);
  await ann.page.locator('[role="alert"]', { hasText: 'This link is none of this competition' }).waitFor();
  expect(await ann.page.locator('[data-desk]').count()).toBe(0);
  await ann.page.goto(`${server.url}/c/000000000000`);
  await ann.page.locator('[data-unknown]').waitFor();
});
