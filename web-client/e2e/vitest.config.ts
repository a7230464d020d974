import { defineConfig } from 'vitest/config';

/** What is tested here holds in every size, and is run in two. The other files say themselves which sizes they look at. */
const BOTH = ['adjournment', 'arbiter', 'clocks', 'competitions', 'decider', 'game', 'line', 'looks', 'openings', 'records', 'results', 'rules', 'start'];

export default defineConfig({
  test: {
    testTimeout: 90_000,
    hookTimeout: 60_000,
    // One browser and one server at a time: the machine may be small.
    fileParallelism: false,
    maxWorkers: 1,
    projects: [
      { extends: true, test: { name: 'desktop', include: ['e2e/*.e2e.ts'] } },
      { extends: true, test: { name: 'phone', include: BOTH.map((file) => `e2e/${file}.e2e.ts`), env: { TENGEN_SIZE: 'phone' } } },
    ],
  },
});
