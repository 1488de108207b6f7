import { type BrokerOrderRole, likePattern, type Queryable, type Tx } from '@trickdesk/db';

/** Statements about orders that were placed by hand. */

export interface OwnRecord {
  id: number;
  broker_link_id: number;
  role: BrokerOrderRole;
  exchange: string;
  symbol: string;
  side: 'buy' | 'sell';
  product: 'delivery' | 'intraday' | 'other';
  kind: string;
  quantity: number;
  filled_quantity: number;
  filled_value_paise: bigint;
  price_paise: number;
  trigger_paise: number | null;
  state: string;
  reject_text: string;
  broker_order_id: string | null;
  exchange_at: Date;
  day: string;
  /** What was asked of it last and is neither carried out nor refused yet. */
  asked: 'modify' | 'cancel' | null;
  /** Of a change: the terms that the order is to have. */
  asked_body: unknown;
}

const BY_HAND: readonly BrokerOrderRole[] = ['own', 'foreign'];

function ownQuery(db: Queryable, accountId: number) {
  return db
    .selectFrom('broker_order')
    .select([
      'id',
      'broker_link_id',
      'role',
      'exchange',
      'symbol',
      'side',
      'product',
      'kind',
      'quantity',
      'filled_quantity',
      'filled_value_paise',
      'price_paise',
      'trigger_paise',
      'state',
      'reject_text',
      'broker_order_id',
      'exchange_at',
      'day',
    ])
    .select((eb) => {
      const asked = eb
        .selectFrom('broker_order_request as request')
        .whereRef('request.broker_order_id', '=', 'broker_order.id')
        .where('request.applied_at', 'is', null)
        .orderBy('request.id', 'desc')
        .limit(1);
      return [asked.select('request.verb').as('asked'), asked.select('request.body').as('asked_body')];
    })
    .where('account_id', '=', accountId)
    .where('role', 'in', BY_HAND);
}

export function findOwn(db: Queryable, accountId: number, id: number): Promise<OwnRecord | undefined> {
  return ownQuery(db, accountId).where('id', '=', id).executeTakeFirst();
}

/**
 * What the desk writes of it waits for the end of the transaction. What is asked of it does not: the kill switch holds the
 * account's limits while it asks, and a change holds this while it asks those.
 */
export function lockOwn(tx: Tx, accountId: number, id: number): Promise<OwnRecord | undefined> {
  return ownQuery(tx, accountId).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

export function listOwn(
  db: Queryable,
  accountId: number,
  page: { readonly limit: number; readonly offset: number; readonly search: string | undefined },
): Promise<OwnRecord[]> {
  let query = ownQuery(db, accountId);
  if (page.search) query = query.where('symbol', 'ilike', likePattern(page.search));
  return query.orderBy('exchange_at', 'desc').orderBy('id', 'desc').limit(page.limit).offset(page.offset).execute();
}

export async function countOwn(db: Queryable, accountId: number, search: string | undefined): Promise<number> {
  let query = db
    .selectFrom('broker_order')
    .select((eb) => eb.fn.countAll<bigint>().as('total'))
    .where('account_id', '=', accountId)
    .where('role', 'in', BY_HAND);
  if (search) query = query.where('symbol', 'ilike', likePattern(search));
  return Number((await query.executeTakeFirstOrThrow()).total);
}

export interface HandLink {
  id: number;
  status: string;
  token_expires_at: Date;
}

/** Broker accounts of a person in one world, newest sign-in first. */
export function listHandLinks(db: Queryable, accountId: number, environment: string): Promise<HandLink[]> {
  return db
    .selectFrom('broker_link')
    .select(['id', 'status', 'token_expires_at'])
    .where('account_id', '=', accountId)
    .where('environment', '=', environment)
    .where('unlinked_at', 'is', null)
    .orderBy('last_login_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export async function readTrader(
  db: Queryable,
  accountId: number,
): Promise<{ kyc_verified_at: Date | null; trade_activated_at: Date | null }> {
  return db
    .selectFrom('account')
    .select(['kyc_verified_at', 'trade_activated_at'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
}

export interface WishedOrder {
  readonly accountId: number;
  readonly brokerLinkId: number;
  readonly tag: string;
  readonly instrument: {
    readonly symbol: string;
    readonly token: string;
    readonly tradingSymbol: string;
  };
  readonly side: 'buy' | 'sell';
  readonly product: 'delivery' | 'intraday';
  readonly shape: {
    readonly kind: 'limit' | 'stop_limit';
    readonly quantity: number;
    readonly pricePaise: number;
    readonly triggerPaise?: number;
  };
  readonly day: string;
  readonly exchangeAt: Date;
  readonly at: Date;
}

/** The wish as the desk of the account takes it up. @returns the order's number */
export async function insertOwnOrder(tx: Tx, order: WishedOrder): Promise<number> {
  const { instrument, shape, at, exchangeAt } = order;
  const { id } = await tx
    .insertInto('broker_order')
    .values({
      account_id: order.accountId,
      broker_link_id: order.brokerLinkId,
      role: 'own',
      tag: order.tag,
      exchange: 'NSE',
      symbol: instrument.symbol,
      token: instrument.token,
      trading_symbol: instrument.tradingSymbol,
      side: order.side,
      product: order.product,
      kind: shape.kind,
      placed_kind: shape.kind,
      quantity: shape.quantity,
      price_paise: shape.pricePaise,
      trigger_paise: shape.triggerPaise ?? null,
      state: 'intended',
      decided_at: at,
      exchange_at: exchangeAt,
      day: order.day,
      updated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export interface OwnDeed {
  readonly orderId: number;
  readonly state: string;
  readonly note?: string;
  readonly pricePaise?: number;
  readonly triggerPaise?: number | undefined;
  readonly exchangeAt: Date;
  readonly at: Date;
}

/** What its owner asked, in the order's history. */
export async function insertDeed(tx: Tx, deed: OwnDeed): Promise<void> {
  await tx
    .insertInto('broker_order_event')
    .values({
      broker_order_id: deed.orderId,
      what: 'requested',
      state: deed.state,
      note: deed.note ?? null,
      price_paise: deed.pricePaise ?? null,
      trigger_paise: deed.triggerPaise ?? null,
      exchange_at: deed.exchangeAt,
      at: deed.at,
    })
    .execute();
}

export async function insertRequest(
  tx: Tx,
  request: { readonly orderId: number; readonly verb: 'modify' | 'cancel'; readonly body?: object; readonly at: Date },
): Promise<void> {
  await tx
    .insertInto('broker_order_request')
    .values({
      broker_order_id: request.orderId,
      verb: request.verb,
      body: request.body === undefined ? null : JSON.stringify(request.body),
      requested_at: request.at,
    })
    .execute();
}

export function listProgress(db: Queryable, ids: readonly number[]) {
  if (ids.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('broker_order')
    .select(['id', 'state', 'filled_quantity', 'filled_value_paise', 'reject_text'])
    .where('id', 'in', ids)
    .execute();
}
