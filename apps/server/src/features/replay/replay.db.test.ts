import { addDays, indiaDateOf } from '@trickdesk/domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PlayedDay, prepareDay } from '../deployments/testing/played-day.ts';
import { openWorld, tell, type World } from '../deployments/testing/world.ts';
import { createReplayService, type ReplayService } from './service.ts';

let world: World;
let day: PlayedDay;
let replay: ReplayService;
beforeAll(async () => {
  world = await openWorld();
  day = await prepareDay(world, { seed: 71 });
  const runner = await world.openRunner();
  tell(world, day.news);
  await runner.stop();
  const last = day.news.at(-1)?.at ?? 0;
  await world.setClock(last + 60_000);
  replay = createReplayService({ database: world.testDb.db, marketData: world.marketData, paperSlippageBps: 2 });
});
afterAll(() => world.close());

const asOwner = (symbol?: string, date?: string) => ({
  accountId: day.accountId,
  deploymentId: day.deploymentId,
  day: date,
  symbol,
});

test('each decision of the day is on its bar, with the very values that the run had', async () => {
  let entries = 0;
  for (const symbol of day.symbols) {
    const shown = await replay.read(asOwner(symbol));
    expect(shown).toMatchObject({ symbol, symbols: day.symbols, day: indiaDateOf(day.startAt), badge: 'test' });
    const frames = new Map(shown.frames.map((frame) => [Date.parse(frame.closedAt), frame]));
    for (const decision of shown.decisions) {
      if (decision.condition === undefined) continue;
      const frame = frames.get(Date.parse(decision.at));
      const values = new Map(shown.operands.map((text, i) => [text, frame?.values[i]]));
      const operands = decision.operands ?? [];
      expect(operands.map(({ text }) => ({ text, value: values.get(text) }))).toEqual(operands);
      const rule = `${decision.rule === 'exit' ? 'exit' : 'entry'}_${decision.direction}`;
      const place = shown.rules.findIndex((one) => one.rule === rule);
      expect(frame?.holds[place], `${rule} at ${decision.at}`).toBe(true);
      entries += 1;
    }
  }
  console.log(`decisions by a condition found on their bars: ${entries}`);
  expect(entries).toBeGreaterThan(20);
});

test('all that was executed is marked, oldest first, and every minute of the day is there once', async () => {
  const [symbol = ''] = day.symbols;
  const shown = await replay.read(asOwner(symbol));
  const orders = await world.testDb.db.kysely
    .selectFrom('trade_order')
    .select('id')
    .where('deployment_id', '=', day.deploymentId)
    .where('symbol', '=', symbol)
    .where('filled_quantity', '>', 0)
    .execute();
  expect(shown.markers).toHaveLength(orders.length);
  const moments = shown.markers.map(({ at }) => Date.parse(at));
  expect(moments).toEqual(moments.toSorted((a, b) => a - b));
  const opened = shown.frames.map(({ candle: [at] }) => at);
  expect(new Set(opened).size).toBe(opened.length);
  const told = day.news.filter((item) => item.kind === 'bar').length;
  expect(opened.length * day.symbols.length).toBeGreaterThan(told * 0.95);
});

test('what stood on the chart when the day began is there: the bars before it, up to its opening', async () => {
  for (const symbol of day.symbols) {
    const { before, frames } = await replay.read(asOwner(symbol));
    const opensAt = frames[0]?.candle[0] ?? 0;
    expect(before).toHaveLength(60);
    const moments = [...before.map(([at]) => at), opensAt];
    expect(moments).toEqual(moments.toSorted((a, b) => a - b));
    expect(indiaDateOf((before.at(-1)?.[0] ?? 0) * 1_000) < indiaDateOf(opensAt * 1_000)).toBe(true);
    const stored = await world.marketData.bars({ exchange: 'NSE', symbol, interval: '1m', to: opensAt * 1_000 });
    expect(before.at(-1)?.[4]).toBe((stored.at(-1)?.close ?? 0) / 100);
  }
});

test('the day with other values is asked for what it costs before it is run', async () => {
  const kysely = world.testDb.db.kysely;
  const { id, definition } = await kysely
    .selectFrom('deployment as d')
    .innerJoin('strategy_version as v', 'v.id', 'd.strategy_version_id')
    .select(['v.id', 'v.definition'])
    .where('d.id', '=', day.deploymentId)
    .executeTakeFirstOrThrow();
  const long = Array.from({ length: 10 }, (_, i) => `(sma(close, days) @ 1d)[${i + 1}] > ${i}`).join(' or ');
  const dearer = {
    ...{ ...(definition as object), direction: 'long', entry: { long }, exit: {}, risk: {} },
    ...{ parameters: { days: { default: 2, min: 2, max: 500, step: 1 } }, interval: '1m' },
    sizing: { method: 'fixed_quantity', quantity: 1 },
  };
  const put = (rules: object) =>
    kysely
      .updateTable('strategy_version')
      .set({ definition: JSON.stringify(rules) })
      .where('id', '=', id)
      .execute();
  await put(dearer);
  try {
    await expect(replay.read({ ...asOwner(), changes: { days: 500 } })).rejects.toMatchObject({
      code: 'TRICK_TOO_COSTLY',
    });
  } finally {
    await put(definition as object);
  }
});

test('somebody else’s day is not there, nor a day or an instrument that the run had nothing to do with', async () => {
  await expect(replay.read({ ...asOwner(), accountId: day.accountId + 1 })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  const before = addDays(indiaDateOf(day.startAt), -7);
  await expect(replay.read(asOwner(undefined, before))).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  await expect(replay.read(asOwner('NOTHERS'))).rejects.toMatchObject({ code: 'INVALID_INPUT' });
});

test('a day of an earlier run is still there once the trick was started anew, and so is what it decided', async () => {
  const [symbol = ''] = day.symbols;
  const date = indiaDateOf(day.startAt);
  const before = await replay.read(asOwner(symbol, date));
  expect(before.decisions.length).toBeGreaterThan(0);
  const { kysely } = world.testDb.db;
  const first = await kysely
    .selectFrom('deployment_run')
    .selectAll()
    .where('deployment_id', '=', day.deploymentId)
    .executeTakeFirstOrThrow();
  const opensAt = world.marketData.calendar.nextSession(day.startAt + 12 * 60 * 60_000)?.openAt ?? 0;
  const {
    run_number: number,
    state: _state,
    settings: _settings,
    day_before: _before,
    untold: _untold,
    ...rest
  } = first;
  const again = { ...rest, run_number: number + 1, state: null, last_bar_at: null };
  await kysely
    .insertInto('deployment_run')
    .values({ ...again, started_exchange_at: new Date(opensAt) })
    .execute();
  const at = { run_number: number + 1 };
  await kysely.updateTable('deployment').set(at).where('id', '=', day.deploymentId).execute();
  await world.setClock(opensAt + 60_000);
  expect(await replay.read(asOwner(symbol, date))).toEqual({ ...before, next_date: indiaDateOf(opensAt) });
  expect((await replay.read(asOwner(symbol))).decisions).toEqual([]);
});
