import type { DecisionRow, OrderRow } from '@trickdesk/contract';
import pg from 'pg';
import { z } from 'zod';
import type { Witness } from './witness.ts';

/** Every disagreement between what the database holds and what must hold, and what a witness was told. */
export async function auditDatabase(databaseUrl: string, witness: Witness): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const wrong: string[] = [];
    for (const [rule, statement] of Object.entries(MUST_BE_EMPTY)) {
      const { rows } = await client.query(statement);
      wrong.push(...rows.map((row) => `${rule}: ${JSON.stringify(row)}`));
    }
    wrong.push(...(await acknowledgedButMissing(client, witness)));
    wrong.push(...(await seenButChanged(client, witness)));
    return wrong;
  } finally {
    await client.end();
  }
}

/** Each statement finds what must not exist. */
const MUST_BE_EMPTY: Readonly<Record<string, string>> = {
  'an intent has two orders': `
    SELECT deployment_id, run_number, intent_id, count(*)::int AS orders
    FROM trade_order GROUP BY 1, 2, 3 HAVING count(*) > 1`,
  'a decision has been stored twice or left out': `
    SELECT deployment_id, run_number, count(*)::int AS stored, max(sequence) AS last
    FROM decision GROUP BY 1, 2 HAVING count(*) <> max(sequence) OR count(*) <> count(DISTINCT sequence)`,
  'a filled entry has not exactly one position': `
    SELECT o.id, count(p.id)::int AS positions
    FROM trade_order o LEFT JOIN position p ON p.entry_order_id = o.id
      -- Less is held while its exits go on in parts; that it is the right number is asked below.
      AND (p.quantity = o.filled_quantity OR (p.status = 'open' AND p.quantity < o.filled_quantity AND EXISTS (
        SELECT FROM trade_order x WHERE x.deployment_id = o.deployment_id AND x.run_number = o.run_number
          AND x.symbol = o.symbol AND x.purpose = 'exit' AND x.id > o.id AND x.filled_quantity > 0)))
    WHERE o.purpose = 'entry' AND o.filled_quantity > 0 GROUP BY o.id HAVING count(p.id) <> 1`,
  'a filled exit belongs to no position, or to two': `
    SELECT o.id, count(p.id)::int AS positions
    FROM trade_order o LEFT JOIN position p ON p.deployment_id = o.deployment_id AND p.run_number = o.run_number
      AND p.symbol = o.symbol AND p.entry_order_id < o.id AND (p.exit_order_id >= o.id OR p.status = 'open')
    WHERE o.purpose = 'exit' AND o.filled_quantity > 0 GROUP BY o.id HAVING count(p.id) <> 1`,
  // An exit that ended in part is followed by another for the rest.
  'the exits of a position have not left all of it': `
    SELECT p.id, p.quantity, coalesce(sum(o.filled_quantity), 0)::int AS left_by_exits
    FROM position p LEFT JOIN trade_order o ON o.deployment_id = p.deployment_id AND o.run_number = p.run_number
      AND o.symbol = p.symbol AND o.purpose = 'exit' AND o.id > p.entry_order_id AND o.id <= p.exit_order_id
    WHERE p.status = 'closed' AND p.exit_order_id IS NOT NULL
    GROUP BY p.id HAVING coalesce(sum(o.filled_quantity), 0) <> p.quantity`,
  // Nobody deals by hand beside a witness.
  'units of a trick count as closed by hand': `
    SELECT id, symbol, side, filled_quantity FROM broker_order WHERE placed_kind = 'elsewhere'`,
  // Its numbers bear their day: an order that it keeps over a night has one row all the same.
  'an order of the simulated broker has two rows': `
    SELECT broker_link_id, broker_order_id, count(*)::int AS stored FROM broker_order
    WHERE broker_order_id IS NOT NULL GROUP BY 1, 2 HAVING count(*) > 1`,
  'more was executed at the broker than a trick wanted': `
    SELECT o.id, o.quantity, sum(b.filled_quantity)::int AS executed
    FROM trade_order o JOIN broker_order b ON b.trade_order_id = o.id AND b.role = 'entry'
    GROUP BY o.id HAVING sum(b.filled_quantity) > o.quantity`,
  // One order at the broker may close what two exits of a trick left one after the other: it goes by the position.
  'the broker closed more than a position held': `
    SELECT p.id, p.quantity, sum(CASE WHEN b.side = o.side THEN b.filled_quantity ELSE -b.filled_quantity END)::int AS executed
    FROM position p
    JOIN trade_order o ON o.deployment_id = p.deployment_id AND o.run_number = p.run_number AND o.symbol = p.symbol
      AND o.purpose = 'exit' AND o.id > p.entry_order_id AND o.id <= p.exit_order_id
    JOIN broker_order b ON b.trade_order_id = o.id
    WHERE p.status = 'closed' AND p.mode = 'live' GROUP BY p.id
    HAVING sum(CASE WHEN b.side = o.side THEN b.filled_quantity ELSE -b.filled_quantity END) > p.quantity`,
  'more was sold at the broker than a trick had bought': `
    SELECT b.deployment_id, b.run_number, b.symbol, sum(CASE WHEN b.side = 'buy' THEN b.filled_quantity ELSE -b.filled_quantity END)::int AS net
    FROM broker_order b
    WHERE b.deployment_id IS NOT NULL AND NOT EXISTS (
      SELECT FROM trade_order o WHERE o.deployment_id = b.deployment_id AND o.run_number = b.run_number
        AND o.symbol = b.symbol AND o.purpose = 'entry' AND o.side = 'sell')
    GROUP BY 1, 2, 3
    HAVING sum(CASE WHEN b.side = 'buy' THEN b.filled_quantity ELSE -b.filled_quantity END) < 0`,
  'open positions differ from the fills': `
    SELECT f.deployment_id, f.run_number, f.symbol, f.net, coalesce(h.net, 0) AS held
    FROM (SELECT deployment_id, run_number, symbol,
                 sum(CASE WHEN side = 'buy' THEN filled_quantity ELSE -filled_quantity END)::int AS net
          FROM trade_order GROUP BY 1, 2, 3) f
    LEFT JOIN (SELECT deployment_id, run_number, symbol,
                 sum(CASE WHEN direction = 'long' THEN quantity ELSE -quantity END)::int AS net
          FROM position WHERE status = 'open' GROUP BY 1, 2, 3) h USING (deployment_id, run_number, symbol)
    WHERE f.net <> coalesce(h.net, 0)`,
  'the days do not add up to the trades': `
    SELECT coalesce(d.deployment_id, t.deployment_id) AS deployment_id, d.net AS days, t.net AS trades
    FROM (SELECT deployment_id, sum(net_paise)::text AS net, sum(trades)::int AS n FROM daily_result GROUP BY 1) d
    FULL JOIN (SELECT deployment_id, sum(net_paise)::text AS net, count(*)::int AS n
               FROM position WHERE status = 'closed' GROUP BY 1) t USING (deployment_id)
    WHERE d.net IS DISTINCT FROM t.net OR d.n IS DISTINCT FROM t.n`,
  'an order was filled without an event that says so, or twice': `
    SELECT o.id, count(e.id)::int AS fills FROM trade_order o
    LEFT JOIN order_event e ON e.order_id = o.id AND e.state = 'filled'
    WHERE o.state = 'filled' GROUP BY o.id HAVING count(e.id) <> 1`,
};

