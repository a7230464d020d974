/** What the pages of competitions ask of the server. */

import { randomHex } from '../random';
import type { AppealKind, Competition, FirstMove, Kind, Link, Listed, Office, Pairing, Place, StageWish } from './view';
import type { Goal } from '../protocol';

/** What was answered, or the code of why not; `unreachable` if nothing was. */
export type Told<T> = { ok: true; value: T } | { ok: false; code: string; message: string };

export interface Wanted {
  title: string;
  kind: Kind;
  entrants: { name: string; members?: string[]; captain?: number }[];
  goal: Goal;
  stages: StageWish[];
  first_move: FirstMove;
}

export type Command =
  | { type: 'take'; office: Office; office_key: string }
  | { type: 'appoint'; name: string }
  | { type: 'dismiss'; referee: number; reason: string }
  | { type: 'publish'; session: string | null; start_at: number | null; pairings: Pairing[] }
  | { type: 'mark_delay'; round: number }
  | { type: 'appeal'; place: Place; kind: AppealKind; text: string }
  | { type: 'answer'; appeal: number; upheld: boolean; text: string }
  | { type: 'overturn'; place: Place; room: string; seq: number; reason: string }
  | { type: 'close' };

const ROOT = '/api/competitions';
const ID_BYTES = 16;

export function list(signal: AbortSignal): Promise<Told<{ competitions: Listed[] }>> {
  return ask(ROOT, undefined, signal);
}

export function found(wanted: Wanted): Promise<Told<{ competition: string; office_key: string }>> {
  return ask(ROOT, { id: randomHex(ID_BYTES), ...wanted });
}

export function look(competition: string, signal?: AbortSignal): Promise<Told<Competition>> {
  return ask(`${ROOT}/${competition}`, undefined, signal);
}

export function links(competition: string): Promise<Told<{ links: Link[] }>> {
  return ask(`${ROOT}/${competition}/links`);
}

export function act(competition: string, command: Command): Promise<Told<{ next: number; answer: string | null }>> {
  return ask(`${ROOT}/${competition}`, { id: randomHex(ID_BYTES), command });
}

async function ask<T>(path: string, body?: unknown, signal?: AbortSignal): Promise<Told<T>> {
  const options: RequestInit = { credentials: 'same-origin', headers: { accept: 'application/json' }, ...(signal ? { signal } : {}) };
  const sent = body === undefined ? options : { ...options, method: 'POST', body: JSON.stringify(body) };
  try {
    let answer = await fetch(path, sent);
    if (answer.status === 401) {
      // Any page load renews the cookie.
      await fetch('/', { ...options, cache: 'no-store' });
      answer = await fetch(path, sent);
    }
    const told = (await answer.json()) as T & { code?: string; message?: string };
    return answer.ok ? { ok: true, value: told } : { ok: false, code: told.code ?? 'unreachable', message: told.message ?? '' };
  } catch {
    return { ok: false, code: 'unreachable', message: '' };
  }
}
