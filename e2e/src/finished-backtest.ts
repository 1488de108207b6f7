import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS } from '@trickdesk/domain';
import type { Client } from './client.ts';
import { soon } from './soon.ts';

const WITHIN_MS = 60_000;
/** Over fewer days a trick may not trade, and what has not traded backs no publication. */
export const DAYS_TO_TRADE_IN = 14;

/** Waits for the past of a trick's instruments, which is fetched day by day. */
export function untilStored(client: Client, TricksId: number, days: number): Promise<true> {
  return soon(`the past of trick ${TricksId} over ${days} days`, async () => {
    const { from_date: from, to_date: to } = await client.send('backtestCoverage', { TricksId });
    if (from === undefined || to === undefined) return undefined;
    return (Date.parse(to) - Date.parse(from)) / DAY_MS > days ? true : undefined;
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
  // A product that has just begun is still fetching them.
  const stored = await soon(`stored prices of trick ${TricksId}`, async () => {
    const { from_date, to_date } = await client.send('backtestCoverage', { TricksId });
    return from_date === undefined || to_date === undefined ? undefined : { from_date, to_date };
  });
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
