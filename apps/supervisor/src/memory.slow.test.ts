import { expect, test } from 'vitest';
import { totalMegabytes } from './testing/process-memory.ts';
import { watchProductMemory } from './testing/product-memory.ts';

const LIMIT_MEGABYTES = 700;
const WATCH_MS = 110_000;

const isLinux = process.platform === 'linux';
if (!isLinux) process.stdout.write('memory is not measured: only Linux says what a process holds alone\n');

// Only Linux tells apart what a process holds alone from what it shares.
test.runIf(isLinux)(
  'the whole product needs less than 700 MB after a first start, while it fetches history and with it there',
  async () => {
    const { most, last, readyAfterMs, historyIsComplete } = await watchProductMemory(WATCH_MS);
    const list = most.map(({ part, megabytes }) => `${part} ${megabytes.toFixed(0)}`).join(', ');
    process.stdout.write(
      `ready after ${(readyAfterMs / 1_000).toFixed(1)} s; at most ${totalMegabytes(most).toFixed(0)} MB (${list}); ` +
        `at the end ${totalMegabytes(last).toFixed(0)} MB\n`,
    );
    expect(most.map(({ part }) => part).toSorted()).toEqual(
      [
        'api,jobs',
        'feed',
        'postgresql',
        'program files',
        'runner-test',
        'runner-live',
        'simulator',
        'supervisor',
      ].toSorted(),
    );
    expect(historyIsComplete).toBe(true);
    expect(totalMegabytes(most)).toBeLessThan(LIMIT_MEGABYTES);
  },
  450_000,
);
