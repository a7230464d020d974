/** A real server for the tests, and a line to it that can be cut. */

import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expectNoSecret, secretIn } from './leaks';

const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url));
const BINARY = process.env.TENGEN_BIN ?? join(REPOSITORY, 'target/debug/tengen');
const CONFIG = process.env.TENGEN_CONFIG ?? join(REPOSITORY, 'config.toml');

const ENGINE = join(REPOSITORY, 'tests/engines/fake.py');

/** How the server says that it listens. */
const READY = /Tengen is ready at (http:\/\/127\.0\.0\.1:(\d+))\//;

/** A program and all that it writes, which is searched for secrets when it has ended. */
class Program {
  readonly process: ChildProcess;
  readonly #closed: Promise<unknown>;
  said = '';

  constructor(args: string[]) {
    this.process = spawn(BINARY, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    this.#closed = once(this.process, 'close');
    for (const stream of [this.process.stdout, this.process.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => (this.said += text));
    }
  }

  /** Ends it, or finds it ended. */
  async end(signal: NodeJS.Signals): Promise<void> {
    this.process.kill(signal);
    await this.#closed;
    expectNoSecret(this.process.spawnargs.slice(0, 2).join(' '), this.said);
  }
}

/** A server of its own data directory, which {@link GameServer.stop} removes. */
export class GameServer {
  readonly #data = mkdtempSync(join(tmpdir(), 'tengen-e2e-'));
  readonly #bots: Program[] = [];
  #program: Program | null = null;
  url = '';
  port = 0;

  /** Starts it, the second time on the same port and data. */
  async start(): Promise<this> {
    const args = ['serve', '--config', CONFIG, '--listen', `127.0.0.1:${this.port}`, '--data', this.#data];
    const program = new Program(args);
    this.#program = program;
    const child = program.process;
    const ready = new Promise<RegExpExecArray>((resolve, reject) => {
      child.stdout?.on('data', () => {
        const match = READY.exec(program.said);
        if (match) {
          resolve(match);
        }
      });
      child.on('error', reject);
      child.on('close', (code) => reject(new Error(`the server ended with ${code}:\n${program.said}`)));
    });
    const [, url = '', port = ''] = await ready;
    this.url = url;
    this.port = Number(port);
    return this;
  }

  /** Lets a bot of this name play here, an engine that knows no more than the rules. It ends with the server, or before. */
  async bot(name: string, ...options: string[]): Promise<ChildProcess> {
    const token = await promisify(execFile)(BINARY, ['token', 'create', name, '--bot', '--data', this.#data]);
    const file = join(this.#data, `${name}.token`);
    writeFileSync(file, token.stdout, { mode: 0o600 });
    if (secretIn(token.stdout) === null) {
      throw new Error('the token of a bot is not known for one');
    }
    const url = `ws://127.0.0.1:${this.port}/ws`;
    const args = ['bot', '--engine', ENGINE, '--token-file', file, '--url', url, ...options];
    const bot = new Program(args);
    this.#bots.push(bot);
    return bot.process;
  }

  /** Ends it without a chance to say goodbye. */
  async kill(): Promise<void> {
    await this.#program?.end('SIGKILL');
  }

  /** Ends it in order. */
  async end(): Promise<void> {
    await this.#program?.end('SIGTERM');
  }

  /** Ends it and forgets its games. */
  async stop(): Promise<void> {
    try {
      // What one of them has done wrong is no reason to leave another running.
      const bots = await Promise.allSettled(this.#bots.map((bot) => bot.end('SIGTERM')));
      await this.end();
      const wrong = bots.find((bot) => bot.status === 'rejected');
      if (wrong) {
        throw wrong.reason;
      }
    } finally {
      rmSync(this.#data, { recursive: true, force: true });
    }
  }
}

/** A line to a server that can be cut and mended. */
export class Line {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #isCut = false;
  url = '';

  /** To the server at this port; everything takes so long each way. */
  constructor(port: number, delayMs = 0) {
    this.#server = createServer((inside) => {
      if (this.#isCut) {
        inside.destroy();
        return;
      }
      const outside = connect(port, '127.0.0.1');
      for (const [from, to] of [
        [inside, outside],
        [outside, inside],
      ] as const) {
        this.#sockets.add(from);
        (delayMs > 0 ? from.pipe(late(delayMs)) : from).pipe(to);
        from.on('error', () => to.destroy());
        from.on('close', () => {
          this.#sockets.delete(from);
          to.destroy();
        });
      }
    });
  }

  async open(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = this.#server.address();
    this.url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
    return this;
  }

  /** Lets nothing more through on what is open, without a word to either end; new connections are as good as ever. */
  freeze(): void {
    for (const socket of this.#sockets) {
      socket.unpipe();
      socket.pause();
    }
  }

  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) {
      socket.destroy();
    }
  }

  mend(): void {
    this.#isCut = false;
  }

  async close(): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

/** Lets everything through after so long, in order. */
function late(delayMs: number): Transform {
  return new Transform({
    transform(chunk, _encoding, taken) {
      setTimeout(() => this.push(chunk), delayMs);
      taken();
    },
    flush(ended) {
      setTimeout(ended, delayMs);
    },
  });
}
