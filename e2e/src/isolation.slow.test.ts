import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { scaledCount } from '@trickdesk/testkit';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientOf, newPerson } from './client.ts';
import { type FuzzedPerson, fuzzTricks } from './fuzz-tricks.ts';
import { allowLive, brokerCalls, goLive } from './live-person.ts';
import { noteLoadedFiles } from './loaded-files.ts';
import { catalogueIdSoon, linkSimulated, startSoon } from './prepared-person.ts';
import { type Product, startProduct } from './product.ts';
import { seeded } from './seeded.ts';

const CLIENT_CODE = 'S100301';
const QUICK = 'Quick cross SBIN';
const RUNNING = [QUICK, QUICK, QUICK, QUICK, 'VWAP reclaim', 'VWAP stretch', 'Bank trend, both ways'];
/** So that a session lasts some minutes: at its end there would be nothing to trade. */
const SPEED = '100';
const PARTS = ['runner-test', 'api,jobs', 'runner-live', 'feed'];
const ACTS_A_KILL = 20;
/** Each part is killed once. */
const FEWEST_ACTS = PARTS.length * ACTS_A_KILL;
const TRADING_CALLS = ['placeOrder', 'modifyOrder', 'cancelOrder', 'createRule', 'modifyRule', 'cancelRule'];
/** Whatever could speak to a broker or read what opens one. */
const OUT_OF_REACH = /\/packages\/brokers\/|\/server\/src\/(platform\/secrets|compose\/(broker|live)|features\/desk\/)/;
const KEY_FILE = /master\.key/;
/** Filled orders with which the tricks are at work. */
const AT_WORK_FROM = 3;
const BACK_WITHIN_MS = 30_000;

const loaded = noteLoadedFiles();
let product: Product;
let database: pg.Pool;
beforeAll(async () => {
  product = await startProduct({
    hasDemo: false,
    settings: { SIM_SPEED: SPEED, CALLS_PER_MINUTE: '0', ...loaded.settings },
  });
  database = new pg.Pool({ connectionString: product.databaseUrl(), max: 2 });
});
afterAll(async () => {
  await database?.end();
  await product?.stop();
  loaded.remove();
});

// What processes hold open is told by Linux in /proc.
test.skipIf(process.platform !== 'linux')(
  'whatever is done to test tricks, and whoever dies meanwhile, the broker receives no order; a live one is counted',
  async () => {
    const person = await personWithTestTricks();
    const filled = async () => (await ordersOf(person.tricks)).filled;
    await expect.poll(filled, { timeout: 120_000, interval: 250 }).toBeGreaterThan(AT_WORK_FROM);
    const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 1_000_000);
    console.log(`FUZZ_SEED=${seed}`);
    const random = seeded(seed);
    const steps = scaledCount('acts on test tricks at random', 24, FEWEST_ACTS);
    const fuzz = fuzzTricks(person, random);
    const killed: string[] = [];
    for (let done = 1; done <= steps; done += 1) {
      await fuzz.step();
      await sleep(random() * 250);
      if (done % ACTS_A_KILL !== 0) continue;
      // Each of them once before any a second time, the test runner first.
      const part = PARTS[killed.length % PARTS.length] ?? '';
      await killAndWait(part);
      killed.push(part);
    }
    await sleep(2_000);

    const done = [...fuzz.counts].map(([name, count]) => `${name} ${count.done}/${count.refused}/${count.unanswered}`);
    console.log(`killed: ${killed.join(', ')}; acts done/refused/unanswered: ${done.join(', ')}`);
    expect(fuzz.internalErrors).toEqual([]);
    const orders = await ordersOf(person.tricks);
    console.log(`${person.tricks.length} test tricks made ${orders.paper} orders, ${orders.filled} of them filled`);
    expect(orders.filled).toBeGreaterThan(AT_WORK_FROM);
    expect(orders.live).toBe(0);
    const calls = await brokerCalls(product, CLIENT_CODE);
    console.log(`the broker counted for ${CLIENT_CODE}: ${JSON.stringify(Object.fromEntries(calls))}`);
    // It was signed in: what it did not receive, nobody sent.
    expect([...calls.values()].reduce((sum, { accepted }) => sum + accepted, 0)).toBeGreaterThan(0);
    expect(TRADING_CALLS.filter((route) => calls.has(route))).toEqual([]);

    expectNothingOfABroker();

    // The same account, the same counters: this is what a leak would look like.
    await liftKillSwitch(person);
    await goLive(person.client, await catalogueIdSoon(person.client, QUICK));
    const placed = async () => (await brokerCalls(product, CLIENT_CODE)).get('placeOrder')?.accepted ?? 0;
    await expect.poll(placed, { timeout: 120_000, interval: 500 }).toBeGreaterThan(0);
  },
  600_000,
);

