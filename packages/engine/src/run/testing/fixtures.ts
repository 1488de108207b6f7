import { type Bar, createCalendar, type Interval, indiaMoment, MINUTE_MS } from '@trickdesk/domain';
import { compileStrategy } from '../../compile/index.ts';
import { parseDefinition, type StrategyDefinition } from '../../definition/index.ts';
import { barPath } from '../path.ts';
import type { StrategyRun } from '../strategy-run.ts';
import type { BaseFacts, RunConfig, RunEvent } from '../types.ts';

export const CALENDAR = createCalendar({
  years: [2025, 2026],
  holidays: [],
  special: [],
  opens: '09:15',
  closes: '15:30',
});
/** A Monday with a session. */
export const DAY = '2026-06-01';

export function definitionOf(changes: Record<string, unknown> = {}): StrategyDefinition {
  const outcome = parseDefinition({
    format: 1,
    instruments: [{ exchange: 'NSE', symbol: 'SBIN' }],
    interval: '1m',
    product: 'INTRADAY',
    direction: 'long',
    session: { entryFrom: '09:15', entryTo: '15:00', squareOff: '15:05', weekdays: [1, 2, 3, 4, 5] },
    entry: { long: 'close > open' },
    sizing: { method: 'fixed_quantity', quantity: 10 },
    ...changes,
  });
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.errors));
  return outcome.definition;
}

export function baseFacts(symbol = 'SBIN'): BaseFacts {
  return { exchange: 'NSE', symbol, tickPaise: 5, lotSize: 1, enabled: true };
}

export function configOf(definition: StrategyDefinition, changes: Partial<RunConfig> = {}): RunConfig {
  return {
    strategy: compileStrategy(definition),
    bases: definition.instruments.map((instrument) => baseFacts(instrument.symbol)),
    settings: { capitalPaise: 1_000_000_00, quantityMultiplier: 1 },
    calendar: CALENDAR,
    costs: 'none',
    slippageBps: 0,
    ...changes,
  };
}

/** Rows of open, high, low, close in rupees, one a minute from 09:15. */
export function candles(
  rows: readonly (readonly [number, number, number, number])[],
  startMinute = 555,
  date = DAY,
): Bar[] {
  return rows.map(([open, high, low, close], i) => ({
    openAt: indiaMoment(date, startMinute) + i * MINUTE_MS,
    open: paise(open),
    high: paise(high),
    low: paise(low),
    close: paise(close),
    volume: 1_000,
  }));
}

function paise(rupees: number): number {
  return Math.round(rupees * 100);
}

/** Feeds a run as the test mode does: each point of the path as a tick, then the bar that the feed closed. */
export function feedAsTicks(run: StrategyRun, bars: readonly Bar[], interval: Interval = '1m', base = 0): RunEvent[] {
  const events: RunEvent[] = [];
  for (const bar of bars) {
    for (const { at, pricePaise } of barPath(bar, interval)) events.push(...run.onPrice(base, at, pricePaise));
    events.push(...run.onBar(base, bar, interval, 'live'));
  }
  return events;
}
