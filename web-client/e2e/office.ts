/** People at a table with an arbiter: how one comes, rules, and is understood by everybody. */

import type { Browser } from 'playwright-core';
import { expect } from 'vitest';
import type { ActName, PersonAct } from '../src/arbiter/acts';
import type { Words } from '../src/i18n';
import { expectNoTrouble, Someone, type Wish } from './people';

/** The players read English and Chinese, the spectator Chinese, the arbiter English. */
export interface Court {
  ann: Someone;
  bo: Someone;
  eve: Someone;
  kim: Someone;
}

/** What is filled in for an act; the reason always is. */
export interface Filled {
  reason: string;
  seat?: 'a' | 'b';
  charged?: 'nobody' | 'a' | 'b' | 'both';
  time?: string;
  minus?: string;
  plus?: string;
  cause?: 'pairing' | 'players';
  sides?: 'a' | 'b' | 'both';
}

/** Four people with browsers of their own. */
export async function assemble(browser: Browser, url: string): Promise<Court> {
  const [ann, bo, eve, kim] = await Promise.all((['en', 'zh', 'zh', 'en'] as const).map((language) => Someone.reading(browser, url, language)));
  if (!ann || !bo || !eve || !kim) {
    throw new Error('four people were asked for');
  }
  return { ann, bo, eve, kim };
}

/** Ann opens a table that expects arbiters, Bo sits down, Eve watches, and Kim comes by the link. */
export async function convene(court: Court, url: string, wish: Wish = {}): Promise<void> {
  const { ann, bo, eve, kim } = court;
  await ann.page.goto(url);
  const table = await ann.create({ colours: 'black_a', visibility: 'link', arbitration: 'link', ...wish });
  const link = await linkOf(ann);
  expect(link.startsWith(`${table}#arbiter=`)).toBe(true);
  await Promise.all([bo, eve].map(({ page }) => page.goto(table)));
  // Only what follows the address of the room differs for a page that is there already.
  await kim.page.goto('about:blank');
  await kim.page.goto(link);
  await bo.does('sit');
  await Promise.all([ann, bo, eve].map((someone) => someone.phase('playing')));
  await kim.reads(kim.words.arbiter.invited);
  expect(kim.page.url()).toBe(table);
  await kim.does('officiate');
  await kim.shows('arbiter');
  await panelOf(kim).waitFor();
  const name = await kim.name();
  await everyone(court, ({ arbiter }) => arbiter.officiated(name));
}

/** The link for arbiters, as whoever opened the table copies it. */
export async function linkOf(someone: Someone): Promise<string> {
  await someone.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await someone.page.locator('[data-arbiter-link] button').click();
  await someone.page.locator('[data-arbiter-link]', { hasText: someone.words.copied }).waitFor();
  return someone.page.evaluate(() => navigator.clipboard.readText());
}

/** The panel of an arbiter. */
export function panelOf({ page }: Someone) {
  return page.locator('[data-console]');
}

/** Opens the form of an act and fills it in. */
export async function fill(kim: Someone, act: ActName, { reason, ...fields }: Filled): Promise<void> {
  await kim.shows('arbiter');
  await panelOf(kim).locator(`[data-ruling="${act}"]`).click();
  for (const [name, value] of Object.entries(fields)) {
    if (name === 'time' || name === 'minus' || name === 'plus') {
      await panelOf(kim).locator(`[data-time="${name}"]`).fill(value);
    } else {
      await kim.chooses(name, value);
    }
  }
  await panelOf(kim).locator('[data-reason]').fill(reason);
}

/** Rules what is filled in, and waits until it holds. */
export async function confirm(kim: Someone): Promise<void> {
  await panelOf(kim).locator('[data-rule]').click();
  await panelOf(kim).locator('[data-rule-form]').waitFor({ state: 'detached' });
}

/** Takes an act. */
export async function rule(kim: Someone, act: ActName, filled: Filled): Promise<void> {
  await fill(kim, act, filled);
  await confirm(kim);
}

/** Takes an act about somebody who watches. */
export async function ruleOn(kim: Someone, name: string, act: PersonAct, reason: string): Promise<void> {
  const row = panelOf(kim).locator('[data-watcher]', { hasText: name });
  await row.locator(`[data-ruling="${act}"]`).click();
  await row.locator('[data-reason]').fill(reason);
  await confirm(kim);
}

/** Everybody's list of moves tells of it, in the language of each. */
export async function everyone({ ann, bo, eve, kim }: Court, text: (words: Words) => string, people = [ann, bo, eve, kim]): Promise<void> {
  await Promise.all(people.map((someone) => someone.isTold(text(someone.words))));
}

/** Everybody's one sentence says it. */
export async function everyoneReads({ ann, bo, eve, kim }: Court, text: (words: Words) => string, people = [ann, bo, eve, kim]): Promise<void> {
  await Promise.all(people.map((someone) => someone.reads(text(someone.words))));
}

/** Nobody but the arbiter has anything to rule from, and nobody's browser complained. */
export function isInOrder({ ann, bo, eve, kim }: Court): void {
  expectNoTrouble(ann, bo, eve, kim);
}
