/**
 * The stones that a player holds in the hand: a number that nobody sees before all have committed to theirs.
 *
 * It is kept until the browser's window is closed, so that it can still be shown after the page was loaded again.
 */

import { randomHex } from './random';

/** A number of stones, and what keeps its digest from being guessed. */
export interface Secret {
  number: number;
  /** 32 hexadecimal digits. */
  nonce: string;
  /** What is committed to: the SHA-256 of `number:nonce`. */
  digest: string;
}

/** How many stones a hand can hold. */
export const HAND_MAX = 10;
const NONCE_BYTES = 16;

/** A number with a new nonce. SHA-256 is fetched for it: few games begin with a handful of stones. */
export async function newSecret(number: number): Promise<Secret> {
  const nonce = randomHex(NONCE_BYTES);
  const { digestOfText } = await import('./digest');
  return { number, nonce, digest: digestOfText(`${number}:${nonce}`) };
}

/** A number of stones to begin with. */
export function someNumber(): number {
  return 1 + Math.floor(Math.random() * HAND_MAX);
}

/** The secrets of this page, should the browser keep none. */
const own = new Map<string, Secret>();

const keyOf = (room: string) => `tengen.hand.${room}`;

/** Keeps what a player holds in a room. */
export function keepSecret(room: string, secret: Secret): void {
  own.set(room, secret);
  try {
    sessionStorage.setItem(keyOf(room), JSON.stringify(secret));
  } catch {
    // The page itself remembers it.
  }
}

/** What was kept in a room, if it is what this digest committed to. */
export function keptSecret(room: string, digest: string): Secret | null {
  const secret = own.get(room) ?? stored(room);
  return secret?.digest === digest.toLowerCase() ? secret : null;
}

function stored(room: string): Secret | null {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(room)) ?? 'null') as Secret | null;
  } catch {
    return null;
  }
}
