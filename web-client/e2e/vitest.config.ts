import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['e2e/*.e2e.ts'],
    testTimeout: 90_000,
    hookTimeout: 60_000,
    // One browser and one server at a time: the machine may be small.
    fileParallelism: false,
    maxWorkers: 1,
  },
});
