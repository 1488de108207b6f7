import type { Database } from '@trickdesk/db';
import { sql } from 'kysely';

/** People and what they paid, as rows: for trees that are too large to register one by one. */

let people = 0;

export async function invitedBy(
  { kysely }: Database,
  referredBy: number | null,
  { name = 'Ravi Rao', at = new Date('2026-01-01T00:00Z') }: { readonly name?: string; readonly at?: Date } = {},
): Promise<number> {
  people += 1;
  const username = `member${people}`;
  const row = await kysely
    .insertInto('account')
    .values({
      ...{ full_name: name, username, email: `${username}@mail.test`, mobile: '9000000000', password_hash: '-' },
      ...{ referral_code: `M${people}`, referred_by: referredBy, ability: '[]', created_at: at },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Invoices of a plan that runs; the ledger knows nothing of them. @returns the invoice */
export async function boughtBy({ kysely }: Database, accountId: number, at: Date): Promise<number> {
  const { rows } = await sql<{ id: number }>`WITH running AS (
      INSERT INTO subscription (account_id, plan_id, kind, state, price_paise, started_at, period_from, ends_at,
        renews_from_wallet)
      SELECT ${accountId}::int, id, kind, 'active', price_paise, ${at}, ${at}, ${at}::timestamptz + interval '1 month', false
      FROM plan WHERE slug = 'trade-month'
      ON CONFLICT (account_id, kind) WHERE state <> 'ended' DO UPDATE SET period_from = ${at}
      RETURNING id, price_paise)
    INSERT INTO invoice (number, kind, account_id, subscription_id, description, sac, period_from, period_to, list_paise,
      credit_paise, total_paise, taxable_paise, cgst_paise, sgst_paise, igst_paise, place_of_supply, customer, supplier,
      paid_by, issued_at)
    SELECT 'T' || (SELECT count(*) FROM invoice), 'invoice', ${accountId}, id, 'Trade activation, monthly', '9', ${at}, ${at},
      price_paise, 0, price_paise, price_paise, 0, 0, 0, '27', '{}', '{}', 'gateway', ${at}
    FROM running RETURNING id`.execute(kysely);
  const [row] = rows;
  if (!row) throw new Error('nothing was bought');
  return row.id;
}

/** The refund of an invoice as billing keeps it; nothing else is taken back. */
export async function refunded({ kysely }: Database, invoiceId: number, at: Date): Promise<void> {
  const row = { invoice_id: invoiceId, amount_paise: 1n, target: 'wallet', state: 'done', reason: 'r' } as const;
  await kysely
    .insertInto('refund')
    .values({ ...row, asked_at: at, ended_at: at })
    .execute();
}
