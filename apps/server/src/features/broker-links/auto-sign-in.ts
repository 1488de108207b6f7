import type { BrokerTokens, LogInOutcome } from '@trickdesk/brokers';
import type { Tx } from '@trickdesk/db';
import { recordActivity } from '../activity/index.ts';
import { notify } from '../notifications/index.ts';
import type { AutoLinkRow } from './auto-sign-in-store.ts';
import * as autoStore from './auto-sign-in-store.ts';
import { lastingCode } from './lasting-code.ts';
import type { BrokerLinkParts } from './parts.ts';
import { tokenExpiryAfter } from './rules.ts';
import { accessOf, type KeptSecrets, openKept, sealKept } from './sealed-access.ts';
import { storeFunds } from './store.ts';

export type AutoSignInParts = Pick<
  BrokerLinkParts,
  | 'database'
  | 'clock'
  | 'log'
  | 'secrets'
  | 'broker'
  | 'environment'
  | 'mayStoreCredentials'
  | 'totpAt'
  | 'pause'
  | 'onSession'
>;

const LINKS_AT_ONCE = 20;
/** After so many tries without an answer the owner is told: an outage of a minute is nobody's news. */
const TOLD_AFTER_TRIES = 3;

/**
 * Signs in at the broker for those who asked for it, after their session has ended. Every try is counted before it is
 * made, and a refusal is never tried again: brokers lock accounts.
 */
export async function signInByItself(parts: AutoSignInParts): Promise<void> {
  const { environment, clock, database, log, mayStoreCredentials } = parts;
  const due = await autoStore.takeAutoDue(database.kysely, {
    environment,
    at: new Date(clock.now()),
    limit: LINKS_AT_ONCE,
  });
  for (const link of due) {
    try {
      await (mayStoreCredentials ? signIn(parts, link) : forget(parts, link));
    } catch (error) {
      log.error({ error, brokerId: link.id }, 'an automatic sign-in failed; it is tried again later');
    }
  }
}

/** What this server may not keep any more goes unused; its owner is then told of the ended session like everybody. */
async function forget({ database, secrets }: AutoSignInParts, link: AutoLinkRow): Promise<void> {
  const sealed = sealedWithout(secrets, link);
  await database.transaction((tx) => autoStore.switchAutoOff(tx, link, { sealed, status: 'linked', reason: null }));
}

function sealedWithout(
  secrets: AutoSignInParts['secrets'],
  { id, sealed_secrets: sealed }: AutoLinkRow,
): Buffer | null {
  if (sealed === null) return null;
  const { apiKey, tokens } = openKept(secrets, id, sealed);
  return sealKept(secrets, id, { apiKey, tokens });
}

async function signIn(parts: AutoSignInParts, link: AutoLinkRow): Promise<void> {
  const kept = link.sealed_secrets === null ? undefined : openKept(parts.secrets, link.id, link.sealed_secrets);
  if (!kept?.credentials) return switchOff(parts, link, 'What it needs is not stored any more.');
  const { pin, totpSecret } = kept.credentials;
  const outcome = await parts.broker.logIn({
    clientCode: link.client_code,
    apiKey: kept.apiKey,
    pin,
    // A refusal is final for the day.
    totp: await lastingCode(parts, totpSecret),
  });
  return record(parts, link, kept, outcome);
}

function record(parts: AutoSignInParts, link: AutoLinkRow, kept: KeptSecrets, outcome: LogInOutcome): Promise<void> {
  switch (outcome.kind) {
    case 'ok':
      return renew(parts, link, { ...kept, tokens: outcome.value });
    case 'refused':
      return switchOff(parts, link, outcome.brokerMessage.trim() || 'The broker gave no reason.');
    case 'unavailable':
      return tellOutage(parts, link);
  }
}

async function renew(
  parts: AutoSignInParts,
  link: AutoLinkRow,
  kept: KeptSecrets & { readonly tokens: BrokerTokens },
): Promise<void> {
  const { database, secrets, clock, onSession } = parts;
  const at = new Date(clock.now());
  const { accessToken, refreshToken, feedToken, issuedAt } = kept.tokens;
  const sealed = sealKept(secrets, link.id, { ...kept, tokens: { accessToken, refreshToken, feedToken, issuedAt } });
  const isStored = await database.transaction(async (tx) => {
    const tokenExpiresAt = new Date(tokenExpiryAfter(issuedAt));
    if (!(await autoStore.storeRenewal(tx, link, { sealed, at, tokenExpiresAt }))) return false;
    await log(tx, link, at, `Trickdesk signed in at ${link.broker} as ${link.client_code} by itself.`);
    return true;
  });
  if (!isStored) return;
  onSession(link.id);
  // The board compares funds with what the next entry needs: those of yesterday say nothing.
  const funds = await parts.broker.funds(accessOf(link.client_code, kept));
  if (funds.kind !== 'ok') return;
  const { availableCashPaise, netPaise, utilisedDebitsPaise } = funds.value;
  const stored = { availablePaise: availableCashPaise ?? netPaise, usedPaise: utilisedDebitsPaise ?? 0n };
  await storeFunds(database.kysely, link.id, stored);
}

async function switchOff(parts: AutoSignInParts, link: AutoLinkRow, why: string): Promise<void> {
  const { database, secrets, clock, onSession } = parts;
  const at = new Date(clock.now());
  const sealed = sealedWithout(secrets, link);
  const { account_id: accountId, broker, client_code: clientCode } = link;
  await database.transaction(async (tx) => {
    const reason = `The automatic sign-in was turned away: ${why} It is switched off; sign in again.`;
    if (!(await autoStore.switchAutoOff(tx, link, { sealed, status: 'error', reason }))) return;
    await notify(tx, {
      accountId,
      category: 'security',
      dedupeKey: `broker-auto-off:${link.id}:${link.last_login_at.getTime()}`,
      title: `${broker} turned the automatic sign-in of ${clientCode} away`,
      body: `${why} It is switched off and will not be tried again, so that the broker does not lock the account. Sign in yourself; until then live tricks on it open nothing.`,
      link: '/profile/broker',
      severity: 'urgent',
    });
    await log(tx, link, at, `The automatic sign-in at ${broker} as ${clientCode} was turned away and is switched off.`);
  });
  onSession(link.id);
}

async function tellOutage({ database, clock }: AutoSignInParts, link: AutoLinkRow): Promise<void> {
  if (link.auto_sign_in_tries < TOLD_AFTER_TRIES) return;
  const { account_id: accountId, broker, client_code: clientCode } = link;
  const at = new Date(clock.now());
  await database.transaction(async (tx) => {
    const isNew = await notify(tx, {
      accountId,
      category: 'security',
      dedupeKey: `broker-auto-waits:${link.id}:${link.last_login_at.getTime()}`,
      title: `${broker} does not answer the automatic sign-in of ${clientCode}`,
      body: 'It is tried again with growing pauses. You can sign in yourself; until then live tricks on it open nothing.',
      link: '/profile/broker',
      severity: 'warning',
    });
    if (isNew) await log(tx, link, at, `${broker} does not answer the automatic sign-in of ${clientCode}.`);
  });
}

function log(tx: Tx, { account_id: accountId, id }: AutoLinkRow, at: Date, sentence: string): Promise<void> {
  return recordActivity(tx, { accountId, kind: 'broker', sentence, facts: { brokerId: id, automatic: true }, at });
}
