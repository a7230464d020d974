import { describe, expect, it } from 'vitest';
import { digestOfText } from '../digest';
import type { Act, GameEvent, SealedMove, Seat } from '../protocol';
import { gameEvent, known } from '../test-table';
import { openedSeals, textOf } from './seal';

const NONCE = '0'.repeat(32);
const H8: SealedMove = { type: 'stone', point: 'h8' };

describe('what is told of a sealed move', () => {
  it('is the SHA-256 of the move in words and the nonce, as the description of the protocol has it', () => {
    expect(digestOfText(textOf({ move: H8, nonce: NONCE }))).toBe('04f595735005ff634720d4ad43f28758f82a9a8c479eabdde03522bc649681b5');
  });

  it('has words for every kind of move', () => {
    const moves: SealedMove[] = [
      { type: 'pass' },
      { type: 'choose', choice: 'place_two' },
      { type: 'announce', number: 3 },
      { type: 'show', points: ['h8', 'h9'] },
      { type: 'keep', point: 'i9' },
    ];
    expect(moves.map((move) => textOf({ move, nonce: 'n' }))).toEqual(['pass|n', 'choose place_two|n', 'announce 3|n', 'show h8 h9|n', 'keep i9|n']);
  });
});

describe('the sealed moves that were opened', () => {
  it('stand beside what was told when each was handed in', () => {
    const table = known({
      acts: [
        act(1, sealed('a', 'one')),
        act(2, unsealed('a')),
        act(3, sealed('b', 'two')),
        act(4, sealed('a', 'three')),
        act(5, unsealed('a')),
      ],
    });
    expect(openedSeals(table).map(({ seat, digest }) => [seat, digest])).toEqual([
      ['a', 'one'],
      ['a', 'three'],
    ]);
  });

  it('are without it where the page does not know it', () => {
    expect(openedSeals(known({ acts: [act(1, unsealed('b'))] }))).toEqual([{ seat: 'b', move: H8, nonce: NONCE, digest: null }]);
    expect(openedSeals(known())).toEqual([]);
  });
});

function act(at: number, event: GameEvent): Act {
  return { at, after: 0, events: [gameEvent(event)] };
}

function sealed(seat: Seat, digest: string): GameEvent {
  return { type: 'sealed', seat, digest };
}

function unsealed(seat: Seat): GameEvent {
  return { type: 'unsealed', seat, move: H8, nonce: NONCE };
}
