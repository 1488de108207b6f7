import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS } from '@trickdesk/domain';
import type { Client } from './client.ts';
import { soon } from './soon.ts';

const WITHIN_MS = 60_000;
/** Over fewer days a trick may not trade, and what has not traded backs no publication. */
export const DAYS_TO_TRADE_IN = 15;

/** Waits for the past of a trick's instruments, which is fetched day by day. @returns its first and last day */
export function untilStored(client: Client, TricksId: number, days: number) {
  return soon(`the past of trick ${TricksId} over ${days} days`, async () => {
    const { from_date, to_date } = await client.send('backtestCoverage', { TricksId });
    if (from_date === undefined || to_date === undefined) return undefined;
    return (Date.parse(to_date) - Date.parse(from_date)) / DAY_MS >= days ? { from_date, to_date } : undefined;
  });
}

/**
 * A back-test of a trick over all stored days, waited for.
 *
 * @param sweep values to try by parameter
 * @returns its number
 */
export async function finishedBacktest(
  client: Client,
  TricksId: number,
  sweep?: Readonly<Record<string, number[]>>,
): Promise<number> {
  // A product that has just begun is still fetching it.
  const stored = await untilStored(client, TricksId, 0);
  const { BacktestId } = await client.send('setAndStartBacktest', {
    ...{ TricksId, ...stored },
    capitalPaise: 5_00_000_00,
    ...(sweep ? { sweep } : {}),
  });
  const deadline = performance.now() + WITHIN_MS;
  for (;;) {
    const { backtest } = await client.send('getUserBacktest', { BacktestId });
    if (backtest?.status === 'done') return BacktestId;
    if (backtest?.status === 'failed' || performance.now() > deadline) {
      throw new Error(`the back-test is ${backtest?.status} ${backtest?.failure ?? ''}`);
    }
    await sleep(200);
  }
}
