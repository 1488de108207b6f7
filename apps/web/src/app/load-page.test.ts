import { expect, test, vi } from 'vitest';
import { loadPage } from './load-page.ts';

/** A server that is unreachable for so many looks, and a page whose code fails for so many tries. */
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
      return 'page';
    },
    parts: {
      isReachable: async () => {
        looks += 1;
        return looks > looksDown;
      },
      wait: async () => undefined,
      sayWaiting: said,
      renewStyles: vi.fn(),
    },
  };
}

test('a page waits for a server that is away and opens when it is back, which is said once', async () => {
  const { load, parts, said, tries } = surroundings(4, 1);
  expect(await loadPage(load, parts)).toBe('page');
  expect(tries()).toBe(2);
  expect(said).toHaveBeenCalledTimes(1);
  expect(parts.renewStyles).toHaveBeenCalledTimes(1);
});

test('code that the browser will not ask for again is left to the router, once the server is back', async () => {
  const { load, parts, tries } = surroundings(3, 9);
  await expect(loadPage(load, parts)).rejects.toThrow('dynamically imported module');
  expect(tries()).toBe(2);
});

test('code that is gone while the server answers is a new version, for the router to reload into', async () => {
  const { load, parts, said } = surroundings(0, 1);
  await expect(loadPage(load, parts)).rejects.toThrow('dynamically imported module');
  expect(said).not.toHaveBeenCalled();
});
