import { randomUUID } from 'node:crypto';
import { maskedEnd } from '@trickdesk/domain';
import type { AadhaarPerson, BankChecked, ConsentResult, Holder, KycProvider, PanChecked } from './port.ts';

/** What was agreed to on the sandbox's own consent page; kept by whoever runs it, since processes come and go. */
export interface SandboxConsents {
  readonly open: (requestId: string, holder: Holder) => Promise<void>;
  readonly read: (requestId: string) => Promise<SandboxConsent | undefined>;
}

export interface SandboxConsent {
  readonly holder: Holder;
  readonly answer: 'waiting' | 'given' | 'denied';
}

export const SANDBOX_OTP = '123456';
export const SANDBOX_EXPIRED_OTP = '999999';
/** UIDAI's public test numbers. */
export const SANDBOX_AADHAAR = [
  '999941057058',
  '999971658847',
  '999933119405',
  '999955183433',
  '999990501894',
] as const;
/** The number that the sandbox's consent page shares. */
const SHARED_AADHAAR = SANDBOX_AADHAAR[0];

/** Looks nobody up: fixed numbers have fixed answers, and a name is the one that its owner gave. */
export function createKycSandbox(consents: SandboxConsents, consentUrl: (requestId: string) => string): KycProvider {
  return {
    sendAadhaarOtp: async ({ aadhaarNumber }) => {
      if (!SANDBOX_AADHAAR.some((known) => known === aadhaarNumber)) {
        return { kind: 'refused', message: `The sandbox knows only UIDAI's test numbers, such as ${SHARED_AADHAAR}.` };
      }
      const message = `Sandbox: no message was sent. The code for ${maskedEnd(aadhaarNumber)} is ${SANDBOX_OTP}.`;
      return { kind: 'sent', providerRequestId: randomUUID(), message };
    },
    checkAadhaarOtp: async ({ otp, aadhaarNumber, holder }) => {
      if (otp === SANDBOX_EXPIRED_OTP) return { kind: 'expired' };
      if (otp !== SANDBOX_OTP) return { kind: 'wrong_code' };
      return { kind: 'verified', person: personOf(holder, aadhaarNumber) };
    },
    startDigiLocker: async ({ holder }) => {
      const providerRequestId = randomUUID();
      await consents.open(providerRequestId, holder);
      return { kind: 'started', providerRequestId, url: consentUrl(providerRequestId) };
    },
    readDigiLocker: async (requestId) => resultOf(await consents.read(requestId)),
    checkPan: async ({ pan, holder }) => panOf(pan.slice(5, 9), holder),
    checkBank: async ({ accountNumber, holder }) => bankOf(accountNumber.slice(-4), holder),
  };
}

const personOf = ({ name, dateOfBirth }: Holder, number: string): AadhaarPerson => ({
  name,
  dateOfBirth,
  last4: number.slice(-4),
});

function resultOf(consent: SandboxConsent | undefined): ConsentResult {
  switch (consent?.answer) {
    case undefined:
      return { kind: 'expired' };
    case 'waiting':
      return { kind: 'waiting' };
    case 'denied':
      return { kind: 'denied' };
    case 'given':
      return { kind: 'verified', person: personOf(consent.holder, SHARED_AADHAAR) };
  }
}

/** Nobody is called this, so it is nobody's name. */
const ANOTHER_NAME = 'Zubin Xerxes Quadros';

function panOf(digits: string, { name }: Holder): PanChecked {
  switch (digits) {
    case '1234':
      return { kind: 'active', nameOnPan: name };
    case '0001':
      return { kind: 'active', nameOnPan: ANOTHER_NAME };
    case '0003':
      return { kind: 'inoperative' };
    default:
      return { kind: 'invalid' };
  }
}

function bankOf(end: string, { name }: Holder): BankChecked {
  const bankName = 'Sandbox Bank';
  switch (end) {
    case '0000':
      return { kind: 'exists', nameAtBank: name, bankName };
    case '0001':
      return { kind: 'exists', nameAtBank: ANOTHER_NAME, bankName };
    case '0002':
      return { kind: 'refused', reason: 'blocked' };
    default:
      return { kind: 'refused', reason: 'invalid_account' };
  }
}
