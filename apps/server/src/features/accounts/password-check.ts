import { Refusal } from '../../http/refusal.ts';
import type { Attempts } from '../../platform/attempts.ts';
import type { RequestOrigin } from '../../platform/caller.ts';
import type { Passwords } from './passwords.ts';
import { PASSWORD_BACK_OFF } from './rules.ts';

/** Checks passwords and slows down whoever guesses, by account and by address. */
export interface PasswordCheck {
  /**
   * @param subject whose password it is: the same text for an account by whatever name it is called
   * @throws Refusal `TOO_MANY_TRIES`
   */
  readonly matches: (request: {
    readonly password: string;
    readonly storedHash: string | undefined;
    readonly subject: string;
    readonly origin: RequestOrigin;
  }) => Promise<boolean>;
}

export function createPasswordCheck(attempts: Attempts, passwords: Passwords): PasswordCheck {
  return {
    matches: async ({ password, storedHash, subject, origin }) => {
      const ofAccount = ['password', 'account', subject] as const;
      const ofAddress = ['password', 'address', origin.address] as const;
      // Counted before the check: a thousand tries at once are not all the first.
      const waits = [await attempts.take(ofAddress, PASSWORD_BACK_OFF)];
      if (waits[0] === undefined) waits.push(await attempts.take(ofAccount, PASSWORD_BACK_OFF));
      const wait = waits.find((seconds) => seconds !== undefined);
      if (wait !== undefined) throw new Refusal('TOO_MANY_TRIES', { retryAfterSeconds: wait });
      const right = await passwords.matches(password, storedHash);
      if (right) {
        await attempts.forget(ofAccount);
        await attempts.giveBack(ofAddress, PASSWORD_BACK_OFF);
      }
      return right;
    },
  };
}
