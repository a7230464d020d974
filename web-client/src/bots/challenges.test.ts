import { describe, expect, it } from 'vitest';
import { rulesOf, type Preset } from '../presets';
import type { Answer, ClientMessage, ServerMessage } from '../protocol';
import { Challenges, type BotsLine } from './challenges.svelte';

const RENJU: Preset = { id: 'renju', rules: rulesOf('renju') };
const BOT = '3h8d1c7m2x9q0k4z';

function scene(answer: Answer['type'] = 'accepted') {
  const said: string[] = [];
  const rooms: string[] = [];
  const line: BotsLine = {
    onMessage: null,
    commandId: () => 'c1',
    connection: {
      say: (message: ClientMessage) => void said.push(message.type),
      command: ({ type, id }) => {
        said.push(type);
        const refused: Answer = { type: 'refused', id, room: null, code: 'not_played', message: '', ply: null };
        const accepted: Answer = { type: 'accepted', id, room: null, seq: null, arbiter_key: null };
        return Promise.resolve(answer === 'refused' ? refused : accepted);
      },
    },
  };
  const challenges = new Challenges(line, (room) => rooms.push(room));
  const leave = challenges.watch();
  const hear = (message: ServerMessage) => line.onMessage?.(message);
  return { said, rooms, line, challenges, leave, hear };
}

function settled(outcome: 'accepted' | 'declined' | 'withdrawn', room: string | null = null): ServerMessage {
  return { type: 'challenge_settled', challenge: null, bot: BOT, outcome, room };
}

describe('a challenge', () => {
  it('leads to the game when it is accepted', async () => {
    const { challenges, hear, rooms, said } = scene();
    await challenges.challenge(BOT, RENJU);
    expect([challenges.asked, said]).toEqual([BOT, ['watch_bots', 'challenge']]);
    hear(settled('accepted', '7c2m9x4kq0hd'));
    expect([challenges.asked, rooms]).toEqual([null, ['7c2m9x4kq0hd']]);
  });

  it('says why it came to nothing', async () => {
    const declined = scene();
    await declined.challenges.challenge(BOT, RENJU);
    declined.hear(settled('declined'));
    expect(declined.challenges.trouble).toEqual({ bot: BOT, why: 'declined' });
    const refused = scene('refused');
    await refused.challenges.challenge(BOT, RENJU);
    expect([refused.challenges.asked, refused.challenges.trouble]).toEqual([null, { bot: BOT, why: 'not_played' }]);
  });

  it('is no trouble when it is taken back, and ends with the page', async () => {
    const { challenges, hear, said, leave, line } = scene();
    await challenges.challenge(BOT, RENJU);
    challenges.cancel();
    hear(settled('withdrawn'));
    expect([challenges.asked, challenges.trouble]).toEqual([null, null]);
    leave();
    expect([said.slice(2), line.onMessage]).toEqual([['withdraw', 'leave_bots', 'withdraw'], null]);
  });

  it('does not outlive the line, and the list does', async () => {
    const { challenges, hear, said } = scene();
    hear({ type: 'bots', bots: [] });
    await challenges.challenge(BOT, RENJU);
    hear({ type: 'welcome', server: '0.1.0', person: { id: 'ann', name: 'Ann' }, now: 0 });
    expect([challenges.asked, challenges.bots, said.at(-1)]).toEqual([null, [], 'watch_bots']);
  });
});
