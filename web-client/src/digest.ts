/** SHA-256 and hexadecimal digits. Pure; the browser's own is missing on plain `http`. */

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/** The SHA-256 of a text, as 64 hexadecimal digits. */
export function digestOfText(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

/** The SHA-256 of bytes, as 64 hexadecimal digits. */
export function digestOfBytes(bytes: Uint8Array): string {
  return bytesToHex(sha256(bytes));
}

/** The bytes that hexadecimal digits say; `null` if they say none. */
export function bytesOf(hex: string): Uint8Array | null {
  return /^(?:[0-9a-f]{2})+$/i.test(hex) ? hexToBytes(hex) : null;
}
