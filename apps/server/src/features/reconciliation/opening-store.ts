import type { Queryable } from '@trickdesk/db';
import type { IndiaDate } from '@trickdesk/domain';
import type { OpeningFunds } from './facts.ts';

/** The first funds of each day: what the day's trades and charges are added to when it is compared. */

/** The first reading of a day stands; later ones change nothing. */
export async function putOpening(
  db: Queryable,
  { linkId, day }: { readonly linkId: number; readonly day: IndiaDate },
  { cashPaise, movedPaise, at }: OpeningFunds,
): Promise<void> {
  await db
    .insertInto('opening_funds')
    .values({
      broker_link_id: linkId,
      day,
      cash_paise: BigInt(cashPaise),
      moved_paise: BigInt(movedPaise),
      exchange_at: new Date(at),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function findOpening(
  db: Queryable,
  { linkId, day }: { readonly linkId: number; readonly day: IndiaDate },
): Promise<OpeningFunds | undefined> {
  const row = await db
    .selectFrom('opening_funds')
    .select(['cash_paise', 'moved_paise', 'exchange_at'])
    .where('broker_link_id', '=', linkId)
    .where('day', '=', day)
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    cashPaise: Number(row.cash_paise),
    movedPaise: Number(row.moved_paise),
    at: row.exchange_at.getTime(),
  };
}

/** Broker accounts that are signed in and whose funds of the day nobody has read. */
export async function listUnopened(db: Queryable, day: IndiaDate): Promise<number[]> {
  const rows = await db
    .selectFrom('broker_link as link')
    .select('link.id')
    .where('link.unlinked_at', 'is', null)
    .where('link.status', '=', 'linked')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('opening_funds as opening')
            .select('opening.day')
            .whereRef('opening.broker_link_id', '=', 'link.id')
            .where('opening.day', '=', day),
        ),
      ),
    )
    .orderBy('link.id')
    .limit(500)
    .execute();
  return rows.map(({ id }) => id);
}

/** Which of these are fund units: they are taxed otherwise than shares. */
export async function listEtfs(db: Queryable, tradingSymbols: readonly string[]): Promise<ReadonlySet<string>> {
  if (tradingSymbols.length === 0) return new Set();
  const rows = await db
    .selectFrom('instrument')
    .select('trading_symbol')
    .where('trading_symbol', 'in', tradingSymbols)
    .where('kind', '=', 'etf')
    .execute();
  return new Set(rows.map((row) => row.trading_symbol));
}
