import type { UserData } from '@trickdesk/contract';
import { describe, expect, test } from 'vitest';
import { CallFailure } from './call-failure.ts';
import type { KeyValueStore } from './kept.ts';
import type { Locks } from './refresh.ts';
import { markInCookies, type RenewalMark } from './renewal-mark.ts';
import { createSender } from './sender.ts';
import { createSessionStore } from './session-store.ts';
import { RENEWING_COOKIE } from './wire.ts';

const USER: UserData = { userId: 1, fullName: 'Asha Rao', username: 'asha', email: 'asha@example.com', ability: [] };

function storage(): KeyValueStore {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}

/** A queue like `navigator.locks`: one holder at a time, shared by every tab of the test. */
function fakeLocks(): Locks {
  let last: Promise<unknown> = Promise.resolve();
  return {
    request: (_name, act) => {
      const turn = last.then(act);
      last = turn.catch(() => undefined);
      return turn;
    },
  };
}

const answer = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });
const refusal = (status: number, code: string, message = code) =>
  answer(status, { status: false, code, message, requestId: 'r1' });

/** A server with one valid access token and one valid refresh cookie; a stale cookie ends the family, as ours does. */
function server(options: { readonly sessionEnded?: boolean } = {}) {
  const state = { valid: 'token-1', generation: 1, refreshes: 0, calls: 0, bodies: [] as string[] };
  const fetchIt = async (url: string, init: RequestInit): Promise<Response> => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    if (url === '/jwt/refresh-token') {
      state.refreshes += 1;
      if (options.sessionEnded) return refusal(401, 'INVALID_REFRESH_TOKEN');
      state.generation += 1;
      state.valid = `token-${state.generation}`;
      return answer(200, { status: true, message: '', data: { accessToken: state.valid, userData: USER } });
    }
    state.calls += 1;
    state.bodies.push(String(init.body));
    const bearer = new Headers(init.headers).get('authorization');
    if (bearer !== `Bearer ${state.valid}`) return refusal(401, bearer === null ? 'TOKEN_MISSING' : 'TOKEN_EXPIRED');
    return answer(200, { status: true, message: '', data: { profile: { userId: 1 } } });
  };
  return { state, fetchIt };
}

