import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { indiaDateOf, toIndiaIso } from '@trickdesk/domain';
import type { Client } from '../../e2e/src/client.ts';
import type { Product } from '../../e2e/src/product.ts';
import { randomBars } from './series.ts';

/** Five years, of 248 sessions of 375 minutes. */
const BARS = 465_000;
const SEED = 7;
const LOOK_AGAIN_MS = 200;
const CAPITAL_PAISE = 10_00_00_000_00;

export interface ImportedBacktest {
  readonly BacktestId: number;
  readonly trades: number;
}

/** Minutes of SBIN, made up, as a person has them imported from a file. */
export async function importMinutes(product: Product): Promise<void> {
  const { time, open, high, low, close, volume } = randomBars(BARS, SEED);
  const lines = ['datetime,open,high,low,close,volume'];
  for (let i = 0; i < BARS; i += 1) {
    const prices = [open, high, low, close].map((column) => (column[i] ?? 0) / 100);
    lines.push([toIndiaIso(time[i] ?? 0), ...prices, volume[i]].join(','));
  }
  const folder = mkdtempSync(join(tmpdir(), 'trickdesk-bench-'));
  const file = join(folder, 'SBIN_1min.csv');
  try {
    writeFileSync(file, lines.join('\n'));
    await product.importFiles([file]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A back-test of rules over the last so many of them, waited for. */
export async function importedBacktest(
  client: Client,
  definition: Readonly<Record<string, unknown>>,
  bars = BARS,
): Promise<ImportedBacktest> {
  const { time } = randomBars(BARS, SEED);
  const order = {
    ...{ definition, prices: 'imported' as const, capitalPaise: CAPITAL_PAISE },
    ...{ from_date: indiaDateOf(time[BARS - bars] ?? 0), to_date: indiaDateOf(time[BARS - 1] ?? 0) },
  };
  const { BacktestId } = await client.send('setAndStartBacktest', order);
  for (;;) {
    const { backtest } = await client.send('getUserBacktest', { BacktestId });
    if (backtest?.status === 'failed') throw new Error(`the back-test failed: ${backtest.failure}`);
    if (backtest?.report) return { BacktestId, trades: backtest.report.trades };
    await sleep(LOOK_AGAIN_MS);
  }
}
