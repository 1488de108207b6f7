import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CallFailure } from './call-failure.ts';
import { LiveStream, type TabMessage } from './live-stream.ts';

/** A browser with tabs: one lock and one channel for all, and a server whose streams are held open by hand. */
function browser() {
  const requests: { readonly url: string; readonly lastEventId: string | null; readonly signal: AbortSignal }[] = [];
  const opened: ReadableStreamDefaultController<Uint8Array>[] = [];
  const answers: (Error | 'open')[] = [];
  const receivers = new Map<string, (message: TabMessage) => void>();
  let signedIn = true;
  let lock = Promise.resolve();

  async function fetchSignedIn(url: string, init: RequestInit): Promise<Response> {
    const signal = init.signal;
    if (!signal) throw new Error('a stream must be able to end');
    requests.push({ url, lastEventId: new Headers(init.headers).get('last-event-id'), signal });
    const answer = answers.shift() ?? 'open';
    if (answer !== 'open') throw answer;
    return new Response(
      new ReadableStream<Uint8Array>({
        start: (controller) => {
          opened.push(controller);
          signal.addEventListener('abort', () => controller.error(signal.reason));
        },
      }),
    );
  }

  function tab(tabId: string): LiveStream {
    return new LiveStream({
      path: '/s',
      tabId,
      fetchSignedIn,
      isSignedIn: () => signedIn,
      holdAlone: (hold, signal) => {
        const turn = lock.then(() => (signal.aborted ? undefined : hold()));
        lock = turn;
        return turn;
      },
      openChannel: (receive) => {
        receivers.set(tabId, receive);
        return {
          post: (message) => {
            for (const [each, other] of receivers) if (each !== tabId) other(structuredClone(message));
          },
          close: () => void receivers.delete(tabId),
        };
      },
      random: () => 0,
    });
  }

  return {
    tab,
    requests,
    failNext: (...errors: readonly Error[]) => answers.push(...errors),
    send: (text: string) => opened.at(-1)?.enqueue(new TextEncoder().encode(text)),
    endStream: () => opened.at(-1)?.close(),
    signOut: () => {
      signedIn = false;
    },
  };
}

const noConnection = () => new CallFailure({ code: 'NO_CONNECTION', status: 0, message: '' });
const soon = () => vi.advanceTimersByTimeAsync(1);

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockReturnValue();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('a stream that the server ended is opened again after the last event that arrived', async () => {
  const { tab, requests, send, endStream } = browser();
  const stop = tab('a').start();
  await soon();
  send('event: order\nid: 41\ndata: {}\n\nevent: quote\ndata: {}\n\n');
  await soon();
  endStream();
  await vi.advanceTimersByTimeAsync(500);
  expect(requests.map(({ lastEventId }) => lastEventId)).toEqual([null, '41']);
  stop();
});

test('while it cannot be opened the wait doubles, and an open stream begins anew with the shortest', async () => {
  const { tab, requests, failNext, endStream } = browser();
  failNext(noConnection(), noConnection(), noConnection());
  const stop = tab('a').start();
  const tries: number[] = [];
  for (let passed = 0; passed < 4_000; passed += 250) {
    await vi.advanceTimersByTimeAsync(250);
    if (requests.length > tries.length) tries.push(passed);
  }
  expect(tries).toEqual([0, 250, 1_250, 3_250]);
  endStream();
  await vi.advanceTimersByTimeAsync(501);
  expect(requests).toHaveLength(5);
  stop();
});

test('after a break everybody is told to read again, also when the first try was the one that failed', async () => {
  const { tab, failNext, endStream } = browser();
  failNext(noConnection());
  const [holder, hearer] = [tab('a'), tab('b')];
  let told = 0;
  for (const each of [holder, hearer]) each.onReopened(() => (told += 1));
  const stops = [holder.start(), hearer.start()];
  await vi.advanceTimersByTimeAsync(501);
  expect(told).toBe(2);
  endStream();
  await vi.advanceTimersByTimeAsync(501);
  expect(told).toBe(4);
  for (const stop of stops) stop();
});

test('figures are old after three seconds of silence, and a heartbeat makes them current', async () => {
  const { tab, send } = browser();
  const stream = tab('a');
  const stop = stream.start();
  await soon();
  send(': beat\n\n');
  await vi.advanceTimersByTimeAsync(3_000);
  expect(stream.readState()).toBe('live');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(stream.readState()).toBe('stale');
  send(': beat\n\n');
  await soon();
  expect(stream.readState()).toBe('live');
  stop();
});

test('one tab holds the stream and every tab hears it', async () => {
  const { tab, requests, send } = browser();
  const [holder, hearer] = [tab('a'), tab('b')];
  const heard: unknown[] = [];
  for (const each of [holder, hearer]) each.onEvent('order', (data) => heard.push(data));
  const stops = [holder.start(), hearer.start()];
  await soon();
  send('event: order\nid: 1\ndata: {"n":1}\n\n');
  await soon();
  expect(requests).toHaveLength(1);
  expect(heard).toEqual([{ n: 1 }, { n: 1 }]);
  expect(hearer.readState()).toBe('live');
  for (const stop of stops) stop();
});

test('when the tab that holds the stream closes, another goes on after the last event that it heard', async () => {
  const { tab, requests, send } = browser();
  const stopHolder = tab('a').start();
  const stopHearer = tab('b').start();
  await soon();
  send('event: order\nid: 7\ndata: {}\n\n');
  await soon();
  stopHolder();
  await soon();
  expect(requests[0]?.signal.aborted).toBe(true);
  expect(requests.slice(1).map(({ lastEventId }) => lastEventId)).toEqual(['7']);
  stopHearer();
});

test('the stream asks for what is on screen in any tab, once it has settled', async () => {
  const { tab, requests } = browser();
  const [holder, hearer] = [tab('a'), tab('b')];
  const stops = [holder.start(), hearer.start()];
  await soon();
  holder.watch(['SBIN']);
  const leave = hearer.watch(['TCS', 'SBIN']);
  await vi.advanceTimersByTimeAsync(200);
  leave();
  await vi.advanceTimersByTimeAsync(200);
  expect(requests.map(({ url }) => url)).toEqual(['/s', '/s?symbols=SBIN%2CTCS', '/s?symbols=SBIN']);
  for (const stop of stops) stop();
});

test('an ended session ends the stream: it is not asked for again', async () => {
  const { tab, requests, failNext, signOut, endStream } = browser();
  const stop = tab('a').start();
  await soon();
  failNext(new CallFailure({ code: 'SIGNED_OUT', status: 401, message: '' }));
  endStream();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(requests).toHaveLength(2);
  stop();
  signOut();
  tab('b').start()();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(requests).toHaveLength(2);
});
