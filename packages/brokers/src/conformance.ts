import assert from 'node:assert/strict';
import { type Bar, type EpochMs, INTERVAL_MINUTES, MINUTE_MS } from '@trickdesk/domain';
import type {
  BrokerAccess,
  BrokerReply,
  BrokerSessions,
  FeedMode,
  FeedTick,
  ListedInstrument,
  LogInRequest,
  MarketData,
  MarketFeeds,
  NamedInstrumentRef,
} from './port.ts';

/** A broker under test, with what a log-in there takes and a stretch of its past in which the instrument traded. */
export interface ConformanceSubject extends MarketFeeds {
  readonly sessions: BrokerSessions;
  readonly marketData: (access: BrokerAccess) => MarketData;
  /** Valid at the moment of the call; asked once for each log-in. */
  readonly credentials: () => LogInRequest;
  readonly instrument: NamedInstrumentRef;
  /** A token that the broker does not know. */
  readonly unknownToken: string;
  /** One whole past session. */
  readonly session: { readonly openAt: EpochMs; readonly closeAt: EpochMs };
  /** How long updates may take to arrive while the market is open. */
  readonly feedPatienceMs: number;
}

/** The subject during one run, with the one session that all cases share. */
export interface ConformanceRun extends ConformanceSubject {
  readonly access: () => Promise<BrokerAccess>;
}

export interface ConformanceCase {
  readonly name: string;
  /** Rejects with what is wrong. */
  readonly check: (run: ConformanceRun) => Promise<void>;
}

/** One session for all cases: brokers allow one log-in a second and lock accounts. */
export function startConformanceRun<Subject extends ConformanceSubject>(subject: Subject): Subject & ConformanceRun {
  let session: Promise<BrokerAccess> | undefined;
  return {
    ...subject,
    access: () => {
      session ??= signIn(subject);
      return session;
    },
  };
}

async function signIn(subject: ConformanceSubject): Promise<BrokerAccess> {
  const request = subject.credentials();
  const outcome = await subject.sessions.logIn(request);
  if (outcome.kind !== 'ok') return assert.fail(`the log-in failed: ${JSON.stringify(outcome)}`);
  return { clientCode: request.clientCode, apiKey: request.apiKey, tokens: outcome.value };
}

/** The value of a reply that has to be there. */
export function answerOf<T>(reply: BrokerReply<T>): T {
  if (reply.kind === 'ok') return reply.value;
  return assert.fail(`expected an answer, got ${JSON.stringify(reply)}`);
}

const SESSION_CASES: readonly ConformanceCase[] = [
  {
    name: 'a log-in gives three tokens that differ',
    check: async ({ access }) => {
      const { accessToken, refreshToken, feedToken } = (await access()).tokens;
      assert.equal(new Set([accessToken, refreshToken, feedToken, '']).size, 4);
    },
  },
  {
    name: 'a wrong PIN is refused as wrong credentials',
    check: async ({ sessions, credentials }) => {
      const outcome = await sessions.logIn({ ...credentials(), pin: '0000' });
      assert(outcome.kind === 'refused', outcome.kind);
      assert.equal(outcome.reason, 'wrong_credentials');
    },
  },
  {
    name: 'a wrong one-time code is refused as such',
    check: async ({ sessions, credentials }) => {
      const request = credentials();
      const totp = String((Number(request.totp) + 1) % 1_000_000).padStart(6, '0');
      const outcome = await sessions.logIn({ ...request, totp });
      assert(outcome.kind === 'refused', outcome.kind);
      assert.equal(outcome.reason, 'wrong_totp');
    },
  },
  {
    name: 'the profile is that of the client who signed in',
    check: async ({ sessions, access }) => {
      const signedIn = await access();
      assert.equal(answerOf(await sessions.profile(signedIn)).clientCode, signedIn.clientCode);
    },
  },
  {
    name: 'funds are whole paise',
    check: async ({ sessions, access }) => {
      assert.equal(typeof answerOf(await sessions.funds(await access())).netPaise, 'bigint');
    },
  },
  {
    name: 'a token that the broker never gave out ends the session instead of failing in another way',
    check: async ({ sessions, access, marketData, instrument }) => {
      const good = await access();
      const bad = { ...good, tokens: { ...good.tokens, accessToken: 'eyJh.bm90aGluZw.c2ln' } };
      assert.equal((await sessions.profile(bad)).kind, 'session_expired');
      assert.equal((await marketData(bad).lastPrice(instrument)).kind, 'session_expired');
    },
  },
];

