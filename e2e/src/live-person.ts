import type pg from 'pg';
import { z } from 'zod';
import type { Client } from './client.ts';
import { startSoon } from './prepared-person.ts';
import type { Product } from './product.ts';

/** Takes the two steps to live trading for a person, as the demo's are taken: nobody has checked anything. */
export async function allowLive(database: pg.Pool, email: string): Promise<void> {
  const { rowCount } = await database.query(
    `UPDATE account SET kyc_verified_at = now(), trade_activated_at = now(), granted_for_demo = true WHERE email = $1`,
    [email],
  );
  if (rowCount !== 1) throw new Error(`there is no account of ${email}`);
}

/** Copies a catalogue trick and takes it live on the person's broker account, as soon as there are prices. @returns the copy */
export async function goLive(client: Client, strategyId: number): Promise<number> {
  const { TricksId } = await client.send('toptenclone', { TricksId: strategyId });
  await startSoon(client, TricksId);
  await client.send('testtolivetrick', { TricksId, acknowledgeRisk: true, idempotencyKey: `live-${TricksId}` });
  return TricksId;
}

const zCalls = z.object({
  calls: z.record(
    z.string(),
    z.record(z.string(), z.object({ received: z.int(), accepted: z.int(), refused: z.int() })),
  ),
});

/** What the simulated broker counted of one client since it began, by route. */
export async function brokerCalls(product: Product, clientCode: string) {
  const { calls } = zCalls.parse(await product.control('state'));
  return new Map(Object.entries(calls[clientCode] ?? {}));
}
