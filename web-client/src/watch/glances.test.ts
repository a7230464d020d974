import { describe, expect, it } from 'vitest';
import type { ClientMessage } from '../protocol';
import { happened, placed, snapshot, state } from '../test-table';
import { ASKED_AT_ONCE, Glances } from './glances.svelte';

function page(attended: string[] = []) {
  const sent: ClientMessage[] = [];
  const line = { say: (message: ClientMessage) => void sent.push(message), serverNow: () => 0 };
  const glances = new Glances(line, (room) => attended.includes(room));
  const joined = (room: string) => glances.hear({ type: 'joined', room, epoch: 1, you: null, origin: 0 });
  const asked = () => sent.flatMap((message) => (message.type === 'join' ? [message.room] : []));
  const left = () => sent.flatMap((message) => (message.type === 'leave' ? [message.room] : []));
  return { glances, sent, joined, asked, left };
}

const MANY = Array.from({ length: 20 }, (_, index) => `r${index}`);

describe('glances', () => {
  it('ask for a few rooms at once, and for the next when one has answered', () => {
    const { glances, joined, asked, sent } = page();
    glances.show(MANY);
    expect(asked()).toEqual(MANY.slice(0, ASKED_AT_ONCE));
    expect(sent[0]).toEqual({ type: 'join', room: 'r0', seen: null, glance: true });
    joined('r3');
    expect(asked()).toEqual(MANY.slice(0, ASKED_AT_ONCE + 1));
    MANY.forEach(joined);
    expect(asked()).toEqual(MANY);
  });

  it('leave what is shown no longer, and do not ask for what never was', () => {
    const { glances, left, asked, joined } = page();
    glances.show(MANY);
    const [kept] = glances.show(['r1', 'r9']);
    expect(left()).toEqual(['r0', 'r2', 'r3', 'r4', 'r5']);
    expect(asked()).toEqual([...MANY.slice(0, ASKED_AT_ONCE), 'r9']);
    expect(glances.show(['r1'])[0]).toBe(kept);
    joined('r1');
    expect(left().at(-1)).toBe('r9');
  });

  it('do not leave the room that the page is about', () => {
    const { glances, left } = page(['r0']);
    glances.show(['r0', 'r1']);
    glances.show([]);
    expect(left()).toEqual(['r1']);
  });

  it('show what happens, and ask again when something was lost', () => {
    const { glances, sent, joined } = page();
    const [glance] = glances.show(['r']);
    joined('r');
    glances.hear(snapshot());
    glances.hear(happened(3, [placed('a', 'black', 'h8')], state({ ply: 1 })));
    expect(glance?.known?.moves.length).toBe(1);
    glances.hear(happened(9, [placed('b', 'white', 'h9')], state({ ply: 2 })));
    expect(sent.at(-1)).toEqual({ type: 'join', room: 'r', seen: { epoch: 1, next: 4 }, glance: true });
  });

  it('come back with the line, but for rooms that are no more', () => {
    const { glances, sent, joined, asked } = page();
    glances.show(['a', 'b']);
    joined('a');
    glances.turnAway('b', 'unknown_room');
    sent.length = 0;
    glances.resume();
    expect(asked()).toEqual(['a']);
    glances.turnAway('zz', 'unknown_room');
  });
});
