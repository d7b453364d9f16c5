import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import LongestFirst from './test/longest-first.ts';

/** What reads the built bundles or the built page has them built first. */
const built = ['test/build.ts'];

/** What takes longest, and walks once more what other tests hold, is left to `npm run chaos`. */
const exclude = [...configDefaults.exclude, '**/*.long.test.ts'];

const patience = process.env.CHAOS === 'all' ? 0 : 180_000;

/** `npm test` runs all but the last two and `respelled`, which `npm run chaos` runs. One alone: `npx vitest run --project unit`. */
export default defineConfig({
  test: {
    // They only say how long a test that hangs is waited for: in the run of all chaos for as long as it takes.
    testTimeout: patience,
    hookTimeout: patience,
    expect: { poll: { timeout: 60_000 } },
    reporters: ['./test/seconds-reporter.ts', ...(process.env.GITHUB_ACTIONS ? ['github-actions'] : [])],
    // Vitest would leave one core to itself, which is half of a small machine; and many tests wait for a clock.
    maxWorkers: availableParallelism() + 1,
    // `npx vitest run --project unit --project model --coverage`
    coverage: {
      include: ['src/**/*.ts'],
      reporter: ['text-summary', 'json-summary'],
      reportOnFailure: true,
      reportsDirectory: 'dist/coverage',
    },
    sequence: { sequencer: LongestFirst },
    restoreMocks: true,
    unstubEnvs: true,
    projects: [
      {
        extends: true,
        // Nothing here keeps state in a module, so the files of a thread share what they import.
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.ts'],
          exclude,
          pool: 'threads',
          isolate: false,
        },
      },
      {
        extends: true,
        // The same tests while the emulator spells every second answer in another way: equal means equal in meaning.
        test: {
          name: 'respelled',
          include: ['test/unit/{lifecycle,watch}/**/*.test.ts'],
          env: { CLOUD_SPELLING: 'mixed' },
          pool: 'threads',
          isolate: false,
        },
      },
      {
        extends: true,
        // A project of its own, since projects run in the order of their names: its longest file would run last, with nothing beside it.
        test: {
          name: 'model',
          include: ['test/model/**/*.test.ts'],
          pool: 'threads',
          isolate: false,
        },
      },
      {
        extends: true,
        // What it tells is compared with docs/stories; `-u` writes the pages again.
        test: { name: 'stories', include: ['test/stories/**/*.test.ts'], pool: 'threads', isolate: false },
      },
      {
        extends: true,
        // The files of a process share one bot, which is reset for each: test/support/open-skydesk.ts.
        test: {
          name: 'system',
          include: ['test/system/**/*.test.ts'],
          exclude,
          globalSetup: built,
          pool: 'forks',
          isolate: false,
        },
      },
      {
        extends: true,
        // The files of a process share one browser and one bot: test/browser/browser.ts, test/support/open-skydesk.ts.
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          exclude,
          globalSetup: [...built, 'test/browser/unpack.ts'],
          pool: 'forks',
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'long',
          include: ['test/{unit,system,browser}/**/*.long.test.ts'],
          globalSetup: [...built, 'test/browser/unpack.ts'],
          pool: 'forks',
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'chaos',
          include: ['test/chaos/**/*.test.ts'],
          globalSetup: built,
          // In the run of all, a test tries several times as much.
          testTimeout: process.env.CHAOS === 'all' ? 600_000 : 180_000,
        },
      },
    ],
  },
});
