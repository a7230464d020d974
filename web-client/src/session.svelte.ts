/** This page's session with the server: the line, who this is, the lobby, and the room on the page. */

import { keepKey } from './arbiter/invitation';
import { Connection, commandId, type LineState } from './connection';
import { openSocket } from './early';
import type { ListAfter, LobbyList } from './lobby';
import type { Answer, ClientMessage, Code, Command, Computer, Followed, Person, RoomMessage, Rules, ServerMessage } from './protocol';
import { Pairing } from './pairing.svelte';
import { Room, type RoomListener } from './room.svelte';
import { watchForSleep } from './sleep';

/** What a table is opened with. */
export type NewTable = Omit<Extract<Command, { type: 'create' }>, 'type' | 'id'>;

/** Somebody who glances at rooms beside the one on the page. */
export interface Onlooker {
  hear(message: RoomMessage): void;
  /** The server cannot let this page follow a room. */
  turnAway(room: string, code: Code): void;
  /** The line is back: what was glanced at is to be asked for again. */
  resume(): void;
}

/** The wish to know where somebody plays. */
export interface Pursuer {
  hear(message: Followed): void;
  resume(): void;
  stop(): void;
}

/** What the session tells the page. */
export interface SessionListener extends RoomListener {
  /** There is an opponent, and the game runs in this room. */
  onPaired: (room: string) => void;
}

/** The session. There is one per page; tests of its parts go through {@link Connection} and `table.ts`. */
export class Session {
  line = $state.raw<LineState>({ type: 'connecting', attempt: 0 });
  person = $state.raw<Person | null>(null);
  lobby = $state.raw<LobbyList | null>(null);
  room = $state.raw<Room | null>(null);
  /** Whom this person follows from game to game. */
  pursuit = $state.raw<Pursuer | null>(null);
  /** The server's own bots, the gentlest first. */
  computers = $state.raw<readonly Computer[]>([]);
  /** The search for an opponent. */
  readonly pairing: Pairing;
  /** Whoever glances at rooms. */
  readonly onlookers = new Set<Onlooker>();
  /** Hears everything as well: a part of the page that is fetched late and knows more. */
  onMessage: ((message: ServerMessage) => void) | null = null;
  /** A name for a command, like no other. */
  readonly commandId = commandId;
  /** The line to the server. */
  readonly connection: Connection;
  readonly #listener: SessionListener;
  /** How much of the list of games is followed; none if it is not. */
  #watched: 'newest' | 'all' | null = null;
  #listAfter: ListAfter | null = null;
  /** The room on the page, as it is also in the teardown of what was there before: there `room` is still the last one. */
  #attended: string | null = null;

