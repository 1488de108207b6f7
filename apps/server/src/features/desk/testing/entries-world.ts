import type { Database, Tx } from '@trickdesk/db';
import { createCalendar, NSE_CALENDAR, type PriceBand } from '@trickdesk/domain';
import { type OrderIntent, parseDefinition, type StrategyDefinition } from '@trickdesk/engine';
import { sql } from 'kysely';
import { createLog } from '../../../platform/log.ts';
import { insertAccount } from '../../../testing/insert-account.ts';
import { EntryGroups } from '../../deployments/runner/entry-groups.ts';
import type { RunBatch, WriteFacts } from '../../deployments/runner/run-batch.ts';
import { RunWrites } from '../../deployments/runner/run-writes.ts';
import { RunSeat } from '../../deployments/runner/seat.ts';
import { SendLanes } from '../../deployments/runner/send-lanes.ts';
import { createMarketData } from '../../market-data/index.ts';
import { createEntryMemory, createRiskGate } from '../../risk/index.ts';
import { DESK_DEFAULTS } from '../desk-settings.ts';
import { createLiveDesks } from '../live-desks.ts';
import type { DeskParts } from '../parts.ts';
import { instrumentNamed, NOON, ScriptedBroker } from './scripted-desk.ts';
import { insertRun, type RunRows } from './sim-run-rows.ts';

export const DATASET = 'simulator:entries:1';
const FENCE = 5n;
const SYMBOLS = ['S1', 'S2', 'S3', 'S4', 'S5'] as const;
const clock = { now: () => Date.now() };
const calendar = createCalendar(NSE_CALENDAR);
const log = createLog('silent');
let accounts = 0;
let tags = 0;

/** Tricks of one broker account in the hands of one process, each with a share of its own. */
export interface EntriesWorld {
  readonly broker: ScriptedBroker;
  readonly accountId: number;
  readonly linkId: number;
  readonly deploymentIds: readonly number[];
  /** Every one of them wants in with ten shares at 600, at once, as its intent 1 or another. @returns what became of each, in order */
  readonly fire: (
    tricks: readonly number[],
    intentId?: number,
  ) => Promise<readonly PromiseSettledResult<{ mayAct: boolean }>[]>;
  /** Until what an entry is weighed by is known. */
  readonly known: () => Promise<void>;
  readonly leave: () => Promise<void>;
}

export interface EntriesOptions {
  readonly tricks?: number;
  /** Otherwise the database is asked before each entry. */
  readonly isRemembering?: boolean;
  readonly mayAct?: () => boolean;
  /** Of every instrument. */
  readonly band?: PriceBand;
  /** Units in one order at most. */
  readonly freezeQuantity?: number;
  /** What the process works with instead. */
  readonly wrap?: (database: Database) => Database;
}

