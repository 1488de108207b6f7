import type { BrokerDetails } from '@trickdesk/contract';

/** What its owner has asked for: another account, or a new session of one that is linked. */
export type Wanted = 'another' | { readonly signInTo: number } | undefined;

/** Which form stands below the accounts, and whether it was opened by hand and can be left again. */
export type ShownForm =
  | { readonly kind: 'first' | 'another'; readonly account?: undefined; readonly leaves: boolean }
  | { readonly kind: 'again'; readonly account: BrokerDetails; readonly leaves: boolean };

/**
 * The first account is linked in a form that is simply there. An account whose session has ended gets its form without
 * being asked, since nothing can be traded there before; every other form is asked for.
 */
export function shownForm(accounts: readonly BrokerDetails[], wanted: Wanted): ShownForm | undefined {
  if (accounts.length === 0) return { kind: 'first', leaves: false };
  if (wanted === 'another') return { kind: 'another', leaves: true };
  const asked = accounts.find(({ brokerId }) => brokerId === wanted?.signInTo);
  if (asked) return { kind: 'again', account: asked, leaves: true };
  const ended = accounts.find(({ status }) => status !== 'linked');
  return ended && { kind: 'again', account: ended, leaves: false };
}
