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

/** What one process knows of its accounts. */
class Desk {
  readonly #database: Database;
  readonly #sender: string;
  readonly #mayAct: () => boolean;
  readonly open = new Set<number>();
  readonly listeners = new Map<number, () => void>();
  /** Of each open account, what was asked for: an intent that is stored while forgotten ones are looked for is none. */
  readonly asked = new Map<number, Set<string>>();
  /** Instruments in which an order may wait to be filled: of the others no price is worth a look into the table. */
  readonly waiting = new Set<number>();
  work: Promise<void> = Promise.resolve();

  constructor(database: Database, sender: string, mayAct: () => boolean) {
    this.#database = database;
    this.#sender = sender;
    this.#mayAct = mayAct;
  }

  /** One thing after the other. */
  inTurn(next: () => Promise<void>): void {
    this.work = this.work.then(next).catch((error: unknown) => {
      process.stderr.write(`${this.#sender}: ${String(error)}\n`);
    });
  }

  async sendOnce(facts: SeatFacts, order: Forgotten): Promise<void> {
    const known = this.asked.get(facts.brokerLinkId);
    const key = `${facts.deploymentId} ${facts.runNumber} ${order.id}`;
    if (!known || known.has(key)) return;
    known.add(key);
    await this.#send(facts, order);
  }

  async #send(facts: SeatFacts, order: Forgotten): Promise<void> {
    if (!this.open.has(facts.brokerLinkId)) return;
    if (!this.#mayAct()) {
      setTimeout(() => this.inTurn(() => this.#send(facts, order)), LOOK_AGAIN_MS);
      return;
    }
    await insertFake(this.#database, this.#sender, { ...facts, order });
    this.mayWait(facts);
  }

  mayWait({ instruments }: SeatFacts): void {
    for (const { id } of instruments) this.waiting.add(id);
  }

  async sendForgotten(facts: SeatFacts): Promise<void> {
    const rows = await listForgotten(this.#database, facts);
    for (const { symbol, ...order } of rows) {
      await this.sendOnce(facts, { ...order, base: facts.instruments.findIndex((own) => own.symbol === symbol) });
    }
  }

  async fill(instrumentId: number, at: EpochMs, pricePaise: number): Promise<void> {
    const links = [...this.open];
    if (links.length === 0 || !this.waiting.delete(instrumentId)) return;
    const told = await this.#database.transaction((tx) => fillAll(tx, links, { instrumentId, at, pricePaise }));
    for (const deployment of told) this.listeners.get(deployment)?.();
  }
}

/**
 * Desks of one process at that broker, which fills all of an order at the next price.
 *
 * @param mayAct asked right before each order, as every desk asks it
 */
export function createStoredDesks(database: Database, sender: string, mayAct: () => boolean): LiveDesks {
  const desk = new Desk(database, sender, mayAct);
  return {
    open: async (link) => {
      desk.asked.set(link, new Set());
      desk.open.add(link);
    },
    seat: (facts, onNews): Seat => {
      desk.listeners.set(facts.deploymentId, onNews);
      // Its predecessor may have sent what is not filled yet.
      desk.mayWait(facts);
      desk.inTurn(() => desk.sendForgotten(facts));
      let staged: readonly PlacedIntent[] = [];
      return {
        write: async (_tx, requests) => {
          staged = requests.flatMap((request) => (request.kind === 'intent' ? [request.placed] : []));
        },
        committed: async () => {
          for (const { intent } of staged) desk.inTurn(() => desk.sendOnce(facts, intent));
          staged = [];
        },
        rolledBack: () => {
          staged = [];
        },
        leave: () => {
          desk.listeners.delete(facts.deploymentId);
        },
      };
    },
    close: async (link) => {
      await desk.work;
      desk.open.delete(link);
    },
    abandon: (link) => {
      desk.open.delete(link);
    },
    onPrice: (instrumentId, at, pricePaise) => desk.inTurn(() => desk.fill(instrumentId, at, pricePaise)),
    traded: () => [],
    onQuote: () => undefined,
    onBar: () => undefined,
    onClock: () => undefined,
    wake: () => undefined,
  };
}
