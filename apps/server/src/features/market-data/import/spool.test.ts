import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { Spool } from './spool.ts';

const folder = mkdtempSync(join(tmpdir(), 'trickdesk-spool-'));
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

test('rows that wait in a file leave nothing behind, whatever ends the import', async () => {
  vi.stubEnv('TMPDIR', folder);
  const spool = new Spool(2, 2);
  for (const row of [
    [1, 2],
    [3, 4],
  ]) {
    spool.add('day', row);
    spool.add('other day', row);
    await spool.relieve();
    // A process that is ended now closes nothing.
    expect(readdirSync(folder)).toEqual([]);
  }
  expect((await spool.read('day')).map((row) => [...row])).toEqual([
    [1, 2],
    [3, 4],
  ]);
  await spool.close();
  expect(readdirSync(folder)).toEqual([]);
});