export async function openEntries(database: Database, options: EntriesOptions = {}): Promise<EntriesWorld> {
  const { tricks = 1, isRemembering = true, mayAct = () => true, wrap = (same) => same } = options;
  const { band, freezeQuantity = DESK_DEFAULTS.freezeQuantity } = options;
  accounts += 1;
  const name = `entries${accounts}`;
  const first = await insertRun(database, await insertAccount(database, name), name);
  const { accountId, linkId } = first;
  const deploymentIds = await insertRuns(database, first, tricks);
  await insertMarket(database);
  const own = wrap(database);
  const broker = new ScriptedBroker();
  const marketData = createMarketData({ db: own, clock, dataset: DATASET, simulated: true, speed: 1, calendar });
  const memory = createEntryMemory({ database: own, clock, log, marketData });
  const desks = createLiveDesks({
    ...partsOf(broker, mayAct),
    settings: { ...DESK_DEFAULTS, freezeQuantity },
    ...(band ? { bandsOf: async (_, asked) => new Map(asked.map(({ id }) => [id, band])) } : {}),
    ...{ database: own, marketData, gate: createRiskGate({ clock, marketData }) },
    ...(isRemembering ? { memory } : {}),
  });
  await desks.open(linkId);
  const lanes = new SendLanes();
  const groups = new EntryGroups({ database: own, lanes, log });
  const runs = deploymentIds.map((deploymentId, n) => {
    const symbol = SYMBOLS[n] ?? 'S1';
    const instruments = [instrumentNamed(symbol)];
    const run = { accountId, brokerLinkId: linkId, deploymentId, runNumber: 1 } as const;
    const facts = { ...run, product: 'intraday', instruments } as const;
    const seat = new RunSeat({ desks, confirm: async () => mayAct() }, facts, () => undefined);
    const place = { seat, lanes, groups, brokerLinkId: linkId };
    return { seat, symbol, deploymentId, writes: new RunWrites({ database: own, marketData }, place) };
  });
  const known = async (): Promise<void> => {
    for (const { seat, symbol } of isRemembering ? runs : []) await untilKnown(seat, symbol);
  };
  await known();
  return {
    ...{ broker, accountId, linkId, deploymentIds, known },
    fire: (which, intentId = 1) =>
      Promise.allSettled(
        runs
          .filter((_, n) => which.includes(n))
          .map(({ writes, deploymentId, symbol }) =>
            writes.write({ facts: factsOf(accountId, deploymentId), batches: [batchOf(symbol, intentId)] }),
          ),
      ),
    leave: async () => {
      for (const { seat } of runs) seat.leave();
      await desks.close(linkId);
    },
  };
}

function partsOf(
  broker: ScriptedBroker,
  mayAct: () => boolean,
): Omit<DeskParts, 'database' | 'marketData' | 'gate' | 'settings'> {
  const tokens = { accessToken: 'a', refreshToken: 'r', feedToken: 'f', issuedAt: NOON };
  return {
    ...{ clock, log, calendar, mayAct, broker: broker.api },
    accessOf: async () => ({ clientCode: 'S1', apiKey: 'k', tokens }),
    tellAlarm: async () => undefined,
    onStored: () => undefined,
    onSessionEnded: () => undefined,
    newTag: () => {
      tags += 1;
      return `e${tags}`;
    },
  };
}

