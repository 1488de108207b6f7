import type { myprofile, OutputOf } from '@trickdesk/contract';
import { maskedEnd } from '@trickdesk/domain';
import type { BankRow, KycRow } from './store.ts';

type Profile = OutputOf<typeof myprofile>['profile'];

/** What a provider is, as far as the screen has to say so. */
export interface ProviderFacts {
  readonly otpRoute: boolean;
  readonly sandbox: boolean;
}

/** @param isVerified what live trading goes by; also where it was granted for the demo, which nobody has checked */
export function kycToWire(kyc: KycRow | undefined, isVerified: boolean): Omit<Profile['kyc'], keyof ProviderFacts> {
  if (!kyc) {
    const status = isVerified ? 'verified' : 'none';
    return { status, doubts: [], pan: { status }, aadhaar: { status } };
  }
  const { status, doubts, aadhaar_last4: last4, pan_masked: masked, pan_name: name } = kyc;
  const whole = isVerified ? 'verified' : status === 'open' ? 'none' : status;
  // What is known of one of the two is verified by itself until both together leave a doubt.
  // A rejection took both back: each can be taken anew.
  const stepOf = (isDone: boolean): Profile['kyc']['status'] => {
    if (whole === 'none' || whole === 'rejected') return isDone ? 'verified' : 'none';
    return whole;
  };
  return {
    status: whole,
    doubts,
    ...(kyc.rejected_because === null ? {} : { reason: kyc.rejected_because }),
    pan: {
      status: stepOf(masked !== null),
      ...(masked === null ? {} : { masked }),
      ...(name === null ? {} : { name }),
    },
    aadhaar: { status: stepOf(last4 !== null), ...(last4 === null ? {} : { masked: maskedEnd(last4) }) },
  };
}

export function bankToWire(bank: BankRow | undefined): Profile['bank'] {
  if (!bank) return { status: 'none' };
  return {
    status: bank.status,
    accountMasked: bank.number_masked,
    ifsc: bank.ifsc,
    bankName: bank.bank_name,
    holderName: bank.holder_name,
    changedAt: bank.set_at.toISOString(),
    ...(bank.rejected_because === null ? {} : { reason: bank.rejected_because }),
  };
}
