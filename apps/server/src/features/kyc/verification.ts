import type { Database } from '@trickdesk/db';
import { findBank, findKyc } from './store.ts';
import { bankToWire, kycToWire, type ProviderFacts } from './wire.ts';

export type VerificationReader = ReturnType<typeof createVerificationReader>;

/** What KYC tells a person about themselves, masked. */
export function createVerificationReader({ kysely }: Database, facts: ProviderFacts) {
  return async (account: { readonly id: number; readonly kyc_verified_at: Date | null }) => {
    const [kyc, bank] = await Promise.all([findKyc(kysely, account.id), findBank(kysely, account.id)]);
    return { kyc: { ...kycToWire(kyc, account.kyc_verified_at !== null), ...facts }, bank: bankToWire(bank) };
  };
}
