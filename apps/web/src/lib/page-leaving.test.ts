import { expect, test } from 'vitest';
import { watchLeaving } from './page-leaving.ts';

test('a page is being left from its reload on, and some seconds later it is believed to have stayed', () => {
  const page = new EventTarget();
  let now = 1_000;
  const isLeaving = watchLeaving(page, () => now);
  expect(isLeaving()).toBe(false);
  page.dispatchEvent(new Event('beforeunload'));
  expect(isLeaving()).toBe(true);
  now += 4_999;
  expect(isLeaving()).toBe(true);
  now += 1;
  expect(isLeaving()).toBe(false);
});
