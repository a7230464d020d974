/** Keeps the screen of a device on while its owner has to look at it. */

/** Keeps it on while `isWanted`, as long as the component lives. A browser that will not is left in peace. */
export function keepAwake(isWanted: () => boolean): void {
  $effect(() => {
    if (!isWanted() || !('wakeLock' in navigator)) {
      return;
    }
    let lock: WakeLockSentinel | null = null;
    let isOver = false;
    const take = async () => {
      try {
        const taken = await navigator.wakeLock.request('screen');
        lock = isOver ? null : taken;
        await (isOver ? taken.release() : undefined);
      } catch {
        // The battery is low, or the page is not in sight.
      }
    };
    // The browser lets go whenever the page is out of sight.
    const again = () => document.visibilityState === 'visible' && void take();
    void take();
    document.addEventListener('visibilitychange', again);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', again);
      void lock?.release();
    };
  });
}
