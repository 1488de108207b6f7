import type { Tx } from '@trickdesk/db';
import { Refusal } from '../../http/refusal.ts';
import type { Caller } from '../../platform/caller.ts';
import { recordActivity } from '../activity/index.ts';
import { notify } from '../notifications/index.ts';
import { type CodeCheck, type CodeCheckParts, type PreparedCode, placeOfSecret } from './code-check.ts';
import * as factors from './second-factor-store.ts';
import type { EndedSessions } from './sessions.ts';
import * as store from './store.ts';
import { newRecoveryCodes, newSecret, otpauthUri, plainCode, stepOf } from './totp.ts';

export interface SecondFactorParts extends CodeCheckParts {
  readonly codes: CodeCheck;
  readonly gate: EndedSessions;
  /** See `AccountsService.assertPassword`. */
  readonly assertPassword: (accountId: number, password: string, origin: Caller['origin']) => Promise<void>;
}

type Who = Pick<Caller, 'accountId' | 'sessionId' | 'origin'>;
export type SecondFactorService = ReturnType<typeof createSecondFactorService>;

/** An authenticator app as the second proof of who somebody is. */
export function createSecondFactorService(parts: SecondFactorParts) {
  const { database, clock, codes } = parts;
  const now = (): Date => new Date(clock.now());
  return {
    isOn: codes.isOn,
    begin: (who: Who, password: string) => begin(parts, who, password),
    confirm: (who: Who, code: string) => confirm(parts, who, code),
    /** @throws Refusal `WRONG_PASSWORD`, `TOTP_WRONG`, `TOO_MANY_TRIES`, `SECOND_FACTOR_OFF` */
    switchOff: async (who: Who, proof: Proof): Promise<void> => {
      await prove(parts, who, proof, async (tx) => {
        await factors.deleteSecondFactor(tx, who.accountId);
        await tell(tx, who, { ...OFF, at: now() });
      });
    },
    /**
     * @returns ten, shown this once
     * @throws Refusal as `switchOff`
     */
    renewRecoveryCodes: (who: Who, proof: Proof): Promise<string[]> => renew(parts, who, proof),
    prepare: codes.prepare,
    /**
     * Who somebody is, shown once more before money moves: by a code where a second factor is on, else by the password.
     *
     * @throws Refusal `WRONG_PASSWORD`, `TOO_MANY_TRIES`; what it answers may throw more, see `PreparedCode`
     */
    prove: async (who: Pick<Who, 'accountId' | 'origin'>, { totp, password }: GivenProof): Promise<PreparedCode> => {
      if (!(await codes.isOn(who.accountId))) await parts.assertPassword(who.accountId, password ?? '', who.origin);
      return codes.prepare(who, totp);
    },
    /**
     * For a deed that is no transaction: the code is used up before it.
     *
     * @throws Refusal `TOTP_REQUIRED`, `TOTP_WRONG` or `TOO_MANY_TRIES`
     */
    assert: async (who: Pick<Who, 'accountId' | 'origin'>, given: string | undefined): Promise<void> => {
      const code = await codes.prepare(who, given);
      await database.transaction(code.useIn);
      await code.settle();
    },
  };
}

async function renew(parts: SecondFactorParts, who: Who, proof: Proof): Promise<string[]> {
  const drawn = await drawCodes(parts, who.accountId);
  await prove(parts, who, proof, async (tx) => {
    await factors.replaceRecoveryCodes(tx, who.accountId, drawn.fingerprints);
    await tell(tx, who, { ...NEW_CODES, at: new Date(parts.clock.now()) });
  });
  return drawn.codes;
}

export interface GivenProof {
  readonly totp?: string | undefined;
  readonly password?: string | undefined;
}

interface Proof {
  readonly password: string;
  readonly code: string;
}

/** A session that was left open must not lock its owner out: the password is asked for. */
async function begin(parts: SecondFactorParts, { accountId, origin }: Who, password: string) {
  const { database, secrets } = parts;
  await parts.assertPassword(accountId, password, origin);
  const account = await store.findAccount(database.kysely, accountId);
  if (!account) throw new Refusal('NOT_FOUND');
  const secret = newSecret();
  const sealed = secrets.seal(secret, placeOfSecret(accountId));
  const isBegun = await database.transaction((tx) => factors.putUnconfirmed(tx, accountId, sealed));
  if (!isBegun) throw new Refusal('SECOND_FACTOR_ON');
  return { secret, otpauthUri: otpauthUri(secret, account.email) };
}

