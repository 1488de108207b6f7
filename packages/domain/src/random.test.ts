import { expect, test } from 'vitest';
import { createRandom, hashOf } from './random.ts';

test('equal keys give equal streams, on every machine', () => {
  const first = createRandom('2026-09-01', 'SBIN', 7);
  const second = createRandom('2026-09-01', 'SBIN', 7);
  expect(Array.from({ length: 5 }, first.next)).toEqual(Array.from({ length: 5 }, second.next));
  expect(hashOf('SBIN')).toBe(1_932_816_581);
});

test('keys that differ in one letter give unrelated streams', () => {
  const streams = ['a', 'b', 'c'].map((key) => createRandom(key).next());
  expect(new Set(streams).size).toBe(3);
});

test('whole numbers stay below their bound and reach each value; normal ones have mean 0 and deviation 1', () => {
  const random = createRandom('moments');
  const faces = new Set(Array.from({ length: 200 }, () => random.int(6)));
  expect([...faces].sort()).toEqual([0, 1, 2, 3, 4, 5]);
  const values = Array.from({ length: 10_000 }, random.gauss);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const square = values.reduce((sum, value) => sum + value ** 2, 0) / values.length;
  expect(Math.abs(mean)).toBeLessThan(0.03);
  expect(Math.abs(square - 1)).toBeLessThan(0.05);
});
