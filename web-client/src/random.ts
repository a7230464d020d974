/** Chance, in hexadecimal digits. */

/** So many random bytes, as hexadecimal digits. Works without a secure context, unlike `randomUUID`. */
export function randomHex(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
