import { expect, test } from 'vitest';
import { safeNext } from './safe-next.ts';

test('after signing in one comes back to where one was', () => {
  expect(safeNext('/my-tricks/7?type=Test')).toBe('/my-tricks/7?type=Test');
});

test.each([
  undefined,
  '',
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  '/login?next=/',
  '/register',
])('a link cannot send one to %j', (next) => {
  expect(safeNext(next)).toBe('/');
});
