import type { Database, Tx } from '@trickdesk/db';
import { sql } from 'kysely';
import type { OrderNews } from '../../deployments/index.ts';

/** Where a run's rows hang. */
export interface RunRows {
  readonly accountId: number;
  readonly linkId: number;
  readonly deploymentId: number;
}

/** Rows of a live deployment of an account of its own, as far as a desk looks at them. */
export async function insertRun({ kysely }: Database, accountId: number, clientCode: string): Promise<RunRows> {
  const { rows } = await sql<{ link: number; deployment: number }>`
    WITH link AS (
      INSERT INTO broker_link (account_id, broker, environment, client_code, holder_name, status, last_login_at,
                               token_expires_at)
      VALUES (${accountId}, 'angelone', 'simulator', ${clientCode}, 'Asha Rao', 'linked', now(), now()) RETURNING id
    ), strategy AS (
      INSERT INTO strategy (name, summary, description, author, category, segment, risk, min_capital_paise, created_at)
      VALUES ('Matrix', '', '', '', 'trend', 'intraday', 'low', 1, now()) RETURNING id
    ), version AS (
      INSERT INTO strategy_version (strategy_id, version, definition, note, created_at)
      SELECT id, 1, '{}', '', now() FROM strategy RETURNING id, strategy_id
    )
    INSERT INTO deployment (account_id, strategy_id, strategy_version_id, name, mode, status, phase, capital_paise,
                            notify, broker_link_id, run_number, created_at)
    SELECT ${accountId}, version.strategy_id, version.id, 'Matrix', 'live', 'running', 'running', 1000000, '{}',
           link.id, 1, now() FROM version, link
    RETURNING id AS deployment, broker_link_id AS link`.execute(kysely);
  const [row] = rows;
  if (!row) throw new Error('the run was not inserted');
  return { accountId, linkId: row.link, deploymentId: row.deployment };
}

/** The row of an intent. @returns its id */
export async function insertIntent(
  tx: Tx,
  { accountId, deploymentId }: RunRows,
  intent: { readonly id: number; readonly purpose: 'entry' | 'exit'; readonly quantity: number },
): Promise<number> {
  const side = intent.purpose === 'entry' ? 'buy' : 'sell';
  const { rows } = await sql<{ id: number }>`
    INSERT INTO trade_order (account_id, deployment_id, mode, run_number, intent_id, symbol, exchange, side, purpose,
                             quantity, state, reason, at, day)
    VALUES (${accountId}, ${deploymentId}, 'live', 1, ${intent.id}, 'SBIN', 'NSE', ${side}, ${intent.purpose},
            ${intent.quantity}, 'intended', '', now(), '2025-07-07') RETURNING id`.execute(tx);
  return rows[0]?.id ?? 0;
}

/** Takes in what the run was told, as its own writer does: intents, position and news in one transaction. */
export async function takeNews(tx: Tx, { accountId, deploymentId }: RunRows, stopPaise: number): Promise<OrderNews[]> {
  const { rows } = await sql<{ id: bigint; body: OrderNews }>`
    UPDATE order_news SET applied_at = now() WHERE deployment_id = ${deploymentId} AND applied_at IS NULL
    RETURNING id, body`.execute(tx);
  const told = rows.toSorted((a, b) => Number(a.id - b.id)).map((row) => row.body);
  for (const news of told) {
    if (news.kind === 'ended') {
      await sql`UPDATE trade_order SET state = 'cancelled'
        WHERE deployment_id = ${deploymentId} AND intent_id = ${news.intentId}`.execute(tx);
    } else if (news.kind === 'fill') {
      await sql`UPDATE trade_order SET filled_quantity = filled_quantity + ${news.quantity},
          state = CASE WHEN filled_quantity + ${news.quantity} >= quantity THEN 'filled' ELSE 'partially_filled' END
        WHERE deployment_id = ${deploymentId} AND intent_id = ${news.intentId}`.execute(tx);
    }
  }
  await writePosition(tx, { accountId, deploymentId, stopPaise });
  return told;
}

/** The position is what all news together made of it. */
async function writePosition(
  tx: Tx,
  { accountId, deploymentId, stopPaise }: { accountId: number; deploymentId: number; stopPaise: number },
): Promise<void> {
  await sql`DELETE FROM position WHERE deployment_id = ${deploymentId}`.execute(tx);
  await sql`
    INSERT INTO position (account_id, deployment_id, mode, run_number, symbol, exchange, direction, quantity, status,
                          entry_at, entry_paise, entry_charges_paise, entry_order_id, entry_reason, stop_paise,
                          charges_paise)
    SELECT ${accountId}, ${deploymentId}, 'live', 1, 'SBIN', 'NSE', 'long', told.held, 'open', now(), 1, 0,
           (SELECT min(id) FROM trade_order WHERE deployment_id = ${deploymentId}), '', ${stopPaise}, 0
    FROM (${heldSql(deploymentId)}) AS told WHERE told.held > 0`.execute(tx);
}

export interface Told {
  readonly held: number;
  readonly entered: number;
}

function heldSql(deploymentId: number) {
  return sql<Told>`
    SELECT coalesce(sum(CASE WHEN intent.purpose = 'entry' THEN quantity ELSE -quantity END), 0)::int AS held,
           coalesce(sum(quantity) FILTER (WHERE intent.purpose = 'entry'), 0)::int AS entered
    FROM (SELECT body->>'kind' AS kind, (body->>'intentId')::int AS intent_id, (body->>'quantity')::int AS quantity
          FROM order_news WHERE deployment_id = ${deploymentId}) AS news
    LEFT JOIN (SELECT intent_id, purpose FROM trade_order WHERE deployment_id = ${deploymentId}) AS intent
      USING (intent_id)
    WHERE news.kind IN ('fill', 'broker_exit')`;
}

/** Units that the run holds, and has entered, by all that it was ever told. */
export async function readTold({ kysely }: Database, deploymentId: number): Promise<Told> {
  return (await heldSql(deploymentId).execute(kysely)).rows[0] ?? { held: 0, entered: 0 };
}
