import {
  type Bar,
  type CorporateAction,
  type EpochMs,
  indiaDateOf,
  indiaMoment,
  type Session,
} from '@trickdesk/domain';
import {
  compileStrategy,
  type Decision,
  parseDefinition,
  type RunEvent,
  runBacktest,
  type StrategyDefinition,
  type StrategyDefinitionInput,
} from '@trickdesk/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { putAction } from '../../market-data/actions-store.ts';
import { makeReport } from '../../parity/service.ts';
import { baseFactsOf } from '../../strategies/index.ts';
import { activityOf, recordRunActivity } from '../run-activity.ts';
import { newsOf } from '../testing/news.ts';
import { CALENDAR, randomMinutes, sessionsBefore } from '../testing/random-market.ts';
import { DATASET, decisionBodies, openWorld, storeBlocks, tell, type World } from '../testing/world.ts';

const END = indiaMoment('2026-10-01');
const WARM_DAYS = 60;
/** Two before the split, the day itself, and two after it. */
const PLAYED = 5;
const SPLIT_DAY = WARM_DAYS + 2;

const ALWAYS_IN: StrategyDefinitionInput = {
  format: 1,
  instruments: [
    { exchange: 'NSE', symbol: 'SPLIT' },
    { exchange: 'NSE', symbol: 'CALM' },
  ],
  interval: '15m',
  product: 'DELIVERY',
  direction: 'long',
  session: { entryFrom: '09:20', entryTo: '15:20', weekdays: [1, 2, 3, 4, 5] },
  entry: { long: 'close > ema(close, 20) and close @ READ > 0.9 * ema(close, 10) @ READ' },
  exit: { long: 'close < 0.995 * ema(close, 20)' },
  risk: { stopLoss: { kind: 'percent', percent: 2 } },
  sizing: { method: 'capital_share', percent: 40 },
};
const DAILY: StrategyDefinitionInput = {
  ...ALWAYS_IN,
  interval: '1d',
  entry: { long: 'close > 0.9 * sma(close, 5)' },
  exit: { long: 'position.bars >= 2' },
  risk: { stopLoss: { kind: 'percent', percent: 6 } },
};
const SESSIONS = sessionsBefore(END, WARM_DAYS + PLAYED);
/** Monday is the first day of the week. */
const EVE = ((new Date(`${SESSIONS[SPLIT_DAY - 1]?.date}T00:00:00Z`).getUTCDay() + 6) % 7) + 1;
/** Decides on the evening before the split: its orders wait for the first price in the new units. */
const WAITING: StrategyDefinitionInput = { ...DAILY, entry: { long: `weekday == ${EVE}` }, risk: {} };
/** Holds less than what one unit is made of on the day. */
const FEW: StrategyDefinitionInput = {
  ...{ ...DAILY, instruments: [{ exchange: 'NSE', symbol: 'MERGED' }], risk: {} },
  ...{ entry: { long: 'close > 0' }, exit: { long: 'position.bars > 20' } },
  sizing: { method: 'fixed_quantity', quantity: 4 },
};
const RULES = { '15m': ALWAYS_IN, '1d': DAILY, waiting: WAITING, few: FEW } as const;

/** Prices from a day on as if each unit had become so many. */
function afterSplit(bars: readonly Bar[], from: EpochMs, parts: number): Bar[] {
  const part = (paise: number): number => Math.max(5, Math.round(paise / parts / 5) * 5);
  return bars.map((bar) => {
    if (bar.openAt < from) return bar;
    const { openAt, open, high, low, close, volume } = bar;
    return {
      openAt,
      open: part(open),
      high: part(high),
      low: part(low),
      close: part(close),
      volume: Math.round(volume * parts),
    };
  });
}

interface Played {
  readonly world: World;
  readonly deployments: ReadonlyMap<string, number>;
  readonly bars: ReadonlyMap<string, readonly Bar[]>;
  readonly sessions: readonly Session[];
  readonly differences: readonly number[];
}

const exDate = (sessions: readonly Session[]): string => sessions[SPLIT_DAY]?.date ?? '';
const actionsOf = (symbol: string, sessions: readonly Session[]): CorporateAction[] => {
  if (symbol === 'SPLIT') return [{ exDate: exDate(sessions), kind: 'split', oldUnits: 1, newUnits: 5 }];
  if (symbol === 'MERGED') return [{ exDate: exDate(sessions), kind: 'split', oldUnits: 10, newUnits: 1 }];
  return symbol === 'READ' ? [{ exDate: exDate(sessions), kind: 'bonus', oldUnits: 1, newUnits: 2 }] : [];
};