const DATA_CASES: readonly ConformanceCase[] = [
  {
    name: 'the instrument list names each instrument once, the one under test among them',
    check: async ({ marketData, access, instrument }) => {
      const rows: ListedInstrument[] = [];
      const market = marketData(await access());
      const summary = answerOf(await market.readInstruments((piece) => void rows.push(...piece)));
      assert.equal(summary.accepted, rows.length);
      assert.equal(new Set(rows.map((row) => `${row.exchange}:${row.token}`)).size, rows.length);
      assert(rows.every((row) => Number.isSafeInteger(row.tickPaise) && row.tickPaise > 0 && row.lotSize > 0));
      const listed = rows.find((row) => row.exchange === instrument.exchange && row.token === instrument.token);
      assert.equal(listed?.tradingSymbol, instrument.tradingSymbol);
    },
  },
  {
    name: 'a search by name finds the instrument, and one for nonsense finds nothing',
    check: async ({ marketData, access, instrument }) => {
      const market = marketData(await access());
      const found = answerOf(await market.search(instrument.exchange, instrument.tradingSymbol.replace(/-.*$/, '')));
      assert(found.some((one) => one.token === instrument.token));
      assert.deepEqual(answerOf(await market.search(instrument.exchange, 'QXZQXZ')), []);
    },
  },
  {
    name: 'the last price is whole paise above nought',
    check: async ({ marketData, access, instrument }) => {
      assertPrice(answerOf(await marketData(await access()).lastPrice(instrument)));
    },
  },
  {
    name: 'quotes give known instruments and name unknown ones',
    check: async ({ marketData, access, instrument, unknownToken }) => {
      const unknown = { exchange: instrument.exchange, token: unknownToken };
      const { quotes, missing } = answerOf(await marketData(await access()).quotes([instrument, unknown]));
      assert.deepEqual(
        missing.map((one) => one.token),
        [unknownToken],
      );
      const [quote] = quotes;
      assert(quote !== undefined && quotes.length === 1);
      assert.equal(quote.token, instrument.token);
      assertPrice(quote.lastPaise);
      if (quote.lowPaise !== undefined) assert(quote.lowPaise <= quote.lastPaise);
      if (quote.highPaise !== undefined) assert(quote.highPaise >= quote.lastPaise);
      const [bid] = quote.bids;
      const [ask] = quote.asks;
      if (bid && ask) assert(bid.pricePaise < ask.pricePaise, 'the book is crossed');
    },
  },
];

/** Candles of a stretch; without one, of the whole session. */
async function candlesOf(
  run: ConformanceRun,
  interval: '1m' | '5m' | '1d',
  stretch: { readonly from: EpochMs; readonly to: EpochMs } = { from: run.session.openAt, to: run.session.closeAt },
): Promise<readonly Bar[]> {
  const market = run.marketData(await run.access());
  return answerOf(await market.candles({ instrument: run.instrument, interval, ...stretch }));
}

