import { defineConfig } from 'vitest/config';

/** Of CI, whose counts are to end in time without more of it. Beyond, the time that a test may take grows with them. */
const CI_SCALE = 5;
const scale = Math.max(1, Number(process.env['TEST_SCALE'] ?? '1') / CI_SCALE);

/**
 * `unit`: pure and fast, part of `npm run check`. `store`: needs a PostgreSQL server (`*.db.test.ts`).
 * `slow`: spawns processes or the browser (`*.slow.test.ts`, everything in `e2e/`).
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{apps,packages,tools}/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', '**/*.db.test.ts', '**/*.slow.test.ts'],
          // Pure code keeps nothing between two files: each module is loaded once a worker, not once a file.
          isolate: false,
          testTimeout: 10_000 * scale,
        },
      },
      {
        test: {
          name: 'store',
          include: ['{apps,packages}/**/*.db.test.ts'],
          exclude: ['**/node_modules/**'],
          globalSetup: ['packages/testkit/src/server.setup.ts'],
          // Each file has a database of its own, and modules keep nothing: to load them once a worker saves a third.
          isolate: false,
          testTimeout: 30_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 5_000 } },
        },
      },
      {
        test: {
          name: 'slow',
          include: ['{apps,packages,e2e}/**/*.slow.test.ts'],
          exclude: ['**/node_modules/**'],
          testTimeout: 480_000,
          hookTimeout: 300_000,
          // What a claim holds to seconds says so itself; the rest waits for a machine that runs two products.
          expect: { poll: { timeout: 15_000 } },
          // A list of faults is told whole: the run's last lines are all that is left of a run elsewhere.
          chaiConfig: { truncateThreshold: 1_500 },
          fileParallelism: false,
        },
      },
    ],
  },
});
