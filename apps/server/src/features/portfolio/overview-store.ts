import type { Queryable } from '@trickdesk/db';

/** Statements about what baskets and tricks hold and have sold. */

interface BasketFilter {
  readonly accountId: number;
  readonly mode: 'paper' | 'live';
  readonly dataset: string;
}

/** What was executed of orders of a person's baskets, closed ones too, in the order in which they were placed. */
export function listBasketDeals(db: Queryable, { accountId, mode, dataset }: BasketFilter) {
  return db
    .selectFrom('basket_order as p')
    .innerJoin('owned_basket as o', 'o.id', 'p.owned_basket_id')
    .innerJoin('basket as b', 'b.id', 'o.basket_id')
    .select([
      'p.id',
      'p.symbol',
      'p.side',
      'p.day',
      'p.filled_quantity as quantity',
      'p.filled_value_paise as valuePaise',
      'p.charges_paise as chargesPaise',
      'o.id as basketId',
      'o.broker_link_id as brokerId',
      'b.name',
    ])
    .where('o.account_id', '=', accountId)
    .where('o.mode', '=', mode)
    .where('o.dataset', '=', dataset)
    .where('p.filled_quantity', '>', 0)
    .orderBy('p.id')
    .execute();
}
export type BasketDealRow = Awaited<ReturnType<typeof listBasketDeals>>[number];

/** Positions of a person's tricks in a market; live ones that are open alone: what they have sold is in their orders. */
export function listTrickPositions(db: Queryable, { accountId, mode, dataset }: BasketFilter) {
  const query = db
    .selectFrom('position as p')
    .innerJoin('deployment as d', 'd.id', 'p.deployment_id')
    .innerJoin('strategy_version as v', 'v.id', 'd.strategy_version_id')
    .innerJoin('deployment_run as r', (join) =>
      join.onRef('r.deployment_id', '=', 'p.deployment_id').onRef('r.run_number', '=', 'p.run_number'),
    )
    .select([
      'p.id',
      'p.symbol',
      'p.direction',
      'p.quantity',
      'p.entry_at as entryAt',
      'p.entry_paise as entryPaise',
      'p.entry_charges_paise as entryChargesPaise',
      'p.exit_day as exitDay',
      'p.net_paise as netPaise',
      'd.id as deploymentId',
      'd.name',
      'v.product',
    ])
    .where('p.account_id', '=', accountId)
    .where('p.mode', '=', mode)
    .where('r.dataset', '=', dataset)
    .orderBy('p.id');
  if (mode === 'live') return query.where('p.status', '=', 'open').execute();
  // What was handed over to its owner was not sold, and nobody holds it in test mode.
  return query.where((eb) => eb.or([eb('p.status', '=', 'open'), eb('p.exit_paise', 'is not', null)])).execute();
}
export type PositionRow = Awaited<ReturnType<typeof listTrickPositions>>[number];
