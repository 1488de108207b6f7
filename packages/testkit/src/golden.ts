import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

/**
 * Compares a value with the JSON file that an earlier run wrote. `UPDATE_GOLDEN=1` rewrites it: the difference is then
 * reviewed like code. A missing file fails.
 *
 * @param file the golden file's place, `new URL('./golden/first-order.json', import.meta.url)`
 */
export function expectGolden(file: URL, value: unknown): void {
  const path = fileURLToPath(file);
  const actual = toGoldenText(value);
  if (process.env['UPDATE_GOLDEN'] === '1') {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, actual);
    return;
  }
  if (!existsSync(path)) throw new Error(`${path} is missing: write it with UPDATE_GOLDEN=1 and review it`);
  expect(actual).toBe(readFileSync(path, 'utf8'));
}

/** JSON with sorted keys, so that the order in which code builds an object is no difference; bigint as `"12n"`. */
export function toGoldenText(value: unknown): string {
  return `${JSON.stringify(value, sortedKeys, 2)}\n`;
}

function sortedKeys(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
