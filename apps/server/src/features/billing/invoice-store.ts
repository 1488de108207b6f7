import type { BillingSchema, InvoiceCustomer, InvoiceSupplier, Queryable, Tx } from '@trickdesk/db';
import { type Insertable, sql } from 'kysely';

/** Every SQL statement about invoices and credit notes. */

/** The next number of a series. The row stays locked until the transaction ends, so that no number is left out. */
export async function takeNumber(tx: Tx, series: string): Promise<number> {
  const { last } = await tx
    .insertInto('invoice_series')
    .values({ series, last: 1 })
    .onConflict((conflict) => conflict.column('series').doUpdateSet({ last: sql<number>`invoice_series.last + 1` }))
    .returning('last')
    .executeTakeFirstOrThrow();
  return last;
}

export type InvoiceToInsert = Omit<Insertable<BillingSchema['invoice']>, 'customer' | 'supplier'> & {
  readonly customer: InvoiceCustomer;
  readonly supplier: InvoiceSupplier;
};

export async function insertInvoice(tx: Tx, { customer, supplier, ...row }: InvoiceToInsert): Promise<number> {
  const { id } = await tx
    .insertInto('invoice')
    .values({ ...row, customer: JSON.stringify(customer), supplier: JSON.stringify(supplier) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export type InvoiceRow = Awaited<ReturnType<typeof listInvoices>>[number];

const withCredited = (db: Queryable) =>
  db
    .selectFrom('invoice')
    .leftJoin('invoice as credited', 'credited.id', 'invoice.credits_id')
    .selectAll('invoice')
    .select('credited.number as credits_number');

export interface InvoiceFilter {
  readonly accountId: number;
  readonly from: Date | undefined;
  readonly before: Date | undefined;
  readonly search: string | undefined;
}

export function listInvoices(
  db: Queryable,
  filter: InvoiceFilter,
  page: { readonly limit: number; readonly offset: number; readonly sort: 'time' | '-time' },
) {
  return matching(withCredited(db), filter)
    .orderBy('invoice.id', page.sort === 'time' ? 'asc' : 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

export async function countInvoices(db: Queryable, filter: InvoiceFilter): Promise<number> {
  const { count } = await matching(withCredited(db), filter)
    .clearSelect()
    .select(sql<bigint>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

type Query = ReturnType<typeof withCredited>;

function matching(query: Query, { accountId, from, before, search }: InvoiceFilter): Query {
  let matched = query.where('invoice.account_id', '=', accountId);
  if (from) matched = matched.where('invoice.issued_at', '>=', from);
  if (before) matched = matched.where('invoice.issued_at', '<', before);
  // Few of them, so no index: an account has one or two a month.
  if (search) {
    matched = matched.where((eb) =>
      eb.or([
        eb(sql`position(lower(${search}) in lower(invoice.number))`, '>', 0),
        eb(sql`position(lower(${search}) in lower(invoice.description))`, '>', 0),
      ]),
    );
  }
  return matched;
}

export function findOwnInvoice(db: Queryable, owner: { readonly accountId: number; readonly invoiceId: number }) {
  return withCredited(db)
    .where('invoice.account_id', '=', owner.accountId)
    .where('invoice.id', '=', owner.invoiceId)
    .executeTakeFirst();
}
