import { beforeEach, expect, test, vi } from 'vitest';
import { askAhead, takeAhead } from './ahead.ts';
import { CallFailure } from './call-failure.ts';

const sent = vi.hoisted(() => vi.fn<(name: string, input: unknown) => Promise<unknown>>());
vi.mock('./send.ts', () => ({ send: sent }));
beforeEach(() => void sent.mockReset());

test('what was asked for ahead is sent at once and taken once, by the same question alone', async () => {
  sent.mockResolvedValue({ market: 'open' });
  askAhead('headerdata', {});
  expect(sent).toHaveBeenCalledTimes(1);
  expect(takeAhead('home', {})).toBeUndefined();
  expect(takeAhead('mytrick', { pageNumber: 2 })).toBeUndefined();
  await expect(takeAhead('headerdata', {})).resolves.toEqual({ market: 'open' });
  expect(takeAhead('headerdata', {})).toBeUndefined();
  expect(sent).toHaveBeenCalledTimes(1);
});

test('a failure is that of the page that takes it, however late', async () => {
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  sent.mockRejectedValue(new CallFailure({ code: 'NO_CONNECTION', status: 0, message: '' }));
  askAhead('home', {});
  await new Promise((resolve) => setTimeout(resolve, 5));
  await expect(takeAhead('home', {})).rejects.toThrow(CallFailure);
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});