async function storeMarket(world: World, sessions: readonly Session[]) {
  const splitAt = sessions[SPLIT_DAY]?.openAt ?? 0;
  const bars = new Map<string, readonly Bar[]>();
  const ids = new Map<string, number>();
  for (const [i, [symbol, parts]] of Object.entries({ SPLIT: 5, CALM: 1, READ: 2, MERGED: 0.1 }).entries()) {
    const id = await world.instrument(symbol);
    const minutes = afterSplit(randomMinutes(sessions, { seed: 31 + i }), splitAt, parts);
    ids.set(symbol, id);
    bars.set(symbol, minutes);
    await storeBlocks(world, id, minutes);
    for (const action of actionsOf(symbol, sessions)) {
      await world.testDb.db.transaction((tx) => putAction(tx, { dataset: DATASET, instrumentId: id }, action));
    }
  }
  return { bars, ids };
}

/** @param cut stops the runner and starts another: in the night before the ex-date, or in the middle of the day */
async function play(cut: 'never' | 'at night' | 'at noon'): Promise<Played> {
  const world = await openWorld();
  const sessions = SESSIONS;
  const played = sessions.slice(WARM_DAYS);
  const startAt = (played[0]?.openAt ?? 0) - 60_000;
  const { bars, ids } = await storeMarket(world, sessions);
  await world.setClock(startAt);
  const accountId = await world.account('asha');
  const deployments = new Map<string, number>();
  for (const [name, definition] of Object.entries(RULES)) {
    const { id } = await world.deployments.clone(accountId, await world.strategy(name, definition), undefined);
    await world.deployments.start({ accountId, deploymentId: id }, `start-${id}`);
    deployments.set(name, id);
  }
  let runner = await world.openRunner();
  const parts = { database: world.testDb.db, clock: world.clock, marketData: world.marketData, paperSlippageBps: 0 };
  const differences: number[] = [];
  for (const [i, session] of played.entries()) {
    const isExDate = i === SPLIT_DAY - WARM_DAYS;
    if (isExDate && cut === 'at night') {
      await runner.stop();
      await world.setClock(session.openAt - 60 * 60_000);
      // The first goes over the ex-date and dies before a price of the day: the second must not go over it again.
      const dies = await world.openRunner();
      await dies.runner.settled();
      await dies.kill();
      runner = await world.openRunner();
    }
    const series = [...bars].map(([symbol, all]) => ({
      instrumentId: ids.get(symbol) ?? 0,
      bars: all.filter(({ openAt }) => indiaDateOf(openAt) === session.date),
    }));
    const news = newsOf(series);
    // As the feed's clock goes on before the opening.
    tell(world, [{ kind: 'clock', at: session.openAt - 5 * 60_000 }]);
    await runner.runner.settled();
    const middle = isExDate && cut === 'at noon' ? Math.floor(news.length / 2) : news.length;
    tell(world, news.slice(0, middle));
    await runner.runner.settled();
    if (middle < news.length) {
      await world.setClock(news[middle - 1]?.at ?? 0);
      await runner.kill();
      runner = await world.openRunner();
      tell(world, news.slice(middle));
      await runner.runner.settled();
    }
    await world.setClock(session.closeAt + 5 * 60_000);
    for (const id of deployments.values()) {
      const report = await makeReport(parts, id, session);
      differences.push(report?.differencePaise ?? Number.NaN);
    }
  }
  await runner.stop();
  return { world, deployments, bars, sessions, differences };
}

function definitionOf(input: StrategyDefinitionInput): StrategyDefinition {
  const parsed = parseDefinition(input);
  if (!parsed.ok) throw new Error(parsed.errors[0]?.message);
  return parsed.definition;
}

async function backtestDecisions(name: keyof typeof RULES, played: Played): Promise<string[]> {
  const { world, deployments, bars, sessions } = played;
  const definition = definitionOf(RULES[name]);
  const { warmup_from: from } = await world.testDb.db.kysely
    .selectFrom('deployment_run')
    .select('warmup_from')
    .where('deployment_id', '=', deployments.get(name) ?? 0)
    .executeTakeFirstOrThrow();
  const barsOf = (symbol: string) => (bars.get(symbol) ?? []).filter(({ openAt }) => openAt >= from.getTime());
  const strategy = compileStrategy(definition, {}, 'v1');
  const { decisions } = runBacktest({
    strategy,
    bases: definition.instruments.map(({ symbol }) => ({
      ...baseFactsOf({ symbol, tickPaise: 5, lotSize: 1, kind: 'equity' }, true),
      actions: actionsOf(symbol, sessions),
    })),
    series: definition.instruments.map(({ symbol }) => barsOf(symbol)),
    sources: strategy.sources.map((symbol) => ({ bars: barsOf(symbol), actions: actionsOf(symbol, sessions) })),
    interval: '1m',
    settings: { capitalPaise: 1_00_000_00, quantityMultiplier: 1 },
    calendar: CALENDAR,
    costs: 'angelone',
    slippageBps: 0,
    tradeFrom: (sessions[WARM_DAYS]?.openAt ?? 0) - 60_000,
    until: END,
    closeAtEnd: false,
  });
  return decisions.map((decision) => JSON.stringify(decision));
}

