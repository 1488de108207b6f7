import { expect } from 'vitest';
import type { RunnerState } from '../runner/held-run.ts';
import { readBooks } from './books.ts';
import type { FakeBroker } from './fake-desks.ts';
import type { PlayedDay } from './played-day.ts';
import type { World } from './world.ts';

let links = 0;

export async function insertLink({ testDb }: World, accountId: number): Promise<number> {
  links += 1;
  const row = await testDb.db.kysely
    .insertInto('broker_link')
    .values({
      account_id: accountId,
      broker: 'angelone',
      environment: 'simulator',
      client_code: `S${links}`,
      holder_name: 'Asha Rao',
      status: 'linked',
      status_reason: null,
      sealed_secrets: null,
      last_login_at: new Date(0),
      token_expires_at: new Date(0),
      funds_available_paise: null,
      funds_used_paise: null,
      unlinked_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Makes a started deployment one that trades with a broker, before any runner has it. */
export async function makeLive(world: World, { deploymentId, accountId }: PlayedDay, linkId?: number): Promise<number> {
  const brokerLinkId = linkId ?? (await insertLink(world, accountId));
  await world.testDb.db.kysely
    .updateTable('deployment')
    .set({ mode: 'live', broker_link_id: brokerLinkId })
    .where('id', '=', deploymentId)
    .execute();
  return brokerLinkId;
}

/** What is stored of a live deployment, and what its broker has, are the same, to the unit and the paisa. */
export async function expectSameAsBroker(world: World, broker: FakeBroker, deploymentId: number) {
  const books = await readBooks(world, deploymentId);
  const { orders, positions, days, runs } = books;
  const own = broker.orders.filter((order) => order.deploymentId === deploymentId);
  expect(new Set(own.map(({ intent }) => intent.id)).size).toBe(own.length);
  expect(orders.map((row) => row.intent_id).toSorted((a, b) => a - b)).toEqual(
    own.map(({ intent }) => intent.id).toSorted((a, b) => a - b),
  );
  for (const row of orders) {
    const order = own.find(({ intent }) => intent.id === row.intent_id);
    expect(row.mode).toBe('live');
    expect(row.reason).not.toBe('');
    expect(row.filled_quantity).toBe(order?.filledQuantity);
    if (order && order.filledQuantity > 0) {
      expect(row.average_paise).toBe(Math.round(order.valuePaise / order.filledQuantity));
    }
  }
  const closed = positions.filter((row) => row.status === 'closed');
  const ordersOf = closed.length > 0 ? own : [];
  if (positions.length === closed.length) {
    const gross = ordersOf.reduce(
      (sum, { intent, valuePaise }) => sum + (intent.side === 'sell' ? valuePaise : -valuePaise),
      0,
    );
    expect(closed.reduce((sum, row) => sum + (row.gross_paise ?? 0n), 0n)).toBe(BigInt(gross));
    expect(closed.reduce((sum, row) => sum + row.charges_paise, 0n)).toBe(
      orders.reduce((sum, row) => sum + row.charges_paise, 0n),
    );
  }
  expect(days.reduce((sum, day) => sum + day.net_paise, 0n)).toBe(
    closed.reduce((sum, row) => sum + (row.net_paise ?? 0n), 0n),
  );
  const state = runs.at(-1)?.state as RunnerState | undefined;
  const bases = state?.run.bases ?? [];
  const held = bases.flatMap(({ position }) =>
    position ? [`${position.direction} ${position.symbol} ${position.quantity}`] : [],
  );
  const open = positions.filter((row) => row.status === 'open');
  expect(open.map((row) => `${row.direction} ${row.symbol} ${row.quantity}`).toSorted()).toEqual(held.toSorted());
  const units = bases.reduce(
    (sum, { position }) => sum + (position ? (position.direction === 'long' ? 1 : -1) * position.quantity : 0),
    0,
  );
  const atBroker = [...new Set(own.map(({ instrumentId }) => instrumentId))];
  expect(units).toBe(atBroker.reduce((sum, id) => sum + broker.held(deploymentId, id), 0));
  const news = await world.testDb.db.kysely
    .selectFrom('order_news')
    .select(['id', 'applied_at'])
    .where('deployment_id', '=', deploymentId)
    .execute();
  expect(news.filter((row) => row.applied_at === null)).toEqual([]);
  return { ...books, news };
}
