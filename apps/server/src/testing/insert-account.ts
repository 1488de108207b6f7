import type { Database } from '@trickdesk/db';

/** An account that nobody can sign in to, for tests in which only whose a row is matters. @returns its id */
export async function insertAccount(
  { kysely }: Database,
  username: string,
  referredBy: number | null = null,
): Promise<number> {
  const row = await kysely
    .insertInto('account')
    .values({
      full_name: 'Asha Rao',
      username,
      email: `${username}@mail.test`,
      mobile: '9000000000',
      password_hash: '-',
      referral_code: username,
      referred_by: referredBy,
      ability: '[]',
      created_at: new Date(0),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}
