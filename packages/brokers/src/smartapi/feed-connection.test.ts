import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FeedEvent, FeedTick } from '../port.ts';
import { createSmartApi } from './client.ts';
import { encodePacket } from './testing/encode-packet.ts';
import { ACCESS, SBIN, SECRETS } from './testing/fixtures.ts';
import { type StubServer, startStubServer } from './testing/stub-server.ts';

let stub: StubServer;
beforeEach(async () => {
  stub = await startStubServer();
});
afterEach(() => stub.close());

/** @param staleAfterMs short only where silence is meant: on a busy machine nothing is heard for a while, too */
function openFeed(staleAfterMs = 10_000) {
  const events: FeedEvent[] = [];
  const prices: number[] = [];
  const api = createSmartApi({
    feedUrl: stub.feedUrl,
    feed: { firstDelayMs: 20, longestDelayMs: 60, pingEveryMs: 50, staleAfterMs, settleMs: 30 },
  });
  const feed = api.openFeed(() => ACCESS, {
    onTick: (tick: FeedTick) => prices.push(tick.lastPaise),
    onEvent: (event) => events.push(event),
  });
  return { feed, events, prices };
}

const ltp = (last: number, secondsLater = 0): Buffer =>
  encodePacket({
    mode: 1,
    exchangeType: 1,
    token: '3045',
    sequence: 1,
    exchangeAt: 1_785_210_300_250 + secondsLater * 1000,
    last,
    day: [],
    totals: [0, 0],
    lastTradedSeconds: 0,
    openInterest: 0,
    levels: [],
    bands: [],
  });

test('the feed signs in by headers, pings, and survives the loss of its connection', async () => {
  const { feed, events, prices } = openFeed();
  feed.subscribe([SBIN], 'ltp');
  await vi.waitFor(() => expect(stub.texts.some((text) => text.includes('3045'))).toBe(true));
  expect(stub.handshakes[0]).toMatchObject({
    authorization: SECRETS.accessToken,
    'x-api-key': SECRETS.apiKey,
    'x-client-code': 'S100001',
    'x-feed-token': SECRETS.feedToken,
  });
  for (const socket of stub.sockets) socket.send(ltp(81_250));
  await vi.waitFor(() => expect(prices).toEqual([81_250]));
  for (const socket of stub.sockets) socket.terminate();
  await vi.waitFor(() => expect(stub.texts.filter((text) => text.includes('3045'))).toHaveLength(2));
  for (const socket of stub.sockets) socket.send(ltp(81_300, 5));
  await vi.waitFor(() => expect(prices).toEqual([81_250, 81_300]));
  await vi.waitFor(() => expect(stub.texts).toContain('ping'));
  await vi.waitFor(() => expect(events.at(-1)?.kind).toBe('gap'));
  feed.close();
  expect(events.map((event) => event.kind)).toEqual(['connected', 'disconnected', 'connected', 'gap']);
});

test('a refused token is told from a server that refuses for other reasons', async () => {
  stub.refuseHandshakes(429);
  const { feed, events } = openFeed();
  await vi.waitFor(() => expect(events[0]).toEqual({ kind: 'disconnected', cause: 'handshake_refused' }));
  stub.refuseHandshakes(401);
  await vi.waitFor(() => expect(events.at(-1)).toEqual({ kind: 'session_expired' }));
  const tries = stub.handshakes.length;
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(stub.handshakes).toHaveLength(tries);
  feed.close();
});

test('a connection that says nothing any more is dropped and made anew', async () => {
  stub.fallSilent();
  const { feed, events } = openFeed(300);
  await vi.waitFor(() => expect(events).toContainEqual({ kind: 'disconnected', cause: 'stalled' }));
  await vi.waitFor(() => expect(stub.handshakes.length).toBeGreaterThan(1));
  feed.close();
});

test('a frame of a size that no packet has ends the connection instead of filling the memory', async () => {
  const { feed, events } = openFeed();
  await vi.waitFor(() => expect(stub.sockets.size).toBe(1));
  for (const socket of stub.sockets) socket.send(Buffer.alloc(1_000_000));
  await vi.waitFor(() => expect(events.some((event) => event.kind === 'disconnected')).toBe(true));
  feed.close();
});
