/** People at a competition: who founds it, who comes by which link. */

import type { Browser, BrowserContextOptions } from 'playwright-core';
import { Someone } from './people';

/** A team match of two boards and one game each, with everybody who comes to it. */
export class TeamMatch {
  readonly chief: Someone;
  /** The address of the competition, without a key. */
  readonly address: string;
  readonly #browser: Browser;
  readonly #links = new Map<string, string>();

  private constructor(browser: Browser, chief: Someone) {
    this.#browser = browser;
    this.chief = chief;
    this.address = chief.page.url();
  }

  /** Founded by who becomes the chief. */
  static async found(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<TeamMatch> {
    const chief = await Someone.at(browser, `${url}/competitions`, options);
    const { page } = chief;
    await page.locator('[data-new]').click();
    await page.locator('[data-title]').fill('City league');
    await chief.chooses('kind', 'team');
    await page.locator('[data-entrants]').fill('Reds: Ruth, Rolf*\nBlues: Bela, Bert*');
    await page.locator('[data-stage="0"] [data-preset]').selectOption('freestyle');
    await page.locator('[data-found]').click();
    await page.locator('[data-you="chief"]').waitFor();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    return new TeamMatch(browser, chief);
  }

  /** Appoints a referee. */
  async appoints(name: string): Promise<void> {
    const { page } = this.chief;
    await this.#opens('[data-appoint-form]');
    await page.locator('[data-referee-name]').fill(name);
    await page.locator('[data-appoint]').click();
    await page.locator('[data-dismiss]').first().waitFor();
  }

  /** Dismisses a referee. */
  async dismisses(number: number, reason: string): Promise<void> {
    const { page } = this.chief;
    await this.#opens('[data-dismiss-reason]');
    await page.locator('[data-dismiss-reason]').fill(reason);
    await page.locator(`[data-dismiss="${number}"]`).click();
    await page.locator(`[data-referee="${number}"]`, { hasText: reason }).waitFor();
  }

  /** Publishes the next round, in which the first team has the first move. */
  async publishes(session: string): Promise<void> {
    const { page } = this.chief;
    await this.#opens('[data-pairings]');
    await page.locator('[data-session-name]').fill(session);
    await page.locator('[data-fill]').click();
    await page.locator('[data-publish]').click();
    await page.locator(`[data-session="${session}"]`).first().waitFor();
  }

  /** The link with these words, as the chief copies it. */
  async link(words: string): Promise<string> {
    const known = this.#links.get(words);
    if (known) {
      return known;
    }
    const { page } = this.chief;
    await this.#opens(`[data-copy="${words}"]`, '[data-links]');
    await page.locator(`[data-copy="${words}"]`).click();
    await page.locator(`[data-copy="${words}"]`, { hasText: this.chief.words.copied }).waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    this.#links.set(words, link);
    return link;
  }

  /** Somebody comes by the link with these words. */
  async comes(words: string, options: BrowserContextOptions = {}): Promise<Someone> {
    const someone = await Someone.at(this.#browser, await this.link(words), options);
    await someone.page.locator(`[data-you="${words.startsWith('seat') ? 'player' : 'referee'}"]`).waitFor();
    return someone;
  }

  /** Somebody goes from the competition to a board. */
  async goesTo(someone: Someone, board: number): Promise<void> {
    await someone.page.locator(`[data-board="${board}"] [data-to-room]`).first().click();
    await someone.page.locator('main[data-phase]').waitFor();
  }

  /** Opens what a thing is folded in, unless it is open. */
  async #opens(inside: string, summary = ''): Promise<void> {
    const { page } = this.chief;
    const details = page.locator('[data-desk] details', { has: page.locator(summary || inside) });
    if ((await details.getAttribute('open')) === null) {
      await details.locator('summary').click();
    }
    await page.locator(inside).waitFor();
  }
}
