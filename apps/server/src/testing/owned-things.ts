import { sql } from 'kysely';
import { recordTrade } from '../features/deployments/testing/trades.ts';
import { postTransfer } from '../features/ledger/index.ts';
import { notify } from '../features/notifications/index.ts';
import type { Person, TestApi } from './test-api.ts';

/** One of each kind of thing that belongs to somebody, by the name under which inputs ask for it. */
export async function makeOwned(api: TestApi, owner: Person): Promise<Readonly<Record<string, readonly number[]>>> {
  const token = owner.accessToken;
  const { data: catalogue } = await api.send('hometrickers', {}, { token });
  const TricksId = catalogue.trick_list[0]?.TricksId ?? 0;
  const clone = await api.send('toptenclone', { TricksId }, { token });
  const link = await api.send(
    'linkangelone',
    { clientCode: 'S100001', apiKey: 'sim-api-key', pin: '1234', totp: '123456' },
    { token },
  );
  const own = await sql<{ id: number }>`WITH trick AS (
      INSERT INTO strategy (owner_id, name, summary, description, author, category, segment, risk, min_capital_paise,
        created_at)
      SELECT ${owner.userId}, 'Own', summary, description, author, category, segment, risk, min_capital_paise, created_at
      FROM strategy WHERE id = ${TricksId} RETURNING id),
    version AS (
      INSERT INTO strategy_version (strategy_id, version, definition, note, created_at)
      SELECT trick.id, 1, definition, note, v.created_at FROM trick, strategy_version v WHERE v.strategy_id = ${TricksId})
    SELECT id FROM trick`.execute(api.database.db.kysely);
  await api.database.db.transaction((tx) =>
    notify(tx, {
      accountId: owner.userId,
      category: 'tricks',
      dedupeKey: 'surface',
      title: 'Halted',
      body: 'For a test.',
      severity: 'info',
    }),
  );
  const alerts = await api.send('usernotificationlist', {}, { token });
  const ask = { subject: 'Why?', category: 'other', message: 'For a test.', idempotencyKey: 'owned' } as const;
  const ticket = await api.send('addticket', ask, { token });
  const { brokerId } = link.data.broker_angelone_details;
  return {
    TricksId: [clone.data.TricksId, ...own.rows.map((row) => row.id)],
    brokerId: [brokerId],
    ticketId: [ticket.data.ticket.ticketId],
    positionId: [await holdSomething(api, owner, clone.data.TricksId)],
    BacktestId: [await insertBacktest(api, owner, TricksId)],
    orderId: [await insertOwnOrder(api, owner, brokerId)],
    reportId: [await insertReport(api, owner, brokerId)],
    ...(await buySomething(api, owner)),
    ...(await holdBasket(api, owner)),
    noteId: [await insertNote(api, owner)],
    notification_id: alerts.data.notification_list.map((row) => row.notification_id),
  };
}

/** A basket of the owner's, and one that is held. */
async function holdBasket(api: TestApi, { userId }: Person): Promise<Readonly<Record<string, readonly number[]>>> {
  const { dataset } = api.services.marketData;
  const { rows } = await sql<{ basket: number; held: number }>`WITH b AS (
      INSERT INTO basket (account_id, name, summary, description, theme, risk, benchmark, created_at)
      VALUES (${userId}, 'Own', '', '', 'own', 'high', 'NIFTY', now()) RETURNING id),
    v AS (INSERT INTO basket_version (basket_id, dataset, version, since, reason, created_at)
      SELECT id, ${dataset}, 1, '2026-01-05', '', now() FROM b RETURNING id, basket_id),
    c AS (INSERT INTO basket_constituent (basket_version_id, symbol, weight_bps, reason)
      SELECT id, 'SBIN', 10000, '' FROM v)
    INSERT INTO owned_basket (account_id, basket_id, basket_version_id, mode, dataset, status, opened_at)
      SELECT ${userId}, basket_id, id, 'paper', ${dataset}, 'open', now() FROM v
      RETURNING id AS held, basket_id AS basket`.execute(api.database.db.kysely);
  const [row] = rows;
  return row ? { basketId: [row.basket], fromBasketId: [row.basket], myBasketId: [row.held] } : {};
}

/** What was suggested to the owner under an adviser’s registration. @returns its number */
async function insertNote(api: TestApi, { userId }: Person): Promise<number> {
  const body = { answers: [], score: 50, level: 3, reasons: [], mix: [], reviewOn: '2027-01-05' };
  const { rows } = await sql<{
    id: number;
  }>`INSERT INTO robo_note (account_id, registration_number, scoring_version, body,
      given_at)
    VALUES (${userId}, 'INA000000001', 1, ${JSON.stringify(body)}, now()) RETURNING id`.execute(api.database.db.kysely);
  return rows[0]?.id ?? 0;
}

