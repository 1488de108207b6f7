import { allCalls, type CallName, STREAM_PATH } from '@trickdesk/contract';
import pg from 'pg';
import { readMemory, totalMegabytes } from '../../apps/supervisor/src/testing/process-memory.ts';
import { type Client, clientOf, newPerson, registered, toRequest } from '../../e2e/src/client.ts';
import { allowLive, goLive } from '../../e2e/src/live-person.ts';
import { busyTrick, turningTrick } from '../../e2e/src/own-trick.ts';
import { catalogueIdSoon, linkSimulated, startSoon } from '../../e2e/src/prepared-person.ts';
import { type Product, startProduct } from '../../e2e/src/product.ts';
import { FEWEST_MINUTES, growthOf, type Minute } from './growth.ts';
import { type Listener, listen } from './listener.ts';
import { renew, type SignedIn, signUp, untilDemoIsMade } from './people.ts';
import { fastest, type Mix, steady } from './steady-load.ts';

/**
 * `npm run soak`: the whole product for an hour at half of what it can do, with test and live tricks that trade and
 * browsers that listen. Each minute's waits and memory are printed; it fails where one of them grows. Linux only.
 * `npm run soak -- 10` takes ten minutes.
 */
const MINUTES = Number(process.argv[2] ?? '60');
const PEOPLE = 32;
/** As the bench measures calls. */
const CONNECTIONS = 32;
const SHARE_OF_PEAK = 0.5;
const PEAK_SECONDS = 10;
const LISTENING = 16;
/** Minutes. A token lasts fifteen. */
const RENEWED_EVERY = 8;
const CLIENT_CODE = 'S100302';
/** What a browser asks while its pages are open. */
const ASKED = {
  headerdata: {},
  mytrick: { type: 'Test', pageSize: 6 },
  tradehistory: { is_live: 0 },
  orderhistory: { is_live: 0 },
  'my-openposition': { type: 'Test' },
  usernotificationlist: {},
  usernotificationcount: {},
} as const satisfies Partial<Record<CallName, object>>;
/** And what it writes now and then: once after so many rounds of the others. */
const WRITTEN = { setrisksettings: { maxTradesPerDay: 200 } } as const satisfies Partial<Record<CallName, object>>;
const ROUNDS_A_WRITE = 8;

if (!(MINUTES >= FEWEST_MINUTES)) throw new Error(`a soak takes ${FEWEST_MINUTES} minutes at least`);
const product = await startProduct({ settings: { SIM_SPEED: '1', CALLS_PER_MINUTE: '0' } });
try {
  process.exitCode = (await soak(product)) ? 0 : 1;
} finally {
  await product.stop();
}

/** @returns whether nothing has grown */
async function soak(at: Product): Promise<boolean> {
  await untilDemoIsMade(at.url);
  const people: SignedIn[] = [];
  for (let i = 0; i < PEOPLE; i += 1) people.push(await signUp(at.url));
  await startTricks(people.map(({ token }) => clientOf(at.url, token)));
  await startLive(at);
  const mix: Mix = {
    url: at.url,
    people,
    calls: [...Array(ROUNDS_A_WRITE).fill(ASKED).flatMap(callsOf), ...callsOf(WRITTEN)],
  };
  const listeners = people.slice(0, LISTENING).map((person) => listen(`${at.url}${STREAM_PATH}`, person));
  // The first round compiles what the second is measured by.
  await fastest(mix, CONNECTIONS, PEAK_SECONDS);
  const peak = await fastest(mix, CONNECTIONS, PEAK_SECONDS);
  const perSecond = peak * SHARE_OF_PEAK;
  say(`at most ${Math.round(peak)} calls/s; ${MINUTES} minutes at ${Math.round(perSecond)} calls/s`);
  const minutes: Minute[] = [];
  for (let i = 1; i <= MINUTES; i += 1) {
    if (i % RENEWED_EVERY === 0) await renew(at.url, people);
    const paced = await steady(mix, CONNECTIONS, { perSecond, seconds: 60 });
    const parts = readMemory(at.supervisor);
    const minute = { ...paced, megabytes: totalMegabytes(parts) };
    minutes.push(minute);
    const waits = `p50 ${figure(minute.p50Ms)} ms, p99 ${figure(minute.p99Ms)} ms`;
    const list = parts.map(({ part, megabytes }) => `${part} ${megabytes.toFixed(0)}`).join(', ');
    say(`minute ${i}: ${minute.calls} calls, ${waits}, ${minute.megabytes.toFixed(0)} MB (${list})`);
  }
  return judge(
    minutes,
    listeners.map((listener) => listener.end()),
  );
}

type Heard = ReturnType<Listener['end']>;

function judge(minutes: readonly Minute[], listeners: readonly Heard[]): boolean {
  const growth = growthOf(minutes);
  for (const { what, before, after, isGrown } of growth) {
    say(`${what}: ${figure(before)} in the first third, ${figure(after)} in the last${isGrown ? ': GROWN' : ''}`);
  }
  const calls = sum(minutes.map((minute) => minute.calls));
  const [news, broken] = [sum(listeners.map(({ heard }) => heard)), sum(listeners.map((one) => one.broken))];
  const deaf = listeners.filter(({ heard }) => heard === 0).length;
  say(`${calls} calls, all answered with 200; ${news} pieces of news heard, ${broken} streams broken, ${deaf} deaf`);
  return broken === 0 && deaf === 0 && growth.every(({ isGrown }) => !isGrown);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Each person's own copy of a trick that often trades. */
async function startTricks(clients: readonly Client[]): Promise<void> {
  const [first] = clients;
  if (!first) return;
  const strategyId = await catalogueIdSoon(first, 'Quick cross SBIN');
  for (const client of clients) {
    const { TricksId } = await client.send('toptenclone', { TricksId: strategyId });
    await startSoon(client, TricksId);
  }
}

/** One more person, whose tricks trade live at the simulated broker. */
async function startLive(at: Product): Promise<void> {
  const person = newPerson();
  const client = await registered(at.url, person);
  await linkSimulated(client, CLIENT_CODE);
  const database = new pg.Pool({ connectionString: at.databaseUrl(), max: 1 });
  await allowLive(database, person.email);
  await database.end();
  await goLive(client, await busyTrick(client));
  await goLive(client, await turningTrick(client));
}

function callsOf(asked: Partial<Record<CallName, object>>): Mix['calls'] {
  return Object.entries(asked).map(([name, input]) => toRequest(allCalls[name as CallName], input));
}

function figure(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(1);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