async function personWithTestTricks(): Promise<FuzzedPerson> {
  const person = newPerson();
  const { accessToken } = await clientOf(product.url).send('register', {
    ...person,
    acceptTerms: true,
    tokenTransport: 'body',
  });
  const client = clientOf(product.url, accessToken);
  await linkSimulated(client, CLIENT_CODE);
  // Nothing but the mode stands between these tricks and the broker.
  await allowLive(database, person.email);
  const tricks: number[] = [];
  const strategies: number[] = [];
  for (const name of RUNNING) {
    const strategyId = await catalogueIdSoon(client, name);
    strategies.push(strategyId);
    const { TricksId } = await client.send('toptenclone', { TricksId: strategyId });
    await startSoon(client, TricksId);
    tricks.push(TricksId);
  }
  return { client, password: person.password, strategies, tricks };
}

async function liftKillSwitch({ client, password }: FuzzedPerson): Promise<void> {
  const { killSwitch } = await client.send('risksettings', {});
  if (killSwitch.isSet) await client.send('killswitchlift', { password });
}

/** Ends a process as a crash does, and waits until the supervisor has started it again and calls are answered. */
async function killAndWait(part: string): Promise<void> {
  const pid = product.processes().get(part);
  if (pid === undefined) throw new Error(`${part} does not run`);
  process.kill(pid, 'SIGKILL');
  const isBack = async (): Promise<boolean> => {
    const now = product.processes().get(part);
    const ready = await fetch(`${product.url}/readyz`).then(
      ({ ok }) => ok,
      // The api is the one that died.
      () => false,
    );
    return ready && now !== undefined && now !== pid;
  };
  await expect.poll(isBack, { timeout: BACK_WITHIN_MS, interval: 100 }).toBe(true);
}

function expectNothingOfABroker(): void {
  const { processes, names: modules } = loaded.of('runner-test', 'module');
  const files = loaded.of('runner-test', 'file').names;
  console.log(
    `${processes} processes of the test runner loaded ${modules.size} modules and opened ${files.size} files`,
  );
  expect(modules.size).toBeGreaterThan(100);
  expect([...modules].filter((name) => OUT_OF_REACH.test(name))).toEqual([]);
  expect([...files].filter((name) => KEY_FILE.test(name))).toEqual([]);
  // The same lists of the live runner have both: they would show it.
  expect([...loaded.of('runner-live', 'module').names].filter((name) => OUT_OF_REACH.test(name))).not.toEqual([]);
  expect([...loaded.of('runner-live', 'file').names].filter((name) => KEY_FILE.test(name))).not.toEqual([]);

  const pid = product.processes().get('runner-test') ?? 0;
  const told = ['environ', 'cmdline'].map((what) => readFileSync(`/proc/${pid}/${what}`, 'utf8')).join('\0');
  expect(told.split('\0').filter((word) => KEY_FILE.test(word))).toEqual([]);
  const open = readdirSync(`/proc/${pid}/fd`).map((fd) => basename(linkOf(`/proc/${pid}/fd/${fd}`)));
  expect(open.filter((name) => KEY_FILE.test(name))).toEqual([]);
}

/** Empty for one that was closed meanwhile. */
function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

async function ordersOf(tricks: readonly number[]) {
  const { rows } = await database.query<{ paper: number; filled: number; live: number }>(
    `SELECT count(*) FILTER (WHERE mode = 'paper')::int AS paper,
            count(*) FILTER (WHERE state = 'filled')::int AS filled,
            (count(*) FILTER (WHERE mode <> 'paper') + (SELECT count(*) FROM broker_order))::int AS live
       FROM trade_order WHERE deployment_id = ANY($1)`,
    [tricks],
  );
  return rows[0] ?? { paper: 0, filled: 0, live: 0 };
}
