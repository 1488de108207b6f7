import { createHostedKyc, createKycSandbox } from '@trickdesk/providers/kyc';
import type { Accounts } from '../features/accounts/index.ts';
import { createKycService, createSandboxConsents, createVerificationReader } from '../features/kyc/index.ts';
import { consentPagePath, serveConsentPage } from '../http/consent-page.ts';
import type { ServerParts } from '../http/server.ts';
import type { Attempts } from '../platform/attempts.ts';
import { createFingerprints } from '../platform/fingerprints.ts';
import type { CalledParts } from './bound-calls.ts';
import type { BrokerFoundation } from './broker-access.ts';

export interface Kyc {
  readonly called: Pick<CalledParts, 'kyc' | 'verificationOf'>;
  /** The sandbox's consent page. */
  readonly routes: NonNullable<ServerParts['routes']>;
}

/** KYC over the provider that the settings name. */
export function openKyc(
  foundation: BrokerFoundation,
  parts: { readonly accounts: Accounts; readonly attempts: Attempts },
): Kyc {
  const { database, settings } = foundation;
  const { otpRoute, hosted } = settings.kyc;
  const consents = createSandboxConsents(foundation);
  const provider = hosted ? createHostedKyc(hosted) : createKycSandbox(consents, consentPagePath);
  const fingerprints = createFingerprints({ ...foundation, purpose: 'identity numbers' });
  return {
    called: {
      kyc: createKycService({ ...foundation, ...parts, provider, fingerprints, otpRoute }),
      verificationOf: createVerificationReader(database, { otpRoute, sandbox: hosted === undefined }),
    },
    routes: hosted ? [] : [serveConsentPage(consents)],
  };
}
