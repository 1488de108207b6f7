import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { rootPreference } from './preference.ts';

const stored = new Map<string, string>();
const dataset: Record<string, string> = {};

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { dataset } });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});
afterEach(() => {
  stored.clear();
  for (const key of Object.keys(dataset)) delete dataset[key];
  vi.unstubAllGlobals();
});

const width = rootPreference('width', 'contentWidth', ['boxed', 'full']);

test('a choice stands at the root and on the device, and whoever shows it is told', () => {
  let told = 0;
  const stop = width.subscribe(() => {
    told += 1;
  });
  width.set('full');
  stop();
  width.set('full');
  expect([width.read(), dataset['width'], stored.get('contentWidth'), told]).toEqual(['full', 'full', 'full', 1]);
});

test('without a choice, or with a stored text that is none, the first one stands', () => {
  expect(width.read()).toBe('boxed');
  stored.set('contentWidth', 'wobbly');
  expect(width.read()).toBe('boxed');
});
