import type { FieldError, InputOf, login, RefusalCode, register, updatepersonaldetails } from '@trickdesk/contract';
import type { Database, Tx } from '@trickdesk/db';
import { Refusal } from '../../http/refusal.ts';
import type { Attempts } from '../../platform/attempts.ts';
import type { Caller, RequestOrigin } from '../../platform/caller.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import { refuseBlocked } from './block.ts';
import { logBlockedSignIn } from './blocked-sign-in.ts';
import type { CodeCheck } from './code-check.ts';
import type { PasswordCheck } from './password-check.ts';
import type { Passwords } from './passwords.ts';
import { changePersonalDetails } from './personal-details.ts';
import { ORDINARY_ABILITY, weaknessOf } from './rules.ts';
import type { OpenedSession, Sessions } from './sessions.ts';
import * as store from './store.ts';

type Registration = Omit<InputOf<typeof register>, 'tokenTransport'>;
type Credentials = Pick<InputOf<typeof login>, 'email' | 'password' | 'totp'>;

export interface AccountsService {
  readonly register: (input: Registration, origin: RequestOrigin) => Promise<OpenedSession>;
  readonly login: (input: Credentials, origin: RequestOrigin) => Promise<OpenedSession>;
  readonly refresh: Sessions['refresh'];
  readonly logout: Sessions['end'];
  readonly readProfile: (accountId: number) => Promise<store.AccountRow>;
  /** See `changePersonalDetails`. */
  readonly changeDetails: (
    caller: Pick<Caller, 'accountId' | 'origin'>,
    change: InputOf<typeof updatepersonaldetails>,
  ) => Promise<store.AccountRow>;
  /** @throws Refusal `WRONG_PASSWORD` or `TOO_MANY_TRIES` */
  readonly assertPassword: (accountId: number, password: string, origin: RequestOrigin) => Promise<void>;
  /** The hash of a password that nobody knows. */
  readonly unusablePassword: () => Promise<string>;
  /** Whether the account exists and still has this password; for the start, without back-off. */
  readonly hasPassword: (email: string, password: string) => Promise<boolean>;
}

export interface AccountsParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly passwords: Passwords;
  readonly check: PasswordCheck;
  readonly codes: CodeCheck;
  readonly sessions: Sessions;
  readonly attempts: Attempts;
  /** New accounts from one address in an hour; 0: no limit. */
  readonly registrationsPerHour: number;
}

const HOUR_MS = 3_600_000;
/** A referral code that is taken already is made again; two in a row are all but impossible. */
const CODE_TRIES = 5;

export function createAccountsService(parts: AccountsParts): AccountsService {
  const { database, check, sessions, passwords } = parts;
  return {
    register: (input, origin) => registerAccount(parts, input, origin),
    login: async (input, origin) => {
      const name = input.email.toLowerCase();
      const account = await store.findAccountByName(database.kysely, name);
      const right = await check
        .matches({
          password: input.password,
          storedHash: account?.password_hash,
          subject: account ? String(account.id) : name,
          origin,
        })
        .catch((error: unknown) => {
          if (account && error instanceof Refusal) logBlockedSignIn(parts, account.id, origin);
          throw error;
        });
      if (!right || !account) throw new Refusal('BAD_CREDENTIALS');
      const code = await parts.codes.prepare({ accountId: account.id, origin }, input.totp);
      const session = await database.transaction(async (tx) => {
        // A change of the password ends every session: none may be opened with the old one after it.
        if (!(await store.holdPasswordHash(tx, account.id, account.password_hash)))
          throw new Refusal('BAD_CREDENTIALS');
        refuseBlocked(await store.findAccount(tx, account.id));
        // After the hold, which keeps a second factor from being switched on between this and the session.
        await code.useIn(tx);
        return sessions.open(tx, account, origin);
      });
      await code.settle();
      return session;
    },
    refresh: sessions.refresh,
    logout: sessions.end,
    readProfile: async (accountId) => {
      const account = await store.findAccount(database.kysely, accountId);
      if (!account) throw new Refusal('NOT_FOUND');
      return account;
    },
    changeDetails: (caller, change) => changePersonalDetails(parts, caller, change),
    assertPassword: async (accountId, password, origin) => {
      const account = await store.findAccount(database.kysely, accountId);
      const storedHash = account?.password_hash;
      const right = await check.matches({ password, storedHash, subject: String(accountId), origin });
      if (!right) throw new Refusal('WRONG_PASSWORD', { errors: [fieldError('password', 'WRONG_PASSWORD')] });
    },
    unusablePassword: () => passwords.hash(parts.ids.secretToken()),
    hasPassword: async (email, password) => {
      const account = await store.findAccountByName(database.kysely, email);
      return account !== undefined && (await passwords.matches(password, account.password_hash));
    },
  };
}

