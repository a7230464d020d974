import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchForSleep } from './sleep';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it('tells of a sleep once, and of nothing else', async () => {
  let steady = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => steady);
  const onWake = vi.fn();
  watchForSleep(onWake);
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 500) {
      steady += 500;
      await vi.advanceTimersByTimeAsync(500);
    }
  };
  await pass(60_000);
  expect(onWake).not.toHaveBeenCalled();
  // The timers of a machine that slept go off when it wakes.
  vi.setSystemTime(Date.now() + 30_000);
  await pass(2000);
  await pass(60_000);
  expect(onWake).toHaveBeenCalledTimes(1);
});
