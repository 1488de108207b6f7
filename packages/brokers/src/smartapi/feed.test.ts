import { describe, expect, test } from 'vitest';
import type { BrokerAccess, FeedEvent, FeedMode, InstrumentRef } from '../port.ts';
import { DEFAULT_FEED_SETTINGS, SmartApiFeed } from './feed.ts';
import { encodePacket } from './testing/encode-packet.ts';
import { createFakeConnections, type FakeConnection } from './testing/fake-connection.ts';
import { createFakeTiming } from './testing/fake-timing.ts';
import { ACCESS, SBIN, SECRETS } from './testing/fixtures.ts';

const NIFTY = { exchange: 'NSE', token: '99926000' } as const;
const OPEN_AT = Date.parse('2026-07-28T09:15:00+05:30');

interface Seen {
  readonly token: string;
  readonly mode: FeedMode;
  readonly lastPaise: number;
}

function startFeed(random = 1, access: () => BrokerAccess | undefined = () => ACCESS) {
  const timing = createFakeTiming();
  const connections = createFakeConnections();
  const ticks: Seen[] = [];
  const events: FeedEvent[] = [];
  const log: unknown[] = [];
  const feed = new SmartApiFeed(
    {
      settings: { ...DEFAULT_FEED_SETTINGS, url: 'ws://stub' },
      open: connections.open,
      timing,
      random: () => random,
      log: (entry) => log.push(entry),
    },
    access,
    {
      onTick: ({ instrument, mode, lastPaise }) => ticks.push({ token: instrument.token, mode, lastPaise }),
      onEvent: (event) => events.push(event),
    },
  );
  const at = (i: number): FakeConnection => {
    const connection = connections.all.at(i);
    if (!connection) throw new Error(`there is no connection ${i}`);
    return connection;
  };
  return { feed, timing, connections, ticks, events, log, at };
}

interface PacketChange {
  readonly mode?: 1 | 2 | 3;
  readonly token?: string;
  readonly sequence?: number;
  readonly secondsAfterOpen?: number;
  readonly last?: number;
}

function packet({ mode = 1, token = '3045', sequence = 1, secondsAfterOpen = 0, last = 81_250 }: PacketChange = {}) {
  return encodePacket({
    mode,
    exchangeType: 1,
    token,
    sequence,
    exchangeAt: OPEN_AT + secondsAfterOpen * 1000,
    last,
    day: [1, 2, 3, 4, 5, 6, 7],
    totals: [1, 2],
    lastTradedSeconds: 1,
    openInterest: 0,
    levels: [],
    bands: [1, 2, 3, 4],
  });
}

const requests = (connection: FakeConnection): unknown[] =>
  connection.sent.filter((text) => text !== 'ping').map((text) => JSON.parse(text));
const subscription = (action: 0 | 1, mode: number, tokens: readonly string[]) => ({
  action,
  params: { mode, tokenList: [{ exchangeType: 1, tokens }] },
});

