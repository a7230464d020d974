import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  commandId,
  Connection,
  PING_EVERY_MS,
  PONG_WITHIN_MS,
  retryDelay,
  RETRY_MS_MAX,
  type LineState,
  type Socket,
} from './connection';
import type { ClientMessage, Command, ServerMessage } from './protocol';

const COMMAND: Command = { type: 'act', room: 'r', id: 'c1', action: { type: 'place', ply: 0, point: 'h8' } };
const ACCEPTED = { type: 'accepted', id: 'c1', room: 'r', seq: 4, arbiter_key: null } as const;

describe('the line to the server', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is up when the server has greeted, not before', () => {
    const { sockets, states, connection } = line();
    connection.start();
    expect(states.at(-1)).toEqual({ type: 'connecting', attempt: 0 });
    sockets[0]?.greet();
    expect(states.at(-1)).toEqual({ type: 'online' });
  });

  it('comes back after a loss, waiting longer each time', async () => {
    const { sockets, states, connection } = line();
    connection.start();
    sockets[0]?.greet();
    sockets[0]?.lose();
    expect(states.at(-1)).toMatchObject({ type: 'waiting', attempt: 1 });
    await vi.advanceTimersByTimeAsync(retryDelay(1, 0.5));
    expect(sockets).toHaveLength(2);
    sockets[1]?.lose();
    await vi.advanceTimersByTimeAsync(retryDelay(2, 0.5) - 1);
    expect(sockets).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(sockets).toHaveLength(3);
    sockets[2]?.greet();
    expect(connection.state).toEqual({ type: 'online' });
  });

  it('never waits longer than its bound, and never all clients equally long', () => {
    expect(retryDelay(1, 0)).toBe(125);
    expect(retryDelay(1, 1)).toBe(250);
    expect(retryDelay(30, 1)).toBe(RETRY_MS_MAX);
    expect(retryDelay(30, 0)).toBe(RETRY_MS_MAX / 2);
  });

  it('sends an unanswered command again with the same id, and no answered one', async () => {
    const { sockets, connection } = line();
    connection.start();
    sockets[0]?.greet();
    const answer = connection.command(COMMAND);
    sockets[0]?.lose();
    await vi.advanceTimersByTimeAsync(RETRY_MS_MAX);
    sockets[1]?.greet();
    expect(sockets[1]?.commands()).toEqual([COMMAND]);
    sockets[1]?.say(ACCEPTED);
    await expect(answer).resolves.toEqual(ACCEPTED);
    sockets[1]?.lose();
    await vi.advanceTimersByTimeAsync(RETRY_MS_MAX);
    sockets[2]?.greet();
    expect(sockets[2]?.commands()).toEqual([]);
  });

  it('keeps a command given while the line is down', async () => {
    const { sockets, connection } = line();
    connection.start();
    void connection.command(COMMAND);
    sockets[0]?.greet();
    expect(sockets[0]?.commands()).toEqual([COMMAND]);
  });

  it('tells of the greeting before it sends anything again, so that rooms are joined first', () => {
    const { sockets, connection } = line((message) => {
      if (message.type === 'welcome') {
        connection.say({ type: 'join', room: 'r', seen: null });
      }
    });
    void connection.command(COMMAND);
    connection.start();
    sockets[0]?.greet();
    expect(sockets[0]?.sent.map(({ type }) => type)).toEqual(['ping', 'join', 'act']);
  });

  it('gives a silent line up within 15 s and does not wait for it to close', async () => {
    const { sockets, connection } = line();
    connection.start();
    sockets[0]?.greet();
    sockets[0]?.pong();
    await vi.advanceTimersByTimeAsync(PING_EVERY_MS + PONG_WITHIN_MS - 1);
    expect(connection.state.type).toBe('online');
    await vi.advanceTimersByTimeAsync(1);
    expect(connection.state.type).toBe('waiting');
    expect(sockets[0]?.isClosed).toBe(true);
    await vi.advanceTimersByTimeAsync(RETRY_MS_MAX);
    sockets[1]?.greet();
    sockets[0]?.lose();
    expect(connection.state.type).toBe('online');
  });

  it('takes any word for a sign of life', async () => {
    const { sockets, connection } = line();
    connection.start();
    sockets[0]?.greet();
    for (let second = 0; second < 60; second += 4) {
      sockets[0]?.say({ type: 'presence', room: 'r', seats: { a: true, b: true }, watchers: 0, gone_since: { a: null, b: null } });
      await vi.advanceTimersByTimeAsync(4000);
    }
    expect(connection.state.type).toBe('online');
    expect(sockets).toHaveLength(1);
  });

  it('gives up on a socket that never opens', async () => {
    const { sockets, connection } = line();
    connection.start();
    await vi.advanceTimersByTimeAsync(10_000 + RETRY_MS_MAX);
    expect(sockets.length).toBeGreaterThan(1);
    expect(sockets[0]?.isClosed).toBe(true);
  });

  it('tries at once when nudged while it waits, and only tests the line when it is up', async () => {
    const { sockets, connection } = line();
    connection.start();
    sockets[0]?.greet();
    sockets[0]?.pong();
    connection.nudge();
    expect(sockets).toHaveLength(1);
    expect(sockets[0]?.sent.filter(({ type }) => type === 'ping')).toHaveLength(2);
    sockets[0]?.lose();
    connection.nudge();
    expect(sockets).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(9000);
    expect(sockets).toHaveLength(2);
  });

  it('comes back within the time the server asks for when it restarts, and not before', async () => {
    const { sockets, states, connection } = line();
    connection.start();
    sockets[0]?.greet();
    sockets[0]?.say({ type: 'restarting', come_back_in_ms: 2000, within_ms: 6000 });
    sockets[0]?.lose(1001);
    expect(states.at(-1)).toMatchObject({ type: 'waiting', restarting: true });
    connection.nudge();
    await vi.advanceTimersByTimeAsync(3999);
    expect(sockets).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(sockets).toHaveLength(2);
  });

  it('stays away for a while when the server pushed it back', async () => {
    const { sockets, connection } = line();
    connection.start();
    sockets[0]?.greet();
    sockets[0]?.lose(4009);
    await vi.advanceTimersByTimeAsync(14_999);
    expect(sockets).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(sockets).toHaveLength(2);
  });

  it('tells when nobody answers at all', async () => {
    const { sockets, connection, unreachable } = line();
    connection.start();
    for (let attempt = 0; attempt < 3; attempt += 1) {
      sockets.at(-1)?.lose(1006);
      await vi.advanceTimersByTimeAsync(RETRY_MS_MAX);
    }
    expect(unreachable).toHaveBeenCalledTimes(1);
  });

  it('knows the server’s clock from the quickest ping', async () => {
    const { sockets, connection } = line();
    connection.start();
    expect(connection.serverNow()).toBeNull();
    sockets[0]?.greet(50_000);
    await vi.advanceTimersByTimeAsync(40);
    sockets[0]?.pong(50_020);
    expect(connection.serverNow()).toBe(50_040);
    expect(connection.roundTrip()).toBe(40);
    await vi.advanceTimersByTimeAsync(PING_EVERY_MS + 3000 - 40);
    sockets[0]?.pong(62_900);
    expect(connection.serverNow()).toBe(63_000);
  });

  it('forgets the old clock when the server starts anew', async () => {
    const { sockets, connection } = line();
    connection.start();
    sockets[0]?.greet(5_000_000);
    sockets[0]?.pong(5_000_000);
    sockets[0]?.lose();
    await vi.advanceTimersByTimeAsync(RETRY_MS_MAX);
    sockets[1]?.greet(100);
    expect(connection.serverNow()).toBe(100);
  });

  it('does not mind what it cannot read', () => {
    const { sockets, connection } = line();
    connection.start();
    sockets[0]?.greet();
    for (const text of ['', '{', '[]', 'null', '7', '{"type":"of_the_future"}']) {
      sockets[0]?.hear(text);
    }
    expect(connection.state.type).toBe('online');
  });
});

