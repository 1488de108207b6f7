import type { Database } from '@trickdesk/db';
import type { Attempts } from '../../platform/attempts.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Fingerprints } from '../../platform/fingerprints.ts';
import type { Ids } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import type { MailOutbox } from '../../platform/mail/index.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { createCodeCheck } from './code-check.ts';
import { createPasswordCheck } from './password-check.ts';
import { createPasswordReset, type PasswordResetService } from './password-reset.ts';
import { createPasswords } from './passwords.ts';
import { deletePastResets } from './reset-store.ts';
import { createSecondFactorService, type GivenProof, type SecondFactorService } from './second-factor.ts';
import { createSecurityService, type SecurityService } from './security.ts';
import { type AccountsService, createAccountsService } from './service.ts';
import { createSessions, deletePastSessions, type EndedSessions, type TokenIssuer } from './sessions.ts';
import {
  accountIdOf,
  isFamilyLive,
  isKycVerified,
  readLiveSteps,
  listLiveFamilies as readSessions,
  recordAddress,
} from './store.ts';

export { endSessionsWithin, liftBlockWithin, setBlockWithin } from './block.ts';
export { accountHandlers, authenticationHandlers, securityHandlers } from './calls.ts';
export { DEMO_INVESTOR, DEMO_OPERATOR, DEMO_PASSWORD, demoSignInsExist, seedDemoAccounts } from './demo.ts';
export {
  activateTrading,
  type LiveStep,
  markKycVerified,
  markTradeActivated,
  recordKycVerified,
} from './live-steps.ts';
export { isOperatorRole, listOperators, OPERATOR_ROLES, setOperatorRole } from './operator-roles.ts';
export { listAbleTo } from './operator-store.ts';
export { birthdayFault } from './rules.ts';
export type { AccountsService } from './service.ts';
export type { EndedSessions, GivenProof };
export {
  accountIdOf,
  deletePastResets,
  deletePastSessions,
  isFamilyLive,
  isKycVerified,
  readLiveSteps,
  readSessions,
  recordAddress,
};

export interface Accounts extends AccountsService {
  readonly security: SecurityService;
  readonly secondFactor: SecondFactorService;
  readonly passwordReset: PasswordResetService;
}

/** The accounts of the product over its database. */
export async function createAccounts(parts: {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly attempts: Attempts;
  readonly tokens: TokenIssuer;
  readonly gate: EndedSessions;
  readonly secrets: Secrets;
  readonly recoveryCodes: Fingerprints;
  readonly outbox: MailOutbox;
  readonly showsOutbox: boolean;
  readonly publicUrl: string;
  readonly registrationsPerHour: number;
}): Promise<Accounts> {
  const passwords = await createPasswords();
  const check = createPasswordCheck(parts.attempts, passwords);
  const codes = createCodeCheck(parts);
  const accounts = createAccountsService({ ...parts, passwords, check, codes, sessions: createSessions(parts) });
  const { assertPassword } = accounts;
  return {
    ...accounts,
    security: createSecurityService({ ...parts, passwords, check }),
    secondFactor: createSecondFactorService({ ...parts, codes, assertPassword }),
    passwordReset: createPasswordReset({ ...parts, passwords }),
  };
}