describe('subscriptions', () => {
  test('those made before the connection opens are sent when it does, later ones at once', () => {
    const { feed, at } = startFeed();
    feed.subscribe([SBIN, NIFTY], 'ltp');
    expect(at(0).sent).toEqual([]);
    at(0).listener.onOpen();
    feed.subscribe([SBIN], 'full');
    feed.unsubscribe([NIFTY], 'ltp');
    expect(requests(at(0))).toMatchObject([
      subscription(1, 1, ['3045', '99926000']),
      subscription(1, 3, ['3045']),
      subscription(0, 1, ['99926000']),
    ]);
    for (const request of requests(at(0)))
      expect(request).toMatchObject({ correlationID: expect.stringMatching(/^[a-z0-9]{10}$/) });
  });

  test('repeating one sends nothing, and each exchange has its own list', () => {
    const { feed, at } = startFeed();
    at(0).listener.onOpen();
    const future = { exchange: 'NFO', token: '63915' } as const;
    feed.subscribe([SBIN, SBIN, future], 'quote');
    feed.subscribe([SBIN], 'quote');
    feed.unsubscribe([NIFTY], 'quote');
    expect(requests(at(0))).toMatchObject([
      {
        params: {
          mode: 2,
          tokenList: [
            { exchangeType: 1, tokens: ['3045'] },
            { exchangeType: 2, tokens: ['63915'] },
          ],
        },
      },
    ]);
  });

  test('the broker’s limit counts every token in every mode, and beyond it none of a request is taken', () => {
    const { feed, at } = startFeed();
    at(0).listener.onOpen();
    const many = (from: number, count: number): InstrumentRef[] =>
      Array.from({ length: count }, (_, i) => ({ exchange: 'NSE', token: String(from + i) }));
    expect(feed.subscribe(many(1, 500), 'ltp')).toEqual({ kind: 'ok' });
    expect(feed.subscribe(many(1, 500), 'full')).toEqual({ kind: 'ok' });
    expect(feed.subscribe(many(1, 501), 'ltp')).toMatchObject({ kind: 'refused', code: 'SUBSCRIPTION_LIMIT' });
    expect(feed.subscribe(many(1, 500), 'ltp')).toEqual({ kind: 'ok' });
    feed.unsubscribe(many(1, 1), 'full');
    expect(feed.subscribe(many(501, 1), 'ltp')).toEqual({ kind: 'ok' });
  });

  test('changing the mode ends the other modes, at the limit too', () => {
    const { feed, at } = startFeed();
    at(0).listener.onOpen();
    const many = Array.from({ length: 1000 }, (_, i) => ({ exchange: 'NSE' as const, token: String(i + 1) }));
    feed.subscribe(many, 'ltp');
    expect(feed.changeMode(many.slice(0, 1), 'full')).toEqual({ kind: 'ok' });
    expect(requests(at(0)).slice(1)).toMatchObject([subscription(0, 1, ['1']), subscription(1, 3, ['1'])]);
  });

  test('what the feed does not carry is refused, and the rest of that request with it', () => {
    const { feed, at } = startFeed();
    at(0).listener.onOpen();
    for (const odd of [
      { exchange: 'CDS', token: '1' },
      { exchange: 'NSE', token: '12a' },
    ] as const) {
      expect(feed.subscribe([SBIN, odd], 'ltp')).toMatchObject({ kind: 'refused', code: 'UNSUPPORTED_INSTRUMENT' });
    }
    expect(at(0).sent).toEqual([]);
  });
});

describe('packets', () => {
  test('each mode of a subscribed instrument is delivered, whatever the order of their moments', () => {
    const { feed, at, ticks } = startFeed();
    at(0).listener.onOpen();
    feed.subscribe([SBIN], 'ltp');
    feed.subscribe([SBIN], 'full');
    at(0).listener.onBinary(packet({ secondsAfterOpen: 2, sequence: 9 }));
    at(0).listener.onBinary(packet({ secondsAfterOpen: 1, sequence: 8, last: 81_300 }));
    at(0).listener.onBinary(packet({ mode: 3, last: 81_350 }));
    expect(ticks).toEqual([
      { token: '3045', mode: 'ltp', lastPaise: 81_250 },
      { token: '3045', mode: 'ltp', lastPaise: 81_300 },
      { token: '3045', mode: 'full', lastPaise: 81_350 },
    ]);
    expect(feed.counters()).toMatchObject({ ticks: 3, sequenceRegressions: 0 });
  });

  test('garbage, short packets and packets that nobody asked for are counted and go no further', () => {
    const { feed, at, ticks } = startFeed();
    at(0).listener.onOpen();
    feed.subscribe([SBIN], 'ltp');
    at(0).listener.onBinary(Buffer.from([0]));
    at(0).listener.onBinary(packet().subarray(0, 50));
    at(0).listener.onBinary(packet({ token: '77' }));
    at(0).listener.onBinary(packet({ mode: 2 }));
    at(0).listener.onText('pong');
    expect(ticks).toEqual([]);
    expect(feed.counters()).toMatchObject({ ticks: 0, broken: 2, unexpected: 2 });
  });

  test('an error of the broker is passed on without the secrets that it may repeat', () => {
    const { at, events, log } = startFeed();
    at(0).listener.onOpen();
    at(0).listener.onText(
      JSON.stringify({ correlationID: 'x', errorCode: 'E1002', errorMessage: `Limit ${SECRETS.feedToken}` }),
    );
    expect(events.at(-1)).toEqual({ kind: 'refused', code: 'E1002', message: 'Limit [secret]' });
    expect(JSON.stringify(log)).not.toContain(SECRETS.feedToken);
  });
});

