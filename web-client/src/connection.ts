/**
 * The line to the server: one WebSocket that comes back by itself. No DOM.
 *
 * It keeps commands until they are answered and sends them again, under the same id, on the next connection; asks now
 * and then whether the line is alive; and estimates the server's clock. What the messages mean is not its business.
 */

import { randomHex } from './random';
import { offsetOf, remember, roundTripOf, type Sample } from './line-clock';
import {
  parse,
  SUBPROTOCOL,
  type Accepted,
  type Answer,
  type ClientMessage,
  type Command,
  type Refused,
  type ServerMessage,
} from './protocol';

/** How the line is. */
export type LineState =
  | { type: 'connecting'; attempt: number }
  | { type: 'online' }
  /** Waiting to try again; `attempt` counts from 1. */
  | { type: 'waiting'; attempt: number; retryAt: number; restarting: boolean };

/** What of a WebSocket is used. */
export type Socket = Pick<WebSocket, 'send' | 'close' | 'onmessage' | 'onclose'>;

/** What the connection needs from the world, and whom it tells. */
export interface ConnectionOptions {
  /** Opens a socket. */
  open: (subprotocol: string) => Socket;
  /** This client's steady clock, in milliseconds: the one that stamps what a socket hears. */
  now: () => number;
  /** From 0 to 1. */
  random: () => number;
  /** A message came. Answers to commands come here too. */
  onMessage: (message: ServerMessage) => void;
  /** The line changed. */
  onState: (state: LineState) => void;
  /** Several attempts in a row got no answer at all: the cookie may have gone. */
  onUnreachable?: () => void;
}

/** How often the line is tested. */
export const PING_EVERY_MS = 10_000;
/** How long an answer to a ping may take before the line counts as dead. */
export const PONG_WITHIN_MS = 5_000;
/** How long opening a socket may take. */
export const OPEN_WITHIN_MS = 10_000;
/** The longest wait between two attempts. */
export const RETRY_MS_MAX = 10_000;
/** The wait after the server said that this client was too much for it. */
export const PUSHED_BACK_MS = 15_000;

/** How long to wait before attempt number `attempt`, from 1: doubling from a quarter second, halved at most by chance. */
export function retryDelay(attempt: number, random: number): number {
  const full = Math.min(RETRY_MS_MAX, 250 * 2 ** (attempt - 1));
  return Math.round(full * (0.5 + random / 2));
}

/** Close codes after which coming back at once would only be refused again. */
const PUSHED_BACK = new Set([4000, 4009, 4029]);
/** After so many attempts without a word, {@link ConnectionOptions.onUnreachable} is told. */
const UNREACHABLE_AFTER = 3;

type TimerName = 'ping' | 'pong' | 'retry' | 'open';

interface Outstanding {
  command: Command;
  resolve: (answer: Answer) => void;
}

/** The line to the server. */
export class Connection {
  readonly #options: ConnectionOptions;
  readonly #outstanding = new Map<string, Outstanding>();
  #socket: Socket | null = null;
  #state: LineState = { type: 'connecting', attempt: 0 };
  #attempt = 0;
  #samples: readonly Sample[] = [];
  #pings = new Map<number, number>();
  #pingNumber = 0;
  #restartWait: number | null = null;
  #timers: Partial<Record<TimerName, ReturnType<typeof setTimeout>>> = {};

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  /** How the line is. */
  get state(): LineState {
    return this.#state;
  }

