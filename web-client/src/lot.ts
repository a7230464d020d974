/** The lot that decides whatever is left to chance, and how everybody can check it after the game. Pure. */

import { bytesOf, digestOfBytes } from './digest';
import type { Words } from './i18n';
import { nameOf } from './prompt';
import type { Call, PerSeat, Seat } from './protocol';
import { HAND_MAX } from './secret';
import type { Known } from './table';

/** What a lot says. */
export interface Lot {
  /** Who has Black by lot or as it stands, or won the toss. */
  seat: Seat;
  /** The numbers that the server draws for who is late. */
  numbers: PerSeat<number>;
  /** What the server calls for who is late. */
  call: Call;
}

const BYTES = 16;

/** What the 32 hexadecimal digits of a lot say. */
export function readLot(hex: string): Lot | null {
  const bytes = bytesOf(hex);
  if (bytes?.length !== BYTES) {
    return null;
  }
  const [first = 0, ofA = 0, ofB = 0, call = 0] = bytes;
  const numbers = { a: 1 + (ofA % HAND_MAX), b: 1 + (ofB % HAND_MAX) };
  return { seat: first % 2 === 0 ? 'a' : 'b', numbers, call: call % 2 === 0 ? 'even' : 'odd' };
}

/** Whether a lot is the one whose digest was published when the table was opened. */
export function isPublished(lot: string, digest: string): boolean {
  const bytes = bytesOf(lot);
  return bytes !== null && digestOfBytes(bytes) === digest.toLowerCase();
}

/** What a lot decided, or would have decided, a sentence each. */
export function lotLines(known: Known, hex: string, { start }: Words): string[] {
  const lot = readLot(hex);
  const { colours } = known.opened;
  if (!lot || colours === 'black_a' || colours === 'black_b' || colours === 'right') {
    return [start.lotNothing];
  }
  const name = nameOf(known, lot.seat);
  const numbers = (['a', 'b'] as const).map((seat) => start.lotNumber(nameOf(known, seat), lot.numbers[seat]));
  switch (colours) {
    case 'random':
      return [start.lotBlack(name)];
    case 'handful':
    case 'handful_difference':
      return [start.lotTentative(name), ...numbers];
    case 'call':
      // Whoever opened the table holds the stones.
      return [...numbers.slice(0, 1), start.lotCall(start.calls[lot.call])];
    case 'toss':
      return [start.lotToss(name)];
    default:
      colours satisfies never;
      return [];
  }
}