const zDeployment = z.object({ id: z.int(), name: z.string(), quantity_multiplier: z.int(), run_number: z.int() });

async function acknowledgedButMissing(client: pg.Client, { acknowledged }: Witness): Promise<string[]> {
  const { rows } = await client.query('SELECT id, name, quantity_multiplier, run_number FROM deployment');
  const stored = new Map(
    z
      .array(zDeployment)
      .parse(rows)
      .map((row) => [row.id, row]),
  );
  return acknowledged.flatMap((promise) => {
    const row = stored.get(promise.TricksId);
    const isKept =
      row !== undefined &&
      (promise.kind === 'cloned'
        ? row.name === promise.name
        : promise.kind === 'started'
          ? row.run_number >= 1
          : row.quantity_multiplier === promise.value);
    return isKept ? [] : [`acknowledged and missing: ${JSON.stringify(promise)}`];
  });
}

const zStoredOrder = z.object({ id: z.int(), side: z.string(), quantity: z.int(), filled: z.int(), state: z.string() });
const zStoredDecision = z.object({ id: z.int(), sequence: z.int(), sentence: z.string() });
const ENDED = new Set(['filled', 'cancelled', 'rejected']);

async function seenButChanged(client: pg.Client, witness: Witness): Promise<string[]> {
  const orders = await client.query('SELECT id, side, quantity, filled_quantity AS filled, state FROM trade_order');
  const storedOrders = new Map(
    z
      .array(zStoredOrder)
      .parse(orders.rows)
      .map((row) => [row.id, row]),
  );
  const decisions = await client.query('SELECT id, sequence, sentence FROM decision');
  const storedDecisions = new Map(
    z
      .array(zStoredDecision)
      .parse(decisions.rows)
      .map((row) => [row.id, row]),
  );
  const isSameOrder = (seen: OrderRow): boolean => {
    const row = storedOrders.get(seen.orderId);
    if (row?.side !== seen.side || row.quantity !== seen.quantity || row.filled < seen.filledQuantity) return false;
    return !ENDED.has(seen.status) || row.state === seen.status;
  };
  const isSameDecision = (seen: DecisionRow): boolean => {
    const row = storedDecisions.get(seen.decisionId);
    return row?.sequence === seen.sequence && row.sentence === seen.sentence;
  };
  return [
    ...[...witness.orders.values()]
      .filter((seen) => !isSameOrder(seen))
      .map((seen) => `an order that was seen is gone or went back: ${JSON.stringify(seen)}`),
    ...[...witness.decisions.values()]
      .filter((seen) => !isSameDecision(seen))
      .map((seen) => `a decision that was seen is gone or changed: ${JSON.stringify(seen)}`),
  ];
}
