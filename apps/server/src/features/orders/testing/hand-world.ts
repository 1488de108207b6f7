import type { BrokerHolding, BrokerPosition, BrokerReply, MarginLeg, Quote } from '@trickdesk/brokers';
import { createSmartApi } from '@trickdesk/brokers/smartapi';
import type { Paise } from '@trickdesk/domain';
import { sql } from 'kysely';
import { openTestApi, type Person, type TestApi } from '../../../testing/test-api.ts';
import { createScriptedBroker } from '../../broker-links/testing/scripted-broker.ts';
import { openMarket } from '../../risk/testing/desk-facts.ts';

/** An api whose broker tells a margin and a band, and a market in which SBIN trades at 600.00. */
export interface HandWorld {
  readonly api: TestApi;
  /** What the broker was asked a margin for. */
  readonly legs: MarginLeg[];
  margin: BrokerReply<Paise>;
  /** The day's positions at the broker. */
  positions: BrokerReply<readonly BrokerPosition[]>;
  /** What happens at the broker and here while its answer with the positions is on its way. */
  whilePositions: (() => Promise<void>) | undefined;
  holdings: BrokerReply<readonly BrokerHolding[]>;
  /** A person who may trade at the broker. */
  readonly trader: (name: string) => Promise<Trader>;
}

export interface Trader {
  readonly person: Person;
  readonly brokerId: number;
}

const BAND = { lowerCircuitPaise: 540_00, upperCircuitPaise: 660_00 };

export async function openHandWorld(): Promise<HandWorld> {
  const broker = createScriptedBroker(() => Date.UTC(2026, 0, 5, 4, 0));
  const silent = createSmartApi({ baseUrl: 'http://127.0.0.1:9' });
  const legs: MarginLeg[] = [];
  const api = await openTestApi(
    {},
    {
      smartApi: {
        ...broker.smartApi,
        orders: (access) => ({
          ...silent.orders(access),
          margin: async (asked) => {
            legs.push(...asked);
            return world.margin;
          },
          positions: async () => {
            const read = world.positions;
            await world.whilePositions?.();
            return read;
          },
          holdings: async () => world.holdings,
        }),
        marketData: (access) => ({
          ...silent.marketData(access),
          quotes: async () => ({ kind: 'ok', value: { quotes: [quote()], missing: [] } }),
        }),
      },
    },
  );
  await openMarket(api);
  const world: HandWorld = {
    api,
    legs,
    margin: { kind: 'ok', value: 12_345_67n },
    positions: { kind: 'ok', value: [] },
    whilePositions: undefined,
    holdings: { kind: 'ok', value: [] },
    trader: (name) => trader(api, name),
  };
  return world;
}

function quote(): Quote {
  return {
    ...{ exchange: 'NSE', token: '3045', tradingSymbol: 'SBIN-EQ', lastPaise: 600_00 },
    ...{ openPaise: undefined, highPaise: undefined, lowPaise: undefined, previousClosePaise: undefined },
    ...{ volume: undefined, feedAt: undefined, lastTradeAt: undefined, bids: [], asks: [] },
    ...BAND,
  };
}

let codes = 0;

async function trader(api: TestApi, name: string): Promise<Trader> {
  const person = await api.signUp(name);
  codes += 1;
  const link = await api.send(
    'linkangelone',
    { clientCode: `H${1000 + codes}`, apiKey: 'sim-api-key', pin: '1234', totp: '123456' },
    { token: person.accessToken },
  );
  await sql`UPDATE account SET kyc_verified_at = now(), trade_activated_at = now() WHERE id = ${person.userId}`.execute(
    api.database.db.kysely,
  );
  return { person, brokerId: link.data.broker_angelone_details.brokerId };
}

export interface DeskPlay {
  readonly state: string;
  readonly brokerOrderId?: string;
  readonly filled?: number;
  readonly rejectText?: string;
}

/** What a desk would write: waits for an intended order of the account, and gives it the fate. @returns its number */
export async function playDesk({ database }: TestApi, accountId: number, play: DeskPlay): Promise<number> {
  for (let tries = 0; tries < 200; tries += 1) {
    const { rows } = await sql<{ id: number }>`
      UPDATE broker_order SET state = ${play.state}, broker_order_id = ${play.brokerOrderId ?? null},
        filled_quantity = ${play.filled ?? 0}, filled_value_paise = ${play.filled ?? 0} * price_paise::bigint,
        reject_text = ${play.rejectText ?? ''}, sent_at = decided_at + interval '20 ms',
        acknowledged_at = decided_at + interval '65 ms',
        first_fill_at = CASE WHEN ${play.filled ?? 0} > 0 THEN decided_at + interval '300 ms' END
      WHERE account_id = ${accountId} AND role = 'own' AND state = 'intended' RETURNING id`.execute(database.db.kysely);
    if (rows[0]) return rows[0].id;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('no order by hand was kept');
}

/** Carries out what was asked of an order, as a desk does after the broker's answer. */
export async function playRequest({ database }: TestApi, orderId: number, state: string): Promise<unknown> {
  for (let tries = 0; tries < 200; tries += 1) {
    // One statement, as a desk has one transaction: whoever looks sees both or neither.
    const { rows } = await sql<{ body: unknown; verb: string }>`
      WITH request AS (UPDATE broker_order_request SET applied_at = now()
        WHERE broker_order_id = ${orderId} AND applied_at IS NULL RETURNING broker_order_id, body, verb)
      UPDATE broker_order SET state = ${state} FROM request WHERE broker_order.id = request.broker_order_id
      RETURNING request.body, request.verb`.execute(database.db.kysely);
    if (rows[0]) return { verb: rows[0].verb, body: rows[0].body };
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('nothing was asked of the order');
}
