import type pg from 'pg';
import { z } from 'zod';
import type { Product } from '../../../e2e/src/product.ts';
import type { Books } from './books.ts';

const zBook = z.object({
  orders: z.array(
    z.object({
      orderId: z.string(),
      tag: z.string().nullable(),
      side: z.enum(['BUY', 'SELL']),
      status: z.string(),
      filledQuantity: z.int(),
      unfilledQuantity: z.int(),
    }),
  ),
});
const zStored = z.array(
  z.object({
    id: z.int(),
    brokerOrderId: z.string().nullable(),
    deploymentId: z.int().nullable(),
    symbol: z.string(),
    side: z.enum(['buy', 'sell']),
    role: z.string(),
    state: z.string(),
    filled: z.int(),
  }),
);
const zHeld = z.array(z.object({ deploymentId: z.int(), symbol: z.string(), product: z.string(), units: z.int() }));

/** @param date of the exchange's day, whose orders the broker's book has */
export async function readBooks(
  { product, database }: { readonly product: Product; readonly database: pg.Pool },
  { clientCode, date, isOpen }: { readonly clientCode: string; readonly date: string; readonly isOpen: boolean },
): Promise<Books> {
  const { orders } = zBook.parse(await product.brokerAccount(clientCode));
  const stored = await database.query(
    `SELECT o.id, o.broker_order_id AS "brokerOrderId", o.deployment_id AS "deploymentId", o.symbol, o.side, o.role, o.state,
            o.filled_quantity AS filled
     FROM broker_order o JOIN broker_link l ON l.id = o.broker_link_id WHERE l.client_code = $1 AND o.day = $2`,
    [clientCode, date],
  );
  const held = await database.query(
    `SELECT p.deployment_id AS "deploymentId", p.symbol, v.definition->>'product' AS product,
            CASE WHEN p.direction = 'long' THEN p.quantity ELSE -p.quantity END AS units
     FROM position p JOIN deployment d ON d.id = p.deployment_id JOIN strategy_version v ON v.id = d.strategy_version_id
     JOIN broker_link l ON l.id = d.broker_link_id
     WHERE l.client_code = $1 AND p.mode = 'live' AND p.status = 'open'`,
    [clientCode],
  );
  return { broker: orders, stored: zStored.parse(stored.rows), held: zHeld.parse(held.rows), isOpen };
}
