import { indiaMoment } from '@trickdesk/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileStrategy } from '../compile/index.ts';
import { CALENDAR, configOf, DAY, definitionOf } from '../run/testing/fixtures.ts';
import { randomBars } from '../run/testing/random-series.ts';
import { FAMILIES } from '../run/testing/strategies.ts';
import { type BacktestResult, runBacktest } from './backtest.ts';
import { type BarColumns, columnsOf } from './columns.ts';
import { type EvidenceInput, evidenceOfRun } from './evidence.ts';
import { besideHolding, besideIndex, dailyCloses } from './held-account.ts';
import { inPieces } from './testing/in-pieces.ts';

const COLUMNS = columnsOf(randomBars({ seed: 5, days: 70 }));
/** The second week: the first one warms indicators. */
const TRADE_FROM = indiaMoment(DAY) + 7 * 86_400_000;
const SLIPPAGE_BPS = 2;

function backtest(definition = FAMILIES['trend'] ?? definitionOf(), costs: 'angelone' | 'none' = 'angelone') {
  const { bases, settings } = configOf(definition);
  return runBacktest({
    strategy: compileStrategy(definition),
    ...{ bases, settings, costs },
    series: [COLUMNS],
    interval: '1m',
    calendar: CALENDAR,
    slippageBps: SLIPPAGE_BPS,
    tradeFrom: TRADE_FROM,
  });
}

function inputOf(run: BacktestResult, changes: Partial<EvidenceInput> = {}): EvidenceInput {
  const bases = [{ symbol: 'SBIN' }];
  return { run, bases, series: [COLUMNS], tradeFrom: TRADE_FROM, slippageBps: SLIPPAGE_BPS, seed: 'one', ...changes };
}

describe('evidence of a run', () => {
  const run = backtest();
  const found = evidenceOfRun(inputOf(run));

  test('is the same bytes for the same seed, and other random histories for another', () => {
    expect(JSON.stringify(evidenceOfRun(inputOf(run)))).toBe(JSON.stringify(found));
    const other = evidenceOfRun(inputOf(run, { seed: 'two' }));
    expect(other.randomEntries?.meanPaise).not.toBe(found.randomEntries?.meanPaise);
    expect(other.bootstrap?.meanDailyPct.low).not.toBe(found.bootstrap?.meanDailyPct.low);
    expect(other.costs).toEqual(found.costs);
  });

  test('is the same where the bars are in pieces', () => {
    for (const cuts of [[40], [2_000, 9_001], Array.from({ length: 60 }, (_, i) => 375 * i + 200)]) {
      const series = [inPieces(COLUMNS, cuts)];
      expect(evidenceOfRun(inputOf(run, { series }))).toEqual(found);
      expect(dailyCloses(series[0] ?? [])).toEqual(dailyCloses(COLUMNS));
    }
  });

  test('capacity goes by what was traded in the very bars of the fills', () => {
    const thin: BarColumns = { ...COLUMNS, volume: COLUMNS.volume.map(() => 1_000) };
    const [first] = run.trades;
    const row = COLUMNS.time.findLastIndex((at) => at <= (first?.entryAt ?? 0));
    thin.volume[row] = 0;
    expect(evidenceOfRun(inputOf(run, { series: [thin] })).capacity).toBeUndefined();
    thin.volume[row] = 1_000;
    expect(evidenceOfRun(inputOf(run, { series: [thin] })).capacity?.fills).toBe(run.trades.length * 2);
  });

  test('random entries are placed on the days of the run, not on those that warmed its indicators', () => {
    const wild: BarColumns = {
      ...COLUMNS,
      open: COLUMNS.open.map((open, i) => ((COLUMNS.time[i] ?? 0) < TRADE_FROM ? open * 50 : open)),
    };
    expect(evidenceOfRun(inputOf(run, { series: [wild] })).randomEntries).toEqual(found.randomEntries);
  });

  test('random entries pay what the run paid: without charges they do better by about its charges', () => {
    const rules = definitionOf({ entry: { long: 'close > close[3]' }, exit: { long: 'close < close[3]' } });
    const charged = backtest(rules);
    const [paid, free] = [charged, backtest(rules, 'none')].map((each) => evidenceOfRun(inputOf(each)).randomEntries);
    const saved = (free?.meanPaise ?? 0) - (paid?.meanPaise ?? 0);
    expect(saved / charged.report.chargesPaise).toBeCloseTo(1, 1);
  });

  test('a run by itself is one trial, and what only a sweep can tell was not looked at', () => {
    expect(found.deflatedSharpe?.trials).toBe(1);
    const stances = new Map(found.verdict.reasons.map(({ key, stance }) => [key, stance]));
    expect(stances.get('walk_forward_gains')).toBe('missing');
    expect(stances.has('neighbours_gain')).toBe(false);
    const swept = evidenceOfRun(
      inputOf(run, {
        sweep: { trials: 40, trialSharpes: [0.1, -0.1], neighbourhood: undefined, walkForward: undefined },
      }),
    );
    expect(swept.deflatedSharpe?.trials).toBe(40);
    expect(swept.deflatedSharpe?.confidence).toBeLessThan(found.deflatedSharpe?.confidence ?? 0);
  });

  test('progress goes up to 1 and never back', () => {
    const shares: number[] = [];
    evidenceOfRun(inputOf(run, { onProgress: (share) => shares.push(share) }));
    expect(shares.length).toBeGreaterThan(50);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(shares.at(-1)).toBe(1);
  });

  test('of a run without a trade it is none, and says why', () => {
    const idle = backtest(definitionOf({ entry: { long: 'close > 1000000' } }));
    const { verdict, randomEntries, independentTrades } = evidenceOfRun(inputOf(idle));
    expect([idle.trades.length, independentTrades, randomEntries]).toEqual([0, 0, undefined]);
    expect(verdict.evidence).toBe('none');
  });
});

