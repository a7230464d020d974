/** How long a search for an opponent has taken, for who looks at it. */

const SECOND_MS = 1000;

/** Milliseconds since then, counted by the second. It needs a component to belong to. */
export class Waited {
  ms = $state(0);

  constructor(since: () => number | undefined) {
    $effect(() => {
      const from = since();
      if (from === undefined) {
        return;
      }
      const count = () => (this.ms = performance.now() - from);
      count();
      const timer = setInterval(count, SECOND_MS);
      return () => clearInterval(timer);
    });
  }
}
