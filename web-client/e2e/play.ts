/** Games as scripts: who does what, in one line a step. */

import { expect } from 'vitest';
import type { Words } from '../src/i18n';
import type { Someone } from './people';

/** The people of a game: the opener, who joins, and who watches. */
export interface Cast {
  a: Someone;
  b: Someone;
  eve: Someone;
  words: Words;
  /** How many moves there are already. */
  made?: number;
}

/**
 * A step: `a h8 i9` puts stones, `a turns h8 a1 i8` puts them by turns, and then there are `b choose swap`,
 * `a announce 3`, `a show g8 j7`, `b keep j7`, `a pass`, `a act draw` and `b press object`.
 * A function looks at what can be seen.
 */
export type Step = string | ((cast: Cast) => Promise<void>);

/** Plays a script; after every move all three have seen it. */
export async function perform(cast: Cast, steps: readonly Step[]): Promise<void> {
  let made = cast.made ?? 0;
  /** Waits until everybody has one move more. */
  const oneMore = async () => {
    made += 1;
    await Promise.all([cast.a, cast.b, cast.eve].map((someone) => someone.counts(made)));
  };
  const place = async (someone: Someone, point: string) => {
    await someone.puts(point);
    await oneMore();
    await Promise.all([cast.a, cast.b, cast.eve].map((each) => each.sees(point)));
  };
  for (const step of steps) {
    if (typeof step !== 'string') {
      await step(cast);
      continue;
    }
    const [who = '', verb = '', ...rest] = step.split(' ');
    const [mover, other] = who === 'a' ? [cast.a, cast.b] : [cast.b, cast.a];
    switch (verb) {
      case 'turns':
        for (const [index, point] of rest.entries()) {
          await place(index % 2 === 0 ? mover : other, point);
        }
        break;
      case 'choose':
        await mover.does(`choose_${rest[0]}`);
        await oneMore();
        break;
      case 'announce':
        await mover.page.locator('[data-number]').fill(rest[0] ?? '');
        await mover.page.locator('[data-number]').press('Tab');
        await mover.does('announce');
        await oneMore();
        break;
      case 'show':
        await show(mover, rest);
        await oneMore();
        await Promise.all([cast.a, cast.b, cast.eve].map((someone) => sameLetters(someone, rest)));
        break;
      case 'keep':
        await mover.clicks(rest[0] ?? '');
        await mover.does('keep');
        await oneMore();
        await Promise.all([cast.a, cast.b, cast.eve].map((someone) => someone.sees(rest[0] ?? '')));
        expect(await cast.eve.page.locator('[data-alternative]').count()).toBe(0);
        break;
      case 'pass':
        await mover.acts('pass');
        await mover.does('pass');
        await oneMore();
        break;
      case 'toggle':
        await mover.presses(`[data-toggle="${rest[0]}"]`);
        break;
      case 'act':
        await mover.acts(rest[0] ?? '');
        break;
      case 'press':
        await mover.does(rest[0] ?? '');
        break;
      case 'click':
        await mover.clicks(rest[0] ?? '');
        break;
      default:
        for (const point of [verb, ...rest]) {
          await place(mover, point);
        }
    }
  }
}

async function show(someone: Someone, points: readonly string[]): Promise<void> {
  for (const point of points) {
    await someone.clicks(point);
    await someone.page.locator(`[data-alternative="${point}"]`).waitFor();
  }
  await someone.does('show');
}

async function sameLetters({ page }: Someone, points: readonly string[]): Promise<void> {
  await page.locator('[data-alternative]:not(.tentative)').nth(points.length - 1).waitFor();
  expect(await page.locator('[data-alternative]').evaluateAll((marks) => marks.map((mark) => mark.getAttribute('data-alternative')))).toEqual(points);
  expect(await page.locator('[data-alternative] text').allTextContents()).toEqual(points.map((_, index) => 'ABCDEFGHIJKLM'[index]));
}