/** The first code shows that the app has the secret. Whoever is signed in elsewhere has to show one, too. */
async function confirm(parts: SecondFactorParts, who: Who, code: string): Promise<string[]> {
  const { database, clock, secrets, codes, gate } = parts;
  const { accountId, sessionId } = who;
  const factor = await factors.findSecondFactor(database.kysely, accountId);
  if (!factor) throw new Refusal('SECOND_FACTOR_OFF');
  if (factor.confirmed_at !== null) throw new Refusal('SECOND_FACTOR_ON');
  await codes.takeTry(accountId);
  const sealedSecret = factor.sealed_secret;
  const step = stepOf(secrets.open(sealedSecret, placeOfSecret(accountId)), plainCode(code), clock.now());
  if (step === undefined) {
    throw new Refusal('TOTP_WRONG', { errors: [{ path: 'code', message: new Refusal('TOTP_WRONG').message }] });
  }
  const at = new Date(clock.now());
  const drawn = await drawCodes(parts, accountId);
  const ended = await database.transaction(async (tx) => {
    // Held against a sign-in that has seen no second factor and is about to open its session.
    await store.lockAccount(tx, accountId);
    if (!(await factors.confirm(tx, accountId, { sealedSecret, step, at }))) throw new Refusal('SECOND_FACTOR_ON');
    const others = { accountId, familyId: sessionId };
    const ids = await store.endOtherFamilies(tx, others, { reason: 'second_factor', now: at });
    await tell(tx, who, { ...ON, at });
    await factors.replaceRecoveryCodes(tx, accountId, drawn.fingerprints);
    return ids;
  });
  await codes.forgetTries(accountId);
  for (const id of ended) gate.markEnded(id);
  return drawn.codes;
}

/** Password and code, and then the deed in the code's own transaction. */
async function prove<Done>(
  { database, codes, assertPassword }: SecondFactorParts,
  who: Who,
  { password, code }: Proof,
  deed: (tx: Tx) => Promise<Done>,
): Promise<Done> {
  if (!(await codes.isOn(who.accountId))) throw new Refusal('SECOND_FACTOR_OFF');
  await assertPassword(who.accountId, password, who.origin);
  const prepared = await codes.prepare(who, code);
  const done = await database
    .transaction(async (tx) => {
      await prepared.useIn(tx);
      return deed(tx);
    })
    .catch((error: unknown) => {
      // These calls name the field `code`.
      if (!(error instanceof Refusal) || error.code !== 'TOTP_WRONG') throw error;
      throw new Refusal('TOTP_WRONG', { errors: [{ path: 'code', message: error.message }] });
    });
  await prepared.settle();
  return done;
}

interface DrawnCodes {
  readonly codes: string[];
  readonly fingerprints: readonly Buffer[];
}

/** Before the transaction that keeps them: the key of the fingerprints may have to be read. */
async function drawCodes({ recoveryCodes }: SecondFactorParts, accountId: number): Promise<DrawnCodes> {
  const made = newRecoveryCodes();
  const fingerprints: Buffer[] = [];
  for (const code of made) fingerprints.push(await recoveryCodes.of(`${accountId} ${plainCode(code)}`));
  return { codes: made, fingerprints };
}

interface News {
  readonly kind: string;
  readonly sentence: string;
  readonly title: string;
  readonly body: string;
  readonly at: Date;
}

const ON = {
  kind: 'second-factor-on',
  sentence: 'Switched the second factor on.',
  title: 'Your second factor is on',
  body: 'From now on a code of your app is asked for at each sign-in. Every other session was ended.',
};
const OFF = {
  kind: 'second-factor-off',
  sentence: 'Switched the second factor off.',
  title: 'Your second factor was switched off',
  body: 'Your password alone opens your account now. If this was not you, change it at once.',
};
const NEW_CODES = {
  kind: 'recovery-codes',
  sentence: 'Made new recovery codes.',
  title: 'You have new recovery codes',
  body: 'Those of before are void. If this was not you, change your password now.',
};

async function tell(tx: Tx, { accountId, origin }: Who, { kind, sentence, title, body, at }: News): Promise<void> {
  await recordActivity(tx, { accountId, kind: 'security', sentence, origin, at });
  await notify(tx, {
    accountId,
    category: 'security',
    dedupeKey: `${kind}:${at.getTime()}`,
    title,
    body,
    link: '/profile/security',
    severity: 'warning',
  });
}
