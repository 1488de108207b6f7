import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryRoot } from './source-tree.ts';

/** Two people who write a record at once take the same number; it is noticed here instead of by a reader. */
test('decision records are numbered one after another, in their name and in their title', () => {
  const folder = join(repositoryRoot, 'docs/decisions');
  const names = readdirSync(folder).toSorted();
  expect(names.length).toBeGreaterThan(0);
  const numbers = names.map((name) => {
    const title = readFileSync(join(folder, name), 'utf8').split('\n', 1)[0];
    return [name.slice(0, 4), title?.match(/^# (\d+)\. \S/)?.[1]];
  });
  expect(numbers).toEqual(names.map((_, i) => [String(i + 1).padStart(4, '0'), String(i + 1)]));
});
