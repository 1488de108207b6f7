import { expect } from 'vitest';
import type { Books } from './books.ts';
import type { World } from './world.ts';

/** The log and the alerts tell of each decision, order and fill of a deployment once: nothing lost, nothing doubled. */
export async function expectTradeLogOf(
  { testDb }: World,
  { deployment, decisions, orders, events }: Books,
): Promise<void> {
  const db = testDb.db.kysely;
  const lines = await db
    .selectFrom('trade_activity')
    .select(['kind', 'sentence', 'symbol'])
    .where('deployment_id', '=', deployment.id)
    .orderBy('id')
    .execute();
  const of = (...kinds: readonly string[]) => lines.filter((line) => kinds.includes(line.kind));
  expect(of('decision', 'veto').map((line) => line.sentence)).toEqual(decisions.map((row) => row.sentence));
  expect(of('veto')).toHaveLength(decisions.filter((row) => row.action === 'veto').length);
  expect(of('order').map((line) => line.symbol)).toEqual(orders.map((row) => row.symbol));
  const filled = events.filter(({ state }) => state === 'filled' || state === 'partially_filled');
  expect(of('fill')).toHaveLength(filled.length);
  const alerts = await db
    .selectFrom('alert')
    .select('title')
    .where('account_id', '=', deployment.account_id)
    .where('link', '=', `/my-tricks/${deployment.id}`)
    .where('category', '=', 1)
    .execute();
  expect(alerts).toHaveLength(deployment.notify.trades ? filled.length : 0);
}
