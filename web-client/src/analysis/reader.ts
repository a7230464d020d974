/** Has a file read by the server. */

import type { Asking } from '../games/list.svelte';
import type { BadImport, Imported } from './answers';

/** The largest file that is read, in bytes. */
export const FILE_BYTES_MAX = 64 * 1024;

/** The game in a file, or why there is none. */
export type Read = { game: Imported } | { bad: BadImport };

/** Reads a file. What cannot be sent is `unreachable`. */
export async function readGame(ask: Asking, file: Blob): Promise<Read> {
  if (file.size > FILE_BYTES_MAX) {
    return { bad: { code: 'too_large', line: null, move: null } };
  }
  try {
    const answer = await ask('/api/import', { method: 'POST', body: file, credentials: 'same-origin' });
    const said: unknown = await answer.json();
    if (answer.ok) {
      return { game: said as Imported };
    }
    const bad = said as Partial<BadImport>;
    // What the server cannot do just now is not the file's fault.
    const code = answer.status < 500 ? bad.code : undefined;
    return { bad: { code: code ?? 'unreachable', line: bad.line ?? null, move: bad.move ?? null } };
  } catch {
    return { bad: { code: 'unreachable', line: null, move: null } };
  }
}
