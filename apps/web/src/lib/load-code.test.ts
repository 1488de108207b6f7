import { expect, test, vi } from 'vitest';
import { isCodeMissing, loadCode } from './load-code.ts';

/** A server that is unreachable for so many looks, and code that fails for so many tries. */
function surroundings(looksDown: number, triesFailing: number) {
  let looks = 0;
  let tries = 0;
  const said = vi.fn();
  return {
    said,
    tries: () => tries,
    load: async () => {
      tries += 1;
      if (tries <= triesFailing) throw new TypeError('Failed to fetch dynamically imported module');
      return 'code';
    },
    parts: {
      isReachable: async () => {
        looks += 1;
        return looks > looksDown;
      },
      wait: async () => undefined,
      renewStyles: vi.fn(),
    },
  };
}

test('code waits for a server that is away and comes when it is back, which is said once', async () => {
  const { load, parts, said, tries } = surroundings(4, 1);
  expect(await loadCode(load, said, parts)).toBe('code');
  expect(tries()).toBe(2);
  expect(said).toHaveBeenCalledTimes(1);
  expect(parts.renewStyles).toHaveBeenCalledTimes(1);
});

test('code that the browser will not ask for again is left to a reload, once the server is back', async () => {
  const { load, parts, said, tries } = surroundings(3, 9);
  await expect(loadCode(load, said, parts)).rejects.toThrow('dynamically imported module');
  expect(tries()).toBe(2);
});

test('code that is gone while the server answers is a new version, for a reload', async () => {
  const { load, parts, said } = surroundings(0, 1);
  await expect(loadCode(load, said, parts)).rejects.toThrow('dynamically imported module');
  expect(said).not.toHaveBeenCalled();
});

test('a style that could not be had while the server answers is code that could not be had', async () => {
  const { said, parts } = surroundings(0, 0);
  const load = async () => Promise.reject(new Error('Unable to preload CSS for /app/palette-abc.css'));
  const error = await loadCode(load, said, parts).catch((thrown: unknown) => thrown);
  expect(isCodeMissing(error)).toBe(true);
});

test('a mistake of the code itself stays what it is', async () => {
  const { said, parts } = surroundings(0, 0);
  const mistake = new Error('x is not a function');
  await expect(loadCode(async () => Promise.reject(mistake), said, parts)).rejects.toBe(mistake);
});

test.each([
  'Failed to fetch dynamically imported module: https://desk.test/app/palette-abc.js',
  'error loading dynamically imported module: https://desk.test/app/palette-abc.js',
  'Importing a module script failed.',
])('%s: only a reload helps', (message) => {
  expect(isCodeMissing(new TypeError(message))).toBe(true);
});

test.each([
  new TypeError('x is not a function'),
  new Error('Failed to fetch'),
  'dynamically imported module',
  undefined,
])('%s: not for want of code', (error) => {
  expect(isCodeMissing(error)).toBe(false);
});
