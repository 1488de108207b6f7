import type { Database } from '@trickdesk/db';
import { Refusal } from '../../http/refusal.ts';
import type { Clock } from '../../platform/clock.ts';
import { setOperatorRole } from './operator-roles.ts';
import type { AccountsService } from './service.ts';

/** The sign-ins that the start prints. Everybody knows their password, so they exist on one's own machine alone. */
export const DEMO_PASSWORD = 'correct-horse-battery';
const DEMO_PEOPLE = [
  { email: 'newcomer@example.com', username: 'newcomer', fullName: 'Nisha Newcomer', mobile: '9000000001' },
  { email: 'demo@example.com', username: 'demo', fullName: 'Devika Demo', mobile: '9000000002' },
  { email: 'operator@example.com', username: 'operator', fullName: 'Omkar Operator', mobile: '9000000003' },
  { email: 'approver@example.com', username: 'approver', fullName: 'Anita Approver', mobile: '9000000004' },
] as const;
const DEMO_OPERATORS = ['operator', 'approver'] as const;

const ORIGIN = { requestId: 'demo-sign-ins', address: 'start', device: 'Trickdesk start' };

/** Whose past the start makes by using the product. */
export const DEMO_INVESTOR = 'demo@example.com';
export const DEMO_OPERATOR = 'operator@example.com';

/** Registers the demo sign-ins as people would; those that exist already stay as they are. */
export async function seedDemoAccounts(
  accounts: AccountsService,
  parts: { readonly database: Database; readonly clock: Clock },
): Promise<void> {
  for (const person of DEMO_PEOPLE) {
    try {
      await accounts.register({ ...person, password: DEMO_PASSWORD, acceptTerms: true }, ORIGIN);
    } catch (error) {
      if (!(error instanceof Refusal) || !['EMAIL_IN_USE', 'USERNAME_IN_USE'].includes(error.code)) throw error;
    }
  }
  for (const role of DEMO_OPERATORS) await setOperatorRole(parts, { name: role, role });
}

/** Whether anybody could sign in with the known password. */
export async function demoSignInsExist(accounts: AccountsService): Promise<boolean> {
  for (const { email } of DEMO_PEOPLE) {
    if (await accounts.hasPassword(email, DEMO_PASSWORD)) return true;
  }
  return false;
}