describe('a connection that ends', () => {
  test('comes back with all subscriptions and reports the hole by the exchange’s clock', async () => {
    const { feed, at, timing, events, ticks, connections } = startFeed();
    feed.subscribe([SBIN], 'ltp');
    feed.subscribe([NIFTY], 'quote');
    at(0).listener.onOpen();
    at(0).listener.onBinary(packet({ secondsAfterOpen: 10, sequence: 50 }));
    at(0).listener.onBinary(packet({ secondsAfterOpen: 9, sequence: 51 }));
    at(0).listener.onEnd('closed');
    expect(connections.all).toHaveLength(1);
    await timing.advance(500);
    at(1).listener.onOpen();
    expect(requests(at(1))).toMatchObject([subscription(1, 1, ['3045']), subscription(1, 2, ['99926000'])]);
    at(1).listener.onBinary(packet({ secondsAfterOpen: 95, sequence: 60 }));
    await timing.advance(1_000);
    at(1).listener.onBinary(packet({ secondsAfterOpen: 96, sequence: 61 }));
    expect(events).toEqual([
      { kind: 'connected' },
      { kind: 'disconnected', cause: 'closed' },
      { kind: 'connected' },
      { kind: 'gap', from: OPEN_AT + 10_000, to: OPEN_AT + 95_000, reason: 'reconnected' },
    ]);
    expect(ticks).toHaveLength(4);
    expect(feed.counters()).toMatchObject({ connections: 2, sequenceRegressions: 0 });
  });

  test('what the broker repeats after a reconnect does not make the hole look shorter', async () => {
    const { feed, at, timing, events } = startFeed();
    feed.subscribe([SBIN, NIFTY], 'ltp');
    at(0).listener.onOpen();
    at(0).listener.onBinary(packet({ secondsAfterOpen: 10 }));
    at(0).listener.onEnd('network');
    await timing.advance(500);
    at(1).listener.onOpen();
    // The last states: one from before the loss, one from within it. Then live updates.
    at(1).listener.onBinary(packet({ secondsAfterOpen: 10 }));
    at(1).listener.onBinary(packet({ token: NIFTY.token, secondsAfterOpen: 30 }));
    await timing.advance(500);
    at(1).listener.onBinary(packet({ secondsAfterOpen: 61 }));
    at(1).listener.onBinary(packet({ token: NIFTY.token, secondsAfterOpen: 60 }));
    expect(events.filter((event) => event.kind === 'gap')).toEqual([]);
    await timing.advance(500);
    expect(events.at(-1)).toEqual({ kind: 'gap', from: OPEN_AT + 10_000, to: OPEN_AT + 61_000, reason: 'reconnected' });
  });

  test('in a market that stands still leaves the hole open until something newer comes', async () => {
    const { feed, at, timing, events } = startFeed();
    feed.subscribe([SBIN], 'ltp');
    at(0).listener.onOpen();
    at(0).listener.onBinary(packet({ secondsAfterOpen: 10 }));
    at(0).listener.onEnd('network');
    await timing.advance(500);
    at(1).listener.onOpen();
    at(1).listener.onBinary(packet({ secondsAfterOpen: 10 }));
    await timing.advance(3_000);
    at(1).listener.onEnd('network');
    await timing.advance(1_000);
    at(2).listener.onOpen();
    await timing.advance(3_000);
    expect(events.filter((event) => event.kind === 'gap')).toEqual([]);
    at(2).listener.onBinary(packet({ secondsAfterOpen: 40 }));
    expect(events.at(-1)).toEqual({ kind: 'gap', from: OPEN_AT + 10_000, to: OPEN_AT + 40_000, reason: 'reconnected' });
  });

  test('after a reconnect an older sequence number is counted once and still delivered', async () => {
    const { feed, at, timing, ticks } = startFeed();
    feed.subscribe([SBIN], 'ltp');
    at(0).listener.onOpen();
    at(0).listener.onBinary(packet({ sequence: 50 }));
    at(0).listener.onEnd('network');
    await timing.advance(500);
    at(1).listener.onOpen();
    at(1).listener.onBinary(packet({ sequence: 20 }));
    at(1).listener.onBinary(packet({ sequence: 19 }));
    expect(ticks).toHaveLength(3);
    expect(feed.counters().sequenceRegressions).toBe(1);
  });

  test('is tried again ever more slowly, up to a limit, and quickly again once updates came', async () => {
    const { feed, at, timing, connections } = startFeed();
    feed.subscribe([SBIN], 'ltp');
    const waits: number[] = [];
    for (let i = 0; i < 8; i += 1) {
      at(-1).listener.onEnd('network');
      const before = timing.monotonic();
      const count = connections.all.length;
      while (connections.all.length === count) await timing.advance(100);
      waits.push(timing.monotonic() - before);
    }
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
    at(-1).listener.onOpen();
    at(-1).listener.onBinary(packet());
    at(-1).listener.onEnd('network');
    const count = connections.all.length;
    await timing.advance(500);
    expect(connections.all).toHaveLength(count + 1);
  });

  test('waits a part of the delay that chance decides', async () => {
    const { at, timing, connections } = startFeed(0);
    at(0).listener.onEnd('network');
    await timing.advance(249);
    expect(connections.all).toHaveLength(1);
    await timing.advance(1);
    expect(connections.all).toHaveLength(2);
  });

  test('for good leaves no timer behind and reports nothing more', async () => {
    const { feed, at, timing, events, connections } = startFeed();
    at(0).listener.onOpen();
    feed.close();
    expect(at(0).endedWith()).toBe('closed');
    await timing.advance(120_000);
    expect(timing.pending()).toBe(0);
    expect(connections.all).toHaveLength(1);
    expect(events).toEqual([{ kind: 'connected' }]);
  });
});