describe.each(['never', 'at night', 'at noon'] as const)(
  'a split while a trick runs; stopped and gone on %s',
  (cut) => {
    let played: Played;
    beforeAll(async () => {
      played = await play(cut);
    }, 240_000);
    afterAll(() => played?.world.close());

    test.for(['15m', '1d', 'waiting', 'few'] as const)(
      '%s: it decides what its back-test decides, byte for byte',
      async (name) => {
        const expected = await backtestDecisions(name, played);
        const bodies = await decisionBodies(played.world, played.deployments.get(name) ?? 0);
        expect(bodies).toEqual(expected);
        const days = bodies.map((body) => JSON.parse(body) as Decision).map(({ at }) => indiaDateOf(at));
        // It has something to decide on both sides of the day.
        expect(days.some((day) => day < exDate(played.sessions))).toBe(true);
        expect(days.some((day) => day >= exDate(played.sessions))).toBe(true);
      },
    );

    test('what it held is as many units as the split made of it, once, and its owner reads so', async () => {
      const { kysely } = played.world.testDb.db;
      const lines = await kysely
        .selectFrom('trade_activity')
        .select(['deployment_id', 'sentence'])
        .where('sentence', 'like', '%a split made 5 shares of each%')
        .execute();
      expect(lines.length).toBeGreaterThan(0);
      expect(new Set(lines.map((line) => line.deployment_id)).size).toBe(lines.length);
      const waiting = await decisionBodies(played.world, played.deployments.get('waiting') ?? 0);
      const entered = waiting.map((body) => JSON.parse(body) as Decision).find(({ symbol }) => symbol === 'SPLIT');
      const orders = await kysely
        .selectFrom('trade_order')
        .select(['deployment_id', 'symbol', 'purpose', 'quantity', 'filled_quantity'])
        .where('state', '=', 'filled')
        .execute();
      const waited = orders.find(
        (order) =>
          order.deployment_id === played.deployments.get('waiting') &&
          order.symbol === 'SPLIT' &&
          order.purpose === 'entry',
      );
      expect(waited?.quantity).toBe((entered?.quantity ?? Number.NaN) * 5);
      for (const { quantity, filled_quantity: filled } of orders) expect(filled).toBe(quantity);
    });

    test('what no whole unit is left of has ended at the last close before, once', async () => {
      const { bars, deployments, sessions, world } = played;
      const decisions = await decisionBodies(world, deployments.get('few') ?? 0);
      const ended = decisions.map((body) => JSON.parse(body) as Decision).filter(({ rule }) => rule === 'ex_date');
      const before = (bars.get('MERGED') ?? []).filter(({ openAt }) => indiaDateOf(openAt) < exDate(sessions)).at(-1);
      expect(ended).toMatchObject([{ quantity: 4, pricePaise: before?.close, at: indiaMoment(exDate(sessions)) }]);
      const positions = await world.testDb.db.kysely
        .selectFrom('position')
        .select(['status', 'quantity', 'exit_paise', 'exit_at'])
        .where('deployment_id', '=', deployments.get('few') ?? 0)
        .orderBy('id')
        .execute();
      expect(positions).toMatchObject([
        { status: 'closed', quantity: 4, exit_paise: before?.close, exit_at: new Date(indiaMoment(exDate(sessions))) },
        { status: 'open', quantity: 4 },
      ]);
    });

    test('no day’s parity report has a difference', () => {
      expect(played.differences).toEqual(played.differences.map(() => 0));
    });
  },
);

test('a live position that is handed over for an ex-date is told to its owner, once', async () => {
  const world = await openWorld();
  const { db } = world.testDb;
  await world.instrument('SPLIT');
  await world.instrument('CALM');
  await world.instrument('READ');
  await world.setClock(SESSIONS[0]?.openAt ?? 0);
  const accountId = await world.account('asha');
  const { id } = await world.deployments.clone(accountId, await world.strategy('handed', DAILY), undefined);
  await world.deployments.start({ accountId, deploymentId: id }, 'start');
  const facts = { key: { deploymentId: id, runNumber: 1 }, accountId, now: new Date(0) };
  const place = { base: 0, symbol: 'SPLIT', direction: 'long', quantity: 40 } as const;
  const sums = { entryPaise: 612_30, costPaise: 0, grossPaise: 0, chargesPaise: 0 };
  const detached = { ...place, ...sums, at: SESSIONS[1]?.openAt ?? 0, entryAt: 0, entrySequence: 1 };
  const events: readonly RunEvent[] = [
    { kind: 'detached', detached: { ...detached, because: 'ex_date' } },
    { kind: 'detached', detached: { ...detached, symbol: 'CALM' } },
  ];
  for (let again = 0; again < 2; again += 1) {
    await db.transaction((tx) => recordRunActivity(tx, facts, activityOf(events, definitionOf(DAILY))));
  }
  const alerts = await db.kysely
    .selectFrom('alert')
    .select(['title', 'body', 'severity'])
    .where('account_id', '=', accountId)
    .where('title', 'like', '%SPLIT%')
    .execute();
  expect(alerts).toMatchObject([{ title: 'Test: 40 SPLIT of “handed” are in your hands now', severity: 'urgent' }]);
  expect(alerts[0]?.body).toContain('the share goes ex-date');
  await world.close();
});