/** Cookies of one browser, as every page of it sees them at once. `answered` is what the server's answer does to them. */
function fakeCookies() {
  const jar = new Map<string, string>();
  const page = {
    get cookie() {
      return [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    },
    set cookie(line: string) {
      const [pair = ''] = line.split(';');
      jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    },
  };
  return { page, answered: () => jar.delete(RENEWING_COOKIE), jar, mark: markInCookies(() => page) };
}

function tab(parts: {
  fetchIt: (url: string, init: RequestInit) => Promise<Response>;
  store: KeyValueStore;
  locks: Locks;
  mark?: RenewalMark;
  isLeaving?: () => boolean;
}) {
  const seen = { signedOut: 0, failures: [] as CallFailure[] };
  const session = createSessionStore(parts.store);
  const sender = createSender({
    fetch: parts.fetchIt,
    session,
    locks: parts.locks,
    mark: parts.mark ?? { ...fakeCookies().mark, isRenewing: () => false },
    isLeaving: parts.isLeaving ?? (() => false),
    clientToken: () => "another-'&",
    onSignedOut: () => {
      seen.signedOut += 1;
    },
    onFailure: (failure) => seen.failures.push(failure),
  });
  return { seen, session, ...sender };
}

describe('an access token that has expired', () => {
  test('twenty calls refused at once are served by one refresh and all replayed', async () => {
    const { state, fetchIt } = server();
    const one = tab({ fetchIt, store: storage(), locks: fakeLocks() });
    one.session.keep({ accessToken: 'old', userData: USER });
    const answers = await Promise.all(Array.from({ length: 20 }, () => one.send('myprofile', {})));
    expect(answers).toHaveLength(20);
    expect(state.refreshes).toBe(1);
    expect(state.calls).toBe(40);
    expect(one.session.token()).toBe('token-2');
    expect(one.seen).toEqual({ signedOut: 0, failures: [] });
  });

  test('eight tabs refused at once share one refresh, so that none ends the session of the others', async () => {
    const { state, fetchIt } = server();
    const shared = { fetchIt, store: storage(), locks: fakeLocks() };
    const tabs = Array.from({ length: 8 }, () => tab(shared));
    tabs[0]?.session.keep({ accessToken: 'old', userData: USER });
    await Promise.all(tabs.flatMap((each) => [each.send('myprofile', {}), each.send('myprofile', {})]));
    expect(state.refreshes).toBe(1);
    for (const each of tabs) expect(each.seen.signedOut).toBe(0);
  });

  test('a call that was refused while another one refreshed goes on with the new token', async () => {
    const { state, fetchIt } = server();
    const one = tab({ fetchIt, store: storage(), locks: fakeLocks() });
    one.session.keep({ accessToken: 'old', userData: USER });
    await one.send('myprofile', {});
    await one.send('myprofile', {});
    expect(state.refreshes).toBe(1);
  });

  test('the replay carries the same body', async () => {
    const { state, fetchIt } = server();
    const one = tab({ fetchIt, store: storage(), locks: fakeLocks() });
    one.session.keep({ accessToken: 'old', userData: USER });
    await one.send('starttrick', { TricksId: 7, idempotencyKey: 'k1' });
    expect(state.bodies).toEqual(['{"TricksId":7,"idempotencyKey":"k1"}', '{"TricksId":7,"idempotencyKey":"k1"}']);
  });
});

describe('a session that has ended', () => {
  test('twenty calls are all rejected, and the person is told once', async () => {
    const { state, fetchIt } = server({ sessionEnded: true });
    const one = tab({ fetchIt, store: storage(), locks: fakeLocks() });
    one.session.keep({ accessToken: 'old', userData: USER });
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => one.send('myprofile', {})));
    expect(results.every((result) => result.status === 'rejected' && result.reason.code === 'SIGNED_OUT')).toBe(true);
    expect(state.refreshes).toBe(1);
    expect(one.seen).toEqual({ signedOut: 1, failures: [] });
    expect(one.session.token()).toBeUndefined();
  });

  test('every tab is told once, and only the first asks the server', async () => {
    const { state, fetchIt } = server({ sessionEnded: true });
    const shared = { fetchIt, store: storage(), locks: fakeLocks() };
    const tabs = Array.from({ length: 8 }, () => tab(shared));
    tabs[0]?.session.keep({ accessToken: 'old', userData: USER });
    await Promise.allSettled(tabs.flatMap((each) => [each.send('myprofile', {}), each.send('myprofile', {})]));
    expect(state.refreshes).toBe(1);
    for (const each of tabs) expect(each.seen.signedOut).toBe(1);
  });

  test('a second session that ends is told too', async () => {
    const { fetchIt } = server({ sessionEnded: true });
    const one = tab({ fetchIt, store: storage(), locks: fakeLocks() });
    for (const token of ['old', 'older']) {
      one.session.keep({ accessToken: token, userData: USER });
      await expect(one.send('myprofile', {})).rejects.toMatchObject({ code: 'SIGNED_OUT' });
    }
    expect(one.seen.signedOut).toBe(2);
  });
});

