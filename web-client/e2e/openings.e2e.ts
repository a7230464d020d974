import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LANGUAGES } from '../src/i18n/all';
import { PRESETS, type PresetId } from '../src/presets';
import type { Foul, Reason } from '../src/protocol';
import { expectNoTrouble, HANDHELD, launch, Someone } from './people';
import { perform, type Cast, type Step } from './play';
import { GameServer } from './server';

/** A game from its first stone to its end. Ann opens; she plays Black until somebody swaps. */
interface Script {
  steps: readonly Step[];
  /** Who wins; nobody in a draw. */
  winner: 'a' | 'b' | null;
  reason: Exclude<Reason['type'], 'forbidden' | 'forced_forbidden'> | { foul: Foul; point: string };
}

/** Black's row on the left edge has holes; White's on the lower one wins. */
const WHITE_ROW = 'a turns h8 a1 o1 b1 o3 c1 o5 d1 o7 e1';
/** Lays opening I1, which is not symmetric once White has played G9. */
const LAY = 'a h8 i9 j10';
const TWO_FIFTHS = [LAY, 'b choose stay', 'b g9', 'a show i7 f9', 'b keep f9', 'b j8'] as const;

const SCRIPTS: Record<PresetId, Script> = {
  freestyle: { steps: ['a turns h8 a1 i8 a2 j8 a3 k8 a4 l8'], winner: 'a', reason: 'five' },
  standard: { steps: [WHITE_ROW], winner: 'b', reason: 'five' },
  renju: {
    steps: ['a turns h8 a1 i8 c1 j9 e1 j10 g1 j8'],
    winner: 'b',
    reason: { foul: 'three_three', point: 'J8' },
  },
  swap2: {
    steps: [
      'a h8 h9 i9',
      everyoneReads(({ play }) => play.choiceNames.place_two),
      'b choose place_two',
      'b a1 o15',
      'a choose swap',
      'a turns b1 o13 c1 o11 d1 o9 e1',
    ],
    winner: 'a',
    reason: 'five',
  },
  pro: {
    steps: [
      'a turns h8 a1',
      // Inside the square the stone goes nowhere, and the page says where it goes.
      'a click i9',
      async ({ a, words }) => a.reads(words.play.outsideHint(words.play.outsideZone(5))),
      'a turns k11 b1 o1 c1 o3 d1 o5 e1',
    ],
    winner: 'b',
    reason: 'five',
  },
  'long-pro': { steps: ['a turns h8 a1 l8 b1 o1 c1 o3 d1 o5 e1'], winner: 'b', reason: 'five' },
  taraguchi10: {
    steps: [
      zoneIs('h8-h8'),
      'a h8',
      'b choose stay',
      zoneIs('g7-i9'),
      'b i9',
      'a choose swap',
      zoneIs('f6-j10'),
      'b j10',
      'a choose stay',
      'a g9',
      'b choose swap',
      'a choose offer_fifths',
      'a show a1 c1 e1 g1 i1 k1 m1 o1 a3 c3',
      'b keep k1',
      'b j8',
      'a pass',
      'b pass',
    ],
    winner: null,
    reason: 'double_pass',
  },
  soosyrv8: {
    steps: [
      LAY,
      'b choose stay',
      'b g9',
      'b announce 3',
      'a choose stay',
      everyoneReads(({ play }) => play.theirAlternatives('', 3).slice(-12), 'a'),
      'a show i7 f9 g6',
      'b keep f9',
      'b j8',
      'a act resign',
      'a press resign',
    ],
    winner: 'b',
    reason: 'resigned',
  },
  yamaguchi: {
    steps: [
      LAY,
      'a announce 2',
      'b choose swap',
      'a g9',
      'b show i7 f9',
      'a keep i7',
      'a j8',
      'b toggle draw',
      'b a1',
      async ({ a, b, words }) => {
        await a.reads(words.drawOffered(await nameOf(b, 'b')));
      },
      'a press accept_draw',
    ],
    winner: null,
    reason: 'agreement',
  },
  rif: { steps: [...TWO_FIFTHS, 'a turns a1 n1 a3 n2 a5 n3 a7 n4 a9 n5'], winner: 'b', reason: 'five' },
  tarannikov: {
    steps: [
      'a h8',
      'b choose stay',
      'b i9',
      'a choose stay',
      'a j10',
      'b choose stay',
      'b g9',
      'a choose swap',
      zoneIs('d4-l12'),
      'b l12',
      'a choose swap',
      'b a1',
      'a act resign',
      'a press resign',
    ],
    winner: 'b',
    reason: 'resigned',
  },
  cn2013: {
    steps: [
      LAY,
      'a announce 3',
      'b choose swap',
      'a g9',
      'b show i7 f9 g6',
      'a keep f9',
      'a j8',
      'b turns c3 o1 d3 o3 e4 o5 e5 o7 e3',
      async ({ a }) => expect(await a.page.locator('[data-ban]').count()).toBe(0),
      'a act claim',
      async ({ a, words }) => {
        await a.page.locator('[data-mark="e3"]').waitFor();
        await a.reads(words.play.claimThis('E3'));
      },
      'a press claim_forbidden',
    ],
    winner: 'a',
    reason: { foul: 'three_three', point: 'E3' },
  },
  cn2009: {
    steps: [
      ...TWO_FIFTHS,
      'b act draw',
      async ({ a, b, words }) => a.reads(words.play.improperOffer(await nameOf(b, 'b'))),
      'a press object',
      async ({ eve, b }) => {
        await eve.page.locator('[data-bar="b"] [data-violations="1"]').waitFor();
        await b.page.locator('.aside').waitFor();
      },
      'a turns a1 n1',
      'b act draw',
      'a press object',
    ],
    winner: 'a',
    reason: 'violations',
  },
  'cn-old': {
    steps: [
      ...TWO_FIFTHS,
      'a turns a1 n1 a3',
      'b act claim',
      'b press claim_forbidden',
      async ({ a, b, eve, words }) => {
        const name = await nameOf(b, 'b');
        for (const { page } of [a, b, eve]) {
          await page.locator('.aside', { hasText: words.play.claimFailed(name, 'A3') }).waitFor();
        }
      },
      'b act claim',
      'b press claim_forbidden',
      async ({ a }) => a.page.locator('[data-bar="b"] [data-violations="1"]').waitFor(),
      'b act claim',
      'b press claim_forbidden',
    ],
    winner: 'a',
    reason: 'violations',
  },
  'swap3-2': {
    steps: [
      ...TWO_FIFTHS,
      'a turns c3 o1 d3 o3 e3 o5 g3 o7 h3 o9 f3 o11',
      // White has moved on; only overlines can still be claimed.
      'b act claim',
      async ({ b, words }) => b.reads(words.play.claimWhich),
      'b click f3',
      'b press claim_forbidden',
    ],
    winner: 'b',
    reason: { foul: 'overline', point: 'F3' },
  },
  'renju-pop': { steps: ['a turns h8 a1 i10 c1 k7 e1', 'a pass', 'b pass'], winner: null, reason: 'double_pass' },
  free: { steps: [WHITE_ROW], winner: 'b', reason: 'five' },
  'free-swap3': {
    steps: ['a turns h8 a1 i8', 'b choose swap', 'a turns b1 j8 c1 k8 d1 l8'],
    winner: 'b',
    reason: 'five',
  },
};