it('gives commands ids that the server takes', () => {
  const ids = Array.from({ length: 50 }, commandId);
  expect(new Set(ids).size).toBe(50);
  expect(ids.every((id) => /^[A-Za-z0-9_-]{1,40}$/.test(id))).toBe(true);
});

/** A socket on whose other end the test sits. */
class FakeSocket implements Socket {
  onmessage: Socket['onmessage'] = null;
  onclose: Socket['onclose'] = null;
  readonly sent: ClientMessage[] = [];
  isClosed = false;

  send(text: string): void {
    this.sent.push(JSON.parse(text) as ClientMessage);
  }

  close(): void {
    this.isClosed = true;
  }

  hear(data: string): void {
    this.onmessage?.call(this as never, { data, timeStamp: performance.now() } as MessageEvent);
  }

  say(message: ServerMessage): void {
    this.hear(JSON.stringify(message));
  }

  greet(now = 0): void {
    this.say({ type: 'welcome', server: 'x', person: { id: 'ann', name: 'Ann' }, now });
  }

  /** Answers the last ping. */
  pong(now = 0): void {
    const ping = this.sent.findLast((message) => message.type === 'ping');
    this.say({ type: 'pong', n: ping?.n ?? 0, now });
  }

  lose(code = 1006): void {
    this.onclose?.call(this as never, { code } as CloseEvent);
  }

  commands(): ClientMessage[] {
    return this.sent.filter((message) => 'id' in message);
  }
}

function line(onMessage: (message: ServerMessage) => void = () => undefined) {
  const sockets: FakeSocket[] = [];
  const states: LineState[] = [];
  const unreachable = vi.fn();
  const connection = new Connection({
    open: () => {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket;
    },
    now: () => performance.now(),
    random: () => 0.5,
    onMessage,
    onState: (state) => states.push(state),
    onUnreachable: unreachable,
  });
  return { sockets, states, connection, unreachable };
}
