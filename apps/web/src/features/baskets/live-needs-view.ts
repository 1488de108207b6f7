import type { BrokerDetails } from '@trickdesk/contract';
import type { OutputOfCall } from '../../lib/wire.ts';

export type LiveNeed = 'kyc' | 'activation' | 'broker' | 'session';

/** Where a person mends what is missing. */
export const MENDED_AT: Readonly<Record<LiveNeed, string>> = {
  kyc: '/profile/kyc',
  activation: '/activate',
  broker: '/profile/broker',
  session: '/profile/broker',
};

type Profile = Pick<OutputOfCall<'myprofile'>['profile'], 'isTradeactive'> & {
  readonly kyc: { readonly status: OutputOfCall<'myprofile'>['profile']['kyc']['status'] };
};

/**
 * What has to be mended before an order can go live, as far as it is known here. The server decides again: what it
 * refuses for is told by `needsOfRefusal`.
 *
 * @param accounts `undefined` while they are being read
 * @param account the one that orders would go to; absent where several are linked and none is chosen
 */
export function liveNeedsOf(
  profile: Profile | undefined,
  accounts: readonly Pick<BrokerDetails, 'brokerId' | 'status'>[] | undefined,
  account: Pick<BrokerDetails, 'status'> | undefined,
): readonly LiveNeed[] {
  const needs: LiveNeed[] = [];
  if (profile && profile.kyc.status !== 'verified') needs.push('kyc');
  if (profile && !profile.isTradeactive) needs.push('activation');
  if (accounts?.length === 0) needs.push('broker');
  if (account && account.status !== 'linked') needs.push('session');
  return needs;
}

const BY_CODE: Readonly<Record<string, readonly LiveNeed[]>> = {
  KYC_NOT_VERIFIED: ['kyc'],
  TRADE_NOT_ACTIVATED: ['activation'],
  KYC_AND_ACTIVATION_MISSING: ['kyc', 'activation'],
  BROKER_NOT_LINKED: ['broker'],
  BROKER_SESSION_CLOSED: ['session'],
};

/** Where a refusal leads: the pages that mend what it names. */
export const needsOfRefusal = (code: string | undefined): readonly LiveNeed[] =>
  code === undefined ? [] : (BY_CODE[code] ?? []);

/** The account that orders go to: the one chosen, or the only one; with several none is taken silently. */
export function accountOf<Account extends { readonly brokerId: number }>(
  accounts: readonly Account[],
  brokerId: number | undefined,
): Account | undefined {
  return accounts.length === 1 ? accounts[0] : accounts.find((account) => account.brokerId === brokerId);
}