/** A position that a trick of the owner's holds. @returns its number */
async function holdSomething(api: TestApi, owner: Person, deploymentId: number): Promise<number> {
  const held = { symbol: 'SBIN', direction: 'long', quantity: 1, entryPaise: 60_000, entryChargesPaise: 0 } as const;
  const run = { accountId: owner.userId, deploymentId, runNumber: 1, intentId: 1, entryAt: api.clock.now() };
  await recordTrade(api.database.db, { ...run, ...held });
  const { rows } = await sql<{
    id: number;
  }>`SELECT id FROM position WHERE deployment_id = ${deploymentId}`.execute(api.database.db.kysely);
  return rows[0]?.id ?? 0;
}

/** A back-test of the owner's that waits. @returns its number */
async function insertBacktest(api: TestApi, owner: Person, strategyId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`INSERT INTO backtest (account_id, tricks_id, name, strategy_version_id,
      definition, version_hash, dataset, from_date, to_date, capital_paise, costs, slippage_bps, status, created_at)
    SELECT ${owner.userId}, ${strategyId}, 'Own', id, definition, 'hash', 'simulator:synthetic:1', '2026-01-05',
      '2026-01-06', 10000000, true, 2, 'queued', now()
    FROM strategy_version WHERE strategy_id = ${strategyId} RETURNING id`.execute(api.database.db.kysely);
  return rows[0]?.id ?? 0;
}

/** A resting order of the owner's, placed by hand. @returns its number */
async function insertOwnOrder(api: TestApi, owner: Person, linkId: number): Promise<number> {
  const { rows } = await sql<{
    id: number;
  }>`INSERT INTO broker_order (account_id, broker_link_id, role, exchange, symbol,
      token, trading_symbol, side, product, kind, placed_kind, quantity, price_paise, state, decided_at, exchange_at, day,
      updated_at)
    VALUES (${owner.userId}, ${linkId}, 'own', 'NSE', 'SBIN', '3045', 'SBIN-EQ', 'buy', 'delivery', 'limit', 'limit', 1,
      60000, 'open', now(), now(), '2026-01-05', now()) RETURNING id`.execute(api.database.db.kysely);
  return rows[0]?.id ?? 0;
}

const REPORT = {
  ...{ differences: [], missing: ['orders'], halted: [] },
  compared: { orders: 0, trades: 0, positions: 0, holdings: 0, chargesPaise: 0 },
};

/** What the reconciliation of a day found. @returns its number */
async function insertReport(api: TestApi, owner: Person, linkId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`INSERT INTO reconciliation_report (account_id, broker_link_id, day, status,
      body, at)
    VALUES (${owner.userId}, ${linkId}, '2026-01-05', 'incomplete', ${JSON.stringify(REPORT)}, now())
    RETURNING id`.execute(api.database.db.kysely);
  return rows[0]?.id ?? 0;
}

/** A plan from the wallet, with its invoice, and a payment that is open. */
async function buySomething(api: TestApi, { userId: ownerId, accessToken: token }: Person) {
  const { kysely } = api.database.db;
  const postings = [
    { account: { ownerId, name: 'main' } as const, amountPaise: 5_000_00n },
    { account: { ownerId: null, name: 'revenue' } as const, amountPaise: -5_000_00n },
  ];
  const transfer = {
    cause: 'reversal',
    causeId: '1',
    idempotencyKey: 'owned',
    sentence: 'A refund.',
    postings,
  } as const;
  await api.database.db.transaction((tx) => postTransfer(tx, transfer, new Date(api.clock.now())));
  const { data: sold } = await api.send('mysubscription', {}, { token });
  const planId = sold.plans.find(({ kind }) => kind === 'robo_pro')?.planId ?? 0;
  const bought = await api.send('buyplan', { planId, payWith: 'wallet', idempotencyKey: 'owned' }, { token });
  const { data: papers } = await api.send('myTransactions', {}, { token });
  const payment = await sql<{ id: number }>`INSERT INTO payment (account_id, plan_id, amount_paise, credit_paise,
      renews_from_wallet, state, idempotency_key, created_at)
    VALUES (${ownerId}, ${planId}, 100, 0, false, 'open', 'owned', now()) RETURNING id`.execute(kysely);
  return {
    subscriptionId: [bought.data.subscriptionId ?? 0],
    invoiceId: papers.invoice_list.map(({ invoiceId }) => invoiceId),
    paymentId: payment.rows.map(({ id }) => id),
  };
}
