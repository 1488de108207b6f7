import type { BacktestSweep } from '@trickdesk/contract';
import type { StrategyDefinition, Sweep } from '@trickdesk/engine';
import { rounded } from '../strategies/index.ts';
import type { SweptValues } from './sweep-rules.ts';
import { given } from './written-report.ts';

/** A sweep in the words of the wire; the days of its periods are those of the run's sessions. */
export function sweepToWire(
  swept: Sweep,
  values: SweptValues,
  { parameters }: Pick<StrategyDefinition, 'parameters'>,
): BacktestSweep {
  return {
    parameters: Object.entries(values).map(([name, tried]) => {
      const label = parameters[name]?.label;
      return { name, ...(label === undefined ? {} : { label }), values: [...tried] };
    }),
    combinations: swept.trials.map(({ candidate, report }) => ({
      values: [...candidate.values],
      netPnlPaise: report.netPaise,
      returnPercent: rounded(report.returnPct ?? 0),
      trades: report.trades,
      maxDrawdownPercent: rounded(report.maxDrawdown?.pct ?? 0),
      ...given({ sharpe: report.sharpe }),
    })),
    best: swept.best,
    ...neighboursToWire(swept),
    ...walkForwardToWire(swept),
  };
}

function neighboursToWire({ evidence }: Sweep): Pick<BacktestSweep, 'neighbours'> {
  const found = evidence?.neighbourhood;
  if (!found || found.neighbours === 0) return {};
  return {
    neighbours: {
      count: found.neighbours,
      gaining: found.gainingNeighbours,
      ...given({ dropPercent: found.dropPct }, 0),
    },
  };
}

function walkForwardToWire({ walkForward, trials, run }: Sweep): Pick<BacktestSweep, 'walkForward'> {
  if (walkForward?.outOfSampleDailyPct === undefined) return {};
  const date = (session: number): string => run.equity[session]?.date ?? '';
  return {
    walkForward: {
      ...given({ inSampleDailyPercent: walkForward.inSampleDailyPct }, 3),
      outOfSampleDailyPercent: rounded(walkForward.outOfSampleDailyPct, 3),
      gainingPeriods: walkForward.gainingWindows,
      periods: walkForward.windows.map((window) => {
        const values = window.chosen === undefined ? undefined : trials[window.chosen]?.candidate.values;
        return {
          fitted_from: date(window.inSample.from),
          fitted_to: date(window.inSample.to - 1),
          from_date: date(window.outOfSample.from),
          to_date: date(window.outOfSample.to - 1),
          ...(values ? { values: [...values] } : {}),
          ...given({ inSampleDailyPercent: window.inSampleDailyPct }, 3),
          outOfSampleDailyPercent: rounded(window.outOfSampleDailyPct, 3),
        };
      }),
    },
  };
}
