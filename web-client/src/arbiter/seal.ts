/** What of a sealed move everybody can check once it is opened. Pure. */

import type { SealedMove, Seat } from '../protocol';
import type { Known } from '../table';

/** A sealed move that was opened. */
export interface OpenedSeal {
  seat: Seat;
  move: SealedMove;
  nonce: string;
  /** What was told when it was handed in; `null` if that is not known here. */
  digest: string | null;
}

/** The sealed moves of a game that were opened, the oldest first, each with what was told before. */
export function openedSeals({ acts }: Known): OpenedSeal[] {
  const digests = new Map<Seat, string>();
  const opened: OpenedSeal[] = [];
  for (const event of acts.flatMap(({ events }) => events)) {
    if (event.type !== 'game') {
      continue;
    }
    if (event.event.type === 'sealed') {
      digests.set(event.event.seat, event.event.digest);
    } else if (event.event.type === 'unsealed') {
      const { seat, move, nonce } = event.event;
      opened.push({ seat, move, nonce, digest: digests.get(seat) ?? null });
    }
  }
  return opened;
}

/** The text whose SHA-256 is told when a move is sealed. */
export function textOf({ move, nonce }: Pick<OpenedSeal, 'move' | 'nonce'>): string {
  return `${inWords(move)}|${nonce}`;
}

function inWords(move: SealedMove): string {
  switch (move.type) {
    case 'stone':
    case 'keep':
      return `${move.type} ${move.point}`;
    case 'pass':
      return 'pass';
    case 'choose':
      return `choose ${move.choice}`;
    case 'announce':
      return `announce ${move.number}`;
    case 'show':
      return ['show', ...move.points].join(' ');
    default:
      move satisfies never;
      return '';
  }
}
