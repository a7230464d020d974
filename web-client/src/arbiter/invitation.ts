/**
 * The way to become an arbiter: a key behind the `#` of an address, where no server reads it, and the keys of the
 * tables that were opened in this browser.
 */

const FRAGMENT = /^#arbiter=([\w-]{8,128})$/;
const KEPT = 'tengen.arbiter-keys';
/** So many tables are remembered. */
export const KEPT_MAX = 50;

/** The key in the fragment of an address. Pure. */
export function keyIn(hash: string): string | null {
  return FRAGMENT.exec(hash)?.[1] ?? null;
}

/** The link that makes arbiters, from the address of the room. Pure. */
export function arbiterLink(address: string, key: string): string {
  return `${address}#arbiter=${key}`;
}

/** Takes the key out of the page's address, so that nobody copies it along. */
export function takeKey(): string | null {
  const key = keyIn(location.hash);
  if (key !== null) {
    history.replaceState(history.state, '', location.pathname + location.search);
  }
  return key;
}

/** Rooms and their keys with one more, the latest last. Pure. */
export function withKey(keys: Record<string, string>, room: string, key: string): Record<string, string> {
  const others = Object.entries(keys).filter(([each]) => each !== room);
  return Object.fromEntries([...others, [room, key]].slice(-KEPT_MAX));
}

/** Remembers the key of a table in this browser. */
export function keepKey(room: string, key: string): void {
  try {
    localStorage.setItem(KEPT, JSON.stringify(withKey(kept(), room, key)));
  } catch {
    // A browser that keeps nothing has no link to show later.
  }
}

/** The key of a table, if this browser has it. */
export function keyOf(room: string): string | null {
  return kept()[room] ?? null;
}

function kept(): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? '{}') as Record<string, string>;
  } catch {
    return {};
  }
}
