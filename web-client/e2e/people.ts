/** People at browsers: what a test says they do, and what they must see. */

import { chromium, type Browser, type BrowserContextOptions, type Locator, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { METHODS } from '../src/colours';
import { LANG_TAGS, languageFor, type Language, type Words } from '../src/i18n';
import { LANGUAGES } from '../src/i18n/all';
import { GROUP_NAMES, GROUPS, rulesOf, type PresetId } from '../src/presets';
import { clockIn } from '../src/rules';
import type { Action, Arbitration, ClientMessage, Code, Colours, Phase, ServerMessage, Visibility } from '../src/protocol';

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

/** How large the page is of whoever does not say, for tests that hold in every size. */
const VIEWPORT = process.env.TENGEN_SIZE === 'phone' ? { width: 390, height: 844 } : { width: 1280, height: 800 };

/** A phone in somebody's hand, for tests in which it matters that a finger presses; as it is at a desk otherwise. */
export const HANDHELD: BrowserContextOptions = process.env.TENGEN_SIZE === 'phone' ? { hasTouch: true, isMobile: true } : {};

/** What somebody chooses in the lobby; the rest stays as it is. */
export interface Wish {
  preset?: PresetId;
  /** The preset's usual clock, none, or one that is typed in short notation. */
  clock?: string;
  colours?: Colours;
  visibility?: Visibility;
  arbitration?: Arbitration;
  /** The place of a match among those offered. */
  match?: number;
  /** Whose win a draw is in the game that decides it. */
  decider?: 'black' | 'white';
  /** Where an arbiter is expected: whether the result is confirmed, and what the board is called. */
  confirms?: boolean;
  board?: string;
}

/** One person with a browser of their own. */
export class Someone {
  readonly page: Page;
  readonly words: Words;
  /** Whether a finger presses, and not a pointer. */
  readonly isTouching: boolean;
  /** Errors on the console and requests that failed. */
  readonly troubles: string[] = [];
  /** All that the server has said to this page, as it came. */
  readonly frames: string[] = [];
  /** All that this page has sent to the server. */
  readonly sent: string[] = [];

  private constructor(page: Page, words: Words, isTouching: boolean) {
    this.page = page;
    this.words = words;
    this.isTouching = isTouching;
    page.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => void this.frames.push(String(payload)));
      socket.on('framesent', ({ payload }) => void this.sent.push(String(payload)));
    });
    page.on('console', (message) => {
      if (message.type() === 'error') {
        this.troubles.push(message.text());
      }
    });
    page.on('pageerror', (error) => this.troubles.push(String(error)));
    page.on('requestfailed', (request) => {
      const why = request.failure()?.errorText;
      // What is still being fetched when the page is left is no trouble.
      if (why !== 'net::ERR_ABORTED') {
        this.troubles.push(`${request.url()}: ${why}`);
      }
    });
    page.on('response', (response) => {
      if (response.status() >= 400) {
        this.troubles.push(`${response.url()}: ${response.status()}`);
      }
    });
  }

  static async at(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Someone> {
    const context = await browser.newContext({ viewport: VIEWPORT, locale: 'en', ...options });
    context.setDefaultTimeout(20_000);
    const someone = new Someone(await context.newPage(), LANGUAGES[languageFor([options.locale ?? 'en'])], options.hasTouch ?? false);
    await someone.page.goto(url);
    return someone;
  }

  /** Somebody who reads this language. */
  static reading(browser: Browser, url: string, language: Language, options: BrowserContextOptions = {}): Promise<Someone> {
    return Someone.at(browser, url, { locale: LANG_TAGS[language], ...options });
  }

  /** The same person in another tab. */
  async inAnotherTab(url: string): Promise<Someone> {
    const again = new Someone(await this.page.context().newPage(), this.words, this.isTouching);
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
  async wishes({ preset, clock, colours, visibility, arbitration, match, decider, confirms, board }: Wish): Promise<void> {
    await this.page.locator('[data-create]').waitFor();
    if (match !== undefined) {
      await this.page.locator('select[data-match]').selectOption({ index: match + 1 });
    }
    if (decider !== undefined) {
      await this.page.locator('[data-new-decider]').selectOption(decider);
    }
    const group = preset && GROUP_NAMES.find((name) => (GROUPS[name] as readonly string[]).includes(preset));
    const isTyped = clock !== undefined && (await this.page.locator(`input[name="clock"][value="${clock}"]`).count()) === 0;
    const method = METHODS.find((each) => each === colours);
    const choices = { group, preset, clock: isTyped ? 'custom' : clock, colours: method ? 'together' : colours, method, visibility, arbitration };
    for (const [name, value] of Object.entries(choices)) {
      if (value !== undefined) {
        await this.chooses(name, value);
      }
    }
    if (isTyped) {
      await this.page.locator('[data-notation]').fill(clock);
    }
    if (board !== undefined) {
      await this.page.locator('[data-new-board]').fill(board);
    }
    if (confirms) {
      await this.page.getByRole('switch', { name: this.words.referee.confirmSwitch }).click();
    }
  }

  /** Chooses one of a few. */
  async chooses(name: string, value: string): Promise<void> {
    await this.page.locator('label', { has: this.page.locator(`input[name="${name}"][value="${value}"]`) }).click();
  }

  /** Presses a button of the one sentence, or one that asks whether it is meant. */
  async does(press: string): Promise<void> {
    await this.presses(`[data-press="${press}"]`);
  }

  /** Takes an action beside the board. */
  async acts(action: string): Promise<void> {
    await this.presses(`[data-act="${action}"]`);
  }

  /** Presses something, with what this person has. */
  async presses(selector: string): Promise<void> {
    const locator = this.page.locator(selector);
    await (this.isTouching ? locator.tap() : locator.click());
  }

  /** Clicks a point of the board. */
  async clicks(point: string): Promise<void> {
    await this.presses(`[data-point="${point}"]`);
  }

  /** Puts a stone when it is time to: in a game a finger chooses the point first, and then means it. */
  async puts(point: string): Promise<void> {
    await this.page.locator('svg.placing').waitFor();
    await this.clicks(point);
    if (this.isTouching) {
      const chosen = this.page.locator(`.chosen[data-ghost="${point}"]`);
      const put = this.page.locator(`[data-sending="${point}"]`).or(this.stone(point));
      await chosen.or(put).first().waitFor();
      if (await chosen.isVisible()) {
        await this.clicks(point);
      }
    }
  }

  /** Plays a stone and waits until it is firm. */
  async plays(point: string): Promise<void> {
    await this.puts(point);
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
  async phase(phase: Phase): Promise<void> {
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

  /** Waits until the list of moves tells of it. */
  async isTold(text: string | RegExp): Promise<void> {
    await this.page.locator('[data-act-after]', { hasText: text }).last().waitFor({ state: 'attached' });
  }

  /** Waits until the page's live region has said it. */
  async hears(text: string | RegExp): Promise<void> {
    await this.page.locator('[data-live]', { hasText: text }).waitFor({ state: 'attached' });
  }

  /** What this person is called. */
  async name(): Promise<string> {
    return (await this.page.locator('button.name').first().innerText()).trim();
  }

  /** Takes stones in the hand. */
  async holds(number: number): Promise<void> {
    await this.page.locator('[data-press="commit"]').waitFor();
    await this.page.locator('[data-number]').fill(String(number));
    await this.page.locator('[data-number]').press('Tab');
    await this.page.locator('[data-press="commit"]', { hasText: this.words.start.take(number) }).click();
  }

  /** Says something beside the game. */
  async says(text: string): Promise<void> {
    await this.shows('talk');
    await this.page.locator('#say').fill(text);
    await this.page.locator('#say').press('Enter');
  }

  /** What the clock of a seat shows, in seconds. */
  async seconds(seat: 'a' | 'b'): Promise<number> {
    const text = await this.page.locator(`[data-clock="${seat}"] .time`).innerText();
    return text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  }

  /** Shows what stands behind a tab, where there are tabs. */
  async shows(tab: 'moves' | 'room' | 'talk' | 'arbiter'): Promise<void> {
    const button = this.page.locator(`[data-show-tab="${tab}"]`);
    await button.waitFor({ state: 'attached' });
    // The tabs of a page that is still coming cannot be seen, and are not missing for that.
    await this.page.locator('main:not(.bare, .unknown)').waitFor();
    if (await button.isVisible()) {
      await button.click();
    }
  }

  /** Opens a table past the page whose game begins at a set time, and gives its path. */
  async schedules(inMs: number): Promise<string> {
    const start = { type: 'scheduled', after_ms: 0, late_ms: 60_000 } as const;
    const rules = { ...rulesOf('freestyle'), clock: clockIn('10m'), start };
    const at = { start_at: Date.now() + inMs, colours: 'black_a', visibility: 'link' } as const;
    const answer = await this.asks({ type: 'create', id: crypto.randomUUID(), rules, ...at });
    if (answer.type !== 'accepted') {
      throw new Error(JSON.stringify(answer));
    }
    return `/g/${answer.room}`;
  }

  /** Asks the server past the page, but as the same person: the answer, or what is said first if a room is asked for. */
  asks(message: ClientMessage, room: string | null = null): Promise<ServerMessage> {
    return this.page.evaluate(
      ([text, joins]) =>
        new Promise<ServerMessage>((resolve, reject) => {
          const socket = new WebSocket(`ws://${location.host}/ws`, 'tengen.v1');
          const first = joins ?? text;
          socket.onerror = () => reject(new Error('no line'));
          socket.onmessage = ({ data }) => {
            const said = JSON.parse(String(data)) as ServerMessage;
            if (said.type === 'welcome') {
              socket.send(first);
            } else if (said.type === 'joined' && joins !== null) {
              socket.send(text);
            } else if (['accepted', 'refused', 'error'].includes(said.type)) {
              socket.close();
              resolve(said);
            }
          };
        }),
      [JSON.stringify(message), room && JSON.stringify({ type: 'join', room, seen: null })] as const,
    );
  }

  /** Does something in the room past the page, which would not let this person: why it is refused, if it is. */
  async triesTo(action: Action): Promise<Code | null> {
    const room = new URL(this.page.url()).pathname.split('/').at(-1) ?? '';
    const answer = await this.asks({ type: 'act', room, id: crypto.randomUUID(), action }, room);
    return answer.type === 'refused' || answer.type === 'error' ? answer.code : null;
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
