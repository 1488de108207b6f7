import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type Bar, createCalendar, indiaMoment, NSE_CALENDAR, rupeesToPaise } from '@trickdesk/domain';
import { compileStrategy, parseDefinition, runBacktest } from '@trickdesk/engine';
import { expect, test } from 'vitest';
import { CATALOGUE } from './catalogue/index.ts';

/** Real NSE days, beside the checkout where a machine has them. */
const DAILY = resolve(import.meta.dirname, '../../../../../../shared/data/daily');
const present = existsSync(DAILY);
if (!present) console.log(`skipped: no recorded days at ${DAILY}`);

const OPENING_MINUTE = 555;
const CAPITAL_PAISE = 10_00_000_00;

function recordedDays(symbol: string, from: string, to: string): Bar[] {
  const lines = gunzipSync(readFileSync(resolve(DAILY, `${symbol}.csv.gz`)))
    .toString()
    .trim()
    .split('\n');
  return lines.slice(1).flatMap((line) => {
    const [date = '', open, high, low, close, volume] = line.split(',');
    if (date < from || date > to) return [];
    const price = (text: string | undefined) => rupeesToPaise(Number(text));
    const openAt = indiaMoment(date, OPENING_MINUTE);
    return [
      { openAt, open: price(open), high: price(high), low: price(low), close: price(close), volume: Number(volume) },
    ];
  });
}

const positional = CATALOGUE.filter(({ segment }) => segment === 'positional').map(
  (entry) => [entry.slug, entry] as const,
);

// The data may not be part of the repository, so a machine without it has nothing to run on.
test.skipIf(!present).for(positional)('%s trades real NSE days, and its money adds up', ([slug, entry]) => {
  const parsed = parseDefinition(entry.definition);
  if (!parsed.ok) throw new Error(slug);
  const symbols = parsed.definition.instruments.map(({ symbol }) => symbol);
  const result = runBacktest({
    strategy: compileStrategy(parsed.definition),
    bases: symbols.map((symbol) => ({ exchange: 'NSE', symbol, tickPaise: 5, lotSize: 1, enabled: true })),
    series: symbols.map((symbol) => recordedDays(symbol, '2020-01-01', '2023-12-31')),
    interval: '1d',
    settings: { capitalPaise: CAPITAL_PAISE, quantityMultiplier: 1 },
    calendar: createCalendar(NSE_CALENDAR),
    costs: 'angelone',
    slippageBps: 2,
  });
  const { report, trades, equity } = result;
  expect(equity.length).toBeGreaterThan(900);
  expect(trades.length).toBeGreaterThan(3);
  const net = trades.reduce((sum, trade) => sum + trade.netPaise, 0);
  expect(trades.every((trade) => trade.netPaise === trade.grossPaise - trade.chargesPaise)).toBe(true);
  expect(report.netPaise).toBe(net);
  expect(equity.at(-1)?.equityPaise).toBe(CAPITAL_PAISE + net);
  console.log(
    `${slug}: ${trades.length} trades on ${equity.length} real days, ${report.returnPct?.toFixed(2)} % after charges`,
  );
});
