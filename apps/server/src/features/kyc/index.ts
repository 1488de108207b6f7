import type { Database } from '@trickdesk/db';
import type { EpochMs } from '@trickdesk/domain';
import { deletePastRequests } from './store.ts';

export { kycHandlers } from './calls.ts';
export { createKycCases, type KycCases } from './cases.ts';
export { type AnsweredConsents, createSandboxConsents } from './sandbox-consents.ts';
export { createKycService, type KycService } from './service.ts';
export { createVerificationReader } from './verification.ts';

/** A request lasts ten minutes; a day later nobody asks about it. */
const KEEP_MS = 24 * 3_600_000;

export function deletePastKycRequests(db: Database['kysely'], now: EpochMs): Promise<void> {
  return deletePastRequests(db, new Date(now - KEEP_MS));
}
