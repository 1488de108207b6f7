import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { CallRefused, type Client, clientOf, newPerson } from '../../../e2e/src/client.ts';
import { allowLive, goLive } from '../../../e2e/src/live-person.ts';
import { busyTrick, turningTrick } from '../../../e2e/src/own-trick.ts';
import { catalogueIdSoon, linkSimulated } from '../../../e2e/src/prepared-person.ts';
import type { Product } from '../../../e2e/src/product.ts';
import { pick } from '../../../e2e/src/seeded.ts';
import { type SignedIn, signUp } from '../people.ts';

/** Somebody whose tricks trade live, and who deals by hand beside them. */
export interface Owner {
  /** Signed in by the newest token. */
  readonly client: Client;
  readonly signedIn: SignedIn;
  readonly password: string;
  readonly clientCode: string;
  readonly tricks: readonly number[];
}

const CATALOGUE = ['VWAP reclaim', 'Bank trend, both ways'];
/** In what tricks trade as well, and in what none does. */
const BY_HAND = ['SBIN', 'INFY', 'ITC'];

/** @returns a person with own and catalogue tricks that run live */
export async function openOwner(product: Product, database: pg.Pool, clientCode: string): Promise<Owner> {
  const person = newPerson();
  const signedIn = await signUp(product.url, person);
  const client: Client = {
    token: () => signedIn.token,
    send: (name, input) => clientOf(product.url, signedIn.token).send(name, input),
  };
  await linkSimulated(client, clientCode);
  await allowLive(database, person.email);
  const strategies = [await busyTrick(client), await turningTrick(client)];
  for (const name of CATALOGUE) strategies.push(await catalogueIdSoon(client, name));
  const tricks: number[] = [];
  for (const strategyId of strategies) tricks.push(await goLive(client, strategyId));
  return { client, signedIn, password: person.password, clientCode, tricks };
}

interface Turn {
  readonly owner: Owner;
  readonly random: () => number;
  readonly product: Product;
}

type Act = (turn: Turn) => Promise<unknown>;

const trickOf = ({ owner, random }: Turn): number => pick(owner.tricks, random);

/** What owners do to live tricks and beside them. */
const ACTS: Readonly<Record<string, Act>> = {
  start: startAgain,
  'stop entries': (turn) => turn.owner.client.send('stoptrick', { TricksId: trickOf(turn), verb: 'stop_entries' }),
  'stop after exit': (turn) =>
    turn.owner.client.send('stoptrick', { TricksId: trickOf(turn), verb: 'stop_after_exit' }),
  detach: (turn) => turn.owner.client.send('stoptrick', { TricksId: trickOf(turn), verb: 'detach' }),
  sell: (turn) => turn.owner.client.send('sellTrick', { TricksId: trickOf(turn), idempotencyKey: randomUUID() }),
  'move stop': moveStop,
  'place by hand': placeByHand,
  'change by hand': (turn) => changeByHand(turn, 'modifyorder'),
  'cancel by hand': (turn) => changeByHand(turn, 'cancelorder'),
  'deal elsewhere': dealElsewhere,
  'kill switch': ({ owner, random }) =>
    owner.client.send('killswitch', { flatten: random() < 0.5, idempotencyKey: randomUUID() }),
  'lift kill switch': ({ owner }) => owner.client.send('killswitchlift', { password: owner.password }),
};
const NAMES = Object.keys(ACTS);
/** Starts as often as what ends a trick; the kill switch is rare. */
const CHOICE = [
  ...Array.from({ length: 4 }, () => NAMES.filter((name) => name !== 'kill switch')).flat(),
  ...Array<string>(20).fill('start'),
  ...Array<string>(8).fill('move stop'),
  ...Array<string>(6).fill('lift kill switch'),
  'kill switch',
];

/** Does one act at random. @returns its name and what came of it; a 5xx of the product itself is told as one */
export async function actAtRandom(turn: Turn): Promise<{ readonly name: string; readonly outcome: string }> {
  const name = pick(CHOICE, turn.random);
  try {
    await ACTS[name]?.(turn);
    return { name, outcome: 'done' };
  } catch (error) {
    if (error instanceof CallRefused) return { name, outcome: error.code === 'INTERNAL' ? error.message : 'refused' };
    // The process that should have answered is dead.
    return { name, outcome: 'unanswered' };
  }
}

async function startAgain(turn: Turn): Promise<void> {
  const TricksId = trickOf(turn);
  await turn.owner.client.send('starttrick', { TricksId, idempotencyKey: randomUUID() });
}

async function moveStop({ owner, random }: Turn): Promise<void> {
  const { open_positions: held } = await owner.client.send('my-openposition', { type: 'Live' });
  const open = held.flatMap((row) => (row.placedBy === 'trick' ? [row] : []));
  if (open.length === 0) return;
  const { TricksId, positionId, averagePrice, side } = pick(open, random);
  const away = averagePrice * (0.001 + random() * 0.02) * (side === 'buy' ? -1 : 1);
  const stopLoss = Math.round((averagePrice + away) * 20) / 20;
  await owner.client.send('modifySLTrick', { TricksId, positionId, stopLoss });
}

async function lastPrice(client: Client, symbol: string): Promise<number> {
  const { quotes } = await client.send('quote', { instruments: [{ symbol }] });
  return quotes[0]?.last ?? 100;
}

async function placeByHand({ owner, random }: Turn): Promise<void> {
  const symbol = pick(BY_HAND, random);
  const price = (await lastPrice(owner.client, symbol)) * (0.99 + random() * 0.02);
  await owner.client.send('placeorder', {
    ...{ symbol, side: random() < 0.5 ? 'buy' : 'sell', product: random() < 0.7 ? 'INTRADAY' : 'DELIVERY' },
    ...{ quantity: 1 + Math.floor(random() * 9), price: Math.round(price * 10) / 10, idempotencyKey: randomUUID() },
  });
}

async function changeByHand({ owner, random }: Turn, call: 'modifyorder' | 'cancelorder'): Promise<void> {
  const { order_list } = await owner.client.send('ownorders', {});
  const waiting = order_list.filter(({ placedBy, status }) => placedBy === 'own' && status === 'open');
  if (waiting.length === 0) return;
  const { orderId, price } = pick(waiting, random);
  const change = call === 'modifyorder' ? { price: Math.round(price * (0.99 + random() * 0.02) * 10) / 10 } : {};
  await owner.client.send(call, { orderId, ...change, idempotencyKey: randomUUID() });
}

/** In the broker's own app. */
async function dealElsewhere({ owner, random, product }: Turn): Promise<void> {
  const place = {
    ...{ variety: 'NORMAL', tradingsymbol: 'ITC-EQ', symboltoken: '1660', exchange: 'NSE', duration: 'DAY' },
    ...{ transactiontype: random() < 0.5 ? 'BUY' : 'SELL', producttype: 'INTRADAY', ordertype: 'MARKET', price: '0' },
    quantity: String(1 + Math.floor(random() * 5)),
  };
  await product.control('orders', { client: owner.clientCode, place });
}
