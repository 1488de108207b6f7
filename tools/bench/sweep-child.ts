import { openTrials } from '@trickdesk/engine';
import { crossover } from './hand-written.ts';
import { backtestOf, gridOf } from './strategies.ts';

/** One process's share of W3: `node sweep-child.ts <place> <of>` takes each `of`-th pair of lengths from `place` on. */
const [, , place = '0', of = '1'] = process.argv;
const BARS = 100_000;

const { strategy: _own, series, onProgress: _told, ...settings } = backtestOf('W1', BARS, 'entry_bar');
const [columns] = series;
if (!columns || !('time' in columns)) throw new Error('the bars are columns');
const candidates = gridOf().filter((_, i) => i % Number(of) === Number(place));
const from = columns.time[0] ?? 0;
const trials = openTrials({ ...settings, candidates, series: [columns], tradeFrom: from, warmFrom: () => from });

// Compiles what is hot.
trials.run(0);
const startedAt = performance.now();
let trades = 0;
for (const i of candidates.keys()) trades += trials.run(i).report.trades;
const ms = performance.now() - startedAt;

crossover(columns, 10);
const referenceStartedAt = performance.now();
let referenceTrades = 0;
for (const { values } of candidates) {
  const [short = 0, long = 0] = values;
  referenceTrades += crossover(columns, 10, [short, long]).trades;
}
const referenceMs = performance.now() - referenceStartedAt;

const bars = candidates.length * BARS;
process.stdout.write(JSON.stringify({ bars, ms, referenceMs, trades, referenceTrades }));
