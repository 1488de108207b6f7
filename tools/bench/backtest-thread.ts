import { parentPort } from 'node:worker_threads';
import { runBacktest } from '@trickdesk/engine';
import { rehearse } from '../../apps/server/src/features/backtests/rehearse.ts';
import { BENCH_CALENDAR } from './series.ts';
import { backtestOf } from './strategies.ts';

/**
 * One back-test, after what a back-test's thread of the product does until it is asked: other strategies, over other
 * bars. `node backtest-child.ts` has the flags.
 */
const [, , name, count, stop] = process.argv;
export const held = await rehearse(BENCH_CALENDAR, () => false);
const input = backtestOf(name === 'W2' ? 'W2' : 'W1', Number(count), stop === 'next_bar' ? 'next_bar' : 'entry_bar');
const startedAt = performance.now();
const result = runBacktest(input);
const ms = performance.now() - startedAt;
const measured = { ms, trades: result.report.trades };
parentPort?.postMessage(measured);
