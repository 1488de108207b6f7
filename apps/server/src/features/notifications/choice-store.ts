import type { Queryable, Tx } from '@trickdesk/db';
import type { AlertChannel, Language } from '@trickdesk/domain';
import { sql } from 'kysely';

/** Every SQL statement about what people have chosen. */

export interface ChoiceRow {
  category: number;
  channel: AlertChannel;
  is_on: boolean;
}

export function readChoices(db: Queryable, accountId: number): Promise<ChoiceRow[]> {
  return db
    .selectFrom('alert_choice')
    .select(['category', 'channel', 'is_on'])
    .where('account_id', '=', accountId)
    .execute();
}

/** @returns the cells that were changed by it */
export async function keepChoices(
  tx: Tx,
  chosen: { readonly accountId: number; readonly choices: readonly ChoiceRow[]; readonly at: Date },
): Promise<ChoiceRow[]> {
  const { accountId, choices, at } = chosen;
  if (choices.length === 0) return [];
  return tx
    .insertInto('alert_choice')
    .values(choices.map((choice) => ({ ...choice, account_id: accountId, changed_at: at })))
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'category', 'channel'])
        .doUpdateSet({ is_on: (eb) => eb.ref('excluded.is_on'), changed_at: at })
        .where(sql`alert_choice.is_on`, 'is distinct from', sql`excluded.is_on`),
    )
    .returning(['category', 'channel', 'is_on'])
    .execute();
}

/** Where mails to somebody go, and in which language; `undefined` for whoever is erased. */
export function addresseeOf(
  db: Queryable,
  accountId: number,
): Promise<{ email: string; language: Language | null } | undefined> {
  return db
    .selectFrom('account')
    .select(['email', 'language'])
    .where('id', '=', accountId)
    .where('erased_at', 'is', null)
    .executeTakeFirst();
}

/** @returns whether it was another one before */
export async function keepLanguage(tx: Tx, accountId: number, language: Language): Promise<boolean> {
  const result = await tx
    .updateTable('account')
    .set({ language })
    .where('id', '=', accountId)
    .where('erased_at', 'is', null)
    .where('language', 'is distinct from', language)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
