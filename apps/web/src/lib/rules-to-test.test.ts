import { expect, test } from 'vitest';
import { keepRulesToTest, readRulesToTest } from './rules-to-test.ts';

function storage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    kept,
  };
}
const rules = { name: 'Mine', definition: { interval: '5m' }, capitalPaise: 100, writtenAt: '/builder?of=3' };

test('rules go to the test as they are, for their writer alone', () => {
  const device = storage();
  keepRulesToTest(device, 7, rules);
  expect(readRulesToTest(device, 7)).toEqual(rules);
  expect(readRulesToTest(device, 8)).toBeUndefined();
});

test('what is no rules, or leads out of the builder, is left out', () => {
  const device = storage();
  for (const spoilt of ['null', '[]', JSON.stringify({ ...rules, writtenAt: 'https://example.com' })]) {
    keepRulesToTest(device, 7, rules);
    for (const key of device.kept.keys()) device.setItem(key, spoilt);
    expect(readRulesToTest(device, 7)).toBeUndefined();
  }
});