async function untilKnown(seat: RunSeat, symbol: string): Promise<void> {
  for (let tries = 0; tries < 400; tries += 1) {
    const plan = await seat.plan([intentOf(symbol)], NOON);
    if (plan) return seat.dropped(plan);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error('what an entry is weighed by is never known');
}

async function insertRuns({ kysely }: Database, first: RunRows, tricks: number): Promise<number[]> {
  const ids = [first.deploymentId];
  await sql`UPDATE broker_link SET token_expires_at = now() + interval '1 day', funds_available_paise = 100000000,
    funds_used_paise = 0 WHERE id = ${first.linkId}`.execute(kysely);
  while (ids.length < tricks) {
    const { rows } = await sql<{ id: number }>`
      INSERT INTO deployment (account_id, strategy_id, strategy_version_id, name, mode, status, phase, capital_paise,
        notify, broker_link_id, run_number, created_at)
      SELECT account_id, strategy_id, strategy_version_id, name, mode, status, phase, capital_paise, notify,
        broker_link_id, run_number, created_at FROM deployment WHERE id = ${first.deploymentId} RETURNING id`.execute(
      kysely,
    );
    ids.push(rows[0]?.id ?? 0);
  }
  const at = new Date(NOON);
  await sql`INSERT INTO deployment_run (deployment_id, run_number, mode, dataset, fence, started_exchange_at, warmup_from,
      updated_at)
    SELECT id, 1, 'live', ${DATASET}, ${FENCE}, ${at}, ${at}, now() FROM unnest(${ids}::int[]) id`.execute(kysely);
  return ids;
}

async function insertMarket({ kysely }: Database): Promise<void> {
  const at = new Date(NOON);
  for (const symbol of SYMBOLS) {
    const { id, token, tradingSymbol } = instrumentNamed(symbol);
    await sql`INSERT INTO instrument (id, exchange, token, symbol, trading_symbol, name, kind, tick_paise, lot_size, updated_at)
      VALUES (${id}, 'NSE', ${token}, ${symbol}, ${tradingSymbol}, ${symbol}, 'equity', 5, 1, now())
      ON CONFLICT DO NOTHING`.execute(kysely);
    await sql`INSERT INTO last_price (dataset, instrument_id, price_paise, open_paise, high_paise, low_paise,
        previous_close_paise, volume, at)
      VALUES (${DATASET}, ${id}, 60000, 60000, 60000, 60000, 60000, 1, ${at})
      ON CONFLICT (dataset, instrument_id) DO UPDATE SET price_paise = 60000, previous_close_paise = 60000, at = ${at}`.execute(
      kysely,
    );
  }
  await sql`INSERT INTO market_clock (dataset, exchange_at, seen_at, speed, feed)
    VALUES (${DATASET}, ${at}, now() + interval '1 hour', 1, 'live')
    ON CONFLICT (dataset) DO UPDATE SET feed = 'live', exchange_at = ${at}, seen_at = excluded.seen_at`.execute(kysely);
}

function intentOf(symbol: string): OrderIntent {
  const place = { id: 1, decisionSequence: 1, at: NOON, base: 0, symbol, side: 'buy', purpose: 'entry' } as const;
  return { ...place, quantity: 10, rule: 'entry', referencePaise: 600_00 };
}

function batchOf(symbol: string, id: number): RunBatch {
  const entered = { action: 'enter', direction: 'long', rule: 'entry', quantity: 10, pricePaise: 600_00 } as const;
  const decision = { sequence: id, at: NOON, base: 0, symbol, ...entered, operands: [] };
  return {
    events: [
      { kind: 'decision', decision },
      { kind: 'intent', intent: { ...intentOf(symbol), id, decisionSequence: id } },
    ],
    ...{ state: '{"run": 1}', lastBarAt: NOON, pendingIntents: [id], positions: [], hasExposure: true, at: NOON },
    commands: [],
  };
}

function factsOf(accountId: number, deploymentId: number): WriteFacts {
  return {
    key: { deploymentId, runNumber: 1, fence: FENCE },
    ...{ mode: 'live', accountId, strategyVersionId: 1, definition: definition(), now: new Date(NOON) },
    untold: { at: NOON, since: NOON, lines: [], trades: [] },
    pending: new Set(),
  };
}

function definition(): StrategyDefinition {
  const parsed = parseDefinition({
    ...{ format: 1, interval: '1m', product: 'INTRADAY', direction: 'long' },
    instruments: [{ exchange: 'NSE', symbol: 'S1' }],
    session: { entryFrom: '09:15', entryTo: '15:15', squareOff: '15:20', weekdays: [1, 2, 3, 4, 5] },
    entry: { long: 'close > 1' },
    exit: { long: 'close < 1' },
    risk: { stopLoss: { kind: 'percent', percent: 0.5 } },
    sizing: { method: 'fixed_quantity', quantity: 10 },
  });
  if (!parsed.ok) throw new Error(parsed.errors[0]?.message);
  return parsed.definition;
}

/** An order by hand of that many S5 at 600, as the api stores it. */
export async function placeByHand(
  tx: Tx,
  { accountId, linkId }: Pick<EntriesWorld, 'accountId' | 'linkId'>,
  quantity: number,
): Promise<void> {
  await sql`INSERT INTO broker_order (account_id, broker_link_id, role, tag, exchange, symbol, token, trading_symbol, side,
      product, kind, placed_kind, quantity, price_paise, state, decided_at, exchange_at, day, updated_at)
    VALUES (${accountId}, ${linkId}, 'own', ${`h${accountId}-${quantity}`}, 'NSE', 'S5', 'tS5', 'S5-EQ', 'buy', 'intraday',
      'limit', 'limit', ${quantity}, 60000, 'open', now(), ${new Date(NOON)}, '2025-07-07', now())`.execute(tx);
}
