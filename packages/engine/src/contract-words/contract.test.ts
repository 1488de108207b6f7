import { type IndiaDate, indiaDateOf, indiaMinuteOf, indiaMoment, parseTimeOfDay } from '@trickdesk/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runBacktest } from '../backtest/index.ts';
import { chargesForOrder } from '../charges/index.ts';
import type { StrategyDefinition } from '../definition/index.ts';
import { CALENDAR, configOf, definitionOf } from '../run/testing/fixtures.ts';
import { randomBars } from '../run/testing/random-series.ts';
import { BUSY_SEEDS, FAMILIES } from '../run/testing/strategies.ts';
import type { Fill, RunEvent, RunSettings } from '../run/types.ts';
import { contractOf, type ModelledRecord, type StrategyContract } from './contract.ts';
import { chargesAt, type ModelledTrade } from './scaled-charges.ts';

const CAPITAL = 5_00_000_00;

function simulate(definition: StrategyDefinition, settings: RunSettings, seed: number) {
  const { strategy, bases } = configOf(definition);
  const days = definition.interval === '1d' ? 8 : 3;
  return runBacktest({
    strategy,
    bases,
    series: bases.map((_, i) => randomBars({ seed: seed + i, days })),
    interval: '1m',
    settings,
    calendar: CALENDAR,
    costs: 'angelone',
    slippageBps: 3,
    closeAtEnd: false,
  });
}

const fillsOf = (events: readonly RunEvent[]): Fill[] =>
  events.flatMap((event) => (event.kind === 'fill' ? [event.fill] : []));

/** Entries, exits, a stop for each entry, and each morning one for whatever was carried over. */
function mostOrdersOfADay(fills: readonly Fill[]): number {
  const perDay = new Map<string, number>();
  const held = new Set<number>();
  let today = '';
  for (const { at, purpose, base } of fills) {
    const day = indiaDateOf(at);
    if (day !== today) perDay.set(day, held.size);
    today = day;
    if (purpose === 'entry') held.add(base);
    else held.delete(base);
    perDay.set(day, (perDay.get(day) ?? 0) + (purpose === 'entry' ? 2 : 1));
  }
  return Math.max(0, ...perDay.values());
}

function mostEntriesOfADay(fills: readonly Fill[]): number {
  const perDay = new Map<string, number>();
  for (const { at, purpose } of fills) {
    if (purpose === 'entry') perDay.set(indiaDateOf(at), (perDay.get(indiaDateOf(at)) ?? 0) + 1);
  }
  return Math.max(0, ...perDay.values());
}

/** The largest value held at a time, at what was paid, and by the prices that were decided on. */
function mostHeld(events: readonly RunEvent[]): { paid: number; decided: number } {
  const reference = new Map<number, number>();
  const held = new Map<number, { paid: number; decided: number }>();
  const most = { paid: 0, decided: 0 };
  for (const event of events) {
    if (event.kind === 'intent') reference.set(event.intent.id, event.intent.referencePaise);
    if (event.kind !== 'fill') continue;
    const { base, purpose, quantity, pricePaise, intentId } = event.fill;
    if (purpose === 'exit') held.delete(base);
    else held.set(base, { paid: quantity * pricePaise, decided: quantity * (reference.get(intentId) ?? 0) });
    const values = [...held.values()];
    most.paid = Math.max(
      most.paid,
      values.reduce((sum, { paid }) => sum + paid, 0),
    );
    most.decided = Math.max(
      most.decided,
      values.reduce((sum, { decided }) => sum + decided, 0),
    );
  }
  return most;
}

/** How far the capital has grown at most: the stated value holds for the capital that is set. */
function growth(events: readonly RunEvent[]): number {
  let most = CAPITAL;
  for (const event of events) {
    if (event.kind === 'decision') most = Math.max(most, event.decision.sizing?.capitalPaise ?? 0);
  }
  return most / CAPITAL;
}

function expectWithin(contract: StrategyContract, events: readonly RunEvent[]): void {
  const own = fillsOf(events);
  const { paid, decided } = mostHeld(events);
  expect(Math.min(paid, decided)).toBeLessThanOrEqual(contract.mostHeldPaise * growth(events) + 1);
  expect(mostOrdersOfADay(own)).toBeLessThanOrEqual(contract.mostOrdersPerDay);
  expect(mostEntriesOfADay(own)).toBeLessThanOrEqual(contract.mostEntriesPerDay);
  if (contract.outBy === undefined) return;
  const by = parseTimeOfDay(contract.outBy) ?? 0;
  // The first price at or after that time; some minutes have none.
  for (const { at, purpose } of own) expect(indiaMinuteOf(at)).toBeLessThanOrEqual(purpose === 'exit' ? by + 5 : by);
}

