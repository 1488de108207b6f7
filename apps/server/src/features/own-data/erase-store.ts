import type { Tx } from '@trickdesk/db';
import { sql } from 'kysely';

/** What stands where a person was. */
const FORMER_NAME = 'Former member';
const GONE_TRICK = 'Deleted trick';

/** Holds the account until the transaction ends. @returns its name and address; `undefined` where it is erased or none */
export async function lockLiving(tx: Tx, accountId: number) {
  const row = await tx
    .selectFrom('account')
    .select(['email', 'full_name', 'language', 'erased_at'])
    .where('id', '=', accountId)
    .forUpdate()
    .executeTakeFirst();
  if (row?.erased_at !== null) return undefined;
  const { email, full_name: fullName, language } = row;
  return { email, fullName, language };
}

export interface Pseudonym {
  readonly accountId: number;
  /** Of a password that nobody knows. */
  readonly passwordHash: string;
  /** One that nobody was ever given. */
  readonly referralCode: string;
  readonly at: Date;
}

/** The row stays for what law makes us keep and for whom they invited; nothing in it names anybody. */
export async function pseudonymise(tx: Tx, { accountId, passwordHash, referralCode, at }: Pseudonym): Promise<void> {
  await tx
    .updateTable('account')
    .set({
      full_name: FORMER_NAME,
      // A hyphen: nobody can register it. `.invalid` (RFC 2606): no mail can go there.
      username: `erased-${accountId}`,
      email: `erased-${accountId}@account.invalid`,
      mobile: '',
      password_hash: passwordHash,
      referral_code: referralCode,
      ability: '[]',
      default_settings: '{}',
      language: null,
      date_of_birth: null,
      gender: null,
      address: null,
      trade_activated_at: null,
      robo_activated_at: null,
      erased_at: at,
    })
    .where('id', '=', accountId)
    .execute();
}

/** @returns the sessions that were open */
export async function deleteSessions(tx: Tx, accountId: number): Promise<string[]> {
  const rows = await tx.deleteFrom('session_family').where('account_id', '=', accountId).returning('id').execute();
  return rows.map(({ id }) => id);
}

/** What opens the account, and what tells of the person: few rows each. Mails first, while the address is known. */
export async function deletePersonal(tx: Tx, accountId: number, email: string): Promise<void> {
  await tx.deleteFrom('mail').where('to_address', '=', email).execute();
  const consents = tx.selectFrom('aadhaar_request').select('provider_request_id').where('account_id', '=', accountId);
  await tx.deleteFrom('kyc_sandbox_consent').where('request_id', 'in', consents).execute();
  const tables = [
    'aadhaar_request',
    'second_factor',
    'password_reset',
    'account_browser',
    'idempotent_call',
    'data_copy',
    'risk_limit',
    'kill_switch',
    'desk_switch',
    'demo_history',
    'readiness_told',
    'robo_answers',
    'alert_choice',
    'push_subscription',
  ] as const;
  for (const table of tables) await tx.deleteFrom(table).where('account_id', '=', accountId).execute();
}

/** What they had taken on of others is nobody's again. */
export async function giveTicketsBack(tx: Tx, accountId: number): Promise<void> {
  await tx.updateTable('ticket').set({ assignee_id: null }).where('assignee_id', '=', accountId).execute();
}

/** What its owner called things; whatever is kept of them has no name of their making. */
export async function forgetNames(tx: Tx, accountId: number, at: Date): Promise<void> {
  await tx
    .updateTable('deployment')
    .set({ name: GONE_TRICK, status_reason: null, status: 'exited', robo_pro: false })
    .where('account_id', '=', accountId)
    .execute();
  await tx
    .updateTable('strategy')
    .set({ name: GONE_TRICK, summary: '', description: '', author: FORMER_NAME })
    .where('owner_id', '=', accountId)
    .execute();
  // What was published of theirs stays in the rankings, under nobody's name; nobody answers for it any more.
  await sql`UPDATE strategy SET author = ${FORMER_NAME}, retired_at = coalesce(retired_at, ${at})
    WHERE origin_id IN (SELECT id FROM strategy WHERE owner_id = ${accountId})`.execute(tx);
  await sql`UPDATE strategy_version SET note = '' FROM strategy
    WHERE strategy.id = strategy_version.strategy_id AND strategy.owner_id = ${accountId}`.execute(tx);
  await tx
    .updateTable('broker_link')
    .set({ holder_name: '', status_reason: null, funds_available_paise: null, funds_used_paise: null })
    .where('account_id', '=', accountId)
    .execute();
}

/** Plans end with their account: what is left of them is not paid back. */
export async function endSubscriptions(tx: Tx, accountId: number, at: Date): Promise<void> {
  await tx
    .updateTable('subscription')
    .set({ state: 'ended', end_reason: 'cancelled', ended_at: at, cancelled_at: at, renews_from_wallet: false })
    .where('account_id', '=', accountId)
    .where('state', '!=', 'ended')
    .execute();
}
