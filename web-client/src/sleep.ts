/** Notices that the machine slept: its steady clock stood still while the calendar's went on. */

/** How often it is looked. */
const LOOK_EVERY_MS = 2000;

/** By how much the clocks may part in that time, as they do when the calendar's is set right. */
const PARTED_MS = 1000;

/** Calls `onWake` soon after each sleep, for as long as the page is there. */
export function watchForSleep(onWake: () => void): void {
  const apart = () => Date.now() - performance.now();
  let before = apart();
  setInterval(() => {
    const now = apart();
    if (Math.abs(now - before) > PARTED_MS) {
      onWake();
    }
    before = now;
  }, LOOK_EVERY_MS);
}