async function registerAccount(parts: AccountsParts, input: Registration, origin: RequestOrigin) {
  const weakness = weaknessOf(input.password, input);
  if (weakness !== undefined) {
    throw new Refusal('PASSWORD_TOO_WEAK', { errors: [{ path: 'password', message: weakness }] });
  }
  await refuseTooManyAccounts(parts, origin);
  // Before the transaction: it takes time and needs no row.
  const passwordHash = await parts.passwords.hash(input.password);
  return parts.database.transaction(async (tx) => {
    await refuseTaken(tx, input);
    const referredBy = await referrerOf(tx, input.referralCode);
    for (let tries = 0; tries < CODE_TRIES; tries += 1) {
      const account = await store.insertAccount(tx, {
        fullName: input.fullName,
        username: input.username,
        email: input.email,
        mobile: input.mobile,
        passwordHash,
        referralCode: parts.ids.referralCode(),
        referredBy,
        ability: ORDINARY_ABILITY,
        now: new Date(parts.clock.now()),
      });
      if (account) return parts.sessions.open(tx, account, origin);
      // Another registration was quicker; if not with the name, then with the code.
      await refuseTaken(tx, input);
    }
    throw new Error('no free referral code was found');
  });
}

async function refuseTooManyAccounts({ attempts, registrationsPerHour }: AccountsParts, origin: RequestOrigin) {
  if (registrationsPerHour === 0) return;
  const backOff = {
    free: registrationsPerHour,
    firstWaitMs: HOUR_MS,
    longestWaitMs: HOUR_MS,
    forgetAfterMs: HOUR_MS,
  };
  const wait = await attempts.take(['register', 'address', origin.address], backOff);
  if (wait !== undefined) throw new Refusal('TOO_MANY_REQUESTS', { retryAfterSeconds: wait });
}

async function refuseTaken(tx: Tx, { email, username }: Registration): Promise<void> {
  const rows = await store.findTaken(tx, email, username);
  const errors: FieldError[] = [];
  if (rows.some((row) => row.email === email)) errors.push(fieldError('email', 'EMAIL_IN_USE'));
  if (rows.some((row) => row.username === username)) errors.push(fieldError('username', 'USERNAME_IN_USE'));
  const [first] = errors;
  if (first) throw new Refusal(first.path === 'email' ? 'EMAIL_IN_USE' : 'USERNAME_IN_USE', { errors });
}

async function referrerOf(tx: Tx, referralCode: string | undefined): Promise<number | null> {
  if (referralCode === undefined) return null;
  const referrer = await store.findReferrer(tx, referralCode);
  if (referrer !== undefined) return referrer;
  throw new Refusal('REFERRAL_CODE_UNKNOWN', { errors: [fieldError('referralCode', 'REFERRAL_CODE_UNKNOWN')] });
}

/** The refusal's own words at the field that it is about. */
function fieldError(path: string, code: RefusalCode): FieldError {
  return { path, message: new Refusal(code).message };
}
