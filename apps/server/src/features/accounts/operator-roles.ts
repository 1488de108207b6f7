import type { Database, Queryable } from '@trickdesk/db';
import { OPERATOR_SUBJECTS } from '@trickdesk/domain';
import type { Clock } from '../../platform/clock.ts';
import { recordActivity } from '../activity/index.ts';
import { notify } from '../notifications/index.ts';
import { listWithMore } from './operator-store.ts';
import { endAllFamilies } from './reset-store.ts';
import { ORDINARY_ABILITY } from './rules.ts';
import { findAccountByName, setAbility } from './store.ts';

/** What operators may do beside their own things, by the name of their role. */
const ROLES = {
  /** Decides on everything that people and payments leave in doubt. */
  operator: OPERATOR_SUBJECTS.map((subject) => ({ action: 'manage', subject })),
  /** The second person for money that leaves; sees the rest. */
  approver: [
    ...OPERATOR_SUBJECTS.map((subject) => ({ action: 'read', subject })),
    { action: 'decide', subject: 'Withdrawal' },
  ],
} as const;
export type OperatorRole = keyof typeof ROLES;
export const OPERATOR_ROLES = Object.keys(ROLES);
export const isOperatorRole = (name: string): name is OperatorRole => Object.hasOwn(ROLES, name);

/** What a person may do: their own things, and what their role adds. */
const abilityOf = (role: OperatorRole | undefined) => [...ORDINARY_ABILITY, ...(role === undefined ? [] : ROLES[role])];

/**
 * Makes somebody an operator, or nobody's any more. Their sessions end: what one may do is written into a session's token.
 *
 * @param asked.role absent: an ordinary account again
 * @returns false where there is no such account
 */
export async function setOperatorRole(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  { name, role }: { readonly name: string; readonly role: OperatorRole | undefined },
): Promise<boolean> {
  const account = await findAccountByName(database.kysely, name.toLowerCase());
  if (!account) return false;
  const ability = abilityOf(role);
  if (JSON.stringify(account.ability) === JSON.stringify(ability)) return true;
  const at = new Date(clock.now());
  await database.transaction(async (tx) => {
    const { id: accountId } = account;
    await setAbility(tx, accountId, ability);
    await endAllFamilies(tx, accountId, { reason: 'role_changed', now: at });
    const words = role === undefined ? 'You are no operator any more.' : `You are an operator: ${role}.`;
    await recordActivity(tx, { accountId, kind: 'security', sentence: words, facts: { role: role ?? null }, at });
    await notify(tx, {
      ...{ accountId, category: 'security', dedupeKey: `role:${at.getTime()}`, severity: 'warning' },
      title: 'What you may do has changed',
      body: `${words} You have to sign in again.`,
    });
  });
  return true;
}

/** Who is one, and what they may do beside their own things. */
export async function listOperators(
  db: Queryable,
): Promise<readonly { readonly email: string; readonly may: readonly string[] }[]> {
  const rows = await listWithMore(db);
  return rows.map(({ email, ability }) => ({
    email,
    may: ability
      .filter(({ subject }) => subject !== 'Own' && subject !== 'Auth')
      .map(({ action, subject }) => `${action} ${subject}`),
  }));
}
