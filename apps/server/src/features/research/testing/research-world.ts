import type { AllCalls, SentInputOf } from '@trickdesk/contract';
import { type Bar, MINUTE_MS } from '@trickdesk/domain';
import { openTestApi, PASSWORD, type Person, signUpOperator, type TestApi } from '../../../testing/test-api.ts';
import { insertInstrument } from '../../deployments/testing/world.ts';
import { putTail } from '../../market-data/candle-store.ts';
import { putClock, putLastPrices } from '../../market-data/store.ts';
import { lookAtCalls } from '../index.ts';

type Candle = readonly [open: number, high: number, low: number, close: number];

/** A Monday, ten minutes after the opening. */
export const MORNING = Date.parse('2026-01-05T09:25:00+05:30');

type Drawn = SentInputOf<AllCalls['opspreviewresearch']>;

export type ResearchWorld = Awaited<ReturnType<typeof openResearchWorld>>;

/** The API with SBIN at ₹600, a clock of the exchange that a test moves, an operator, and whoever reads. */
export async function openResearchWorld(environment: Readonly<Record<string, string>> = {}) {
  const api = await openTestApi(environment);
  const [operator, reader] = [await signUpOperator(api, 'operator'), await api.signUp('reader')];
  const market = await openMarket(api);
  const call: Drawn = {
    ...{ symbol: 'SBIN', side: 'buy', entryPrice: 600, stopPrice: 594, targets: [606, 612] },
    ...{ validUntil: '2026-01-06', rationale: 'It holds above its average.', holdsInterest: false, usesAi: false },
  };
  let keys = 0;
  const key = (): string => {
    keys += 1;
    return `key-${keys}`;
  };
  const as = (person: Person) => ({ token: person.accessToken });
  const publish = (change: object = {}) =>
    api.send('opspublishresearch', { ...call, password: PASSWORD, idempotencyKey: key(), ...change }, as(operator));
  return {
    ...{ api, operator, reader, call, as, publish, key, ...market },
    look: () => lookAtCalls({ ...api.services, database: api.database.db, log: api.foundation.log }),
    list: async (input: object = {}) => (await api.send('getRaTradeList', input, as(reader))).data,
    withdraw: (researchId: number, change: object = {}) =>
      api.send(
        'opswithdrawresearch',
        { researchId, reason: 'The news has changed.', password: PASSWORD, ...change },
        as(operator),
      ),
    close: () => api.close(),
  };
}

async function openMarket(api: TestApi) {
  const { db } = api.database;
  const { dataset } = api.services.marketData;
  await insertInstrument(db, 'SBIN');
  const { id } = await db.kysely
    .selectFrom('instrument')
    .select('id')
    .where('symbol', '=', 'SBIN')
    .executeTakeFirstOrThrow();
  let now = MORNING;
  const goTo = async (at: number): Promise<void> => {
    now = at;
    await putClock(db.kysely, dataset, { exchangeAt: at, seenAt: api.clock.now(), speed: 1, feed: 'live' });
  };
  const putPrice = (pricePaise: number) => {
    const day = { openPaise: pricePaise, highPaise: pricePaise, lowPaise: pricePaise, previousClosePaise: pricePaise };
    return putLastPrices(db.kysely, dataset, [{ instrumentId: id, pricePaise, ...day, volume: 1, at: now }]);
  };
  await goTo(MORNING);
  await putPrice(600_00);
  return {
    goTo,
    putPrice,
    exchangeNow: () => now,
    /** Minutes of SBIN in rupees from now on; the clock goes with them. */
    trade: async (...candles: readonly Candle[]): Promise<void> => {
      const bars = candles.map(([open, high, low, close], i): Bar => {
        const [o, h, l, c] = [open * 100, high * 100, low * 100, close * 100];
        return { openAt: now + i * MINUTE_MS, open: o, high: h, low: l, close: c, volume: 1 };
      });
      await putTail(
        db.kysely,
        dataset,
        bars.map((bar) => ({ instrumentId: id, bar })),
      );
      await goTo(now + candles.length * MINUTE_MS);
    },
  };
}
