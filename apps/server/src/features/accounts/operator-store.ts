import type { Queryable } from '@trickdesk/db';
import type { OperatorSubject } from '@trickdesk/domain';
import { sql } from 'kysely';

/** Every SQL statement about who is an operator. */

/** Accounts that may do more than work with their own things. */
export function listWithMore(db: Queryable) {
  return db
    .selectFrom('account')
    .select(['email', 'ability'])
    .where(sql<boolean>`jsonb_path_exists(ability, '$[*] ? (@.subject != "Own" && @.subject != "Auth")')`)
    .orderBy('email')
    .execute();
}

/** Accounts that may look at a subject of operators, and are not shut out. */
export async function listAbleTo(db: Queryable, subject: OperatorSubject): Promise<number[]> {
  const rows = await db
    .selectFrom('account')
    .select('id')
    .where(sql<boolean>`ability @> ${JSON.stringify([{ subject }])}::jsonb`)
    .where('blocked_at', 'is', null)
    .where('erased_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}