describe('other failures', () => {
  const failing = (respond: () => Promise<Response>) => {
    const one = tab({ fetchIt: respond, store: storage(), locks: fakeLocks() });
    one.session.keep({ accessToken: 'token-1', userData: USER });
    return one;
  };

  test('a wrong password is no reason to refresh', async () => {
    const one = failing(async () => refusal(401, 'WRONG_PASSWORD', 'That password is not right. Nothing was changed.'));
    await expect(one.send('unlinkangelone', { brokerId: 1, password: 'x' })).rejects.toMatchObject({
      code: 'WRONG_PASSWORD',
      requestId: 'r1',
    });
    expect(one.seen.signedOut).toBe(0);
    expect(one.seen.failures).toHaveLength(1);
  });

  test('a server that is down during the refresh signs nobody out', async () => {
    const one = failing(async () => {
      throw new TypeError('failed to fetch');
    });
    await expect(one.send('myprofile', {})).rejects.toMatchObject({ code: 'NO_CONNECTION' });
    expect(one.session.token()).toBe('token-1');
    expect(one.seen.signedOut).toBe(0);
  });

  test('a refresh without a clear answer rejects the call and keeps the session', async () => {
    const one = tab({
      fetchIt: async (url) =>
        url === '/jwt/refresh-token' ? refusal(503, 'NOT_READY') : refusal(401, 'TOKEN_EXPIRED'),
      store: storage(),
      locks: fakeLocks(),
    });
    one.session.keep({ accessToken: 'old', userData: USER });
    await expect(one.send('myprofile', {})).rejects.toMatchObject({ code: 'NOT_READY', status: 503 });
    expect(one.session.token()).toBe('old');
    expect(one.seen.signedOut).toBe(0);
  });

  test('a form that shows its own errors is not toasted over, and gets each field error', async () => {
    const one = failing(async () =>
      answer(422, {
        status: false,
        code: 'INVALID_INPUT',
        message: 'Some fields need another look.',
        errors: [{ path: 'pin', message: 'The PIN has four digits.' }],
        requestId: 'r2',
      }),
    );
    const failure = await one.send('myprofile', {}, { quiet: true }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(CallFailure);
    expect(failure).toMatchObject({ errors: [{ path: 'pin', message: 'The PIN has four digits.' }] });
    expect(one.seen.failures).toEqual([]);
  });

  test('an answer that is not our envelope is a failure, never data', async () => {
    const one = failing(async () => new Response('<html>proxy</html>', { status: 200 }));
    await expect(one.send('myprofile', {})).rejects.toMatchObject({ code: 'BAD_ANSWER', status: 200 });
  });
});

test('a sign-in carries the client token of the page, and a call of the signed-in does not', async () => {
  const sent: (string | null)[] = [];
  const fetchIt = async (_url: string, init: RequestInit): Promise<Response> => {
    sent.push(new Headers(init.headers).get('token'));
    return answer(200, { status: true, message: '', data: {} });
  };
  const one = tab({ fetchIt, store: storage(), locks: fakeLocks() });
  await one.send('login', { email: 'asha@example.com', password: 'correct-horse-battery' });
  await one.send('myprofile', {});
  expect(sent).toEqual(["another-'&", null]);
});

describe('tabs and pages that do not see one another at once', () => {
  test('a tab that sees what another has stored only a moment later asks for no second token', async () => {
    const { state, fetchIt } = server();
    const shared = { fetchIt, locks: fakeLocks(), mark: fakeCookies().mark };
    const [first, second] = twoViews(300);
    const [one, two] = [tab({ ...shared, store: first }), tab({ ...shared, store: second })];
    one.session.keep({ accessToken: 'old', userData: USER });
    await new Promise((resolve) => setTimeout(resolve, 310));
    await Promise.all([one.send('myprofile', {}), two.send('myprofile', {})]);
    expect(state.refreshes).toBe(1);
    expect(two.session.token()).toBe('token-2');
  });

  test('a tab that never sees what another has stored asks by itself once the mark has gone', async () => {
    const { state, fetchIt } = server();
    const { mark, answered, jar } = fakeCookies();
    const one = tab({ fetchIt, store: storage(), locks: fakeLocks(), mark });
    one.session.keep({ accessToken: 'old', userData: USER });
    mark.settle('old');
    const going = one.send('myprofile', {});
    await new Promise((resolve) => setTimeout(resolve, 120));
    expect(state.refreshes).toBe(0);
    jar.clear();
    await going;
    answered();
    expect(state.refreshes).toBe(1);
  });

  test('a page without a token waits for nothing that another one was told', async () => {
    const { state, fetchIt } = server({ sessionEnded: true });
    const one = tab({ fetchIt, store: storage(), locks: fakeLocks() });
    for (const _call of [1, 2]) await expect(one.send('myprofile', {})).rejects.toMatchObject({ code: 'SIGNED_OUT' });
    expect(state.refreshes).toBe(2);
  }, 1_000);

  test('a mark says which token it is of, and gives nothing of it away', () => {
    const { page, mark } = fakeCookies();
    mark.settle('head.body.signature');
    expect(mark.isSettled('head.body.signature')).toBe(true);
    for (const other of ['head.body.signaturf', 'head.body.signatur', '']) {
      expect(mark.isSettled(other)).toBe(false);
    }
    expect(page.cookie).not.toMatch(/head|body|signature/);
  });

  test('a tab waits for the answer to a page that was left while it asked, instead of using its cookie again', async () => {
    const store = storage();
    const { state, fetchIt } = server();
    const { mark, answered } = fakeCookies();
    const next = tab({ fetchIt, store, locks: fakeLocks(), mark });
    next.session.keep({ accessToken: 'old', userData: USER });
    mark.begin();
    const going = next.send('myprofile', {});
    await new Promise((resolve) => setTimeout(resolve, 120));
    expect(state.refreshes).toBe(0);
    answered();
    await going;
    expect(state.refreshes).toBe(1);
    expect(mark.isRenewing()).toBe(true);
  });

  test('a page that is being left asks for no token and lets the next one ask', async () => {
    const { state, fetchIt } = server();
    const asking: string[] = [];
    const shared = { store: storage(), locks: fakeLocks() };
    const pageOf = (name: string, isLeaving: () => boolean) => {
      const noted = (url: string, init: RequestInit) => {
        if (url === '/jwt/refresh-token') asking.push(name);
        return fetchIt(url, init);
      };
      return tab({ ...shared, isLeaving, fetchIt: noted });
    };
    let isLeft = true;
    const left = pageOf('left', () => isLeft);
    const next = pageOf('next', () => false);
    left.session.keep({ accessToken: 'old', userData: USER });
    const going = left.send('myprofile', {});
    await new Promise((resolve) => setTimeout(resolve, 120));
    expect(state.refreshes).toBe(0);
    await next.send('myprofile', {});
    isLeft = false;
    await going;
    expect(asking).toEqual(['next']);
  });

  test('a page that was being left and stayed after all asks then', async () => {
    const { state, fetchIt } = server();
    let isLeft = true;
    const one = tab({ fetchIt, store: storage(), locks: fakeLocks(), isLeaving: () => isLeft });
    one.session.keep({ accessToken: 'old', userData: USER });
    const going = one.send('myprofile', {});
    await new Promise((resolve) => setTimeout(resolve, 120));
    expect(state.refreshes).toBe(0);
    isLeft = false;
    await going;
    expect(state.refreshes).toBe(1);
  });

  test('the request for a new token outlives its page', async () => {
    const { fetchIt } = server();
    const kept: (boolean | undefined)[] = [];
    const watched = (url: string, init: RequestInit) => {
      if (url === '/jwt/refresh-token') kept.push(init.keepalive);
      return fetchIt(url, init);
    };
    const one = tab({ fetchIt: watched, store: storage(), locks: fakeLocks() });
    one.session.keep({ accessToken: 'old', userData: USER });
    await one.send('myprofile', {});
    expect(kept).toEqual([true]);
  });
});

/** One storage as two processes of the browser see it: what the first writes shows in the second after a while. */
function twoViews(ms: number): readonly [KeyValueStore, KeyValueStore] {
  const store = storage();
  const before = new Map<string, { readonly value: string | null; readonly until: number }>();
  const writing: KeyValueStore = {
    ...store,
    setItem: (key, value) => {
      before.set(key, { value: store.getItem(key), until: Date.now() + ms });
      store.setItem(key, value);
    },
  };
  const seen = (key: string): string | null => {
    const old = before.get(key);
    return old && Date.now() < old.until ? old.value : store.getItem(key);
  };
  return [writing, { ...store, getItem: seen }];
}
