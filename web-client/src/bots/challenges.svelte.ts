/** The bots that are here, and this person's challenge to one of them. */

import type { Connection } from '../connection';
import type { Preset } from '../presets';
import type { Bot, ChallengeSettled, Code, ServerMessage } from '../protocol';

/** What of the session the page of bots uses. */
export interface BotsLine {
  readonly connection: Pick<Connection, 'say' | 'command'>;
  /** A name for a command, like no other. */
  readonly commandId: () => string;
  onMessage: ((message: ServerMessage) => void) | null;
}

/** Why a challenge came to nothing. */
export interface Trouble {
  bot: string;
  why: Exclude<ChallengeSettled['outcome'], 'accepted' | 'withdrawn'> | Code;
}

/** The list, and one challenge at a time. */
export class Challenges {
  /** `null` until the list came. */
  bots = $state.raw<readonly Bot[] | null>(null);
  /** The bot that was asked and has not answered. */
  asked = $state.raw<string | null>(null);
  trouble = $state.raw<Trouble | null>(null);
  readonly #line: BotsLine;
  readonly #onGame: (room: string) => void;

  constructor(line: BotsLine, onGame: (room: string) => void) {
    this.#line = line;
    this.#onGame = onGame;
  }

  /** Follows the list, until the function that it returns is called; then nobody is challenged any more. */
  watch(): () => void {
    this.#line.onMessage = (message) => this.#hear(message);
    this.#line.connection.say({ type: 'watch_bots' });
    return () => {
      this.#line.onMessage = null;
      this.#line.connection.say({ type: 'leave_bots' });
      this.#line.connection.say({ type: 'withdraw' });
    };
  }

  /** Challenges a bot to a game under a preset, colours by lot. */
  async challenge(bot: string, { rules }: Preset): Promise<void> {
    this.trouble = null;
    this.asked = bot;
    const terms = { bot, rules, colours: 'random', visibility: 'public' } as const;
    const answer = await this.#line.connection.command({ type: 'challenge', id: this.#line.commandId(), ...terms });
    if (answer.type === 'refused' && this.asked === bot) {
      this.asked = null;
      this.trouble = { bot, why: answer.code };
    }
  }

  /** Takes the challenge back. */
  cancel(): void {
    this.asked = null;
    this.#line.connection.say({ type: 'withdraw' });
  }

  #hear(message: ServerMessage): void {
    switch (message.type) {
      case 'welcome':
        // A challenge does not outlive the line.
        this.asked = null;
        this.#line.connection.say({ type: 'watch_bots' });
        return;
      case 'bots':
        this.bots = message.bots;
        return;
      case 'challenge_settled':
        this.asked = null;
        if (message.room !== null) {
          this.#onGame(message.room);
        } else if (message.outcome !== 'withdrawn' && message.outcome !== 'accepted') {
          this.trouble = { bot: message.bot, why: message.outcome };
        }
    }
  }
}
