import { randomBytes, randomInt, randomUUID } from 'node:crypto';

/** Names for things, made where they cannot be guessed. */
export interface Ids {
  readonly uuid: () => string;
  /** 256 random bits, base64url: 43 characters. */
  readonly secretToken: () => string;
  /** Eight characters that are hard to misread. */
  readonly referralCode: () => string;
}

/** Without I, O, 0 and 1. */
const REFERRAL_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

export const randomIds: Ids = {
  uuid: () => randomUUID(),
  secretToken: () => randomBytes(32).toString('base64url'),
  referralCode: () =>
    Array.from({ length: 8 }, () => REFERRAL_ALPHABET.charAt(randomInt(REFERRAL_ALPHABET.length))).join(''),
};
