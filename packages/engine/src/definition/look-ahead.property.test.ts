import { type Bar, MINUTE_MS } from '@trickdesk/domain';
import { chosenThenRandom, scaledCount } from '@trickdesk/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runBacktest } from '../backtest/index.ts';
import { tooCostly } from '../compile/index.ts';
import type { Decision, Signal } from '../run/index.ts';
import { CALENDAR, configOf } from '../run/testing/fixtures.ts';
import { randomBars } from '../run/testing/random-series.ts';
import { parseDefinition } from './parse.ts';
import type { StrategyDefinition } from './schema.ts';
import { anyDefinitionJson } from './testing/any-definition.ts';

const DAYS = 3;
/** What lets most of the signals lead to something. */
const OFTEN = { interval: '1m', risk: { maxHoldBars: 20 }, sizing: { method: 'capital_share', percent: 40 } };

/** Bars of each instrument that is traded or read; from the cut on they are others. */
type BarsOf = (place: number) => readonly Bar[];

interface Told {
  readonly signals: readonly Signal[];
  /** Of the walk that works on blocks, where there is one for these bars. */
  readonly decisions: readonly Decision[];
}

function toldBy(definition: StrategyDefinition, barsOf: BarsOf): Told {
  const signals: Signal[] = [];
  const config = configOf(definition, { costs: 'angelone' });
  const { bases, strategy } = config;
  const input = {
    ...{ ...config, calendar: CALENDAR, interval: '1m' as const },
    series: bases.map((_, i) => barsOf(i)),
    sources: strategy.sources.map((_, i) => ({ bars: barsOf(bases.length + i) })),
  };
  runBacktest({ ...input, watch: (_, read) => signals.push(read()) });
  return { signals, decisions: runBacktest(input).decisions };
}

/** What was known at a moment: bars that had closed by then, and what was decided on them. */
function knownAt({ signals, decisions }: Told, at: number): Told {
  return {
    signals: signals.filter(({ closeAt }) => closeAt <= at),
    // The first price after the cut may fill, stop or square off in the same moment: that is no decision on a bar.
    decisions: decisions.filter((one) => one.at < at || (one.at === at && one.barOpenAt !== undefined)),
  };
}

test('whatever a definition reads, bars from a moment on change nothing of what was seen and decided until then', {
  timeout: 120_000,
}, () => {
  const seen = { ran: 0, withOthers: 0, signals: 0, decisions: 0, values: 0 };
  const cut = fc.integer({ min: 60, max: DAYS * 370 });
  const anySeed = fc.integer({ min: 1, max: 1_000_000 });
  fc.assert(
    fc.property(anyDefinitionJson, anySeed, cut, (json, seed, minute) => {
      const parsed = parseDefinition({ ...json, ...OFTEN, instruments: json.instruments.slice(0, 2) });
      if (!parsed.ok || tooCostly(parsed.definition) !== undefined) return;
      const { definition } = parsed;
      const at = (randomBars({ seed, days: DAYS })[minute]?.openAt ?? 0) + MINUTE_MS;
      const bars: BarsOf = (place) => randomBars({ seed: seed + place, days: DAYS });
      const changed: BarsOf = (place) => [
        ...bars(place).filter(({ openAt }) => openAt < at),
        ...randomBars({ seed: seed + place + 500, days: DAYS }).filter(({ openAt }) => openAt >= at),
      ];
      const before = knownAt(toldBy(definition, bars), at);
      expect(knownAt(toldBy(definition, changed), at)).toEqual(before);
      seen.ran += 1;
      if (JSON.stringify(definition).includes('@')) seen.withOthers += 1;
      seen.signals += before.signals.length;
      seen.decisions += before.decisions.length;
      for (const { conditions } of before.signals)
        for (const { operands } of conditions) seen.values += operands.length;
    }),
    chosenThenRandom([anyDefinitionJson, anySeed, cut], {
      ...{ chosen: 10, random: scaledCount('look-ahead over random definitions', 7) },
    }),
  );
  console.log(`no look-ahead: ${JSON.stringify(seen)}`);
  expect(seen.values).toBeGreaterThan(10_000);
  expect(seen.decisions).toBeGreaterThan(100);
});
