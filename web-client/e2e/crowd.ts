/** Many games at once, played past the pages: two people and a line each, however many tables they sit at. */

import type { Browser, Page } from 'playwright-core';
import { rulesOf } from '../src/presets';
import type { Answer, ClientMessage, Person, Rules, Visibility } from '../src/protocol';
import { clockIn } from '../src/rules';

/** What a crowd asks of the server. */
type Command = Extract<ClientMessage, { id: string }>;

/** One person with a line and no page to speak of. */
class Player {
  readonly #page: Page;
  readonly person: Person;

  private constructor(page: Page, person: Person) {
    this.#page = page;
    this.person = person;
  }

  static async called(browser: Browser, url: string, name: string): Promise<Player> {
    const page = await (await browser.newContext()).newPage();
    // The first page gives the cookie; the second is as good as none.
    await page.goto(url);
    await page.goto(`${url}/healthz`);
    const person = await page.evaluate(
      (wanted) =>
        new Promise<Person>((resolve, reject) => {
          const socket = new WebSocket(`ws://${location.host}/ws`, 'tengen.v1');
          const waiting = new Map<string, (answer: Answer) => void>();
          const say = (message: object) => socket.send(JSON.stringify(message));
          const ask = (command: { id: string }) => {
            say(command);
            return new Promise<Answer>((answered) => waiting.set(command.id, answered));
          };
          Object.assign(window, { say, ask });
          socket.onerror = () => reject(new Error('no line'));
          socket.onmessage = ({ data }) => {
            const message = JSON.parse(String(data)) as { type: string; id?: string; person: Person };
            if (message.type === 'welcome') {
              const { person } = message;
              void ask({ type: 'rename', id: 'name', name: wanted } as { id: string }).then(() => resolve({ ...person, name: wanted }));
            } else if (message.type === 'accepted' || message.type === 'refused') {
              waiting.get(message.id ?? '')?.(message as unknown as Answer);
            }
          };
        }),
      name,
    );
    return new Player(page, person);
  }

  async asks(command: Command): Promise<Answer> {
    const answer = await this.#page.evaluate((it) => (window as unknown as { ask(it: object): Promise<Answer> }).ask(it), command);
    if (answer.type === 'refused') {
      throw new Error(JSON.stringify([command, answer]));
    }
    return answer;
  }

  async says(message: ClientMessage): Promise<void> {
    await this.#page.evaluate((it) => (window as unknown as { say(it: object): void }).say(it), message);
  }

  async leaves(): Promise<void> {
    await this.#page.context().close();
  }
}

/** What is played at a table of a crowd. */
export interface TableWish {
  clock?: string | null;
  visibility?: Visibility;
  rules?: Rules;
}

/** Two people who play each other at many tables. The first always has Black. */
export class Crowd {
  readonly black: Player;
  readonly white: Player;
  /** The rooms, in the order in which they were opened. */
  readonly rooms: string[] = [];
  readonly #plies = new Map<string, number>();

  private constructor(black: Player, white: Player) {
    this.black = black;
    this.white = white;
  }

  static async gather(browser: Browser, url: string, games: number, names: readonly [string, string] = ['Ann', 'Bo'], wish: TableWish = {}): Promise<Crowd> {
    const [black, white] = await Promise.all(names.map((name) => Player.called(browser, url, name)));
    if (!black || !white) {
      throw new Error('two people were asked for');
    }
    const crowd = new Crowd(black, white);
    for (let i = 0; i < games; i += 1) {
      await crowd.begins(wish);
    }
    return crowd;
  }

  /** Begins another game and gives its room. */
  async begins({ clock = '10m', visibility = 'public', rules = rulesOf('freestyle') }: TableWish = {}): Promise<string> {
    const played = { ...rules, clock: clock === null ? null : clockIn(clock) };
    const answer = await this.black.asks({ type: 'create', id: crypto.randomUUID(), rules: played, colours: 'black_a', visibility });
    const room = (answer.type === 'accepted' && answer.room) || '';
    await Promise.all([this.black, this.white].map((player) => player.says({ type: 'join', room, seen: null })));
    await this.white.asks({ type: 'act', room, id: crypto.randomUUID(), action: { type: 'sit' } });
    this.rooms.push(room);
    this.#plies.set(room, 0);
    return room;
  }

  /** Puts the next stones of a game, by turns. */
  async plays(room: string, ...points: string[]): Promise<void> {
    for (const point of points) {
      const ply = this.#plies.get(room) ?? 0;
      const mover = ply % 2 === 0 ? this.black : this.white;
      await mover.asks({ type: 'act', room, id: crypto.randomUUID(), action: { type: 'place', ply, point } });
      this.#plies.set(room, ply + 1);
    }
  }

  /** Black gives a game up. */
  async resigns(room: string): Promise<void> {
    await this.black.asks({ type: 'act', room, id: crypto.randomUUID(), action: { type: 'resign' } });
  }

  async leaves(): Promise<void> {
    await Promise.all([this.black.leaves(), this.white.leaves()]);
  }
}
