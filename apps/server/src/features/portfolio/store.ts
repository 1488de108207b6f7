import type { Queryable } from '@trickdesk/db';

/** Every SQL statement about what was bought and sold live. */

export interface DealRow {
  id: number;
  brokerId: number;
  clientCode: string;
  isLinked: boolean;
  exchange: string;
  symbol: string;
  side: 'buy' | 'sell';
  product: 'delivery' | 'intraday' | 'other';
  quantity: number;
  valuePaise: bigint;
  day: string;
}

export interface LinkRow {
  brokerId: number;
  clientCode: string;
  isLinked: boolean;
}

/** A person's accounts at brokers, those too that are not linked any more. */
export async function listLinks(
  db: Queryable,
  { accountId, environment }: { readonly accountId: number; readonly environment: 'simulator' | 'live' },
): Promise<LinkRow[]> {
  const rows = await db
    .selectFrom('broker_link')
    .select(['id as brokerId', 'client_code as clientCode', 'unlinked_at as unlinkedAt'])
    .where('account_id', '=', accountId)
    .where('environment', '=', environment)
    .orderBy('id')
    .execute();
  return rows.map(({ unlinkedAt, ...row }) => ({ ...row, isLinked: unlinkedAt === null }));
}

/** Everything that was executed at a person's broker accounts, whoever placed it: tricks, baskets, by hand, elsewhere. */
export async function listDeals(
  db: Queryable,
  { accountId, environment }: { readonly accountId: number; readonly environment: string },
): Promise<DealRow[]> {
  const rows = await db
    .selectFrom('broker_order')
    .innerJoin('broker_link', 'broker_link.id', 'broker_order.broker_link_id')
    .select([
      'broker_order.id',
      'broker_link.id as brokerId',
      'broker_link.client_code as clientCode',
      'broker_link.unlinked_at as unlinkedAt',
      'broker_order.exchange',
      'broker_order.symbol',
      'broker_order.side',
      'broker_order.product',
      'broker_order.filled_quantity as quantity',
      'broker_order.filled_value_paise as valuePaise',
      'broker_order.day',
    ])
    .where('broker_order.account_id', '=', accountId)
    .where('broker_link.account_id', '=', accountId)
    .where('broker_link.environment', '=', environment)
    .where('broker_order.filled_quantity', '>', 0)
    .orderBy('broker_order.id')
    .execute();
  return rows.map(({ unlinkedAt, ...row }) => ({ ...row, isLinked: unlinkedAt === null }));
}
