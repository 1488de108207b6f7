import { type Bar, type CorporateAction, MINUTE_MS, type Session } from '@trickdesk/domain';
import type { StrategyDefinitionInput } from '@trickdesk/engine';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { putAction } from '../../market-data/actions-store.ts';
import { readBooks } from '../testing/books.ts';
import { FakeBroker } from '../testing/fake-desks.ts';
import { type LiveRunner, openLive, settle } from '../testing/live-runner.ts';
import { insertLink } from '../testing/live-world.ts';
import { newsOf } from '../testing/news.ts';
import { randomMinutes } from '../testing/random-market.ts';
import { EVE, EX_DATE, SESSIONS, SPLIT } from '../testing/split-share.ts';
import { DATASET, openWorld, storeBlocks, tell, type World } from '../testing/world.ts';

/** Buys at each close where nothing is held, and sells at the next. */
const DAILY: StrategyDefinitionInput = {
  ...{ format: 1, product: 'DELIVERY', direction: 'long', interval: '1d' },
  instruments: ['SPLIT', 'CALM'].map((symbol) => ({ exchange: 'NSE', symbol })),
  session: { entryFrom: '09:15', entryTo: '15:30', weekdays: [1, 2, 3, 4, 5] },
  entry: { long: 'close > 1' },
  exit: { long: 'close > 1' },
  sizing: { method: 'fixed_quantity', quantity: 10 },
};

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.close());

interface Played {
  readonly deploymentId: number;
  readonly live: LiveRunner;
}

/** A live trick on the evening before the split, with what its daily bars have led to. Its orders end with that evening. */
async function playUntilEve(first: Session | undefined, action: CorporateAction = SPLIT): Promise<Played> {
  const startAt = (first?.openAt ?? 0) - MINUTE_MS;
  const series: { instrumentId: number; bars: Bar[] }[] = [];
  for (const [i, symbol] of ['SPLIT', 'CALM'].entries()) {
    const instrumentId = await world.instrument(symbol);
    const bars = randomMinutes(SESSIONS.slice(0, -1), { seed: 7 + i, missing: 0 });
    await storeBlocks(world, instrumentId, bars);
    series.push({ instrumentId, bars: bars.filter(({ openAt }) => openAt >= startAt) });
  }
  const { instrumentId = 0 } = series[0] ?? {};
  await world.testDb.db.transaction((tx) => putAction(tx, { dataset: DATASET, instrumentId }, action));
  await world.setClock(startAt);
  const accountId = await world.account('asha');
  const { id } = await world.deployments.clone(accountId, await world.strategy('daily', DAILY), undefined);
  await world.deployments.start({ accountId, deploymentId: id }, 'start');
  const mode = { mode: 'live', broker_link_id: await insertLink(world, accountId) } as const;
  await world.testDb.db.kysely.updateTable('deployment').set(mode).where('id', '=', id).execute();
  const live = await openLive(world, new FakeBroker());
  const news = newsOf(series);
  const evening = news.findLastIndex(({ at }) => at < EVE.closeAt) + 1;
  for (let from = 0; from < evening; from += 200) {
    tell(world, news.slice(from, Math.min(from + 200, evening)));
    await settle(live);
  }
  // What is decided at a close goes out at the next opening.
  live.desks.frozen = true;
  tell(world, news.slice(evening));
  await settle(live);
  return { deploymentId: id, live };
}

/** The clock goes over midnight, as the feed's does. */
async function passNight({ live }: Played): Promise<void> {
  tell(world, [{ kind: 'clock', at: EX_DATE.openAt - 5 * MINUTE_MS }]);
  await settle(live);
}

const faults = (): string[] => world.logged.filter((line) => line.includes('met a fault'));
const ordersOf = async (deploymentId: number) =>
  (await readBooks(world, deploymentId)).orders.map((row) => [row.symbol, row.purpose, row.quantity, row.state]);

