import { setTimeout as sleep } from 'node:timers/promises';
import { totpAt } from '@trickdesk/brokers/smartapi';
import { type Client, clientOf, newPerson, type Person } from './client.ts';

export const SIM_TOTP_SECRET = 'JBSWY3DPEHPK3PXP';

/** A person whose screens are full: a linked broker, tricks that run, and trades behind them. */
export interface PreparedPerson {
  readonly person: Person;
  readonly client: Client;
  /** A running my-trick that has traded. */
  readonly tradedId: number;
  /** A my-trick that has never been started. */
  readonly idleId: number;
  /** The catalogue trick that was copied. */
  readonly strategyId: number;
}

interface PrepareOptions {
  readonly clientCode: string;
  /** Catalogue names of the tricks that are started. */
  readonly running: readonly string[];
  readonly withinMs: number;
}

/** Uses the product until the first trick has a closed trade. */
export async function preparePerson(url: string, options: PrepareOptions): Promise<PreparedPerson> {
  const person = newPerson();
  const { accessToken } = await clientOf(url).send('register', {
    ...person,
    acceptTerms: true,
    tokenTransport: 'body',
  });
  const client = clientOf(url, accessToken);
  await linkSimulated(client, options.clientCode);
  const started: number[] = [];
  for (const name of options.running) {
    const { TricksId } = await client.send('toptenclone', { TricksId: await catalogueIdSoon(client, name) });
    await startSoon(client, TricksId);
    started.push(TricksId);
  }
  const idle = await client.send('toptenclone', { TricksId: await catalogueIdSoon(client, 'Gold momentum') });
  const [tradedId = 0] = started;
  await untilTraded(client, tradedId, options.withinMs);
  return {
    person,
    client,
    tradedId,
    idleId: idle.TricksId,
    strategyId: await catalogueIdSoon(client, options.running[0] ?? ''),
  };
}

/** Links one of the simulated broker's accounts, by the one-time code of `at`: each counts once. */
export async function linkSimulated(client: Client, clientCode: string, at = Date.now()): Promise<void> {
  await client.send('linkangelone', {
    clientCode,
    apiKey: 'sim-api-key',
    pin: '1234',
    totp: totpAt(SIM_TOTP_SECRET, at),
  });
}

/** A hurried market's day ends soon, and the broker's session with it: signs in anew where it has. */
export async function stayLinked(client: Client, clientCode: string): Promise<void> {
  const { broker } = await client.send('headerdata', {});
  if (broker.status !== 'linked') await linkSimulated(client, clientCode);
}

/** The catalogue's trick of this name, as soon as there is one: right after the product's first start there is none. */
export async function catalogueIdSoon(client: Client, name: string): Promise<number> {
  for (let tries = 0; tries < 480; tries += 1) {
    const { trick_list } = await client.send('hometrickers', { pageSize: 100 });
    const found = trick_list.find((trick) => trick.name === name);
    if (found) return found.TricksId;
    await sleep(250);
  }
  throw new Error(`the catalogue has no trick ${name}`);
}

/** Starts a trick as soon as the feed has brought prices: right after the product's first start there are none. */
export async function startSoon(client: Client, TricksId: number): Promise<void> {
  for (let tries = 0; tries < 240; tries += 1) {
    const { market } = await client.send('headerdata', {});
    if (market.now !== undefined && market.feed === 'live') break;
    await sleep(250);
  }
  await client.send('starttrick', { TricksId, idempotencyKey: `start-${TricksId}` });
}

async function untilTraded(client: Client, TricksId: number, withinMs: number): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (performance.now() < deadline) {
    const { trick_details } = await client.send('trickdetails', { TricksId });
    if (trick_details.totals.trades > 0) return;
    await sleep(500);
  }
  throw new Error(`trick ${TricksId} has not traded within ${withinMs / 1_000} s`);
}
