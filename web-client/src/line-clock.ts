/** The server's clock as this client estimates it from pings. Pure. */

/** One ping and its answer; times on this client's own steady clock. */
export interface Sample {
  sentAt: number;
  heardAt: number;
  /** What the server's clock said in between. */
  serverNow: number;
}

/** How many answers are remembered. */
const SAMPLES_MAX = 12;

/** By how much two clocks may have drifted apart between two answers that are both believed. */
const DRIFT_MS = 50;

/**
 * The samples with one more; the oldest go. Those that contradict it go, too: a clock that stood still while the
 * machine slept is another one than before.
 */
export function remember(samples: readonly Sample[], sample: Sample): readonly Sample[] {
  return [...samples.filter((earlier) => agree(earlier, sample)), sample].slice(-SAMPLES_MAX);
}

/** Whether there is an offset that both allow: the server read its clock between the ping and its answer. */
function agree(one: Sample, other: Sample): boolean {
  const least = (sample: Sample) => sample.serverNow - sample.heardAt;
  const most = (sample: Sample) => sample.serverNow - sample.sentAt;
  return least(one) <= most(other) + DRIFT_MS && least(other) <= most(one) + DRIFT_MS;
}

/**
 * What to add to this client's clock to get the server's: from the answer with the least round trip, taking it that
 * both ways are equally long. `null` if nothing was heard yet.
 */
export function offsetOf(samples: readonly Sample[]): number | null {
  const best = quickest(samples);
  return best ? best.serverNow - (best.sentAt + best.heardAt) / 2 : null;
}

/** The least round trip of late, in milliseconds. */
export function roundTripOf(samples: readonly Sample[]): number | null {
  const best = quickest(samples);
  return best ? best.heardAt - best.sentAt : null;
}

function quickest(samples: readonly Sample[]): Sample | null {
  return samples.reduce<Sample | null>(
    (best, sample) => (best && best.heardAt - best.sentAt <= sample.heardAt - sample.sentAt ? best : sample),
    null,
  );
}
