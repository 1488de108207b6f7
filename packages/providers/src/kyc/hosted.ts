import type { Reach } from '../ask.ts';
import { createCashfree } from './cashfree.ts';
import { createKarza } from './karza.ts';
import type { KycProvider } from './port.ts';

export interface HostedKyc {
  readonly karza: { readonly baseUrl: string; readonly key: string };
  readonly cashfree: { readonly baseUrl: string; readonly clientId: string; readonly clientSecret: string };
  /** Where DigiLocker sends a person back to. */
  readonly returnUrl: string;
}

/** UIDAI and banks behind a provider may take half a minute; a person waits for the answer. */
const TIMEOUT_MS = 30_000;

/** Aadhaar codes by Karza, all else by Cashfree. */
export function createHostedKyc({ karza, cashfree, returnUrl }: HostedKyc, how: Partial<Reach> = {}): KycProvider {
  const aadhaar: Reach = {
    timeoutMs: TIMEOUT_MS,
    ...how,
    baseUrl: karza.baseUrl,
    headers: { 'x-karza-key': karza.key },
  };
  const others: Reach = {
    timeoutMs: TIMEOUT_MS,
    ...how,
    baseUrl: cashfree.baseUrl,
    headers: { 'x-client-id': cashfree.clientId, 'x-client-secret': cashfree.clientSecret },
  };
  return { ...createKarza(aadhaar), ...createCashfree(others, returnUrl) };
}
