import { z } from 'zod';
import { ask, type Reach, UNREADABLE } from '../ask.ts';
import type { BankChecked, ConsentResult, KycProvider } from './port.ts';
import { indiaDateIn, last4In } from './wire-words.ts';

/**
 * PAN, bank accounts and DigiLocker, as Cashfree serves them (Verification Suite v2): `POST /pan`,
 * `POST /bank-account/sync`, `POST /digilocker`, `GET /digilocker`, `GET /digilocker/document/AADHAAR`.
 */

const zPan = z.object({
  valid: z.boolean(),
  registered_name: z.string().optional(),
  pan_status: z.string().optional(),
});
const zBank = z.object({
  account_status: z.string(),
  account_status_code: z.string().optional(),
  name_at_bank: z.string().nullish(),
  bank_name: z.string().nullish(),
});
const zConsentUrl = z.object({ url: z.url({ protocol: /^https$/ }), status: z.string() });
const zConsent = z.object({ status: z.enum(['PENDING', 'AUTHENTICATED', 'EXPIRED', 'CONSENT_DENIED']) });
const zDocument = z.object({
  status: z.literal('SUCCESS'),
  uid: z.string(),
  name: z.string().min(1),
  dob: z.string().optional(),
});

/** @param returnUrl where DigiLocker sends a person back to */
export function createCashfree(
  reach: Reach,
  returnUrl: string,
): Pick<KycProvider, 'checkPan' | 'checkBank' | 'startDigiLocker' | 'readDigiLocker'> {
  return {
    checkPan: async ({ pan, holder }) => {
      const reply = await ask(reach, { path: '/pan', body: { pan, name: holder.name } });
      if (reply.kind === 'unavailable') return reply;
      const read = zPan.safeParse(reply.body);
      if (!read.success) return UNREADABLE;
      const { valid, registered_name: nameOnPan, pan_status: status } = read.data;
      if (!valid) return { kind: 'invalid' };
      // Valid and yet not to be used: not linked with Aadhaar, deactivated, or its holder has died.
      if (status !== undefined && status !== 'VALID') return { kind: 'inoperative' };
      return nameOnPan === undefined ? UNREADABLE : { kind: 'active', nameOnPan };
    },
    checkBank: async ({ accountNumber, ifsc, holder }) => {
      const body = { bank_account: accountNumber, ifsc, name: holder.name };
      const reply = await ask(reach, { path: '/bank-account/sync', body });
      return reply.kind === 'unavailable' ? reply : bankIn(reply.body);
    },
    startDigiLocker: async ({ caseId }) => {
      const body = {
        verification_id: caseId,
        document_requested: ['AADHAAR'],
        redirect_url: returnUrl,
        user_flow: 'signin',
      };
      const reply = await ask(reach, { path: '/digilocker', body });
      if (reply.kind === 'unavailable') return reply;
      const read = zConsentUrl.safeParse(reply.body);
      return read.success ? { kind: 'started', providerRequestId: caseId, url: read.data.url } : UNREADABLE;
    },
    readDigiLocker: (providerRequestId) => readConsent(reach, providerRequestId),
  };
}

function bankIn(body: unknown): BankChecked {
  const read = zBank.safeParse(body);
  if (!read.success) return UNREADABLE;
  const {
    account_status: status,
    account_status_code: code,
    name_at_bank: nameAtBank,
    bank_name: bankName,
  } = read.data;
  if (status === 'VALID') {
    return nameAtBank ? { kind: 'exists', nameAtBank, bankName: bankName ?? '' } : UNREADABLE;
  }
  switch (code) {
    case 'INVALID_BANK_ACCOUNT':
      return { kind: 'refused', reason: 'invalid_account' };
    case 'INVALID_IFSC':
      return { kind: 'refused', reason: 'invalid_ifsc' };
    case 'ACCOUNT_BLOCKED':
      return { kind: 'refused', reason: 'blocked' };
    case 'NRE_ACCOUNT':
    case 'FRAUD_ACCOUNT':
      return { kind: 'refused', reason: 'not_allowed' };
    default:
      // The bank has not answered: RECEIVED, PROCESSING, FAILED at the source. It may be asked again.
      return { kind: 'unavailable', cause: 'overloaded' };
  }
}

async function readConsent(reach: Reach, verificationId: string): Promise<ConsentResult> {
  const query = { verification_id: verificationId };
  const reply = await ask(reach, { path: '/digilocker', query });
  if (reply.kind === 'unavailable') return reply;
  const read = zConsent.safeParse(reply.body);
  if (!read.success) return UNREADABLE;
  switch (read.data.status) {
    case 'PENDING':
      return { kind: 'waiting' };
    case 'EXPIRED':
      return { kind: 'expired' };
    case 'CONSENT_DENIED':
      return { kind: 'denied' };
    case 'AUTHENTICATED':
      return readDocument(reach, query);
  }
}

async function readDocument(reach: Reach, query: Readonly<Record<string, string>>): Promise<ConsentResult> {
  const reply = await ask(reach, { path: '/digilocker/document/AADHAAR', query });
  if (reply.kind === 'unavailable') return reply;
  const read = zDocument.safeParse(reply.body);
  const last4 = read.success ? last4In(read.data.uid) : undefined;
  if (!read.success || last4 === undefined) return UNREADABLE;
  return { kind: 'verified', person: { name: read.data.name, dateOfBirth: indiaDateIn(read.data.dob), last4 } };
}
