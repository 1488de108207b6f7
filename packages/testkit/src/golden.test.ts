import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test, vi } from 'vitest';
import { expectGolden, toGoldenText } from './golden.ts';

const folder = mkdtempSync(join(tmpdir(), 'golden-'));
afterAll(() => rmSync(folder, { recursive: true }));
const fileAt = (name: string): URL => pathToFileURL(join(folder, name));

test('the order of keys is no difference, a value is', () => {
  writeFileSync(fileAt('order.json'), toGoldenText({ paise: 500_00n, nested: { a: 1, b: [2, 3] } }));
  expectGolden(fileAt('order.json'), { nested: { b: [2, 3], a: 1 }, paise: 500_00n });
  expect(() => expectGolden(fileAt('order.json'), { paise: 500_01n, nested: { a: 1, b: [2, 3] } })).toThrow();
});

test('NaN is never mistaken for null', () => {
  expect(toGoldenText({ sharpe: Number.NaN })).not.toBe(toGoldenText({ sharpe: null }));
});

test('a missing golden file fails until it is written on purpose', () => {
  expect(() => expectGolden(fileAt('missing.json'), 1)).toThrow('UPDATE_GOLDEN');
  vi.stubEnv('UPDATE_GOLDEN', '1');
  expectGolden(fileAt('missing.json'), 1);
  vi.unstubAllEnvs();
  expectGolden(fileAt('missing.json'), 1);
});
