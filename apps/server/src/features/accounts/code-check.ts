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
export type CodeCheck = ReturnType<typeof createCodeCheck>;

export const placeOfSecret = (accountId: number): string => `second_factor:${accountId}`;

/** Takes codes of authenticator apps and recovery codes, each once. */
export function createCodeCheck(parts: CodeCheckParts) {
  const { database, attempts } = parts;
  const keyOf = (accountId: number) => ['second factor', String(accountId)] as const;

  /**
   * Uses a code up within the transaction of what it allows: where that comes to nothing, the code is still good.
   *
   * @throws Refusal `TOTP_WRONG`, also for one that was used before, or `TOO_MANY_TRIES`
   */
  async function use(tx: Tx, who: Prover, code: string): Promise<void> {
    const { accountId } = who;
    await takeTry(accountId);
    const plain = plainCode(code);
    const isGood = isRecoveryCode(plain)
      ? await useRecovery(parts, tx, who, plain)
      : await useTotp(parts, tx, who, plain);
    if (!isGood) throw new Refusal('TOTP_WRONG', { errors: [fieldError('TOTP_WRONG')] });
    await attempts.forget(keyOf(accountId));
  }

  /** Counted before the check, as with passwords: a thousand tries at once are not all the first. */
  async function takeTry(accountId: number): Promise<void> {
    const wait = await attempts.take(keyOf(accountId), PASSWORD_BACK_OFF);
    if (wait !== undefined) throw new Refusal('TOO_MANY_TRIES', { retryAfterSeconds: wait });
  }

  return {
    use,
    takeTry,
    forgetTries: (accountId: number) => attempts.forget(keyOf(accountId)),
    isOn: (accountId: number) => isSecondFactorOn(database.kysely, accountId),
    /**
     * The second proof, where its owner has one; nothing where they have not.
     *
     * @throws Refusal `TOTP_REQUIRED`, `TOTP_WRONG` or `TOO_MANY_TRIES`
     */
    assertIn: async (tx: Tx, who: Prover, code: string | undefined): Promise<void> => {
      if (!(await isSecondFactorOn(tx, who.accountId))) return;
      if (code === undefined) throw new Refusal('TOTP_REQUIRED', { errors: [fieldError('TOTP_REQUIRED')] });
      await use(tx, who, code);
    },
  };
}

async function useTotp(
  { secrets, clock }: CodeCheckParts,
  tx: Tx,
  { accountId }: Prover,
  code: string,
): Promise<boolean> {
  const factor = await findSecondFactor(tx, accountId);
  if (!factor || factor.confirmed_at === null) return false;
  const step = stepOf(secrets.open(factor.sealed_secret, placeOfSecret(accountId)), code, clock.now());
  return step !== undefined && useStep(tx, accountId, step);
}

async function useRecovery(
  parts: CodeCheckParts,
  tx: Tx,
  { accountId, origin }: Prover,
  code: string,
): Promise<boolean> {
  const at = new Date(parts.clock.now());
  const fingerprint = await parts.recoveryCodes.of(`${accountId} ${code}`);
  const left = await useRecoveryCode(tx, accountId, { fingerprint, at });
  if (left === undefined) return false;
  const sentence = `Used a recovery code; ${left} ${left === 1 ? 'is' : 'are'} left.`;
  await recordActivity(tx, { accountId, kind: 'security', sentence, origin, at });
  await notify(tx, {
    accountId,
    category: 'security',
    dedupeKey: `recovery-code:${fingerprint.toString('hex')}`,
    title: 'A recovery code was used',
    body: `${left} ${left === 1 ? 'is' : 'are'} left. Make new ones before they run out. If this was not you, change your password now.`,
    link: '/profile/security',
    severity: 'warning',
  });
  return true;
}

function fieldError(code: 'TOTP_WRONG' | 'TOTP_REQUIRED') {
  return { path: 'totp', message: new Refusal(code).message };
}
