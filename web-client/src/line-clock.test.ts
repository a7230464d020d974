import { describe, expect, it } from 'vitest';
import { offsetOf, remember, roundTripOf, type Sample } from './line-clock';

/** A ping at `sentAt` with this round trip to a server whose clock is `offset` ahead, read after `share` of the way. */
const sample = (sentAt: number, trip: number, offset: number, share = 0.5): Sample => ({
  sentAt,
  heardAt: sentAt + trip,
  serverNow: sentAt + trip * share + offset,
});

const after = (...samples: Sample[]) => samples.reduce<readonly Sample[]>(remember, []);

describe('the server’s clock', () => {
  it('is taken from the quickest answer, not from the latest', () => {
    expect(offsetOf(after(sample(0, 300, 5000, 0.9), sample(1000, 20, 5000), sample(2000, 400, 5000, 0.1)))).toBe(5000);
    expect(roundTripOf(after(sample(0, 300, 0), sample(1000, 20, 0)))).toBe(20);
    expect(offsetOf([])).toBeNull();
  });

  it('is another one after this machine’s clock stood still', () => {
    const before = [sample(0, 20, 5000), sample(10_000, 30, 5000), sample(20_000, 25, 5000)];
    // Asleep for half a minute that was not counted here.
    const awake = after(...before, sample(21_000, 200, 35_000));
    expect(awake).toHaveLength(1);
    expect(Math.abs((offsetOf(awake) ?? 0) - 35_000)).toBeLessThanOrEqual(100);
  });

  it('drifts without losing what is known', () => {
    expect(after(sample(0, 20, 5000), sample(10_000, 20, 5030), sample(20_000, 20, 5055))).toHaveLength(3);
  });

  it('believes the first word of a connection, however little it says, until there is a better one', () => {
    const greeting: Sample = { sentAt: -10_000, heardAt: 10_000, serverNow: 5000 };
    expect(after(greeting, sample(100, 50, 5000))).toHaveLength(2);
    expect(offsetOf(after(greeting, sample(100, 50, 5010)))).toBe(5010);
  });
});
