import type { Database, Tx } from '@trickdesk/db';
import type { EpochMs } from '@trickdesk/domain';
import { sql } from 'kysely';
import type { LiveDesks, OrderNews, PlacedIntent, Seat, SeatFacts } from '../runner/live-desk.ts';
import { FakeBroker } from './fake-desks.ts';

/** A broker in a table, for runners in processes of their own. Each order says which process sent it, and when. */
export async function createStoredBroker({ kysely }: Database): Promise<void> {
  await sql`CREATE TABLE fake_order (
    link int, deployment int, run int, intent int, base int, side text, quantity int, instrument int,
    value bigint, sender text, sent_at timestamptz DEFAULT clock_timestamp(), times int DEFAULT 1,
    PRIMARY KEY (deployment, run, intent))`.execute(kysely);
}

interface Forgotten {
  readonly id: number;
  readonly base: number;
  readonly side: string;
  readonly quantity: number;
}

interface StoredOrder {
  readonly link: number;
  readonly deployment: number;
  readonly run: number;
  readonly intent: number;
  readonly base: number;
  readonly side: 'buy' | 'sell';
  readonly quantity: number;
  readonly instrument: number;
  readonly value: bigint | null;
  readonly sender: string;
  readonly sent_at: Date;
  /** How often it was sent: once, or something is wrong. */
  readonly times: number;
}

export async function readStoredOrders({ kysely }: Database): Promise<readonly StoredOrder[]> {
  return (await sql<StoredOrder>`SELECT * FROM fake_order ORDER BY sent_at`.execute(kysely)).rows;
}

/** The same orders as another test asks them. */
export async function readBroker(database: Database): Promise<FakeBroker> {
  const broker = new FakeBroker();
  for (const { link, deployment, run, intent: id, value, ...order } of await readStoredOrders(database)) {
    broker.place({
      linkId: link,
      deploymentId: deployment,
      runNumber: run,
      intent: { id, base: order.base, side: order.side, quantity: order.quantity },
      instrumentId: order.instrument,
      filledQuantity: value === null ? 0 : order.quantity,
      valuePaise: Number(value ?? 0n),
      isCancelled: false,
    });
  }
  return broker;
}

async function insertNews(
  tx: Tx,
  { deployment, run, news }: { readonly deployment: number; readonly run: number; readonly news: OrderNews },
): Promise<void> {
  await tx
    .insertInto('order_news')
    .values({
      deployment_id: deployment,
      run_number: run,
      body: JSON.stringify(news),
      at: new Date(0),
      applied_at: null,
    })
    .execute();
}

async function insertFake(
  { kysely }: Database,
  sender: string,
  { brokerLinkId: link, deploymentId, runNumber, instruments, order }: SeatFacts & { readonly order: Forgotten },
): Promise<void> {
  await sql`INSERT INTO fake_order (link, deployment, run, intent, base, side, quantity, instrument, sender)
    VALUES (${link}, ${deploymentId}, ${runNumber}, ${order.id}, ${order.base}, ${order.side}, ${order.quantity},
            ${instruments[order.base]?.id ?? 0}, ${sender})
    ON CONFLICT (deployment, run, intent) DO UPDATE SET times = fake_order.times + 1,
      sender = fake_order.sender || ' and ' || excluded.sender`.execute(kysely);
}

/** Intents that were stored by a process that did not come to send them. */
async function listForgotten({ kysely }: Database, facts: SeatFacts) {
  const { rows } = await sql<{ id: number; symbol: string; side: string; quantity: number }>`
      SELECT intent_id AS id, symbol, side, quantity FROM trade_order
       WHERE deployment_id = ${facts.deploymentId} AND run_number = ${facts.runNumber} AND state = 'intended'
         AND NOT EXISTS (SELECT 1 FROM fake_order WHERE deployment = trade_order.deployment_id
                          AND run = trade_order.run_number AND intent = trade_order.intent_id)
       ORDER BY id`.execute(kysely);
  return rows;
}

