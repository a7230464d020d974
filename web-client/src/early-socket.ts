/** A line to the server that is opened before there is anybody to use it. It needs nothing of the rest of the program. */

import type { Socket } from './connection';
import type { ClientMessage } from './protocol';

/** More than this is not kept for a page that does not come; the line is given up. */
const HEARD_MAX = 100;

/** What a page is certain to ask first. */
export function firstWords(path: string): string[] {
  const [, page, room] = path.split('/');
  const say = (message: ClientMessage) => [JSON.stringify(message)];
  if (page === 'g' && room) {
    return say({ type: 'join', room, seen: null });
  }
  return page === '' ? say({ type: 'watch_lobby', brief: 'newest' }) : [];
}

/** A socket that speaks and hears before anybody is there to use it. What was said is not said twice. */
export class EarlySocket implements Socket {
  onmessage: Socket['onmessage'] = null;
  onclose: Socket['onclose'] = null;
  readonly #socket: WebSocket;
  readonly #said = new Set<string>();
  #heard: (() => void)[] | null = [];

  constructor(socket: WebSocket, words: readonly string[]) {
    this.#socket = socket;
    socket.onopen = () => {
      for (const text of words) {
        socket.send(text);
        this.#said.add(text);
      }
    };
    socket.onmessage = (event) => this.#pass(() => this.onmessage?.call(socket, event));
    socket.onclose = (event) => this.#pass(() => this.onclose?.call(socket, event));
  }

  send(text: string): void {
    if (!this.#said.delete(text)) {
      this.#socket.send(text);
    }
  }

  close(): void {
    this.#socket.close();
  }

  /** Passes on what was heard so far, and from then on everything as it comes. */
  listen(): void {
    const heard = this.#heard ?? [];
    this.#heard = null;
    heard.forEach((pass) => pass());
  }

  #pass(pass: () => void): void {
    if (!this.#heard) {
      pass();
    } else if (this.#heard.push(pass) > HEARD_MAX) {
      this.#socket.close();
    }
  }
}