const CANDLE_CASES: readonly ConformanceCase[] = [
  {
    name: 'candles lie within the stretch asked for, on the grid, in order, and hold together',
    check: async (run) => {
      for (const interval of ['1m', '5m'] as const) {
        const bars = await candlesOf(run, interval);
        assert(bars.length > 0, 'no candles');
        assertSound(bars, run.session, INTERVAL_MINUTES[interval] * MINUTE_MS);
      }
    },
  },
  {
    name: 'the end of a stretch does not belong to it',
    check: async (run) => {
      const from = run.session.openAt + 10 * MINUTE_MS;
      const to = from + 5 * MINUTE_MS;
      const bars = await candlesOf(run, '1m', { from, to });
      assert(bars.length > 0 && bars.every((bar) => bar.openAt >= from && bar.openAt < to));
      assert.deepEqual(await candlesOf(run, '1m', { from, to: from }), []);
    },
  },
  {
    name: 'no minute leaves the range of its day, and the day opens with the session',
    check: async (run) => {
      const [day, ...others] = await candlesOf(run, '1d');
      assert(day !== undefined && others.length === 0, 'one session is one daily bar');
      assert.equal(day.openAt, run.session.openAt);
      for (const bar of await candlesOf(run, '1m')) assert(bar.low >= day.low && bar.high <= day.high);
    },
  },
];

function assertSound(bars: readonly Bar[], session: ConformanceSubject['session'], stepMs: number): void {
  bars.forEach((bar, i) => {
    assert(bar.openAt >= session.openAt && bar.openAt < session.closeAt);
    assert.equal((bar.openAt - session.openAt) % stepMs, 0);
    assert(i === 0 || bar.openAt > (bars[i - 1]?.openAt ?? 0));
    for (const price of [bar.open, bar.high, bar.low, bar.close]) assertPrice(price);
    assert(bar.low <= Math.min(bar.open, bar.close) && bar.high >= Math.max(bar.open, bar.close));
    assert(bar.volume >= 0);
  });
}

const FEED_CASES: readonly ConformanceCase[] = (['ltp', 'quote', 'full'] as const).map((mode) => ({
  name: `the feed delivers updates in the mode ${mode}, with what belongs to it and nothing else`,
  check: async (run) => {
    const tick = await firstTick(run, mode);
    assert.deepEqual(tick.instrument, { exchange: run.instrument.exchange, token: run.instrument.token });
    assert.equal(tick.mode, mode);
    assertPrice(tick.lastPaise);
    assert(tick.exchangeAt > run.session.openAt, 'the exchange has moved on since the past session');
    assert.equal(tick.openPaise > 0 && tick.previousClosePaise > 0, mode !== 'ltp');
    assert.equal(tick.upperCircuitPaise > tick.lowerCircuitPaise, mode === 'full');
    assert.equal(tick.bids.count + tick.asks.count > 0, mode === 'full');
    const bid = tick.bids.pricePaise[0] ?? 0;
    const ask = tick.asks.pricePaise[0] ?? 0;
    if (tick.bids.count > 0 && tick.asks.count > 0) assert(bid < ask, 'the book is crossed');
  },
}));

/** The first update as it was, kept beyond its callback. */
async function firstTick(run: ConformanceRun, mode: FeedMode): Promise<FeedTick> {
  const access = await run.access();
  return new Promise((resolve, reject) => {
    const feed = run.openFeed(() => access, {
      onTick: (tick) => {
        clearTimeout(patience);
        feed.close();
        resolve(structuredClone(tick));
      },
      onEvent: () => undefined,
    });
    const patience = setTimeout(() => {
      feed.close();
      reject(new Error(`no update in the mode ${mode} within ${run.feedPatienceMs} ms`));
    }, run.feedPatienceMs);
    feed.subscribe([run.instrument], mode);
  });
}

function assertPrice(pricePaise: number): void {
  assert(Number.isSafeInteger(pricePaise) && pricePaise > 0, `not a price: ${pricePaise}`);
}

/** What the product relies on at any broker of market data, for any test runner. They run in this order. */
export const MARKET_DATA_CASES: readonly ConformanceCase[] = [
  ...SESSION_CASES,
  ...DATA_CASES,
  ...CANDLE_CASES,
  ...FEED_CASES,
];
