/**
 * Opens the line to the server while the rest of the program is still on its way: a file of its own that comes first.
 * Pages of this site only; a board in a frame must not load this.
 */

import type { Socket } from './connection';
import { EarlySocket, firstWords } from './early-socket';
import type { SUBPROTOCOL } from './protocol';
import type { KEY } from './settings.svelte';

/** As in `protocol.ts`, which comes later. */
const PROTOCOL: typeof SUBPROTOCOL = 'tengen.v1';

/** As in `settings.svelte.ts`, which comes later, and which says what there is. */
const SETTINGS: typeof KEY = 'tengen.settings';

lookAsChosen(document.documentElement);
const early = new EarlySocket(open(), firstWords(location.pathname));
let isTaken = false;

/** The line that was opened early, for the first who wants one; any other time a new one. */
export function openSocket(): Socket {
  const isFirst = !isTaken;
  isTaken = true;
  return isFirst ? early : open();
}

/** The page is put together and has said what it wants: what came on the early line so far is told, and what comes. */
export function listen(): void {
  early.listen();
}

/** What is there before the program already has the colours that this person chose. */
function lookAsChosen({ dataset }: HTMLElement): void {
  try {
    const { theme, board } = JSON.parse(localStorage.getItem(SETTINGS) ?? '{}') as Record<string, string>;
    Object.assign(dataset, theme && { theme }, board && { board });
  } catch {
    // A browser that keeps nothing shows the usual ones.
  }
}

function open(): WebSocket {
  const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
  return new WebSocket(`${scheme}//${location.host}/ws`, PROTOCOL);
}