describe('silence', () => {
  test('is broken by a ping every ten seconds', async () => {
    const { at, timing } = startFeed();
    at(0).listener.onOpen();
    for (let i = 0; i < 6; i += 1) {
      await timing.advance(10_000);
      at(0).listener.onText('pong');
    }
    expect(at(0).sent.filter((text) => text === 'ping')).toHaveLength(6);
    expect(at(0).endedWith()).toBeUndefined();
  });

  test('of twenty seconds without even a pong ends the connection', async () => {
    const { at, timing, events } = startFeed();
    at(0).listener.onOpen();
    await timing.advance(17_000);
    expect(at(0).endedWith()).toBeUndefined();
    await timing.advance(5_500);
    expect(at(0).endedWith()).toBe('stalled');
    expect(events).toContainEqual({ kind: 'disconnected', cause: 'stalled' });
  });

  test('is not assumed while updates flow, even if pongs do not come', async () => {
    const { feed, at, timing } = startFeed();
    feed.subscribe([SBIN], 'ltp');
    at(0).listener.onOpen();
    for (let i = 0; i < 12; i += 1) {
      at(0).listener.onBinary(packet({ secondsAfterOpen: i * 5 }));
      await timing.advance(5_000);
    }
    expect(at(0).endedWith()).toBeUndefined();
  });

  test('of updates alone leaves the connection and is reported as a hole when they return', async () => {
    const { feed, at, timing, events } = startFeed();
    feed.subscribe([SBIN], 'ltp');
    at(0).listener.onOpen();
    at(0).listener.onBinary(packet({ secondsAfterOpen: 1 }));
    for (let i = 0; i < 5; i += 1) {
      await timing.advance(10_000);
      at(0).listener.onText('pong');
    }
    at(0).listener.onBinary(packet({ secondsAfterOpen: 51 }));
    at(0).listener.onBinary(packet({ secondsAfterOpen: 52 }));
    expect(events).toEqual([
      { kind: 'connected' },
      { kind: 'gap', from: OPEN_AT + 1000, to: OPEN_AT + 51_000, reason: 'quiet' },
    ]);
  });
});

describe('a session that ended', () => {
  test('is reported, and its token is not tried again until there is another', async () => {
    let access: BrokerAccess | undefined = ACCESS;
    const { at, timing, events, connections } = startFeed(1, () => access);
    at(0).listener.onEnd('session_expired');
    expect(events).toEqual([{ kind: 'session_expired' }]);
    await timing.advance(300_000);
    expect(connections.all).toHaveLength(1);
    access = undefined;
    await timing.advance(60_000);
    access = { ...ACCESS, tokens: { ...ACCESS.tokens, accessToken: 'a.renewed.one' } };
    await timing.advance(30_000);
    expect(connections.all).toHaveLength(2);
    expect(at(1).access.tokens.accessToken).toBe('a.renewed.one');
  });

  test('is left behind at once when asked to reconnect, also from a connection that lives', async () => {
    const { feed, at, timing, connections } = startFeed();
    at(0).listener.onEnd('session_expired');
    feed.reconnect();
    expect(connections.all).toHaveLength(2);
    at(1).listener.onOpen();
    feed.reconnect();
    expect(at(1).endedWith()).toBe('closed');
    expect(connections.all).toHaveLength(3);
    at(2).listener.onOpen();
    await timing.advance(5_000);
    expect(connections.all).toHaveLength(3);
  });
});
