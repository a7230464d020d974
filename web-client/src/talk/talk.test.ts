import { describe, expect, it } from 'vitest';
import type { Person, TalkLine } from '../protocol';
import { hasUnread, linesFor, withHidden } from './lines';
import { textIn } from './text';

const ANN = { id: 'ann', name: 'Ann' };
const EVE = { id: 'eve', name: 'Eve' };

describe('what is said beside the game', () => {
  it('is read but for people one has hidden, by whatever name', () => {
    const said = [line(ANN, 1), line(EVE, 2), line({ ...EVE, name: 'Evelyn' }, 3)];
    expect(linesFor(said, new Set(['eve']))).toEqual({ lines: [said[0]], hidden: [EVE] });
    expect(linesFor(said, new Set(['kim']))).toEqual({ lines: said, hidden: [] });
  });

  it('is unread if somebody else said it since one looked', () => {
    expect(hasUnread([line(ANN, 1), line(EVE, 2)], 1, ANN)).toBe(true);
    expect(hasUnread([line(ANN, 1), line(EVE, 2)], 2, ANN)).toBe(false);
    expect(hasUnread([line(ANN, 3)], 2, ANN)).toBe(false);
    expect(hasUnread([], -1, null)).toBe(false);
  });

  it('can be hidden for good, and shown again', () => {
    expect(withHidden(['a', 'b'], 'c', true, 2)).toEqual(['b', 'c']);
    expect(withHidden(['a', 'b'], 'a', true, 9)).toEqual(['b', 'a']);
    expect(withHidden(['a', 'b'], 'a', false, 9)).toEqual(['b']);
  });
});

describe('a text', () => {
  it('has 1 to 200 characters besides blanks around it', () => {
    expect(textIn('  noise ')).toBe('noise');
    expect(textIn('   ')).toBeNull();
    expect(textIn('五'.repeat(200))).toHaveLength(200);
    expect(textIn('𠮷'.repeat(200))).not.toBeNull();
    expect(textIn('五'.repeat(201))).toBeNull();
  });
});

function line(from: Person, at: number): TalkLine {
  return { from, role: 'spectator', text: 'hello', at };
}
