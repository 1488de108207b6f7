import { addDays, indiaDateOf, indiaMinuteOf, indiaMoment } from '@trickdesk/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileStrategy } from '../compile/index.ts';
import { verdictWords } from '../metrics/evidence/verdict-words.ts';
import { CALENDAR, configOf, DAY, definitionOf } from '../run/testing/fixtures.ts';
import { randomBars } from '../run/testing/random-series.ts';
import { FAMILIES } from '../run/testing/strategies.ts';
import { type BacktestResult, runBacktest } from './backtest.ts';
import { type BarColumns, columnsOf } from './columns.ts';
import { type EvidenceInput, evidenceOfRun, tradingHoursOf } from './evidence.ts';
import { besideHolding, besideIndex, dailyCloses } from './held-account.ts';
import { PiecedBars } from './pieced-bars.ts';
import { inPieces } from './testing/in-pieces.ts';

const COLUMNS = columnsOf(randomBars({ seed: 5, days: 70 }));
/** The second week: the first one warms indicators. */
const TRADE_FROM = indiaMoment(DAY) + 7 * 86_400_000;
const SLIPPAGE_BPS = 2;

function backtest(
  definition = FAMILIES['trend'] ?? definitionOf(),
  costs: 'angelone' | 'none' = 'angelone',
  slippageBps = SLIPPAGE_BPS,
) {
  const { bases, settings } = configOf(definition);
  return runBacktest({
    strategy: compileStrategy(definition),
    ...{ bases, settings, costs },
    series: [COLUMNS],
    interval: '1m',
    calendar: CALENDAR,
    slippageBps,
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

  test('says of a run for which no charges are counted that its gain is before them', () => {
    const said = (each: BacktestResult) => verdictWords(evidenceOfRun(inputOf(each)).verdict).reasons.join(' ');
    expect(said(run)).toContain('After charges it gained');
    expect(said(backtest(undefined, 'none'))).toContain('Before charges, which are not counted, it gained');
  });

  test('says so of a run without a trade as well, which pays no charges either way', () => {
    const silent = backtest(definitionOf({ entry: { long: 'close < 0' } }), 'none');
    const said = (isWithoutCharges: boolean) => {
      const { verdict } = evidenceOfRun(inputOf(silent, { isWithoutCharges }));
      return verdictWords(verdict).reasons.join(' ');
    };
    expect(silent.trades).toEqual([]);
    expect(said(true)).toContain('Before charges, which are not counted, it gained nothing: ₹0.00.');
    expect(said(false)).toContain('After charges it gained nothing: ₹0.00.');
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

  test('random entries are placed at the times at which the strategy may trade', () => {
    const definition = definitionOf({
      session: { entryFrom: '10:00', entryTo: '12:00', squareOff: '13:00', weekdays: [1, 2, 3] },
      entry: { long: 'close > close[3]' },
      exit: { long: 'close < close[3]' },
    });
    const hours = tradingHoursOf(definition);
    expect(hours).toEqual({
      ...{ entryFromMinute: 600, entryToMinute: 720, waitMinutes: 1, squareOffMinute: 780, weekdays: [1, 2, 3] },
    });
    expect(tradingHoursOf({ ...definition, interval: '1d' })).toBeUndefined();
    expect(tradingHoursOf({ ...definition, product: 'DELIVERY' })).toMatchObject({ waitMinutes: 0 });
    const midday = backtest(definition);
    const minuteOf = (i: number) => indiaMinuteOf(COLUMNS.time[i] ?? 0);
    const wild: BarColumns = {
      ...COLUMNS,
      open: COLUMNS.open.map((open, i) => (minuteOf(i) < 600 || minuteOf(i) > 780 ? open * 50 : open)),
    };
    const within = evidenceOfRun(inputOf(midday, { hours })).randomEntries;
    expect(within?.trades).toBeGreaterThan(100);
    expect(evidenceOfRun(inputOf(midday, { hours, series: [wild] })).randomEntries).toEqual(within);
    expect(evidenceOfRun(inputOf(midday, { series: [wild] })).randomEntries).not.toEqual(within);
  });

  test('random entries pay what the run paid: without charges they do better by about its charges', () => {
    const rules = definitionOf({ entry: { long: 'close > close[3]' }, exit: { long: 'close < close[3]' } });
    const charged = backtest(rules);
    const [paid, free] = [charged, backtest(rules, 'none')].map((each) => evidenceOfRun(inputOf(each)).randomEntries);
    const saved = (free?.meanPaise ?? 0) - (paid?.meanPaise ?? 0);
    expect(saved / charged.report.chargesPaise).toBeCloseTo(1, 1);
  });

  test('trades of one size without stops bring at other slippages what runs with those bring, to a tick', () => {
    const rules = definitionOf({
      entry: { long: 'close crosses above sma(close, 50)' },
      exit: { long: 'close crosses below sma(close, 50)' },
      sizing: { method: 'fixed_quantity', quantity: 100 },
    });
    const { levels, turnoverPaise } = evidenceOfRun(inputOf(backtest(rules, 'none'))).costs;
    // A tick of 5 paise is about a basis point of these prices.
    const tick = turnoverPaise / 10_000;
    expect(levels.map(({ slippageBps }) => slippageBps)).toEqual([0, 2, 4, 6, 10]);
    for (const { slippageBps, netPaise } of levels) {
      expect(Math.abs(backtest(rules, 'none', slippageBps).report.netPaise - netPaise)).toBeLessThan(tick);
    }
  });

  test('random entries pay the slippage that is in the run’s prices', () => {
    const meanAt = (slippageBps: number) => evidenceOfRun(inputOf(run, { slippageBps })).randomEntries?.meanPaise ?? 0;
    // The turnover of a random run is about that of the run: the same money is bought and sold.
    expect((meanAt(2) - meanAt(12)) / ((run.report.turnoverPaise * 10) / 10_000)).toBeCloseTo(1, 1);
  });

  test('random runs are fewer where there are many trades, and none where one of them cannot be placed', () => {
    const [trade] = run.trades;
    const runsOf = (trades: number) =>
      evidenceOfRun(inputOf({ ...run, trades: Array.from({ length: trades }, () => trade ?? []).flat() })).randomEntries
        ?.samples;
    expect([10, 800, 3_000].map(runsOf)).toEqual([500, 250, 100]);
    const later = TRADE_FROM + 20 * 86_400_000;
    expect(run.trades.some(({ entryAt }) => entryAt > later)).toBe(true);
    expect(evidenceOfRun(inputOf(run, { tradeFrom: later })).randomEntries).toBeUndefined();
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
    const held = besideHolding({ ...own, bases: [{ symbol: 'SBIN' }], series: [COLUMNS], tradeFrom: TRADE_FROM })
      ?.compared?.figures;
    const row = COLUMNS.time.findIndex((at) => at >= TRADE_FROM);
    const [open, close] = [COLUMNS.open[row] ?? 0, COLUMNS.close.at(-1) ?? 0];
    const quantity = Math.floor(own.startCapitalPaise / open);
    expect(held?.returnPct).toBeCloseTo(((quantity * (close - open)) / own.startCapitalPaise) * 100, 9);
    expect(held?.aheadByPct).toBeCloseTo((run.report.returnPct ?? 0) - (held?.returnPct ?? 0), 9);
    const dear = besideHolding({
      ...{ ...own, bases: [{ symbol: 'SBIN' }], series: [COLUMNS], tradeFrom: TRADE_FROM },
      chargesPaise: () => own.startCapitalPaise / 100,
    })?.compared?.figures;
    expect((held?.returnPct ?? 0) - (dear?.returnPct ?? 0)).toBeCloseTo(1, 9);
  });

  /** Points of an index that gains one a session, from the session with index `from`, −1 the day before, to `to`. */
  const dates = own.equity.map(({ date }) => date);
  const indexOf = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, i) => ({
      date: dates[from + i] ?? addDays(dates[0] ?? '', -1),
      value: 100 + i,
    }));
  const last = dates.length - 1;

  test('an index is followed from its close before the first session', () => {
    expect(besideIndex(own, indexOf(-1, last))).toMatchObject({
      sessions: dates.length,
      commonSessions: dates.length,
      compared: { fromDate: dates[0], toDate: dates[last], figures: { returnPct: expect.closeTo(dates.length, 9) } },
    });
  });

  test('an index that ends within the run is compared up to there, with what the run had made by then', () => {
    const found = besideIndex(own, indexOf(-1, last - 10));
    expect(found).toMatchObject({ commonSessions: dates.length - 10, compared: { toDate: dates[last - 10] } });
    const made = ((own.equity[last - 10]?.equityPaise ?? 0) / own.startCapitalPaise - 1) * 100;
    expect(found?.compared?.figures.returnPct).toBeCloseTo(dates.length - 10, 9);
    expect(found?.compared?.figures.ownReturnPct).toBeCloseTo(made, 9);
    expect(found?.compared?.figures.aheadByPct).toBeCloseTo(made - (dates.length - 10), 9);
  });

  test('an index that begins within the run is compared from there, with what the run made from then on', () => {
    const found = besideIndex(own, indexOf(4, last))?.compared;
    const [before, end] = [own.equity[4]?.equityPaise ?? 0, own.equity[last]?.equityPaise ?? 0];
    expect(found?.fromDate).toBe(dates[5]);
    expect(found?.figures.ownReturnPct).toBeCloseTo((end / before - 1) * 100, 9);
  });

  test('an index that covers too few of the sessions is left out, and how many they were is told', () => {
    const sessions = dates.length;
    expect(besideIndex(own, [])).toEqual({ sessions, commonSessions: 0 });
    const half = Math.ceil(sessions / 2);
    expect(besideIndex(own, indexOf(-1, half - 1))?.compared).toBeDefined();
    expect(besideIndex(own, indexOf(-1, half - 2))).toEqual({ sessions, commonSessions: half - 1 });
    const few = { ...own, equity: own.equity.slice(0, 21) };
    expect(besideIndex(few, indexOf(-1, 19))?.compared).toBeDefined();
    expect(besideIndex(few, indexOf(-1, 18))).toEqual({ sessions: 21, commonSessions: 19 });
    expect(besideIndex({ ...own, equity: own.equity.slice(0, 3) }, indexOf(-1, 2))?.compared).toBeDefined();
  });

  test('holding is compared on the days on which all its shares have prices, and bought on the first of them', () => {
    const from = COLUMNS.time.findIndex((at) => indiaDateOf(at) === dates[5]);
    const late = PiecedBars.from(COLUMNS).rows(from);
    const found = besideHolding({
      ...{ ...own, bases: [{ symbol: 'SBIN' }, { symbol: 'INFY' }], series: [COLUMNS, late], tradeFrom: TRADE_FROM },
    })?.compared;
    expect(found).toMatchObject({ fromDate: dates[5], toDate: dates[last] });
    const [open, close] = [COLUMNS.open[from] ?? 0, COLUMNS.close.at(-1) ?? 0];
    const capital = own.equity[4]?.equityPaise ?? 0;
    const quantity = 2 * Math.floor(capital / 2 / open);
    expect(found?.figures.returnPct).toBeCloseTo(((quantity * (close - open)) / capital) * 100, 9);
  });

  test('a day’s close is that of its last bar', () => {
    const closes = dailyCloses(COLUMNS);
    expect(closes.length).toBe(70);
    expect(closes.at(-1)?.value).toBe(COLUMNS.close.at(-1));
    expect(closes.map(({ date }) => date)).toEqual([...new Set(closes.map(({ date }) => date))].toSorted());
  });
});
