import { afterEach, expect, test } from 'vitest';
import { dismissToast, showToast, toastList } from './toasts.ts';

afterEach(() => {
  for (const toast of toastList.read()) dismissToast(toast.id);
});

test('the same message is shown once while it is on screen, and again after it has gone', () => {
  showToast({ tone: 'failed', text: 'Unautherised user' });
  showToast({ tone: 'failed', text: 'Unautherised user' });
  expect(toastList.read()).toHaveLength(1);
  dismissToast(toastList.read()[0]?.id ?? 0);
  showToast({ tone: 'failed', text: 'Unautherised user' });
  expect(toastList.read()).toHaveLength(1);
});

test('at most four messages stand at once, the newest stay', () => {
  for (let i = 1; i <= 6; i += 1) showToast({ tone: 'note', text: `message ${i}` });
  expect(toastList.read().map((toast) => toast.text)).toEqual(['message 3', 'message 4', 'message 5', 'message 6']);
});

test('a message may last as long as the specification says', () => {
  showToast({ tone: 'done', text: 'Pan Verification is Done', lastsMs: 8_000 });
  expect(toastList.read()[0]?.lastsMs).toBe(8_000);
});