const TWO_BASES = definitionOf({
  instruments: [
    { exchange: 'NSE', symbol: 'SBIN' },
    { exchange: 'NSE', symbol: 'INFY' },
  ],
  direction: 'both',
  entry: { long: 'close > open', short: 'close < open' },
  risk: { stopLoss: { kind: 'percent', percent: 0.1 }, target: { kind: 'percent', percent: 0.1 } },
  sizing: { method: 'capital_share', percent: 200 },
});
const ONE_PLACE = definitionOf({
  instruments: TWO_BASES.instruments,
  entry: { long: 'close > open' },
  risk: { maxOpenPositions: 1, maxHoldBars: 2 },
  sizing: { method: 'capital_share', percent: 60 },
});
const BY_VOLATILITY = definitionOf({
  entry: { long: 'close > open' },
  risk: { stopLoss: { kind: 'percent', percent: 0.2 }, maxHoldBars: 4 },
  sizing: { method: 'volatility_target', percent: 30, length: 10 },
});
const TURNING = definitionOf({
  direction: 'both',
  entry: { long: 'close > open', short: 'close < open' },
  exit: { long: 'close < open', short: 'close > open' },
  risk: { cooldownBars: 5 },
});
const SUBJECTS = Object.entries({
  ...FAMILIES,
  'two at once, every bar': TWO_BASES,
  'one place for two': ONE_PLACE,
  'a size by volatility': BY_VOLATILITY,
  'both directions and a cooldown': TURNING,
});

const anySettings = fc.record(
  {
    quantityMultiplier: fc.integer({ min: 1, max: 3 }),
    maxTradesPerDay: fc.integer({ min: 1, max: 6 }),
    squareOffMinute: fc.integer({ min: 840, max: 920 }),
  },
  { requiredKeys: ['quantityMultiplier'] },
);

const BUSY_DAYS = BUSY_SEEDS.map(([seed]): [number, { quantityMultiplier: number }] => [
  seed,
  { quantityMultiplier: 1 },
]);

describe.each(SUBJECTS)('what the contract of %s states', (_name, definition) => {
  test('is never exceeded on random days: value held, orders and positions a day, and the time by which it is out', () => {
    let fills = 0;
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), anySettings, (seed, given) => {
        const settings = { capitalPaise: CAPITAL, ...given };
        const { events } = simulate(definition, settings, seed);
        expectWithin(contractOf({ definition, settings, disasterStopPercent: 5 }), events);
        fills += fillsOf(events).length;
      }),
      { examples: BUSY_DAYS, numRuns: BUSY_DAYS.length + 15 },
    );
    expect(fills).toBeGreaterThan(10);
  });
});

const record = (results: readonly number[]): ModelledRecord => ({
  capitalPaise: 1_00_000_00,
  chargesPaise: 700_00,
  trades: 12,
  newestTrades: [],
  days: results.map((resultPaise, i) => ({ date: `2026-06-${String(i + 1).padStart(2, '0')}`, resultPaise })),
});
const settings: RunSettings = { capitalPaise: 2_00_000_00, quantityMultiplier: 1 };

/** In and out on one day, quantities of 10 and 50. */
const TRADES: readonly ModelledTrade[] = [10, 50].map((quantity) => ({
  ...{ direction: 'long', quantity, entryAt: indiaMoment('2026-06-01', 600), entryPaise: 600_00 },
  ...{ exitAt: indiaMoment('2026-06-01', 700), exitPaise: 610_00 },
}));

/** Newest first: on the second day two lose nothing but their charges, on the first one loses more. */
const LOSING: readonly ModelledTrade[] = [
  { date: '2026-06-02' as const, exitPaise: 600_00 },
  { date: '2026-06-02' as const, exitPaise: 600_00 },
  { date: '2026-06-01' as const, exitPaise: 592_50 },
].map(({ date, exitPaise }) => ({
  ...{ direction: 'long', quantity: 2, entryAt: indiaMoment(date, 600), entryPaise: 600_00 },
  ...{ exitAt: indiaMoment(date, 700), exitPaise },
}));

/** What these trades come to on their days at a multiple of their quantity. */
function daysOf(trades: readonly ModelledTrade[], times: number): { date: IndiaDate; resultPaise: number }[] {
  const days = [...new Set(trades.map(({ exitAt }) => indiaDateOf(exitAt)))].sort();
  return days.map((date) => {
    const own = trades.filter(({ exitAt }) => indiaDateOf(exitAt) === date);
    const gross = own.reduce((sum, { quantity, ...trade }) => sum + quantity * (trade.exitPaise - trade.entryPaise), 0);
    return { date, resultPaise: gross * times - chargesOf(own, times) };
  });
}

