import type { Database } from '@trickdesk/db';
import type { AccessTokens } from '../../http/access-token.ts';
import type { SessionGate } from '../../http/session-gate.ts';
import { createAttempts } from '../../platform/attempts.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import { createPasswordCheck } from './password-check.ts';
import { createPasswords } from './passwords.ts';
import { type AccountsService, createAccountsService } from './service.ts';
import { createSessions } from './sessions.ts';
import { accountIdOf, deletePastFamilies, isFamilyLive } from './store.ts';

export { accountHandlers, authenticationHandlers } from './calls.ts';
export { DEMO_INVESTOR, DEMO_PASSWORD, DEMO_PEOPLE, demoSignInsExist, seedDemoAccounts } from './demo.ts';
export type { AccountsService } from './service.ts';
export { accountIdOf, deletePastFamilies, isFamilyLive };

/** The accounts of the product over its database. */
export async function createAccounts(parts: {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly tokens: AccessTokens;
  readonly gate: Pick<SessionGate, 'markEnded'>;
  readonly registrationsPerHour: number;
}): Promise<AccountsService> {
  const attempts = createAttempts(parts.database, parts.clock);
  const passwords = await createPasswords();
  const check = createPasswordCheck(attempts, passwords);
  return createAccountsService({ ...parts, attempts, passwords, check, sessions: createSessions(parts) });
}
