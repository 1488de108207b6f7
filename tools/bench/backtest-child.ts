import { runBacktest } from '@trickdesk/engine';
import { crossover, meanReversion } from './hand-written.ts';
import { backtestOf, type WorkName } from './strategies.ts';

/** One measurement in a process of its own: `node backtest-child.ts <W1|W2> <bars> <entry_bar|next_bar>`. */
const [, , name = 'W1', count = '1000000', stop = 'entry_bar'] = process.argv;
const work: WorkName = name === 'W2' ? 'W2' : 'W1';
const bars = Number(count);
const stopFrom = stop === 'next_bar' ? 'next_bar' : 'entry_bar';

// Compiles what is hot, on other bars than those that are measured: as the rehearsal of a back-test's thread does. The
// reference is run once before it is measured, too.
for (let round = 0; round < 12; round += 1) runBacktest(backtestOf(work, 20_000, stopFrom));
const input = backtestOf(work, bars, stopFrom);
const startedAt = performance.now();
const result = runBacktest(input);
const ms = performance.now() - startedAt;

const reference = work === 'W1' ? crossover : meanReversion;
const [series] = input.series;
if (!series || !('time' in series)) throw new Error('the bars are columns');
reference(series, 10);
const referenceStartedAt = performance.now();
const handWritten = reference(series, 10);
const referenceMs = performance.now() - referenceStartedAt;

process.stdout.write(
  JSON.stringify({
    barsPerSecond: (bars / ms) * 1_000,
    referenceBarsPerSecond: (bars / referenceMs) * 1_000,
    trades: result.trades.length,
    referenceTrades: handWritten.trades,
    peakMegabytes: process.resourceUsage().maxRSS / 1_024,
  }),
);