function chargesOf(trades: readonly ModelledTrade[], times: number): number {
  return trades
    .flatMap(({ quantity, entryPaise, exitPaise }) =>
      [['buy', entryPaise] as const, ['sell', exitPaise] as const].map(([side, pricePaise]) =>
        chargesForOrder({
          ...{ tariff: 'angelone', exchange: 'NSE', product: 'INTRADAY', instrumentKind: 'equity', side },
          ...{ quantity: quantity * times, pricePaise, date: '2026-06-01' as IndiaDate },
        }),
      ),
    )
    .reduce((sum, { totalPaise }) => sum + totalPaise, 0);
}

describe('the worst day and the charges', () => {
  test('are those of the back-test for the capital that is set, with the days behind them', () => {
    const definition = definitionOf({ sizing: { method: 'capital_share', percent: 50 } });
    const modelled = record([100_00, -612_00, 50_00, -40_00, 0, 10_00, 10_00]);
    const asTested = contractOf({
      ...{ definition, modelled, disasterStopPercent: 5 },
      settings: { ...settings, capitalPaise: 1_00_000_00 },
    });
    expect(asTested).toMatchObject({ worstDayPaise: -612_00, chargesPerMonthPaise: 2_100_00 });
    expect(asTested.scaledTo).toBeUndefined();
    expect(asTested.sentences).toContain(
      'The worst day of the back-test over 7 days cost ₹612.00; a worse one can come. That is too few days to know a bad one.',
    );
    expect(asTested.sentences).toContain(
      'Pays about ₹2,100.00 of charges a month, as the 12 trades of the back-test did.',
    );
    const contract = contractOf({ definition, settings, modelled, disasterStopPercent: 5 });
    expect(contract).toMatchObject({ worstDayPaise: -1_224_00, worstDayDate: '2026-06-02', modelledDays: 7 });
    expect(contract.scaledTo).toEqual({ capitalPaise: 2_00_000_00, quantityMultiplier: 1 });
    expect(contract.sentences).toContain(
      'The worst day of the back-test over 7 days would have cost about ₹1,224.00 (with a capital of ₹2,00,000.00): not all of its trades are at hand. A worse one can come. That is too few days to know a bad one.',
    );
    expect(contract.sentences).toContain(
      'Pays about ₹4,200.00 of charges a month, as the 12 trades of the back-test would (with a capital of ₹2,00,000.00).',
    );
  });

  test.each([0.5, 1, 2, 7])('charges at %d times the capital are those that its trades would pay', (times) => {
    const definition = definitionOf({ sizing: { method: 'capital_share', percent: 50 } });
    const modelled = { ...record([10_00]), chargesPaise: chargesOf(TRADES, 1), trades: 2, newestTrades: TRADES };
    const scaled = { capitalPaise: 1_00_000_00 * times, quantityMultiplier: 1 };
    const contract = contractOf({ definition, settings: scaled, modelled, disasterStopPercent: 5 });
    expect(contract.chargesPerMonthPaise).toBe(chargesOf(TRADES, times) * 21);
    // Of a thousand trades, of which these two are the newest.
    const many = { ...modelled, chargesPaise: modelled.chargesPaise * 500, trades: 1_000 };
    const ofMany = contractOf({ definition, settings: scaled, modelled: many, disasterStopPercent: 5 });
    expect(ofMany.chargesPerMonthPaise).toBe(chargesOf(TRADES, times) * 500 * 21);
  });

  test.each([0.5, 1, 2, 7])('the worst day at %d times the capital is what its orders would have come to', (times) => {
    const definition = definitionOf({ sizing: { method: 'capital_share', percent: 50 } });
    const capital = { capitalPaise: 1_00_000_00 * times, quantityMultiplier: 1 };
    const contractFor = (changes: Partial<ModelledRecord>): StrategyContract => {
      const modelled = { ...record([]), trades: 3, newestTrades: LOSING, days: daysOf(LOSING, 1), ...changes };
      return contractOf({ definition, settings: capital, modelled, disasterStopPercent: 5 });
    };
    const [first, second] = daysOf(LOSING, times);
    // One pays most of its loss as charges that hardly grow: by the size, one or the other is worse.
    const worst = (first?.resultPaise ?? 0) < (second?.resultPaise ?? 0) ? first : second;
    const contract = contractFor({});
    expect(contract).toMatchObject({ worstDayPaise: worst?.resultPaise, worstDayDate: worst?.date });
    expect(contract.worstDayDate).toBe(times < 1 ? '2026-06-02' : '2026-06-01');
    expect(contract).not.toHaveProperty('worstDayEstimated');
    // Of an older day, whose trades are not at hand, it is assumed that they are like those that are.
    const older = { date: '2026-05-04', resultPaise: -900_000_00 };
    // Of the first day some may not be at hand either.
    const estimated = contractFor({ days: [older, ...daysOf(LOSING, 1)], trades: 4 });
    expect(estimated.worstDayDate).toBe('2026-05-04');
    expect(estimated.worstDayEstimated).toBe(times === 1 ? undefined : true);
    const fixed = daysOf(LOSING, times).reduce((sum, { resultPaise }) => sum + resultPaise, 0);
    const inProportion = daysOf(LOSING, 1).reduce((sum, { resultPaise }) => sum + resultPaise * times, 0);
    expect(estimated.worstDayPaise).toBe(Math.floor(-900_000_00 * times + (fixed - inProportion) / 6));
    expect(estimated.sentences.join(' ')).toContain(times === 1 ? 'cost ₹9,00,000.00' : 'would have cost about ₹');
  });

  test('a larger quantity never pays less, nor more than in proportion', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 100, max: 5_000_00 }), (quantity, entryPaise) => {
        const trade = { ...(TRADES[0] as ModelledTrade), quantity, entryPaise, exitPaise: entryPaise };
        const paid = { chargesPaise: chargesOf([trade], 1), trades: 1, newestTrades: [trade] };
        const [once, twice, thrice] = [1, 2, 3].map((scale) => chargesAt(scale, 'INTRADAY', paid));
        expect(once).toBe(paid.chargesPaise);
        expect(twice).toBeGreaterThanOrEqual(once ?? 0);
        expect(thrice).toBeGreaterThanOrEqual(twice ?? 0);
        // Each line is rounded by itself: a paisa for each of seven lines of two orders, twice.
        expect(twice).toBeLessThanOrEqual(2 * (once ?? 0) + 28);
      }),
    );
  });

  test('where results are hidden nothing is told of a worst day but that it is hidden, and which limit ends a bad one', () => {
    const definition = definitionOf({ sizing: { method: 'capital_share', percent: 50 } });
    const limited = { ...settings, maxLossPerDayPaise: 900_00 };
    const facts = { definition, settings: limited, modelled: record([-612_00]), disasterStopPercent: 5 };
    const contract = contractOf({ ...facts, hidesResults: true });
    expect(contract).not.toHaveProperty('worstDayPaise');
    expect(contract).not.toHaveProperty('worstDayDate');
    expect(contract.sentences).toContain('What a bad day of the back-test cost is shown to verified clients only.');
    expect(contract.sentences).toContain(
      'Opens nothing more on a day that has lost ₹900.00; what is held then may lose further.',
    );
    expect(contract.sentences.join()).not.toContain('1,224');
    // What it costs is no return.
    expect(contract.chargesPerMonthPaise).toBe(contractOf(facts).chargesPerMonthPaise);
  });

  test('a limit of loss a day on daily bars, which open at the opening alone, is said to count for the next one', () => {
    const session = { entryFrom: '09:15', entryTo: '15:30', weekdays: [1, 2, 3, 4, 5] };
    const risk = { maxLossPerDayPaise: 900_00, maxHoldBars: 1 };
    const definition = definitionOf({ interval: '1d', product: 'DELIVERY', session, risk });
    expect(contractOf({ definition, settings, disasterStopPercent: 5 }).sentences).toContain(
      'Opens nothing at the opening after a day that has lost ₹900.00.',
    );
  });

  test('follow the quantity, not the capital, where the quantity is fixed; without a back-test nothing is claimed', () => {
    const definition = definitionOf();
    const doubled = { ...settings, quantityMultiplier: 2 };
    expect(
      contractOf({ definition, settings: doubled, modelled: record([-10_00]), disasterStopPercent: 5 }),
    ).toMatchObject({
      worstDayPaise: -20_00,
      scaledTo: { quantityMultiplier: 2 },
    });
    const none = contractOf({ definition, settings, disasterStopPercent: 5 });
    expect(none.worstDayPaise).toBeUndefined();
    expect(none.chargesPerMonthPaise).toBeUndefined();
    expect(none.stopAtBroker).toBe('disaster');
    expect(none.sentences).toContain(
      'It has no stop of its own: one 5 % from the entry rests at the broker while the market is open.',
    );
  });
});

test('what ends by its time is said as what it is: a sale, or a purchase of what was sold short', () => {
  const entry = { long: 'close > open', short: 'close < open' };
  const said = [
    definitionOf(),
    definitionOf({ direction: 'short', entry: { short: entry.short } }),
    definitionOf({ direction: 'both', entry }),
  ].flatMap((definition) =>
    contractOf({ definition, settings, disasterStopPercent: 5 }).sentences.filter((each) => each.startsWith('Is out')),
  );
  expect(said).toEqual([
    'Is out by 15:05: what it holds then is sold at the next price.',
    'Is out by 15:05: what it has sold short then is bought back at the next price.',
    'Is out by 15:05: what it holds then is sold, and what it has sold short is bought back, at the next price.',
  ]);
});
