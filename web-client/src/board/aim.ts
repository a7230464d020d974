/**
 * Aiming with a finger: held still for a moment on the board it does not scroll, but carries a crosshair that is seen
 * enlarged beside it. Lifting it chooses the point; leaving the board, or a second finger, chooses nothing.
 */

/** How long a finger is held before it aims. */
export const HOLD_MS = 200;
/** How far it may tremble meanwhile, in pixels; whoever moves further scrolls. */
const SLOP_PX = 9;

/** Where a finger is. */
export type Finger = Pick<Touch, 'clientX' | 'clientY'>;

/** Who is told. */
export interface Aiming {
  /** Whether there is anything to choose. */
  isWanted: () => boolean;
  /** The finger aims there; `null` when it does no longer. */
  onaim: (finger: Finger | null) => void;
  /** The finger was lifted there. */
  onlift: (finger: Finger) => void;
}

/** Lets fingers aim on a board, until the function that it returns is called. */
export function aim(board: SVGSVGElement, { isWanted, onaim, onlift }: Aiming): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let start: Finger | null = null;
  let isAiming = false;

  const stop = () => {
    clearTimeout(timer);
    start = null;
    if (isAiming) {
      isAiming = false;
      onaim(null);
    }
  };
  const onStart = ({ touches }: TouchEvent) => {
    stop();
    const [finger, second] = touches;
    if (finger && !second && isWanted()) {
      start = finger;
      timer = setTimeout(() => {
        isAiming = true;
        onaim(finger);
      }, HOLD_MS);
    }
  };
  const onMove = (event: TouchEvent) => {
    const [finger] = event.touches;
    if (isAiming && finger) {
      // The page stays where it is.
      event.preventDefault();
      onaim(finger);
    } else if (finger && start && Math.hypot(finger.clientX - start.clientX, finger.clientY - start.clientY) > SLOP_PX) {
      stop();
    }
  };
  const onEnd = (event: TouchEvent) => {
    const [finger] = event.changedTouches;
    const isChosen = isAiming && finger !== undefined;
    stop();
    if (isChosen) {
      // No click follows, which would choose once more.
      event.preventDefault();
      onlift(finger);
    }
  };
  // Holding a finger asks some browsers for a menu.
  const onMenu = (event: Event) => (isAiming || start) && event.preventDefault();

  board.addEventListener('touchstart', onStart, { passive: true });
  board.addEventListener('touchmove', onMove, { passive: false });
  board.addEventListener('touchend', onEnd, { passive: false });
  board.addEventListener('touchcancel', stop);
  board.addEventListener('contextmenu', onMenu);
  return () => {
    stop();
    board.removeEventListener('touchstart', onStart);
    board.removeEventListener('touchmove', onMove);
    board.removeEventListener('touchend', onEnd);
    board.removeEventListener('touchcancel', stop);
    board.removeEventListener('contextmenu', onMenu);
  };
}