  /** The server's clock, as well as it is known; `null` before the first word. */
  serverNow(): number | null {
    const offset = offsetOf(this.#samples);
    return offset === null ? null : this.#options.now() + offset;
  }

  /** The least round trip of late in milliseconds. */
  roundTrip(): number | null {
    return roundTripOf(this.#samples);
  }

  /** Opens the line, and keeps it open from then on. */
  start(): void {
    this.#connect();
  }

  /** Says something, if the line is up. What must not be lost is said again by whoever hears `welcome`. */
  say(message: Exclude<ClientMessage, Command>): void {
    if (this.#state.type === 'online') {
      this.#socket?.send(JSON.stringify(message));
    }
  }

  /** Sends a command and keeps it until it is answered, over as many connections as that takes. */
  command(command: Command): Promise<Accepted | Refused> {
    return new Promise((resolve) => {
      this.#outstanding.set(command.id, { command, resolve });
      if (this.#state.type === 'online') {
        this.#socket?.send(JSON.stringify(command));
      }
    });
  }

  /** The network came back or somebody looks again: tries at once, or tests a line that seems up. */
  nudge(): void {
    if (this.#state.type === 'online') {
      this.#ping();
    } else if (this.#state.type === 'waiting' && !this.#state.restarting) {
      this.#connect();
    }
  }

  #connect(): void {
    this.#clearTimers();
    this.#setState({ type: 'connecting', attempt: this.#attempt });
    const socket = this.#options.open(SUBPROTOCOL);
    this.#socket = socket;
    socket.onmessage = ({ data, timeStamp }) => {
      if (socket === this.#socket && typeof data === 'string') {
        this.#hear(data, timeStamp);
      }
    };
    socket.onclose = ({ code }) => {
      if (socket === this.#socket) {
        this.#lost(code);
      }
    };
    this.#timers.open = setTimeout(() => this.#drop(), OPEN_WITHIN_MS);
  }

  #hear(text: string, at: number): void {
    const message = parse(text);
    if (!message) {
      return;
    }
    this.#clearTimer('pong');
    if (message.type === 'welcome') {
      this.#begin(message.now, at);
      this.#options.onMessage(message);
      this.#resend();
      return;
    }
    if (message.type === 'pong') {
      this.#measure(message.n, message.now, at);
    } else if (message.type === 'restarting') {
      const spread = Math.max(0, message.within_ms - message.come_back_in_ms);
      this.#restartWait = message.come_back_in_ms + Math.round(this.#options.random() * spread);
    }
    this.#options.onMessage(message);
    if (message.type === 'accepted' || message.type === 'refused') {
      this.#answered(message);
    }
  }

  /** The server greeted: the line is up. Its clock may have begun anew. */
  #begin(serverNow: number, now: number): void {
    this.#attempt = 0;
    this.#restartWait = null;
    this.#clearTimer('open');
    this.#pings.clear();
    // Nothing is known of the round trip yet; any ping is better than this.
    this.#samples = [{ sentAt: now - OPEN_WITHIN_MS, heardAt: now + OPEN_WITHIN_MS, serverNow }];
    this.#setState({ type: 'online' });
    this.#ping();
  }

  #resend(): void {
    for (const { command } of this.#outstanding.values()) {
      this.#socket?.send(JSON.stringify(command));
    }
  }

  #answered(answer: Answer): void {
    const outstanding = this.#outstanding.get(answer.id);
    this.#outstanding.delete(answer.id);
    outstanding?.resolve(answer);
  }

  #ping(): void {
    this.#clearTimer('ping');
    const n = this.#pingNumber++;
    this.#pings.set(n, this.#options.now());
    this.#socket?.send(JSON.stringify({ type: 'ping', n } satisfies ClientMessage));
    this.#timers.pong ??= setTimeout(() => this.#drop(), PONG_WITHIN_MS);
    this.#timers.ping = setTimeout(() => this.#ping(), PING_EVERY_MS);
  }

  #measure(n: number, serverNow: number, heardAt: number): void {
    const sentAt = this.#pings.get(n);
    this.#pings.delete(n);
    if (sentAt !== undefined) {
      this.#samples = remember(this.#samples, { sentAt, heardAt, serverNow });
    }
  }

  /** Gives a line up that does not answer. A dead one may never say `close`, so nobody waits for it. */
  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    this.#lost(null);
  }

  #lost(code: number | null): void {
    this.#socket = null;
    this.#clearTimers();
    this.#attempt += 1;
    const restartWait = this.#restartWait;
    this.#restartWait = null;
    const pushedBack = code !== null && PUSHED_BACK.has(code) ? PUSHED_BACK_MS : 0;
    const delay = restartWait ?? Math.max(pushedBack, retryDelay(this.#attempt, this.#options.random()));
    this.#timers.retry = setTimeout(() => this.#connect(), delay);
    this.#setState({
      type: 'waiting',
      attempt: this.#attempt,
      retryAt: this.#options.now() + delay,
      restarting: restartWait !== null,
    });
    if (this.#attempt % UNREACHABLE_AFTER === 0) {
      this.#options.onUnreachable?.();
    }
  }

  #setState(state: LineState): void {
    this.#state = state;
    this.#options.onState(state);
  }

  #clearTimer(name: TimerName): void {
    clearTimeout(this.#timers[name]);
    delete this.#timers[name];
  }

  #clearTimers(): void {
    for (const name of ['ping', 'pong', 'retry', 'open'] as const) {
      this.#clearTimer(name);
    }
  }
}

/** An id for a command, unlike any other of this person. */
export function commandId(): string {
  return randomHex(12);
}
