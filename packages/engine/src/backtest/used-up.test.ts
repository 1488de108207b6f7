import { addDays, type Bar, type IndiaDate, indiaMoment, weekdayOf } from '@trickdesk/domain';
import { describe, expect, test } from 'vitest';
import { compileStrategy } from '../compile/index.ts';
import { verdictWords } from '../metrics/index.ts';
import { candles, configOf, DAY, definitionOf } from '../run/testing/fixtures.ts';
import { runBacktest } from './backtest.ts';
import { evidenceOfRun } from './evidence.ts';
import { runSweep } from './sweep.ts';

const RULES = definitionOf({
  direction: 'short',
  entry: { short: 'close >= least' },
  risk: { maxTradesPerDay: 1 },
  parameters: { least: { default: 50, min: 1, max: 500, step: 1 } },
  sizing: { method: 'capital_share', percent: 450 },
});
const CONFIG = configOf(RULES, { settings: { capitalPaise: 10_000_00, quantityMultiplier: 1 } });
const SESSIONS = 80;
const RUIN = 60;

/** Each day falls by some hundredths, which a short sale gains by; one day a third of the price is added. */
function sessions(): { readonly dates: readonly IndiaDate[]; readonly bars: readonly Bar[] } {
  const dates: IndiaDate[] = [];
  for (let date: IndiaDate = DAY; dates.length < SESSIONS; date = addDays(date, 1)) {
    if (weekdayOf(date) % 6 !== 0) dates.push(date);
  }
  const bars = dates.flatMap((date, i) => {
    const end = i === RUIN ? 133 : 100 - ((i % 3) + 1) / 10;
    return candles(
      [
        [100, 100, 100, 100],
        [100, 100, 100, 100],
        [end, end, end, end],
      ],
      555,
      date,
    );
  });
  return { dates, bars };
}

const { dates, bars } = sessions();

describe('an account that nothing is left of', () => {
  const input = { ...CONFIG, series: [bars], interval: '1m' as const };

  test('is judged by the days that there were, in words that are true', () => {
    const run = runBacktest(input);
    expect(run.report.endEquityPaise).toBeLessThan(0);
    const facts = { run, bases: input.bases, series: input.series, tradeFrom: bars[0]?.openAt ?? 0 };
    const { sessions: judged, verdict } = evidenceOfRun({ ...facts, slippageBps: 0, seed: 'used up' });
    expect(judged).toBe(SESSIONS);
    expect(verdictWords(verdict).sentence).toMatch(/^No evidence of an edge\. Before charges.* it gained nothing: −₹/);
  });

  test('is not foreseen by a fit on the days before, nor forgiven where the fit is tried', () => {
    const { strategy: _, ...how } = input;
    const candidates = [50, 60, 200].map((least) => ({ strategy: compileStrategy(RULES, { least }), values: [least] }));
    const tradeFrom = indiaMoment(dates[0] ?? DAY);
    const { walkForward, evidence } = runSweep({ ...how, candidates, tradeFrom, warmFrom: (__, from) => from });
    const windows = walkForward?.windows ?? [];
    const ofRuin = windows.find(({ outOfSample }) => outOfSample.from <= RUIN && RUIN < outOfSample.to);
    // What gained on each of its days is chosen until its end, and not after it.
    for (const { chosen, inSample } of windows) expect(chosen).toBe(inSample.to <= RUIN ? 0 : undefined);
    expect(ofRuin?.chosen).toBe(0);
    expect(ofRuin?.outOfSampleDailyPct).toBeLessThan(-10);
    // Two lost all and one did not trade: there is no best to look around.
    expect(evidence?.neighbourhood).toBeUndefined();
  });
});
