import type { BrokerAccess, BrokerReply, BrokerSessions, BrokerTokens } from '@trickdesk/brokers';
import type { Log } from '../../../platform/log.ts';

export interface FeedAccount {
  readonly clientCode: string;
  readonly apiKey: string;
  readonly pin: string;
  /** The six digits of a moment. */
  readonly totpAt: (at: number) => string;
}

/** The market-data account's session: signs in when it has to, one attempt at a time. */
export interface BrokerSession {
  /** What the feed connects with; `undefined` before the first sign-in. */
  readonly access: () => BrokerAccess | undefined;
  /** Goes on with the session that a feed before this one had, or signs in; it may turn out to be dead. */
  readonly resume: () => Promise<BrokerAccess>;
  /** A new session. Callers that ask at the same time share one attempt. */
  readonly signIn: () => Promise<BrokerAccess>;
  /** Runs a call; when the session has expired, signs in and runs it once more. */
  readonly call: <T>(run: (access: BrokerAccess) => Promise<BrokerReply<T>>) => Promise<BrokerReply<T>>;
}

/** The broker refused the sign-in for a reason that trying again does not cure: it would lock the account. */
export class SignInRefused extends Error {}

/** Where a session outlives its process. Tokens come sealed out of it and go sealed into it. */
export interface TokenKeep {
  readonly load: () => Promise<BrokerTokens | undefined>;
  readonly save: (tokens: BrokerTokens) => Promise<void>;
}

const STEP_MS = 30_000;
const LONGEST_DELAY_MS = 30_000;

export interface SessionParts {
  readonly sessions: BrokerSessions;
  readonly account: FeedAccount;
  readonly keep: TokenKeep;
  readonly now: () => number;
  readonly log: Log;
  /** Ends waiting. */
  readonly signal: AbortSignal;
  readonly onSignedIn: () => void;
}

export function createBrokerSession(parts: SessionParts): BrokerSession {
  let access: BrokerAccess | undefined;
  let attempt: Promise<BrokerAccess> | undefined;

  const signIn = (): Promise<BrokerAccess> => {
    attempt ??= signInPatiently(parts)
      .then(async (fresh) => {
        access = fresh;
        parts.onSignedIn();
        await parts.keep.save(fresh.tokens);
        return fresh;
      })
      .finally(() => {
        attempt = undefined;
      });
    return attempt;
  };
  return {
    access: () => access,
    resume: async () => {
      const tokens = await parts.keep.load();
      if (!tokens) return signIn();
      const { clientCode, apiKey } = parts.account;
      access = { clientCode, apiKey, tokens };
      return access;
    },
    signIn,
    call: async (run) => {
      const first = await run(access ?? (await signIn()));
      if (first.kind !== 'session_expired') return first;
      return run(await signIn());
    },
  };
}

/** A code counts once, so a process that restarts within its 30 s uses the next one; brokers allow a step of drift. */
async function signInPatiently({ sessions, account, now, log, signal }: SessionParts): Promise<BrokerAccess> {
  const { clientCode, apiKey, pin } = account;
  let wrongCodes = 0;
  for (let attempts = 0; ; attempts += 1) {
    signal.throwIfAborted();
    const totp = account.totpAt(now() + (wrongCodes % 2) * STEP_MS);
    const outcome = await sessions.logIn({ clientCode, apiKey, pin, totp });
    if (outcome.kind === 'ok') return { clientCode, apiKey, tokens: outcome.value };
    if (outcome.kind === 'refused') {
      wrongCodes += 1;
      log.warn({ reason: outcome.reason, message: outcome.brokerMessage }, 'the market-data account was refused');
      if (outcome.reason !== 'wrong_totp' || wrongCodes > 4) throw new SignInRefused(outcome.brokerMessage);
      if (wrongCodes % 2 === 0) await pause(STEP_MS - (now() % STEP_MS), signal);
      continue;
    }
    log.warn({ cause: outcome.cause }, 'the broker did not answer the sign-in');
    await pause(Math.min(LONGEST_DELAY_MS, 500 * 2 ** Math.min(attempts, 10)), signal);
  }
}

/** @throws the signal's reason when it is given */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal.addEventListener('abort', abort, { once: true });
  });
}
