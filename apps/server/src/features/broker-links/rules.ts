import { addDays, type EpochMs, indiaDateOf, indiaMoment } from '@trickdesk/domain';

/** The broker's day ends at 05:00 in India, and with it every token, whenever it was given. */
const DAY_END_MINUTE = 5 * 60;

/** The first 05:00 in India after the moment. */
export function tokenExpiryAfter(at: EpochMs): EpochMs {
  const today = indiaDateOf(at);
  const thisMorning = indiaMoment(today, DAY_END_MINUTE);
  return thisMorning > at ? thisMorning : indiaMoment(addDays(today, 1), DAY_END_MINUTE);
}

export type LinkStatus = 'linked' | 'expired' | 'error';

/** A link whose tokens have died is expired, whatever was last stored; an error stays one until the next sign-in. */
export function statusAt(
  link: { readonly status: LinkStatus; readonly tokenExpiresAt: EpochMs },
  at: EpochMs,
): LinkStatus {
  return link.status === 'linked' && link.tokenExpiresAt <= at ? 'expired' : link.status;
}

/** Slows down wrong PINs and codes before the broker locks the account. */
export const SIGN_IN_BACK_OFF = {
  free: 4,
  firstWaitMs: 60_000,
  longestWaitMs: 60 * 60_000,
  forgetAfterMs: 2 * 60 * 60_000,
} as const;

/** Why a broker did not let somebody in, as far as its answer can be told apart. */
export type SignInTrouble = 'wrong_totp' | 'wrong_credentials' | 'wrong_api_key' | 'account_blocked' | 'other';

/** The form's field that a refused sign-in is about; none where it is about the account as a whole. */
export function fieldOfRefusal(reason: SignInTrouble, usedSecret: boolean): string | undefined {
  switch (reason) {
    case 'wrong_totp':
      return usedSecret ? 'totpSecret' : 'totp';
    case 'wrong_credentials':
      return 'pin';
    case 'wrong_api_key':
      return 'apiKey';
    case 'account_blocked':
    case 'other':
      return undefined;
  }
}

const CODE_LASTS_MS = 30_000;
/** The broker looks at a code after it has travelled, and waited for its turn. */
const CODE_TRAVELS_MS = 3_000;

/** How long to wait for a code that is still good when it arrives, milliseconds; 0 where the present one is. */
export function waitForCode(at: EpochMs): number {
  const left = CODE_LASTS_MS - (at % CODE_LASTS_MS);
  return left < CODE_TRAVELS_MS ? left : 0;
}
