/** What can be felt: short vibrations, where the device has them. */

const PATTERNS = {
  /** It is one's turn. */
  turn: [35],
  /** Little time is left. */
  low: [60, 80, 60],
} as const;

/** Whether this device can be felt at all. */
export const CAN_VIBRATE = 'vibrate' in navigator;

/** Lets a person feel something. Browsers have it only of a page that was touched, and complain of any other. */
export function feel(what: keyof typeof PATTERNS): void {
  if (CAN_VIBRATE && navigator.userActivation?.hasBeenActive) {
    navigator.vibrate([...PATTERNS[what]]);
  }
}
