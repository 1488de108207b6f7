import { MutationObserver, onlineManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { CallFailure } from '../../lib/call-failure.ts';
import { dismissToast, toastList } from '../../ui/feedback/toasts.ts';
import { createQueryClient } from './query-client.ts';

// Tests share their modules: neither the connection nor a toast is left behind for another one.
afterEach(() => {
  onlineManager.setOnline(true);
  for (const { id } of toastList.read()) dismissToast(id);
});

test('without a connection an act fails at once, and is not made when there is one again', async () => {
  const client = createQueryClient();
  client.mount();
  onlineManager.setOnline(false);
  const act = vi.fn(() => Promise.reject(new Error('no connection')));
  const observer = new MutationObserver(client, { mutationFn: act });
  await expect(observer.mutate()).rejects.toThrow('no connection');
  expect([act.mock.calls.length, observer.getCurrentResult().isPaused]).toEqual([1, false]);
  onlineManager.setOnline(true);
  await client.resumePausedMutations();
  expect(act).toHaveBeenCalledTimes(1);
  client.unmount();
});

test('what was read is kept on screen without a connection, and read again once there is one', async () => {
  const client = createQueryClient();
  client.mount();
  const read = vi.fn(async () => 'seen');
  const observer = new QueryObserver(client, { queryKey: ['figures'], queryFn: read, staleTime: 0 });
  const stop = observer.subscribe(() => undefined);
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('seen'));
  onlineManager.setOnline(false);
  read.mockRejectedValueOnce(new CallFailure({ code: 'NO_CONNECTION', status: 0, message: '' }));
  await observer.refetch();
  expect(observer.getCurrentResult()).toMatchObject({ data: 'seen', fetchStatus: 'idle' });
  onlineManager.setOnline(true);
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(3));
  stop();
  client.unmount();
});