let browser: Browser;
const server = new GameServer();

beforeAll(async () => {
  [browser] = await Promise.all([launch(), server.start()]);
});
afterAll(async () => {
  await browser?.close();
  await server.stop();
});

describe.each(['en', 'zh'] as const)('in %s', (language) => {
  let cast: Cast;

  beforeAll(async () => {
    const [a, b, eve] = await Promise.all([1, 2, 3].map(() => Someone.reading(browser, server.url, language, HANDHELD)));
    if (a && b && eve) {
      cast = { a, b, eve, words: LANGUAGES[language] };
    }
  });
  afterAll(async () => {
    await Promise.all([cast.a, cast.b, cast.eve].map((someone) => someone.leaves()));
  });

  test.each(PRESETS.map(({ id }) => id))('%s is played to its end', async (preset) => {
    const { a, b, eve, words } = cast;
    const { steps, winner, reason } = SCRIPTS[preset];
    await a.page.goto(server.url);
    const table = await a.create({ preset, colours: 'black_a', visibility: 'link' });
    await Promise.all([b, eve].map(({ page }) => page.goto(table)));
    await b.does('sit');
    await Promise.all([a, b, eve].map((someone) => someone.phase('playing')));
    await perform(cast, steps);

    const why = typeof reason === 'string' ? words.reasons[reason] : words.reasonForbidden(words.fouls[reason.foul], reason.point);
    await Promise.all([a, b, eve].map((someone) => someone.phase('over')));
    const verdicts = winner === null ? [words.draw, words.draw] : winner === 'a' ? [words.youWin, words.youLose] : [words.youLose, words.youWin];
    await a.reads(`${verdicts[0]} · ${why}`);
    await b.reads(`${verdicts[1]} · ${why}`);
    await eve.reads(why);
    expect(await eve.page.locator('[data-rules]').first().textContent()).toContain(words.law.presets[preset].name);
    expectNoTrouble(a, b, eve);
  });
});

async function nameOf({ page }: Someone, seat: 'a' | 'b'): Promise<string> {
  return page.locator(`[data-bar="${seat}"] .name .text`).innerText();
}

/** A look at the zone that binds, which everybody sees. */
function zoneIs(zone: string): Step {
  return async ({ a, b, eve }) => {
    await Promise.all([a, b, eve].map(({ page }) => page.locator(`[data-zone="${zone}"]`).waitFor()));
  };
}

/** A look at the one sentence of whoever does not owe anything now: all but `mover`. */
function everyoneReads(text: (words: Cast['words']) => string, mover: 'a' | 'b' = 'b'): Step {
  return async (cast) => {
    const others = [mover === 'a' ? cast.b : cast.a, cast.eve];
    await Promise.all(others.map((someone) => someone.reads(text(cast.words))));
  };
}
