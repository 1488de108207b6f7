import { evidenceOfRun, runBacktest } from '@trickdesk/engine';
import { encodeBlock } from '../../apps/server/src/features/market-data/candle-block.ts';
import type { PackedBars } from '../../apps/server/src/features/market-data/types.ts';
import { unpackBars } from '../../apps/server/src/features/market-data/unpack-bars.ts';
import { randomBars } from './series.ts';
import { wideBacktestOf } from './strategies.ts';

/**
 * Many instruments in one back-test with its evidence, from bars as they are stored, in a process of its own:
 * `node wide-child.ts <instruments> <bars of each>`. Memory is the most that the process ever held.
 */
const [, , instruments = '50', bars = '92000'] = process.argv;
/** About a month of minutes, as blocks are stored. */
const BLOCK_BARS = 7_900;

const packed = Array.from({ length: Number(instruments) }, (_, i) => packedBars(Number(bars), i));
const startedAt = performance.now();
const series = unpackBars(packed);
const input = wideBacktestOf(series);
const run = runBacktest(input);
const ranMs = performance.now() - startedAt;
evidenceOfRun({ run, bases: input.bases, series, tradeFrom: 0, slippageBps: 0, seed: 'wide' });

process.stdout.write(
  JSON.stringify({
    trades: run.trades.length,
    packedMegabytes: packed.flatMap(({ blocks }) => blocks).reduce((sum, { bytes }) => sum + bytes.length, 0) / 2 ** 20,
    ranMs,
    judgedMs: performance.now() - startedAt - ranMs,
    peakMegabytes: process.resourceUsage().maxRSS / 1_024,
  }),
);

function packedBars(count: number, seed: number): PackedBars {
  const { time, open, high, low, close, volume } = randomBars(count, seed);
  const blocks = Array.from({ length: Math.ceil(count / BLOCK_BARS) }, (_, i) => {
    const [from, to] = [i * BLOCK_BARS, Math.min(count, (i + 1) * BLOCK_BARS)];
    const bytes = encodeBlock({
      length: to - from,
      openAt: time.slice(from, to),
      open: open.slice(from, to),
      high: high.slice(from, to),
      low: low.slice(from, to),
      close: close.slice(from, to),
      volume: volume.slice(from, to),
    });
    return { firstAt: time[from] ?? 0, count: to - from, bytes };
  });
  return { blocks, from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
}
