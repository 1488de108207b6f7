import { expect, test } from 'vitest';
import { CallFailure } from '../../lib/call-failure.ts';
import { markInCookies } from '../../lib/renewal-mark.ts';
import { createSender } from '../../lib/sender.ts';
import { createSessionStore } from '../../lib/session-store.ts';
import { FIRST_PAGE, firstPageOf, PAGE_SIZE } from './alerts-view.ts';
import { type MarkReadSteps, markRead } from './mark-read.ts';

/** The steps as they are taken, and the state that they leave. */
function recorded(call: () => Promise<unknown>) {
  const taken: string[] = [];
  const state: { loading: boolean; error: string | undefined } = { loading: false, error: 'of an earlier try' };
  const steps: MarkReadSteps = {
    call: () => {
      taken.push(`call while loading ${state.loading}`);
      return call();
    },
    setLoading: (loading) => {
      state.loading = loading;
      taken.push(`loading ${loading}`);
    },
    setError: (message) => {
      state.error = message;
    },
    reloadCount: async () => taken.push(`count while loading ${state.loading}`),
    reloadList: async () => taken.push('list'),
  };
  return { taken, state, steps };
}

const refused = () =>
  Promise.reject(
    new CallFailure({ code: 'NOT_FOUND', status: 404, message: 'This does not exist, or it is not yours.' }),
  );

test('the call is made first, and the loader shows while it runs', async () => {
  const { taken, steps } = recorded(async () => undefined);
  await markRead(steps);
  expect(taken.slice(0, 2)).toEqual(['loading true', 'call while loading true']);
});

test('the loading flag is cleared before anything is loaded again', async () => {
  const { taken, state, steps } = recorded(async () => undefined);
  await markRead(steps);
  expect(taken[2]).toBe('loading false');
  expect(taken[3]).toBe('count while loading false');
  expect(state.loading).toBe(false);
});

test('the count is loaded again, then the list of the same category', async () => {
  const { taken, steps } = recorded(async () => undefined);
  await markRead(steps);
  expect(taken.slice(3)).toEqual(['count while loading false', 'list']);
});

test('the list is that of the same category, from page 1 with size 12', () => {
  expect(firstPageOf({ category: 'security', page: '4' })).toEqual({
    pageNumber: 1,
    pageSize: 12,
    notication_category_id: 8,
  });
  expect([FIRST_PAGE, PAGE_SIZE]).toEqual([1, 12]);
});

test('the error of an earlier try is gone once it succeeds', async () => {
  const { state, steps } = recorded(async () => undefined);
  await markRead(steps);
  expect(state.error).toBeUndefined();
});

test('after a failure the server’s message is stored as the error', async () => {
  const { state, steps } = recorded(refused);
  await markRead(steps);
  expect(state.error).toBe('This does not exist, or it is not yours.');
});

test('after a failure the loader is off, and neither count nor list is loaded again', async () => {
  const { taken, state, steps } = recorded(refused);
  await markRead(steps);
  expect(state.loading).toBe(false);
  expect(taken).toEqual(['loading true', 'call while loading true', 'loading false']);
});

test('after a failure the server’s message is the toast', async () => {
  const toasts: string[] = [];
  const { send } = createSender({
    mark: markInCookies(() => ({ cookie: '' })),
    isLeaving: () => false,
    clientToken: () => 'web',
    fetch: async () => Response.json({ status: false, code: 'NOT_FOUND', message: 'Not yours.' }, { status: 404 }),
    session: createSessionStore({ getItem: () => null, setItem: () => undefined, removeItem: () => undefined }),
    locks: { request: async (_name, act) => act() },
    onSignedOut: () => toasts.push('signed out'),
    onFailure: (failure) => toasts.push(failure.message),
  });
  const { state, steps } = recorded(() => send('usernotificationread', { notification_id: 7 }));
  await markRead(steps);
  expect(toasts).toEqual(['Not yours.']);
  expect(state.error).toBe('Not yours.');
});

test('a fault of ours is not taken for a refusal, and the loader is off all the same', async () => {
  const { state, steps } = recorded(() => Promise.reject(new TypeError('our fault')));
  await expect(markRead(steps)).rejects.toThrow('our fault');
  expect(state.loading).toBe(false);
});
