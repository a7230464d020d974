import { describe, expect, it, vi } from 'vitest';
import { rulesOf } from '../presets';
import type { Placed } from '../position';
import { Fouls, questionAfter } from './fouls.svelte';

const stone = (point: string, number: number): Placed => ({ point, number, stone: number % 2 === 1 ? 'black' : 'white' });

describe('the question about a position', () => {
  it('has the moves in turn, and one for each pass', () => {
    const stones = [stone('h8', 1), stone('h9', 2), stone('i9', 3), stone('j9', 5)];
    expect(questionAfter(stones, 'white', rulesOf('renju'))).toEqual({ board: 15, rules: 'renju', moves: ['h8', 'h9', 'i9', null, 'j9'] });
  });

  it('has a pass at the end when the same colour is to move again', () => {
    expect(questionAfter([stone('h8', 1)], 'black', rulesOf('renju'))?.moves).toEqual(['h8', null]);
    expect(questionAfter([], 'black', rulesOf('renju'))?.moves).toEqual([]);
  });

  it('goes by whom the rules bind', () => {
    expect(questionAfter([], 'black', { ...rulesOf('renju'), five: 'exactly_five', forbidden: 'both' })?.rules).toBe('renju_for_both');
  });
});

describe('the fouls on forbidden points', () => {
  const first = questionAfter([], 'black', rulesOf('renju'));
  const second = questionAfter([stone('h8', 1)], 'white', rulesOf('renju'));

  it('are what the server says of the position', async () => {
    const fouls = new Fouls(answering({ point: 'h8', foul: 'three_three' }));
    expect(fouls.at('h8')).toBeNull();
    await fouls.consider(first);
    expect(fouls.at('h8')).toBe('three_three');
    expect(fouls.at('h9')).toBeNull();
    await fouls.consider(null);
    expect(fouls.at('h8')).toBeNull();
  });

  it('are never those of a position that was looked at before', async () => {
    let answer: (response: Response) => void = () => undefined;
    const ask = vi.fn(() => new Promise<Response>((resolve) => (answer = resolve)));
    const fouls = new Fouls(ask);
    const before = fouls.consider(first);
    await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(1));
    const after = fouls.consider(second);
    answer(said({ point: 'h8', foul: 'overline' }));
    await before;
    expect(fouls.at('h8')).toBeNull();
    await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(2));
    answer(said({ point: 'i9', foul: 'four_four' }));
    await after;
    expect([fouls.at('h8'), fouls.at('i9')]).toEqual([null, 'four_four']);
  });

  it('are asked for once', async () => {
    const ask = vi.fn(answering({ point: 'h8', foul: 'overline' }));
    const fouls = new Fouls(ask);
    await fouls.consider(first);
    await fouls.consider(first && { ...first });
    expect(ask).toHaveBeenCalledTimes(1);
    expect(fouls.at('h8')).toBe('overline');
  });

  it('are unknown while the server cannot be asked', async () => {
    const fouls = new Fouls(() => Promise.reject(new Error('away')));
    await fouls.consider(first);
    expect(fouls.at('h8')).toBeNull();
  });
});

function said(...forbidden: { point: string; foul: string }[]): Response {
  return new Response(JSON.stringify({ to_move: 'black', opening: null, last: null, forbidden }));
}

function answering(...forbidden: { point: string; foul: string }[]) {
  return () => Promise.resolve(said(...forbidden));
}
