import { lockInTransaction, type Tx } from '@trickdesk/db';
import { sql } from 'kysely';
import type { LinkFacts } from './store.ts';

/** Statements about links that end, and stand again when their owner links the same client code. */

/**
 * Makes the owner's last link of a client code stand again, with all that hangs on it, unless anybody's stands: the
 * orders of the day are then known for what they are, and do not come once more as placed elsewhere. Its session is the
 * caller's to write.
 */
export async function reviveLink(tx: Tx, facts: LinkFacts): Promise<void> {
  const { accountId, broker, environment, clientCode } = facts;
  // The index over links that stand refuses a second one, and would refuse this statement with it.
  await lockInTransaction(tx, `broker_link ${broker} ${environment} ${clientCode}`);
  await sql`
    UPDATE broker_link SET unlinked_at = NULL, funds_available_paise = NULL, funds_used_paise = NULL
    WHERE id = (SELECT id FROM broker_link
        WHERE account_id = ${accountId} AND broker = ${broker} AND environment = ${environment}
          AND client_code = ${clientCode}
        ORDER BY unlinked_at DESC, id DESC LIMIT 1)
      AND NOT EXISTS (SELECT FROM broker_link WHERE broker = ${broker} AND environment = ${environment}
          AND client_code = ${clientCode} AND unlinked_at IS NULL)`.execute(tx);
}

/** Whether the owner's link of a client code signs in every day without them. */
export async function signsInByItself(tx: Tx, facts: LinkFacts): Promise<boolean> {
  const row = await tx
    .selectFrom('broker_link')
    .select('auto_sign_in')
    .where('account_id', '=', facts.accountId)
    .where('broker', '=', facts.broker)
    .where('environment', '=', facts.environment)
    .where('client_code', '=', facts.clientCode)
    .where('unlinked_at', 'is', null)
    .executeTakeFirst();
  return row?.auto_sign_in === true;
}

/**
 * What its owner asked for on a link that ends and nobody has sent: orders by hand are asked to be cancelled, and changes
 * are off. A link that stands again hours later must not carry them out. A cancellation is still meant.
 */
export async function withdrawUnsent(tx: Tx, linkId: number, at: Date): Promise<void> {
  await sql`
    UPDATE broker_order_request request SET applied_at = ${at} FROM broker_order o
    WHERE o.id = request.broker_order_id AND o.broker_link_id = ${linkId} AND o.role = 'own'
      AND request.verb = 'modify' AND request.applied_at IS NULL`.execute(tx);
  await sql`
    INSERT INTO broker_order_request (broker_order_id, verb, requested_at)
    SELECT id, 'cancel', ${at} FROM broker_order
    WHERE broker_link_id = ${linkId} AND role = 'own' AND state = 'intended' AND ended_at IS NULL`.execute(tx);
}
