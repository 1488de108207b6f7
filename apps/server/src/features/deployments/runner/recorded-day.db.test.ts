import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { type Bar, calendarFromTradingDays, indiaMoment, rupeesToPaise } from '@trickdesk/domain';
import {
  compileStrategy,
  createBarBuilder,
  type Decision,
  parseDefinition,
  runBacktest,
  type StrategyDefinitionInput,
} from '@trickdesk/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publishMarket } from '../../market-data/index.ts';
import { CATALOGUE } from '../../strategies/catalogue/index.ts';
import { baseFactsOf } from '../../strategies/index.ts';
import { expectSoundBooks } from '../testing/books.ts';
import { decisionBodies, openWorld, type World } from '../testing/world.ts';

/** SBIN on 13 April 2021 as recorded, about a price a second; it lies outside the repository. */
const FILE = new URL('../../../../../../../shared/data/ticks/20210413_SBIN.csv.gz', import.meta.url);
const DAY = '2021-04-13';
const OPENS = indiaMoment(DAY, 555);
const present = existsSync(FILE);
if (!present) console.warn(`skipped: no recorded ticks at ${FILE.pathname}`);

/** Decides on closed bars alone: no stop, no target. */
const SIGNALS: StrategyDefinitionInput = {
  format: 1,
  instruments: [{ exchange: 'NSE', symbol: 'SBIN' }],
  interval: '1m',
  product: 'INTRADAY',
  direction: 'both',
  session: { entryFrom: '09:20', entryTo: '14:45', squareOff: '15:10', weekdays: [1, 2, 3, 4, 5] },
  entry: { long: 'ema(close, 5) crosses above ema(close, 20)', short: 'ema(close, 5) crosses below ema(close, 20)' },
  exit: { long: 'ema(close, 5) crosses below ema(close, 20)', short: 'ema(close, 5) crosses above ema(close, 20)' },
  sizing: { method: 'capital_share', percent: 90 },
};

// The recording has no licence to be copied here; the reason is printed above.
describe.skipIf(!present)('a recorded session, price by price', () => {
  let world: World;
  const bars: Bar[] = [];
  const deployments: number[] = [];
  const levels = CATALOGUE.find(({ slug }) => slug === 'quick-cross-sbin')?.definition ?? SIGNALS;
  beforeAll(async () => {
    world = await openWorld();
    const instrumentId = await world.instrument('SBIN');
    await world.setClock(OPENS - 60_000);
    const accountId = await world.account('asha');
    for (const [i, definition] of [SIGNALS, levels].entries()) {
      const { id } = await world.deployments.clone(accountId, await world.strategy(`s${i}`, definition), undefined);
      await world.deployments.start({ accountId, deploymentId: id }, `start-${i}`);
      deployments.push(id);
    }
    const runner = await world.openRunner();
    const publisher = publishMarket(world.bus);
    const builder = createBarBuilder({ calendar: calendarFromTradingDays([DAY]), latenessMs: 2_000 });
    const sink = {
      onTick: (at: number, pricePaise: number) => publisher.tick(instrumentId, at, pricePaise, 0),
      onBar: (bar: Bar) => {
        bars.push(bar);
        publisher.clock(bar.openAt + 60_000, 'open');
        publisher.bar(instrumentId, bar);
      },
    };
    for (const tick of readTicks()) builder.push(tick, sink);
    builder.flush(sink);
    await runner.stop();
  }, 60_000);
  afterAll(() => world?.close());

  test('is traded on the same bars, at the same prices, as in its back-test', async () => {
    const [id = 0] = deployments;
    const live = (await decisionBodies(world, id)).map((body) => JSON.parse(body) as Decision);
    const tested = backtest(SIGNALS, bars);
    expect(live.filter(({ action }) => action === 'enter').length).toBeGreaterThan(5);
    // At square-off the first price of the minute acts, which came a moment after the minute began.
    expect(live.map(withoutSquareOffMoment)).toEqual(tested.map(withoutSquareOffMoment));
    await expectSoundBooks(world, id);
  });

  test('with stops and targets differs only after a level was met at its own second or in another order', async () => {
    const [, id = 0] = deployments;
    const live = (await decisionBodies(world, id)).map((body) => JSON.parse(body) as Decision);
    const tested = backtest(levels, bars);
    expect(live.some(({ action }) => action === 'enter')).toBe(true);
    const bytes = (decision: Decision | undefined): string => JSON.stringify(decision);
    const first = live.findIndex((decision, i) => bytes(decision) !== bytes(tested[i]));
    console.log(`decisions ${live.length}, in the back-test ${tested.length}, equal until ${first}`);
    const entries = (log: readonly Decision[]) =>
      log.filter(({ action }) => action === 'enter').map(({ barOpenAt, direction }) => ({ barOpenAt, direction }));
    expect(entries(live)).toEqual(entries(tested));
    if (first !== -1) expect(['stop', 'target', 'trailing', 'square_off']).toContain(live[first]?.rule);
    await expectSoundBooks(world, id);
  });
});

function withoutSquareOffMoment(decision: Decision): Decision {
  return decision.rule === 'square_off' ? { ...decision, at: 0 } : decision;
}

function readTicks() {
  const rows = gunzipSync(readFileSync(FILE)).toString().trim().split('\n').slice(1);
  return rows.map((row) => {
    const [at = '', price = '', volume = ''] = row.split(',');
    return {
      at: Date.parse(`${at.replace(' ', 'T')}+05:30`),
      pricePaise: rupeesToPaise(Number(price)),
      cumulativeVolume: Number(volume),
    };
  });
}

function backtest(input: StrategyDefinitionInput, bars: readonly Bar[]): readonly Decision[] {
  const parsed = parseDefinition(input);
  if (!parsed.ok) throw new Error(parsed.errors[0]?.message);
  return runBacktest({
    strategy: compileStrategy(parsed.definition),
    bases: [baseFactsOf({ symbol: 'SBIN', tickPaise: 5, lotSize: 1, kind: 'equity' }, true)],
    series: [bars],
    interval: '1m',
    settings: { capitalPaise: 1_00_000_00, quantityMultiplier: 1 },
    calendar: calendarFromTradingDays([DAY]),
    costs: 'angelone',
    slippageBps: 0,
    closeAtEnd: false,
  }).decisions;
}