/** All of every open order in the instrument. @returns whose they are */
async function fillAll(
  tx: Tx,
  links: readonly number[],
  { instrumentId, at, pricePaise }: { instrumentId: number; at: EpochMs; pricePaise: number },
): Promise<number[]> {
  const { rows } = await sql<StoredOrder>`UPDATE fake_order SET value = quantity::bigint * ${pricePaise}::bigint
    WHERE instrument = ${instrumentId} AND value IS NULL AND link IN (${sql.join(links)})
    RETURNING *`.execute(tx);
  for (const { deployment, run, intent: intentId, quantity } of rows) {
    const news: OrderNews = { kind: 'fill', intentId, at, quantity, valuePaise: quantity * pricePaise };
    await insertNews(tx, { deployment, run, news });
  }
  return rows.map((row) => row.deployment);
}

/** How soon a process that is not sure whether it may act looks again. */
const LOOK_AGAIN_MS = 100;

/**
 * Desks of one process at that broker, which fills all of an order at the next price.
 *
 * @param mayAct asked right before each order, as every desk asks it
 */
export function createStoredDesks(database: Database, sender: string, mayAct: () => boolean): LiveDesks {
  const open = new Set<number>();
  const listeners = new Map<number, () => void>();
  /** Of each open account, what was asked for: an intent that is stored while forgotten ones are looked for is none. */
  const asked = new Map<number, Set<string>>();
  let work: Promise<void> = Promise.resolve();
  const then = (next: () => Promise<void>): void => {
    work = work.then(next).catch((error: unknown) => {
      process.stderr.write(`${sender}: ${String(error)}\n`);
    });
  };

  const sendOnce = async (facts: SeatFacts, order: Forgotten): Promise<void> => {
    const known = asked.get(facts.brokerLinkId);
    const key = `${facts.deploymentId} ${facts.runNumber} ${order.id}`;
    if (!known || known.has(key)) return;
    known.add(key);
    await send(facts, order);
  };

  const send = async (facts: SeatFacts, order: Forgotten): Promise<void> => {
    const link = facts.brokerLinkId;
    if (!open.has(link)) return;
    if (mayAct()) await insertFake(database, sender, { ...facts, order });
    else setTimeout(() => then(() => send(facts, order)), LOOK_AGAIN_MS);
  };

  const sendForgotten = async (facts: SeatFacts): Promise<void> => {
    const rows = await listForgotten(database, facts);
    for (const { symbol, ...order } of rows) {
      await sendOnce(facts, { ...order, base: facts.instruments.findIndex((own) => own.symbol === symbol) });
    }
  };

  const fill = async (instrumentId: number, at: EpochMs, pricePaise: number): Promise<void> => {
    const links = [...open];
    if (links.length === 0) return;
    const told = await database.transaction((tx) => fillAll(tx, links, { instrumentId, at, pricePaise }));
    for (const deployment of told) listeners.get(deployment)?.();
  };

  return {
    open: async (link) => {
      asked.set(link, new Set());
      open.add(link);
    },
    seat: (facts, onNews): Seat => {
      listeners.set(facts.deploymentId, onNews);
      then(() => sendForgotten(facts));
      let staged: readonly PlacedIntent[] = [];
      return {
        write: async (_tx, requests) => {
          staged = requests.flatMap((request) => (request.kind === 'intent' ? [request.placed] : []));
        },
        committed: async () => {
          for (const { intent } of staged) then(() => sendOnce(facts, intent));
          staged = [];
        },
        rolledBack: () => {
          staged = [];
        },
        leave: () => {
          listeners.delete(facts.deploymentId);
        },
      };
    },
    close: async (link) => {
      await work;
      open.delete(link);
    },
    abandon: (link) => {
      open.delete(link);
    },
    onPrice: (instrumentId, at, pricePaise) => then(() => fill(instrumentId, at, pricePaise)),
    onQuote: () => undefined,
    onClock: () => undefined,
    wake: () => undefined,
  };
}
