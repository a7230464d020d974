import { describe, expect, it } from 'vitest';
import { PRESETS, rulesOf } from '../presets';
import type { Accepts, Bot } from '../protocol';
import { isBusy, presetsOf, timeOf } from './bots';

const ACCEPTS: Accepts = {
  presets: ['renju', 'swap2', 'cn2009'],
  own_rules: false,
  boards: [15],
  time_min_ms: 0,
  time_max_ms: null,
  untimed: false,
  games: 2,
  opponents: 'anybody',
};
const played = (bot: Bot) => presetsOf(bot, PRESETS).map(({ id }) => id);
const bot = (accepts: Partial<Accepts>, games = 0): Bot => ({
  bot: { id: '3h8d1c7m2x9q0k4z', name: 'Rapfi', bot: true },
  accepts: { ...ACCEPTS, ...accepts },
  games,
});

describe('what a bot plays', () => {
  it('is offered as far as its rules, board and clock go', () => {
    expect(played(bot({}))).toEqual(['renju', 'swap2', 'cn2009']);
    expect(played(bot({ boards: [20] }))).toEqual([]);
    expect(played(bot({ time_max_ms: 500_000 }))).toEqual(['renju']);
    expect(played(bot({ time_min_ms: 500_001 }))).toEqual(['swap2', 'cn2009']);
    expect(played(bot({ opponents: 'bots' }))).toEqual([]);
    expect(played(bot({ presets: ['from-a-newer-server'] }))).toEqual([]);
  });

  it('reckons a clock as the server does', () => {
    expect(timeOf(rulesOf('renju').clock!)).toBe(500_000);
    expect(timeOf({ stages: [], shared: { time_ms: 7_200_000, used_up: 'draw', split_at_percent: null }, fouls: null, forced_pass: false, readouts: null })).toBe(3_600_000);
  });

  it('is nothing more while it is busy', () => {
    expect([isBusy(bot({}, 1)), isBusy(bot({}, 2)), isBusy(bot({}, 3))]).toEqual([false, true, true]);
  });
});
