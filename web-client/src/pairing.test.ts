import { describe, expect, it, vi } from 'vitest';
import { Pairing, type PairingLine } from './pairing.svelte';
import { FIRST, isWaitedIn, offered, REST, waitText } from './pairing';
import { PRESETS } from './presets';
import type { Answer, ClientMessage } from './protocol';

describe('what is offered', () => {
  it('is every preset once, the first of them at once', () => {
    expect([...FIRST, ...REST].sort()).toEqual(PRESETS.map(({ id }) => id).sort());
    expect(offered(false, null)).toEqual(FIRST);
    expect(offered(true, null)).toEqual([...FIRST, ...REST]);
  });

  it('never hides where this person waits', () => {
    expect(offered(false, 'renju')).toEqual(FIRST);
    expect(offered(false, 'rif')).toContain('rif');
  });

  it('tells where somebody waits, of presets that are known here', () => {
    expect(isWaitedIn(REST, ['renju', 'of-2030'])).toBe(false);
    expect(isWaitedIn(REST, ['rif'])).toBe(true);
  });

  it('counts the wait', () => {
    expect([0, 12_400, 65_000, 3_665_000, -3].map(waitText)).toEqual(['0:00', '0:12', '1:05', '61:05', '0:00']);
  });
});

describe('a search', () => {
  it('waits from the click, and goes to the room', async () => {
    const { pairing, sent, answer, onPaired } = atTheDoor();
    pairing.seek('renju');
    expect(sent).toMatchObject([{ type: 'pair', preset: 'renju' }]);
    expect(pairing.waiting).toEqual({ preset: 'renju', since: 5 });
    pairing.seek('renju');
    expect(sent).toHaveLength(1);
    await answer(0, ACCEPTED);
    pairing.hear({ type: 'paired', preset: 'renju', room: 'r' });
    expect(onPaired).toHaveBeenCalledWith('r');
    expect(pairing.waiting).toBeNull();
    expect(sent).toHaveLength(1);
  });

  it('is given up once', () => {
    const { pairing, sent } = atTheDoor();
    pairing.seek('renju');
    pairing.giveUp();
    pairing.giveUp();
    expect(sent.map(({ type }) => type)).toEqual(['pair', 'unpair']);
    expect(pairing.waiting).toBeNull();
  });

  it('ends when this person leaves the lobby, but not for a game against the computer', () => {
    const { pairing, sent } = atTheDoor();
    pairing.keepOn();
    expect(pairing.isKept).toBe(false);
    pairing.seek('renju');
    pairing.keepOn();
    pairing.depart();
    expect([pairing.isKept, pairing.waiting?.preset]).toEqual([true, 'renju']);
    pairing.arrive();
    pairing.depart();
    expect(pairing.waiting).toBeNull();
    pairing.seek('renju');
    pairing.keepOn();
    pairing.giveUp();
    expect(pairing.isKept).toBe(false);
    expect(sent.map(({ type }) => type)).toEqual(['pair', 'unpair', 'pair', 'unpair']);
  });

  it('says that its place is gone, but not that of a search before it', () => {
    const { pairing, onPaired } = atTheDoor();
    pairing.seek('renju');
    pairing.seek('swap2');
    pairing.hear({ type: 'paired', preset: 'renju', room: null });
    expect(pairing.waiting?.preset).toBe('swap2');
    pairing.hear({ type: 'paired', preset: 'swap2', room: null });
    expect([pairing.waiting, pairing.trouble]).toEqual([null, 'gone']);
    expect(onPaired).not.toHaveBeenCalled();
    pairing.seek('swap2');
    expect(pairing.trouble).toBeNull();
  });

  it('goes to a game that began meanwhile, and looks no further', () => {
    const { pairing, sent, onPaired } = atTheDoor();
    pairing.seek('renju');
    pairing.seek('swap2');
    pairing.hear({ type: 'paired', preset: 'renju', room: 'r' });
    expect(onPaired).toHaveBeenCalledWith('r');
    expect(sent.at(-1)).toEqual({ type: 'unpair' });
    expect(pairing.waiting).toBeNull();
  });

  it('says why it was refused', async () => {
    const { pairing, answer } = atTheDoor();
    pairing.seek('renju');
    await answer(0, REFUSED);
    expect([pairing.waiting, pairing.trouble]).toEqual([null, 'unavailable']);
  });

  it('does not end by the refusal of one before it', async () => {
    const { pairing, answer } = atTheDoor();
    pairing.seek('renju');
    pairing.seek('swap2');
    await answer(0, REFUSED);
    expect([pairing.waiting?.preset, pairing.trouble]).toEqual(['swap2', null]);
  });

  it('is made again on another line, once the server had taken it', async () => {
    const { pairing, sent, answer } = atTheDoor();
    pairing.resume();
    pairing.seek('renju');
    // The line says by itself again what was not answered.
    pairing.resume();
    expect(sent).toHaveLength(1);
    await answer(0, ACCEPTED);
    pairing.resume();
    expect(sent.map((message) => message.type)).toEqual(['pair', 'pair']);
    expect(new Set(sent.map((message) => 'id' in message && message.id)).size).toBe(2);
    expect(pairing.waiting?.since).toBe(5);
  });

  it('is taken back if it was given up while the line was down', async () => {
    const { pairing, sent, answer } = atTheDoor();
    pairing.seek('renju');
    pairing.giveUp();
    await answer(0, ACCEPTED);
    expect(sent.map(({ type }) => type)).toEqual(['pair', 'unpair', 'unpair']);
  });
});

const ACCEPTED = { type: 'accepted', id: '', room: null, seq: null, arbiter_key: null } as const;
const REFUSED = { type: 'refused', id: '', room: null, code: 'unavailable', message: '', ply: null } as const;

function atTheDoor() {
  const sent: ClientMessage[] = [];
  const waiting: ((answer: Answer) => void)[] = [];
  const line: PairingLine = {
    say: (message) => void sent.push(message),
    command: (command) => {
      sent.push(command);
      return new Promise((resolve) => waiting.push(resolve));
    },
  };
  const onPaired = vi.fn();
  const answer = async (index: number, message: Answer) => {
    waiting[index]?.(message);
    await Promise.resolve();
  };
  return { pairing: new Pairing(line, () => 5, onPaired), sent, answer, onPaired };
}
