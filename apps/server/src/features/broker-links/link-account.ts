import type { BrokerAccess, BrokerTokens, LogInOutcome } from '@trickdesk/brokers';
import type { InputOf, linkangelone } from '@trickdesk/contract';
import { Refusal } from '../../http/refusal.ts';
import type { Caller } from '../../platform/caller.ts';
import { recordActivity } from '../activity/index.ts';
import { lastingCode } from './lasting-code.ts';
import { reviveLink, signsInByItself } from './linked-again-store.ts';
import { BROKER, type BrokerLinkParts } from './parts.ts';
import { fieldOfRefusal, SIGN_IN_BACK_OFF, tokenExpiryAfter } from './rules.ts';
import { type KeptSecrets, sealKept } from './sealed-access.ts';
import type { LinkRow } from './store.ts';
import * as store from './store.ts';

type Input = InputOf<typeof linkangelone>;

/** A link with its new session. */
export interface Linked extends LinkRow {
  /** It signed in by itself until now, and its owner has not agreed to that again. */
  readonly endsDaily: boolean;
}

export const DAILY_OFF = 'The daily sign-in is switched off, and PIN and secret are deleted.';

/**
 * Signs in at the broker at once and keeps the tokens, sealed. PIN and code are used for that one sign-in and are gone
 * when this returns, unless their owner asked for them to be stored.
 */
export async function linkAccount(parts: BrokerLinkParts, caller: Caller, input: Input): Promise<Linked> {
  if (input.storeCredentials && !parts.mayStoreCredentials) {
    throw new Refusal('BROKER_STORE_OFF', {
      errors: [{ path: 'storeCredentials', message: new Refusal('BROKER_STORE_OFF').message }],
    });
  }
  const tokens = await signIn(parts, caller, input);
  const access: BrokerAccess = { clientCode: input.clientCode, apiKey: input.apiKey, tokens };
  const holderName = await holderNameOf(parts, access);
  const linked = await parts.database.transaction(async (tx) => {
    const facts = {
      accountId: caller.accountId,
      broker: BROKER,
      environment: parts.environment,
      clientCode: input.clientCode,
      holderName,
      lastLoginAt: new Date(parts.clock.now()),
      tokenExpiresAt: new Date(tokenExpiryAfter(tokens.issuedAt)),
      signsInByItself: input.storeCredentials,
    };
    await reviveLink(tx, facts);
    const endsDaily = !input.storeCredentials && (await signsInByItself(tx, facts));
    const id = await store.linkClientCode(tx, facts);
    // Said only to who has just proved that the account is theirs. Their fresh session is left alone: signing it out
    // could end the one that the other link works with.
    if (id === undefined) throw linkedElsewhere(input.clientCode);
    await store.storeSecrets(tx, id, sealKept(parts.secrets, id, keptOf(input, tokens)));
    const link = await store.lockLink(tx, caller.accountId, id);
    if (!link) throw new Error(`the link ${id} vanished while it was made`);
    await recordActivity(tx, {
      accountId: caller.accountId,
      kind: 'broker',
      sentence: signedInWords(input, endsDaily),
      origin: caller.origin,
      facts: { brokerId: id, storedCredentials: input.storeCredentials },
      at: new Date(parts.clock.now()),
    });
    return { ...link, endsDaily };
  });
  parts.onSession(linked.id);
  return linked;
}

function linkedElsewhere(clientCode: string): Refusal {
  const message = `${clientCode} is linked to another Trickdesk account. Unlink it there first, or link another one.`;
  return new Refusal('BROKER_LINKED_ELSEWHERE', { message, errors: [{ path: 'clientCode', message }] });
}

function signedInWords({ clientCode, storeCredentials }: Input, endsDaily: boolean): string {
  const words = `Signed in at ${BROKER} as ${clientCode}.`;
  if (endsDaily) return `${words} ${DAILY_OFF}`;
  return storeCredentials ? `${words} Agreed that PIN and secret are stored for the daily sign-in.` : words;
}

function keptOf({ apiKey, pin, totpSecret, storeCredentials }: Input, tokens: BrokerTokens): KeptSecrets {
  const { accessToken, refreshToken, feedToken, issuedAt } = tokens;
  return {
    apiKey,
    tokens: { accessToken, refreshToken, feedToken, issuedAt },
    ...(storeCredentials && totpSecret !== undefined ? { credentials: { pin, totpSecret } } : {}),
  };
}

async function signIn(parts: BrokerLinkParts, caller: Caller, input: Input): Promise<BrokerTokens> {
  const { attempts } = parts;
  // tidy: told-in-hindi because tries are counted under it
  const key = ['broker sign-in', String(caller.accountId), input.clientCode] as const;
  const wait = await attempts.take(key, SIGN_IN_BACK_OFF);
  if (wait !== undefined) throw new Refusal('TOO_MANY_TRIES', { retryAfterSeconds: wait });
  const outcome = await parts.broker.logIn({
    clientCode: input.clientCode,
    apiKey: input.apiKey,
    pin: input.pin,
    totp: await codeOf(parts, input),
  });
  if (outcome.kind === 'ok') {
    await attempts.forget(key);
    return outcome.value;
  }
  // An outage says nothing about the PIN.
  if (outcome.kind === 'unavailable') await attempts.giveBack(key, SIGN_IN_BACK_OFF);
  throw refusalOf(outcome, input);
}

async function codeOf(parts: BrokerLinkParts, { totp, totpSecret }: Input): Promise<string> {
  if (totp !== undefined) return totp;
  if (totpSecret === undefined) throw new Error('neither code nor secret, which the contract refuses');
  try {
    return await lastingCode(parts, totpSecret);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const message = 'This is not a secret as the broker shows it.';
    throw new Refusal('INVALID_INPUT', { errors: [{ path: 'totpSecret', message }] });
  }
}

function refusalOf(outcome: Exclude<LogInOutcome, { kind: 'ok' }>, input: Input): Refusal {
  if (outcome.kind === 'unavailable') {
    return new Refusal('BROKER_UNAVAILABLE', outcome.cause === 'rate_limited' ? { retryAfterSeconds: 2 } : {});
  }
  const message = outcome.brokerMessage.trim() || new Refusal('BROKER_REFUSED').message;
  const path = fieldOfRefusal(outcome.reason, input.totpSecret !== undefined);
  return new Refusal('BROKER_REFUSED', { message, ...(path === undefined ? {} : { errors: [{ path, message }] }) });
}

/** The name at the broker; also the proof that the tokens are of the client that was named. */
async function holderNameOf(parts: BrokerLinkParts, access: BrokerAccess): Promise<string> {
  const reply = await parts.broker.profile(access);
  switch (reply.kind) {
    case 'ok':
      if (reply.value.clientCode.toUpperCase() === access.clientCode) return reply.value.name;
      throw new Refusal('BROKER_REFUSED', { message: 'The broker signed in another client than the one named.' });
    case 'refused':
      throw new Refusal('BROKER_REFUSED', { message: reply.message });
    case 'session_expired':
      throw new Refusal('BROKER_REFUSED');
    case 'rate_limited':
    case 'unavailable':
      throw new Refusal('BROKER_UNAVAILABLE');
  }
}
