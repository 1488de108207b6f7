import type { BacktestEvidence, BacktestTables } from '@trickdesk/contract';
import { daysBetween } from '@trickdesk/domain';
import {
  byInstrument,
  byWeekday,
  type ClosedTrade,
  distribution,
  type EquityPoint,
  excursions,
  type Interval,
  MOST_PARTICIPATION_PCT,
  type RunEvidence,
  type TradeGroup,
  verdictWords,
} from '@trickdesk/engine';
import { rounded } from '../strategies/index.ts';
import type { NamedComparison } from './comparisons.ts';
import { FEWEST_DAYS_OF_A_RATE, given } from './written-report.ts';

/** Sharpe ratios of days become those of a year by the root of its sessions. */
const YEAR = Math.sqrt(252);

/** The run that was judged. */
interface Judged {
  readonly equity: readonly EquityPoint[];
  readonly slippageBps: number;
}

export function evidenceToWire(found: RunEvidence, { equity, slippageBps }: Judged): BacktestEvidence {
  const { verdict, costs } = found;
  const words = verdictWords(verdict);
  return {
    evidence: verdict.evidence,
    sentence: words.sentence,
    falsePositivePercent: verdict.falsePositivePct,
    reasons: verdict.reasons.map(({ key, stance, decides }, i) => ({
      ...{ key, stance, decides },
      text: words.reasons[i] ?? '',
    })),
    sessions: found.sessions,
    independentTrades: cut(found.independentTrades),
    ...(found.lookAhead ? { lookAhead: { ...found.lookAhead } } : {}),
    ...resampledToWire(found, equity),
    ...luckToWire(found),
    ...randomToWire(found),
    ...capacityToWire(found),
    costs: {
      slippageBps,
      ...(costs.breakEvenBps === undefined ? {} : { breakEvenBps: cut(costs.breakEvenBps) }),
      levels: costs.levels.map((level) => ({ slippageBps: level.slippageBps, netPnlPaise: level.netPaise })),
    },
  };
}

function resampledToWire(
  { bootstrap }: RunEvidence,
  equity: readonly EquityPoint[],
): Pick<BacktestEvidence, 'resampled'> {
  if (!bootstrap) return {};
  const { samples, insidePct, notGainingPct, meanDailyPct, annualReturnPct } = bootstrap;
  const isLong = daysBetween(equity[0]?.date ?? '', equity.at(-1)?.date ?? '') >= FEWEST_DAYS_OF_A_RATE;
  return {
    resampled: {
      histories: samples,
      insidePercent: insidePct,
      notGainingPercent: rounded(notGainingPct, 1),
      dailyReturn: rangeToWire(meanDailyPct, 3),
      ...(isLong && annualReturnPct ? { annualReturn: rangeToWire(annualReturnPct, 1) } : {}),
    },
  };
}

function rangeToWire({ low, value, high }: Interval, decimals: number) {
  return {
    lowPercent: rounded(low, decimals),
    percent: rounded(value, decimals),
    highPercent: rounded(high, decimals),
  };
}

function luckToWire({ deflatedSharpe }: RunEvidence): Pick<BacktestEvidence, 'luck'> {
  if (!deflatedSharpe) return {};
  const { trials, sharpe, luckySharpe, confidence } = deflatedSharpe;
  return {
    luck: {
      trials,
      sharpe: rounded(sharpe * YEAR),
      luckySharpe: rounded(luckySharpe * YEAR),
      confidencePercent: cut(confidence * 100),
    },
  };
}

function randomToWire({ randomEntries }: RunEvidence): Pick<BacktestEvidence, 'randomEntries'> {
  if (!randomEntries) return {};
  const { samples, realPaise, lowPaise, middlePaise, highPaise, percentile } = randomEntries;
  return {
    randomEntries: {
      runs: samples,
      ownPaise: realPaise,
      lowPaise: Math.round(lowPaise),
      middlePaise: Math.round(middlePaise),
      highPaise: Math.round(highPaise),
      betterThanPercent: cut(percentile),
    },
  };
}

function capacityToWire({ capacity }: RunEvidence): Pick<BacktestEvidence, 'capacity'> {
  if (!capacity) return {};
  return {
    capacity: {
      participationPercent: rounded(capacity.participationPct),
      capitalPaise: capacity.capitalPaise,
      withinPercent: MOST_PARTICIPATION_PCT,
    },
  };
}

/** One decimal, never up: what is not quite enough must not read as enough. */
function cut(value: number): number {
  return Math.floor(value * 10 + 1e-9) / 10;
}

export function tablesToWire(trades: readonly ClosedTrade[], compared: readonly NamedComparison[]): BacktestTables {
  const { averageAdverseOfWinsPct, averageAdverseOfLossesPct, averageFavourableOfLossesPct, edgeRatio } =
    excursions(trades);
  return {
    byInstrument: byInstrument(trades).map(({ symbol, ...group }) => ({ symbol, ...groupToWire(group) })),
    byWeekday: byWeekday(trades).map(({ weekday, ...group }) => ({ weekday, ...groupToWire(group) })),
    distribution: distribution(trades.map((trade) => trade.netPaise)),
    excursions: given({
      adverseOfWinsPercent: averageAdverseOfWinsPct,
      adverseOfLossesPercent: averageAdverseOfLossesPct,
      favourableOfLossesPercent: averageFavourableOfLossesPct,
      edgeRatio,
    }),
    ...comparisonsToWire(compared),
  };
}

function comparisonsToWire(compared: readonly NamedComparison[]): Pick<BacktestTables, 'comparisons' | 'notCompared'> {
  const notCompared = compared.flatMap(({ kind, name, beside }) =>
    beside.compared ? [] : [{ ...{ kind, name }, days: beside.commonSessions, ofDays: beside.sessions }],
  );
  return {
    comparisons: compared.flatMap(({ kind, name, beside: { sessions, commonSessions, compared: on } }) => {
      if (!on) return [];
      const { figures, fromDate, toDate } = on;
      const part = {
        ...{ fromDate, toDate },
        ownReturnPercent: rounded(figures.ownReturnPct),
        ownMaxDrawdownPercent: rounded(figures.ownMaxDrawdownPct),
      };
      return {
        ...{ kind, name },
        returnPercent: rounded(figures.returnPct),
        maxDrawdownPercent: rounded(figures.maxDrawdownPct),
        aheadByPercent: rounded(figures.aheadByPct),
        ...given({
          volatilityPercent: figures.volatilityPct,
          correlation: figures.correlation,
          beta: figures.beta,
        }),
        ...(commonSessions < sessions ? { part } : {}),
      };
    }),
    ...(notCompared.length > 0 ? { notCompared } : {}),
  };
}

function groupToWire({ trades, wins, netPaise, chargesPaise, winRatePct, expectancyPaise }: TradeGroup) {
  return {
    ...{ trades, wins, chargesPaise },
    netPnlPaise: netPaise,
    winRatePercent: rounded(winRatePct),
    expectancyPaise: Math.round(expectancyPaise),
  };
}
