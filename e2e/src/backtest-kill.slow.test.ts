import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS } from '@trickdesk/domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, registered } from './client.ts';
import { catalogueIdSoon } from './prepared-person.ts';
import { type Product, startProduct } from './product.ts';

/** The run's lease of ten seconds, the start of a process, and the run itself on a busy machine. */
const ENDED_WITHIN_MS = 120_000;
/** A back-test of the first day alone, which is all that a new product has for a moment, may be done before it is seen. */
const LEAST_DAYS = 30;

let product: Product;
beforeAll(async () => {
  product = await startProduct({ hasDemo: false });
});
afterAll(async () => product?.stop());

// Processes are found and killed by what Linux tells in /proc.
test.skipIf(process.platform !== 'linux')(
  'a back-test whose process is killed with -9 is run again by the next one, and counts once',
  async () => {
    const client = await registered(product.url);
    const TricksId = await catalogueIdSoon(client, 'Quick cross SBIN');
    const BacktestId = await startLong(client, TricksId);
    await until(client, BacktestId, ({ status, progressPercent }) => status === 'running' && progressPercent > 0);
    const pid = product.processes().get('api,jobs');
    if (pid === undefined) throw new Error('nothing works on back-tests');
    process.kill(pid, 'SIGKILL');
    const killedAt = performance.now();
    const ended = await until(client, BacktestId, ({ status }) => status === 'done' || status === 'failed');
    console.log(
      `the back-test is ${ended.status} ${((performance.now() - killedAt) / 1_000).toFixed(1)} s after the kill`,
    );
    expect(product.processes().get('api,jobs')).not.toBe(pid);
    expect(ended).toMatchObject({ status: 'done', report: { sweep: { combinations: { length: 100 } } } });
    expect((await client.send('getBacktestPlans', {})).current.used).toBe(1);
  },
);

/** A hundred combinations over all stored days: it runs for seconds. */
async function startLong(client: Client, TricksId: number): Promise<number> {
  for (;;) {
    const { from_date, to_date, parameters } = await client.send('backtestCoverage', { TricksId });
    const [first, second] = parameters;
    const days = from_date && to_date ? (Date.parse(to_date) - Date.parse(from_date)) / DAY_MS : 0;
    if (from_date && to_date && days >= LEAST_DAYS && first && second) {
      const values = ({ default: own, step }: typeof first) => Array.from({ length: 10 }, (_, i) => own + i * step);
      const sweep = { [first.name]: values(first), [second.name]: values(second) };
      const asked = { TricksId, from_date, to_date, capitalPaise: 5_00_000_00, sweep };
      return (await client.send('setAndStartBacktest', asked)).BacktestId;
    }
    // The history of a new product is stored within seconds.
    await sleep(250);
  }
}

async function until(client: Client, BacktestId: number, holds: (backtest: Backtest) => boolean): Promise<Backtest> {
  const deadline = performance.now() + ENDED_WITHIN_MS;
  for (;;) {
    // While nobody answers, it is asked again.
    const backtest = await read(client, BacktestId).catch(() => undefined);
    if (backtest && holds(backtest)) return backtest;
    if (performance.now() > deadline)
      throw new Error(`the back-test is ${backtest?.status} ${backtest?.failure ?? ''}`);
    await sleep(20);
  }
}

async function read(client: Client, BacktestId: number) {
  return (await client.send('getUserBacktest', { BacktestId })).backtest;
}

type Backtest = NonNullable<Awaited<ReturnType<typeof read>>>;
