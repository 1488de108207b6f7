import { formatPaise } from '@trickdesk/domain';
import { ruleWords } from '../decision/index.ts';
import type { LevelRule, SizingRule, StrategyDefinition, TrailingRule } from '../definition/schema.ts';
import { sourcesOf } from '../definition/sources.ts';
import { parseExpression } from '../expression/index.ts';
import { withParameters } from './resolve.ts';

const DAY_NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
/** Before a noun: `five-minute` bars. */
export const INTERVAL_WORDS = {
  '1m': 'one-minute',
  '3m': 'three-minute',
  '5m': 'five-minute',
  '10m': 'ten-minute',
  '15m': 'fifteen-minute',
  '30m': 'thirty-minute',
  '1h': 'hourly',
  '1d': 'daily',
} as const;

/** The rules of a strategy as plain sentences, in the order in which they act. */
export function describeStrategy(
  definition: StrategyDefinition,
  parameters: Readonly<Record<string, number>>,
): readonly string[] {
  const words = (text: string): string => spoken(text, parameters);
  const { entry, exit, risk } = definition;
  return [
    marketSentence(definition),
    ...sourceSentence(definition),
    ...sentence(entry.long, (text) => `Buys when ${words(text)}.`),
    ...sentence(entry.short, (text) => `Sells short when ${words(text)}.`),
    ...sentence(exit.long, (text) => `Sells what it bought when ${words(text)}.`),
    ...sentence(exit.short, (text) => `Buys back what it sold short when ${words(text)}.`),
    ...sentence(risk.stopLoss, (level) =>
      level.kind === 'price'
        ? `Stop loss: at ${words(level.price)}.`
        : `Stop loss: ${trailWords(level)} against the position from its entry price.`,
    ),
    ...sentence(risk.target, (level) =>
      level.kind === 'price'
        ? `Target: at ${words(level.price)}.`
        : `Target: ${trailWords(level)} in favour of the position from its entry price.`,
    ),
    ...sentence(risk.trailing, (level) => `Trailing stop: follows the best price since entry at ${trailWords(level)}.`),
    ...sentence(risk.maxHoldBars, (bars) => `Leaves a position after ${count(bars, 'bar')}.`),
    sessionSentence(definition),
    ...limitSentences(definition),
    `Size: ${sizingWords(definition.sizing)}.`,
  ];
}

function sentence<T>(part: T | undefined, write: (part: T) => string): string[] {
  return part === undefined ? [] : [write(part)];
}

function spoken(text: string, parameters: Readonly<Record<string, number>>): string {
  const parsed = parseExpression(text);
  return parsed.ok ? ruleWords(withParameters(parsed.tree, parameters)) : text;
}

function marketSentence({ instruments, interval, product }: StrategyDefinition): string {
  const symbols = instruments.map((instrument) => instrument.symbol).join(', ');
  const kind = product === 'INTRADAY' ? 'intraday' : 'for delivery';
  return `Trades ${symbols} on NSE ${kind}, deciding on closed ${INTERVAL_WORDS[interval]} bars.`;
}

function sourceSentence(definition: StrategyDefinition): string[] {
  const sources = sourcesOf(definition);
  if (sources.length === 0) return [];
  return [`Reads ${sources.join(', ')} as well, by the last bar of theirs that closed by then.`];
}

function trailWords(level: Exclude<LevelRule, { kind: 'price' }> | TrailingRule): string {
  switch (level.kind) {
    case 'percent':
      return `${level.percent} %`;
    case 'points':
      return formatPaise(Math.round(level.points * 100));
    case 'atr':
      return `${level.multiple} × the average true range of ${count(level.length, 'bar')}`;
  }
}

function sessionSentence({ session, interval, product }: StrategyDefinition): string {
  const days = weekdayWords(session.weekdays);
  const entries =
    interval === '1d'
      ? `Enters ${days} at the next opening`
      : `Enters ${days} from ${session.entryFrom} to ${session.entryTo}`;
  return product === 'INTRADAY'
    ? `${entries}; everything is squared off at ${session.squareOff}.`
    : `${entries}; positions may stay over night.`;
}

function weekdayWords(weekdays: readonly number[]): string {
  const sorted = [...weekdays].sort((a, b) => a - b);
  if (sorted.join() === '1,2,3,4,5') return 'Monday to Friday';
  return `on ${sorted.map((day) => DAY_NAMES[day - 1]).join(', ')}`;
}

function limitSentences({ risk }: StrategyDefinition): string[] {
  return [
    ...sentence(risk.maxTradesPerDay, (trades) => `At most ${count(trades, 'trade')} a day.`),
    ...sentence(
      risk.maxLossPerDayPaise,
      (paise) => `No new entry on a day that has lost ${formatPaise(paise)} after charges.`,
    ),
    ...sentence(risk.maxOpenPositions, (positions) => `Holds at most ${count(positions, 'position')} at a time.`),
    ...sentence(risk.cooldownBars, (bars) => `After an exit waits ${count(bars, 'bar')} before it enters again.`),
  ];
}

function sizingWords(sizing: SizingRule): string {
  switch (sizing.method) {
    case 'fixed_quantity':
      return `${count(sizing.quantity, 'share')} a trade`;
    case 'capital_share':
      return `${sizing.percent} % of the capital a trade`;
    case 'risk_per_trade':
      return `as many shares as lose ${sizing.percent} % of the capital when the stop is hit`;
    case 'volatility_target':
      return `as many shares as move by ${sizing.percent} % of the capital in a year, going by the last ${count(sizing.length, 'bar')}`;
  }
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
