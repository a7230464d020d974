import { describe, expect, it } from 'vitest';
import type { ClientMessage } from '../protocol';
import { Following } from './following.svelte';

function follow() {
  const sent: ClientMessage[] = [];
  const following = new Following({ id: 'ann', name: 'Ann' }, { say: (message) => void sent.push(message) });
  const plays = (room: string | null, person = 'ann') => following.hear({ type: 'following', person, room });
  return { following, sent, plays };
}

describe('following a player', () => {
  it('asks the server, again on a new line, and lets it go', () => {
    const { following, sent } = follow();
    following.resume();
    following.stop();
    expect(sent).toEqual([{ type: 'follow', person: 'ann' }, { type: 'follow', person: 'ann' }, { type: 'unfollow' }]);
  });

  it('offers the next game while the present one is on, and goes there once it is over', () => {
    const { following, plays } = follow();
    plays('one');
    expect(following.nextFrom('one', 'playing')).toBeNull();
    plays('two');
    expect(following.nextFrom('one', 'playing')).toEqual({ room: 'two', goes: false });
    expect(following.nextFrom('one', 'over')).toEqual({ room: 'two', goes: true });
  });

  it('stays where there is nothing to go to, and before the page knows its own game', () => {
    const { following, plays } = follow();
    expect(following.nextFrom('one', 'over')).toBeNull();
    plays('two', 'bo');
    expect(following.nextFrom('one', 'over')).toBeNull();
    plays('two');
    expect(following.nextFrom('one', null)).toBeNull();
    plays(null);
    expect(following.nextFrom('one', 'over')).toBeNull();
  });

  it('does not go to a game that was declined, but to the one after it', () => {
    const { following, plays } = follow();
    plays('two');
    following.declined = 'two';
    expect(following.nextFrom('one', 'over')).toBeNull();
    plays('three');
    expect(following.nextFrom('one', 'over')).toEqual({ room: 'three', goes: true });
  });
});
