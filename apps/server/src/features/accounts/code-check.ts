import type { Database, Tx } from '@trickdesk/db';
import { Refusal } from '../../http/refusal.ts';
import type { Attempts } from '../../platform/attempts.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Fingerprints } from '../../platform/fingerprints.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { recordActivity } from '../activity/index.ts';
import { notify } from '../notifications/index.ts';
import { PASSWORD_BACK_OFF } from './rules.ts';
import { findSecondFactor, isSecondFactorOn, useRecoveryCode, useStep } from './second-factor-store.ts';
import { isRecoveryCode, plainCode, stepOf } from './totp.ts';

export interface CodeCheckParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly attempts: Attempts;
  /** Of recovery codes: a keyed hash, since fifty bits could be tried one after the other. */
  readonly recoveryCodes: Fingerprints;
}

export type Prover = Pick<Caller, 'accountId' | 'origin'>;

/**
 * A code in three steps: counted before the transaction of what it allows, used up in it, settled after it. Within a
 * transaction nothing may wait for a second connection: as many at once as there are connections would wait for ever.
 */
export interface PreparedCode {
  /**
   * Uses the code up; where the transaction comes to nothing, the code is still good. Whoever has no second factor needs
   * none.
   *
   * @throws Refusal `TOTP_REQUIRED`, or `TOTP_WRONG`, also for a code that was used before
   */
  readonly useIn: (tx: Tx) => Promise<void>;
  /**
   * Nothing is held against its account any more where it was used, and so was right. Where it was not even looked at,
   * as by a repetition that is answered as the first time, the try is given back and those before it still count.
   */
  readonly settle: () => Promise<void>;
}

export type CodeCheck = ReturnType<typeof createCodeCheck>;

export const placeOfSecret = (accountId: number): string => `second_factor:${accountId}`;

/** Takes codes of authenticator apps and recovery codes, each once. */
export function createCodeCheck(parts: CodeCheckParts) {
  const { database, attempts } = parts;
  const isOn = (accountId: number): Promise<boolean> => isSecondFactorOn(database.kysely, accountId);
  // tidy: told-in-hindi because tries are counted under it
  const keyOf = (accountId: number) => ['second factor', String(accountId)] as const;
  /** Counted before the check, as with passwords: a thousand tries at once are not all the first. */
  const takeTry = async (accountId: number): Promise<void> => {
    const wait = await attempts.take(keyOf(accountId), PASSWORD_BACK_OFF);
    if (wait !== undefined) throw new Refusal('TOO_MANY_TRIES', { retryAfterSeconds: wait });
  };
  const forgetTries = (accountId: number): Promise<void> => attempts.forget(keyOf(accountId));
  return {
    isOn,
    takeTry,
    forgetTries,
    /** @throws Refusal `TOO_MANY_TRIES` */
    prepare: async (who: Prover, code: string | undefined): Promise<PreparedCode> => {
      const { accountId } = who;
      if (code === undefined || !(await isOn(accountId)))
        return { useIn: (tx) => requireNone(tx, accountId), settle: nothing };
      await takeTry(accountId);
      const plain = plainCode(code);
      const fingerprint = isRecoveryCode(plain) ? await parts.recoveryCodes.of(`${accountId} ${plain}`) : undefined;
      let wasUsed = false;
      return {
        useIn: async (tx) => {
          const isGood = fingerprint
            ? await useRecovery(parts, tx, who, fingerprint)
            : await useTotp(parts, tx, { accountId, code: plain });
          if (!isGood) throw new Refusal('TOTP_WRONG', { errors: [fieldError('TOTP_WRONG')] });
          wasUsed = true;
        },
        settle: () => (wasUsed ? forgetTries(accountId) : attempts.giveBack(keyOf(accountId), PASSWORD_BACK_OFF)),
      };
    },
  };
}

const nothing = async (): Promise<void> => undefined;

async function requireNone(tx: Tx, accountId: number): Promise<void> {
  if (await isSecondFactorOn(tx, accountId)) {
    throw new Refusal('TOTP_REQUIRED', { errors: [fieldError('TOTP_REQUIRED')] });
  }
}

async function useTotp(
  { secrets, clock }: CodeCheckParts,
  tx: Tx,
  { accountId, code }: { readonly accountId: number; readonly code: string },
): Promise<boolean> {
  const factor = await findSecondFactor(tx, accountId);
  if (!factor || factor.confirmed_at === null) return false;
  const step = stepOf(secrets.open(factor.sealed_secret, placeOfSecret(accountId)), code, clock.now());
  return step !== undefined && useStep(tx, accountId, step);
}

async function useRecovery(
  { clock }: CodeCheckParts,
  tx: Tx,
  { accountId, origin }: Prover,
  fingerprint: Buffer,
): Promise<boolean> {
  const at = new Date(clock.now());
  const left = await useRecoveryCode(tx, accountId, { fingerprint, at });
  if (left === undefined) return false;
  const words = `${left} ${left === 1 ? 'is' : 'are'} left.`;
  await recordActivity(tx, { accountId, kind: 'security', sentence: `Used a recovery code; ${words}`, origin, at });
  await notify(tx, {
    accountId,
    category: 'security',
    dedupeKey: `recovery-code:${fingerprint.toString('hex')}`,
    title: 'A recovery code was used',
    body: `${words} Make new ones before they run out. If this was not you, change your password now.`,
    link: '/profile/security',
    severity: 'warning',
  });
  return true;
}

function fieldError(code: 'TOTP_WRONG' | 'TOTP_REQUIRED') {
  return { path: 'totp', message: new Refusal(code).message };
}
