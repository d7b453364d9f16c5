import path from 'node:path';
import { defineConfig } from 'vitest/config';

/** The unit tests that are to notice mutants. Each mutant runs the tests that reach it. */
export default defineConfig({
  root: path.join(import.meta.dirname, '../..'),
  test: {
    include: [
      'test/unit/{policy,change,command-line,commands,evaluate,operation,lifecycle/decide,lifecycle/notify}/**/*.test.ts',
    ],
    setupFiles: ['test/mutation/short-properties.ts'],
    testTimeout: 60_000,
    pool: 'threads',
    isolate: false,
  },
});