test('an entry that waits for the opening of an ex-date is for as much as it was, and its run goes on', async () => {
  const played = await playUntilEve(EVE);
  const { deploymentId, live } = played;
  expect(await ordersOf(deploymentId)).toEqual([
    ['SPLIT', 'entry', 10, 'intended'],
    ['CALM', 'entry', 10, 'intended'],
  ]);
  await passNight(played);
  expect(faults()).toEqual([]);
  expect(await ordersOf(deploymentId)).toEqual([
    ['SPLIT', 'entry', 50, 'intended'],
    ['CALM', 'entry', 10, 'intended'],
  ]);
  const fill = { intentId: 1, at: EX_DATE.openAt + 200, quantity: 50, valuePaise: 50 * 100_00 };
  live.desks.tell({ deploymentId, runNumber: 1 }, { kind: 'fill', ...fill });
  await settle(live);
  const { positions, deployment } = await readBooks(world, deploymentId);
  expect(positions.map((row) => [row.symbol, row.quantity, row.entry_paise])).toEqual([['SPLIT', 50, 100_00]]);
  expect([deployment.status, deployment.phase]).toEqual(['running', 'running']);
  await live.stop();
});

test('an entry that waits for less than one share of the ex-date is taken back, and its run goes on', async () => {
  const played = await playUntilEve(EVE, { ...SPLIT, oldUnits: 30, newUnits: 1 });
  const { deploymentId, live } = played;
  await passNight(played);
  expect(faults()).toEqual([]);
  expect((await ordersOf(deploymentId)).map(([symbol, , , state]) => [symbol, state])).toEqual([
    ['SPLIT', 'cancelled'],
    ['CALM', 'intended'],
  ]);
  const { decisions, deployment } = await readBooks(world, deploymentId);
  expect(decisions.at(-1)).toMatchObject({ symbol: 'SPLIT', action: 'veto' });
  expect([deployment.status, deployment.phase]).toEqual(['running', 'running']);
  await live.stop();
});

test('an exit that waits for the opening of an ex-date is taken back: its position is handed over, and the others go on', async () => {
  const played = await playUntilEve(SESSIONS.at(-3));
  const { deploymentId, live } = played;
  const entries = [
    ['SPLIT', 'entry', 10, 'filled'],
    ['CALM', 'entry', 10, 'filled'],
  ];
  expect(await ordersOf(deploymentId)).toEqual([
    ...entries,
    ['SPLIT', 'exit', 10, 'intended'],
    ['CALM', 'exit', 10, 'intended'],
  ]);
  await passNight(played);
  expect(faults()).toEqual([]);
  expect(await ordersOf(deploymentId)).toEqual([
    ...entries,
    ['SPLIT', 'exit', 10, 'cancelled'],
    ['CALM', 'exit', 10, 'intended'],
  ]);
  const { positions, days, deployment } = await readBooks(world, deploymentId);
  expect(positions.map((row) => [row.symbol, row.status, row.exit_paise])).toEqual([
    ['SPLIT', 'closed', null],
    ['CALM', 'open', null],
  ]);
  // What was handed over is no trade, and no loss.
  expect(days.map(({ trades, gross_paise: gross }) => [trades, gross])).toEqual([[0, 0n]]);
  expect([deployment.status, deployment.phase]).toEqual(['running', 'running']);
  expect(live.desks.requests.filter(({ kind }) => kind === 'detached')).toEqual([{ kind: 'detached', base: 0 }]);
  await live.stop();
});

test('of an exit that was got in part the rest is taken back, and its order has ended', async () => {
  const played = await playUntilEve(SESSIONS.at(-3));
  const { deploymentId, live } = played;
  const fill = { intentId: 3, at: EVE.closeAt, quantity: 4, valuePaise: 4 * 500_00 };
  live.desks.tell({ deploymentId, runNumber: 1 }, { kind: 'fill', ...fill });
  await settle(live);
  expect((await ordersOf(deploymentId))[2]).toEqual(['SPLIT', 'exit', 10, 'partially_filled']);
  // Whoever takes it up in the night knows of it from its rows alone.
  await live.kill();
  await world.setClock(EX_DATE.openAt - 5 * MINUTE_MS);
  const next = await openLive(world, new FakeBroker());
  await settle(next);
  expect(faults()).toEqual([]);
  const { orders, positions } = await readBooks(world, deploymentId);
  expect(orders[2]).toMatchObject({ state: 'cancelled', filled_quantity: 4 });
  expect(positions[0]).toMatchObject({ symbol: 'SPLIT', status: 'closed', exit_paise: null });
  await next.stop();
});