test('whatever the strategy, one set of parameters is never more than weak evidence', () => {
  fc.assert(
    fc.property(fc.constantFrom(...Object.keys(FAMILIES)), fc.string({ maxLength: 4 }), (family, seed) => {
      const { verdict } = evidenceOfRun(inputOf(backtest(FAMILIES[family]), { seed }));
      return verdict.evidence !== 'some';
    }),
    { numRuns: 8 },
  );
});

describe('the same capital otherwise', () => {
  const run = backtest();
  const own = { equity: run.equity, startCapitalPaise: run.report.startCapitalPaise };

  test('holding is bought at the first opening that was traded on and ends at the last close', () => {
    const held = besideHolding({ ...own, bases: [{ symbol: 'SBIN' }], series: [COLUMNS], tradeFrom: TRADE_FROM });
    const row = COLUMNS.time.findIndex((at) => at >= TRADE_FROM);
    const [open, close] = [COLUMNS.open[row] ?? 0, COLUMNS.close.at(-1) ?? 0];
    const quantity = Math.floor(own.startCapitalPaise / open);
    expect(held?.returnPct).toBeCloseTo(((quantity * (close - open)) / own.startCapitalPaise) * 100, 9);
    expect(held?.aheadByPct).toBeCloseTo((run.report.returnPct ?? 0) - (held?.returnPct ?? 0), 9);
    const dear = besideHolding({
      ...{ ...own, bases: [{ symbol: 'SBIN' }], series: [COLUMNS], tradeFrom: TRADE_FROM },
      chargesPaise: () => own.startCapitalPaise / 100,
    });
    expect((held?.returnPct ?? 0) - (dear?.returnPct ?? 0)).toBeCloseTo(1, 9);
  });

  test('an index without a price is no comparison', () => {
    expect(besideIndex(own, [])).toBeUndefined();
    expect(
      besideIndex(own, [
        { date: '2026-06-05', value: 100 },
        { date: '2026-06-08', value: 110 },
      ])?.returnPct,
    ).toBeCloseTo(10, 9);
  });

  test('a day’s close is that of its last bar', () => {
    const closes = dailyCloses(COLUMNS);
    expect(closes.length).toBe(70);
    expect(closes.at(-1)?.value).toBe(COLUMNS.close.at(-1));
    expect(closes.map(({ date }) => date)).toEqual([...new Set(closes.map(({ date }) => date))].toSorted());
  });
});