  constructor(listener: SessionListener) {
    this.#listener = listener;
    this.connection = new Connection({
      open: openSocket,
      now: () => performance.now(),
      random: Math.random,
      onMessage: (message) => this.#hear(message),
      onState: (state) => (this.line = state),
      // Any page load renews the cookie, should it be that the server no longer takes it.
      onUnreachable: () => void fetch('/', { cache: 'no-store' }).catch(() => undefined),
    });
    this.pairing = new Pairing(this.connection, () => performance.now(), (room) => this.#listener.onPaired(room));
  }

  /** Opens the line and keeps it. */
  start(): void {
    this.connection.start();
    addEventListener('online', () => this.nudge());
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') {
        this.nudge();
      }
    });
    document.addEventListener('resume', () => this.nudge());
    watchForSleep(() => this.nudge());
  }

  /** Tries or tests the line at once. */
  nudge(): void {
    this.connection.nudge();
  }

  /** Follows the list of games, until the function that it returns is called. Whoever follows it knows how to read it. */
  watchLobby(listAfter: ListAfter): () => void {
    this.#listAfter = listAfter;
    this.#watch('newest');
    return () => {
      this.#watched = null;
      this.lobby = null;
      this.connection.say({ type: 'leave_lobby' });
    };
  }

  /** Follows all games of the list that is followed, not only the newest. */
  watchAll(): void {
    if (this.#watched === 'newest') {
      this.#watch('all');
    }
  }

  #watch(brief: 'newest' | 'all'): void {
    this.#watched = brief;
    this.connection.say({ type: 'watch_lobby', brief });
  }

  /** Follows a room, until {@link leave}. */
  enter(id: string): Room {
    if (this.room?.id === id) {
      return this.room;
    }
    this.leave();
    const room = new Room(id, this.connection, () => this.person, this.#listener);
    this.room = room;
    this.#attended = id;
    room.join();
    return room;
  }

  /** Follows no room any more. */
  leave(): void {
    this.room?.leave();
    this.room = null;
    this.#attended = null;
  }

  /** Whether this is the room on the page. */
  attends(room: string): boolean {
    return this.#attended === room;
  }

  /** Tells the server something that needs no answer. */
  say(message: Exclude<ClientMessage, Command>): void {
    this.connection.say(message);
  }

  /** What the server's clock shows, as far as that is known. */
  serverNow(): number | null {
    return this.connection.serverNow();
  }

  /** Follows nobody any more. */
  unfollow(): void {
    this.pursuit?.stop();
    this.pursuit = null;
  }

  /** Opens a table. */
  create(table: NewTable): Promise<Answer> {
    return this.connection.command({ type: 'create', id: commandId(), ...table });
  }

  /** Invites a bot to the free seat of one's own table. */
  invite(room: string, { person }: Computer): Promise<Answer> {
    return this.connection.command({ type: 'invite', id: commandId(), room, bot: person.id });
  }

  /** Opens a table for a game against the computer, and invites it. A table to which it does not come is closed again. */
  async playComputer(computer: Computer, rules: Rules): Promise<Answer> {
    const opened = await this.create({ rules, colours: 'random', visibility: 'link' });
    if (opened.type === 'refused' || opened.room === null) {
      return opened;
    }
    const { room } = opened;
    const invited = await this.invite(room, computer);
    if (invited.type === 'refused') {
      this.connection.say({ type: 'join', room, seen: null });
      await this.connection.command({ type: 'act', room, id: commandId(), action: { type: 'abort' } });
      this.connection.say({ type: 'leave', room });
      return invited;
    }
    return opened;
  }

  /** Gives this person another name. */
  async rename(name: string): Promise<Answer> {
    const answer = await this.connection.command({ type: 'rename', id: commandId(), name });
    if (answer.type === 'accepted' && this.person) {
      this.person = { ...this.person, name };
    }
    return answer;
  }

  /** A game against the computer that was played while an opponent was looked for. */
  #giveUpMeanwhile(): void {
    const { room } = this;
    if (this.pairing.isKept && room?.seat && room.known && room.known.state.phase !== 'over') {
      const moved = new Set(room.known.moves.map(({ seat }) => seat));
      room.ask({ type: moved.size < 2 ? 'abort' : 'resign' });
    }
  }

  #hear(message: ServerMessage): void {
    this.onMessage?.(message);
    switch (message.type) {
      case 'welcome':
        this.person = message.person;
        this.computers = message.computers ?? [];
        if (this.#watched) {
          this.#watch(this.#watched);
        }
        this.pairing.resume();
        this.room?.join();
        this.pursuit?.resume();
        this.onlookers.forEach((onlooker) => onlooker.resume());
        return;
      case 'following':
        this.pursuit?.hear(message);
        return;
      case 'paired':
        if (message.room !== null) {
          this.#giveUpMeanwhile();
        }
        this.pairing.hear(message);
        return;
      case 'lobby':
      case 'lobby_change':
        // With whole rules, which this page does not ask for.
        return;
      case 'lobby_brief':
      case 'lobby_brief_change':
        this.lobby = this.#listAfter?.(this.lobby, message) ?? null;
        return;
      case 'joined':
      case 'snapshot':
      case 'happened':
      case 'presence':
      case 'resumed':
      case 'readout':
      case 'audience':
      case 'talk':
        if (message.room === this.room?.id) {
          this.room.hear(message);
        }
        this.onlookers.forEach((onlooker) => onlooker.hear(message));
        return;
      case 'error':
        if (message.room !== null && message.room === this.room?.id) {
          this.room.turnAway(message.code);
        }
        if (message.room !== null) {
          const { room, code } = message;
          this.onlookers.forEach((onlooker) => onlooker.turnAway(room, code));
        }
        return;
      case 'accepted':
        if (message.room !== null && message.arbiter_key) {
          keepKey(message.room, message.arbiter_key);
        }
        return;
      case 'invited':
      case 'pong':
      // Heard by the page of bots, as far as it is shown.
      case 'bots':
      case 'challenged':
      case 'challenge_settled':
      case 'refused':
      case 'restarting':
        return;
      default:
        message satisfies never;
    }
  }
}
