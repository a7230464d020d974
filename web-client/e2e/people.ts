/** People at browsers: what a test says they do, and what they must see. */

import { chromium, type Browser, type BrowserContextOptions, type Locator, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { GROUP_NAMES, GROUPS, type PresetId } from '../src/presets';

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ARGS });
}

/** What somebody chooses in the lobby; the rest stays as it is. */
export interface Wish {
  preset?: PresetId;
  /** The preset's usual clock, none, or a quick one in short notation. */
  clock?: 'usual' | 'none' | '5m 3x30s';
  colours?: 'black_a' | 'black_b' | 'random';
  visibility?: 'public' | 'link';
  /** The place of a match among those offered. */
  match?: number;
}

/** One person with a browser of their own. */
export class Someone {
  readonly page: Page;
  /** Errors on the console and requests that failed. */
  readonly troubles: string[] = [];

  private constructor(page: Page) {
    this.page = page;
    page.on('console', (message) => {
      if (message.type() === 'error') {
        this.troubles.push(message.text());
      }
    });
    page.on('pageerror', (error) => this.troubles.push(String(error)));
    page.on('requestfailed', (request) => this.troubles.push(`${request.url()}: ${request.failure()?.errorText}`));
    page.on('response', (response) => {
      if (response.status() >= 400) {
        this.troubles.push(`${response.url()}: ${response.status()}`);
      }
    });
  }

  static async at(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Someone> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en', ...options });
    context.setDefaultTimeout(20_000);
    const someone = new Someone(await context.newPage());
    await someone.page.goto(url);
    return someone;
  }

  /** The same person in another tab. */
  async inAnotherTab(url: string): Promise<Someone> {
    const again = new Someone(await this.page.context().newPage());
    await again.page.goto(url);
    return again;
  }

  /** Opens a table from the lobby and gives its address. */
  async create(wish: Wish): Promise<string> {
    await this.wishes(wish);
    await this.page.locator('[data-create]').click();
    await this.phase('open');
    return this.page.url();
  }

  /** Chooses in the form of a new table. */
  async wishes({ preset, clock, colours, visibility, match }: Wish): Promise<void> {
    if (match !== undefined) {
      await this.page.locator('select[data-match]').selectOption({ index: match + 1 });
    }
    const group = preset && GROUP_NAMES.find((name) => (GROUPS[name] as readonly string[]).includes(preset));
    for (const [name, value] of Object.entries({ group, preset, clock, colours, visibility })) {
      if (value !== undefined) {
        await this.chooses(name, value);
      }
    }
  }

  /** Chooses one of a few. */
  async chooses(name: string, value: string): Promise<void> {
    await this.page.locator('label', { has: this.page.locator(`input[name="${name}"][value="${value}"]`) }).click();
  }

  /** Presses a button of the one sentence, or one that asks whether it is meant. */
  async does(press: string): Promise<void> {
    await this.page.locator(`[data-press="${press}"]`).click();
  }

  /** Takes an action beside the board. */
  async acts(action: string): Promise<void> {
    await this.page.locator(`[data-act="${action}"]`).click();
  }

  /** Clicks a point of the board. */
  async clicks(point: string): Promise<void> {
    await this.page.locator(`[data-point="${point}"]`).click();
  }

  /** Plays a stone and waits until it is firm. */
  async plays(point: string): Promise<void> {
    await this.page.locator('svg.placing').waitFor();
    await this.clicks(point);
    await this.sees(point);
  }

  /** Waits for a firm stone. */
  async sees(point: string): Promise<void> {
    await this.stone(point).waitFor();
  }

  /** The firm stone on a point. */
  stone(point: string): Locator {
    return this.page.locator(`.stones > [data-at="${point}"]`);
  }

  /** How many firm stones are on the board. */
  stones(): Promise<number> {
    return this.page.locator('.stones > [data-at]').count();
  }

  /** Waits until the game is as far. */
  async phase(phase: 'open' | 'playing' | 'over'): Promise<void> {
    await this.page.locator(`main[data-phase="${phase}"]`).waitFor();
  }

  /** Waits until the one sentence says this. */
  async reads(text: string | RegExp): Promise<void> {
    await this.page.locator('[data-says]', { hasText: text }).waitFor();
  }

  /** Waits until the list of moves is as long. */
  async counts(moves: number): Promise<void> {
    await this.page.locator(`[data-move="${moves}"]`).waitFor({ state: 'attached' });
  }

  async leaves(): Promise<void> {
    await this.page.context().close();
  }
}

/** Two people at a running game; the first plays Black. */
export async function twoAtATable(browser: Browser, url: string, wish: Wish = {}): Promise<[Someone, Someone]> {
  const black = await Someone.at(browser, url);
  const table = await black.create({ clock: 'none', colours: 'black_a', visibility: 'link', ...wish });
  const white = await Someone.at(browser, table);
  await white.does('sit');
  await black.phase('playing');
  await white.phase('playing');
  return [black, white];
}

/** Plays moves by turns, Black's first; each is seen by both. */
export async function playOut([black, white]: readonly [Someone, Someone], moves: readonly string[]): Promise<void> {
  for (const [index, point] of moves.entries()) {
    const [mover, other] = index % 2 === 0 ? [black, white] : [white, black];
    await mover.plays(point);
    await other.sees(point);
  }
}

/** Nobody's browser had anything to complain about. */
export function expectNoTrouble(...people: Someone[]): void {
  expect(people.flatMap(({ troubles }) => troubles)).toEqual([]);
}
