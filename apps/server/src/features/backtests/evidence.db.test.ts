import type { BacktestRun } from '@trickdesk/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BacktestWorld, openBacktestWorld } from './testing/world.ts';

let world: BacktestWorld;
let report: BacktestRun;
let BacktestId: number;
const percents: number[] = [];

beforeAll(async () => {
  world = await openBacktestWorld();
  await world.storeBars('NIFTY', 8);
  BacktestId = await world.start(world.asha);
  await world.startQueue((job, onProgress) =>
    world.threads.open(job, (percent) => {
      percents.push(percent);
      onProgress(percent);
    }),
  );
  report = (await world.finished(world.asha, BacktestId)).report;
});
afterAll(async () => {
  await world.clear();
  await world.close();
});

describe('the report of a back-test', () => {
  test('ends in a verdict with its reasons in words, each for, against or not looked at', () => {
    const { evidence } = report;
    expect(evidence?.evidence).toBe('none');
    expect(evidence?.falsePositivePercent).toBe(5);
    expect(evidence?.capacity?.withinPercent).toBe(5);
    expect(evidence?.capacity?.capitalPaise).toBeGreaterThan(0);
    expect(evidence?.sentence).toMatch(/^No evidence of an edge\./);
    const stances = Object.fromEntries((evidence?.reasons ?? []).map(({ key, stance }) => [key, stance]));
    // Five weeks are too few days, whatever they brought.
    expect(stances).toMatchObject({ enough_data: 'against', walk_forward_gains: 'missing' });
    expect(stances['net_gain']).toBe(report.netPnlPaise > 0 ? 'for' : 'against');
    // Parameters were not varied, so nothing stands next to them.
    expect(stances).not.toHaveProperty('neighbours_gain');
    for (const { text } of evidence?.reasons ?? []) expect(text).toMatch(/^[A-Z0-9].*\.$/);
  });

  test('was checked for looking ahead: made again on prices that were cut off, it decided the same', () => {
    const { lookAhead, reasons } = report.evidence ?? {};
    expect(lookAhead).toMatchObject({ cuts: 16, differing: 0 });
    // Every entry and exit but those on the last prices, and every refused entry.
    expect(lookAhead?.decisions).toBeGreaterThan(report.trades);
    expect(reasons?.[0]).toMatchObject({ key: 'no_look_ahead', stance: 'for', decides: true });
    expect(reasons?.[0]?.text).toContain(`${lookAhead?.decisions} decisions checked at 16 cut points, 0 differ.`);
  });

  test('was held against random entries, resampled days and worse fills, as one trial', () => {
    const { evidence } = report;
    expect(evidence?.luck?.trials).toBe(1);
    expect(evidence?.sessions).toBe(report.basis.days);
    expect(evidence?.independentTrades).toBeLessThanOrEqual(report.trades);
    expect(evidence?.randomEntries?.runs).toBeGreaterThanOrEqual(100);
    expect(evidence?.resampled?.histories).toBe(1_000);
    // A year's return of five weeks would be a boast.
    expect(evidence?.resampled?.annualReturn).toBeUndefined();
    const counted = evidence?.costs.levels.find(({ slippageBps }) => slippageBps === 2);
    expect(evidence?.costs.slippageBps).toBe(2);
    expect(counted?.netPnlPaise).toBe(evidence?.randomEntries?.ownPaise);
  });

  test('its tables hold each trade once', () => {
    const { tables } = report;
    for (const rows of [tables?.byInstrument, tables?.byWeekday, tables?.distribution]) {
      expect((rows as { trades: number }[]).reduce((sum, { trades }) => sum + trades, 0)).toBe(report.trades);
    }
    expect(tables?.byInstrument.map(({ symbol }) => symbol)).toEqual(['SBIN']);
    expect(tables?.byWeekday.reduce((sum, { netPnlPaise }) => sum + netPnlPaise, 0)).toBe(
      tables?.byInstrument[0]?.netPnlPaise,
    );
  });

  test('stands beside holding the same and beside the index, where its prices are stored', () => {
    const [hold, index] = report.tables?.comparisons ?? [];
    expect([hold?.kind, hold?.name]).toEqual(['hold', 'SBIN']);
    expect([index?.kind, index?.name]).toEqual(['index', 'NIFTY']);
    for (const other of [hold, index]) {
      expect((other?.returnPercent ?? 0) + (other?.aheadByPercent ?? 0)).toBeCloseTo(report.returnPercent, 1);
    }
    expect(hold?.returnPercent).not.toBe(index?.returnPercent);
  });

  test('its progress goes on while it is judged: 100 comes at the end of that, and it never goes back', () => {
    expect(percents).toEqual([...new Set(percents)].toSorted((a, b) => a - b));
    expect(percents.filter((percent) => percent > 70 && percent < 100).length).toBeGreaterThan(5);
    expect(percents.at(-1)).toBe(100);
  });

  test('each trade says how far it went against and for the trader', async () => {
    const { data } = await world.api.send('backtestTradeHistory', { BacktestId, pageSize: 100 }, world.as(world.asha));
    for (const trade of data.trade_list) {
      const sign = trade.direction === 'long' ? 1 : -1;
      const ended = ((sign * (trade.exitPrice - trade.entryPrice)) / trade.entryPrice) * 100;
      expect(trade.adversePercent).toBeLessThanOrEqual(Math.min(0, ended) + 0.03);
      expect(trade.favourablePercent).toBeGreaterThanOrEqual(Math.max(0, ended) - 0.03);
    }
  });
});

test('of a back-test that was stored before there was evidence, the rest is shown', async () => {
  const { evidence, tables, ...before } = report;
  expect([evidence, tables]).not.toContain(undefined);
  await world.api.database.db.kysely
    .updateTable('backtest')
    .set({ report: JSON.stringify(before) })
    .where('id', '=', BacktestId)
    .execute();
  expect((await world.read(world.asha, BacktestId)).report).toEqual(before);
});
