import type { BrokerAccess, BrokerFailure, BrokerReleases, ReleaseOutcome } from '@trickdesk/brokers';
import type { authorisesale, InputOf, OutputOf, saleauthorisation } from '@trickdesk/contract';
import { Refusal } from '../../http/refusal.ts';
import type { Caller } from '../../platform/caller.ts';
import { recordActivity } from '../activity/index.ts';
import type { ReleaseReader, ReleaseReaderParts } from './read-releases.ts';
import type { UnreleasedShare } from './release-rules.ts';
import * as store from './store.ts';

export interface SaleReleaseParts extends Pick<ReleaseReaderParts, 'database' | 'clock' | 'access' | 'environment'> {
  readonly reader: Pick<ReleaseReader, 'now'>;
  readonly releasesOf: (access: BrokerAccess) => BrokerReleases;
}

/** The way of an owner to the depository, whose word the broker needs before it sells their shares. */
export interface SaleReleases {
  readonly read: (
    accountId: number,
    input: InputOf<typeof saleauthorisation>,
  ) => Promise<OutputOf<typeof saleauthorisation>>;
  readonly begin: (caller: Caller, input: InputOf<typeof authorisesale>) => Promise<OutputOf<typeof authorisesale>>;
}

export function createSaleReleases(parts: SaleReleaseParts): SaleReleases {
  const badge = parts.environment === 'live' ? 'live' : 'live_simulated';
  return {
    read: async (accountId, { brokerId, requestId }) => {
      const session = await signedIn(parts, accountId, brokerId);
      // The outcome first: what was released by then is in the holdings that are read after it.
      const outcome = requestId === undefined ? undefined : await parts.releasesOf(session).outcome(requestId);
      if (outcome && outcome.kind !== 'ok') throw refusalOf(outcome);
      const reading = await parts.reader.now(brokerId);
      if (reading.kind !== 'ok') throw refusalOf(reading);
      const { need, shares, brokerSaid } = reading.value;
      return {
        badge,
        need,
        share_list: shares.map(shareToWire),
        ...(brokerSaid === undefined ? {} : { brokerSaid }),
        ...(outcome ? { request: requestToWire(outcome.value) } : {}),
      };
    },
    begin: async (caller, { brokerId, isin, quantity, pan }) => {
      const session = await signedIn(parts, caller.accountId, brokerId);
      const releases = parts.releasesOf(session);
      const begun = await releases.begin({ isin, quantity });
      if (begun.kind !== 'ok') throw refusalOf(begun);
      const sent = pan === undefined ? undefined : await releases.sendTpin(begun.value, pan);
      if (sent && sent.kind !== 'ok') throw refusalOf(sent);
      await record(parts, caller, { brokerId, isin, quantity, clientCode: session.clientCode });
      const { requestId, form } = begun.value;
      const fields = Object.entries(form.fields).map(([name, value]) => ({ name, value }));
      return { badge, requestId, form: { action: form.action, fields }, tpinSent: sent !== undefined };
    },
  };
}

function shareToWire({ symbol, isin, settledQuantity, releasedQuantity, missingQuantity }: UnreleasedShare) {
  return { symbol, isin, settledQuantity, releasedQuantity, missingQuantity };
}

function requestToWire({ status, text }: ReleaseOutcome) {
  return { status, ...(text === '' ? {} : { said: text }) };
}

/** @throws Refusal where the account is somebody else's, or nobody is signed in there */
async function signedIn(
  { database, access, environment }: SaleReleaseParts,
  accountId: number,
  brokerId: number,
): Promise<BrokerAccess> {
  const links = await store.listLinks(database.kysely, accountId);
  if (!links.some((link) => link.id === brokerId && link.environment === environment)) throw new Refusal('NOT_FOUND');
  const session = await access.accessOf(brokerId);
  if (!session) throw new Refusal('BROKER_SESSION_CLOSED');
  return session;
}

function refusalOf(failure: BrokerFailure): Refusal {
  switch (failure.kind) {
    case 'session_expired':
      return new Refusal('BROKER_SESSION_CLOSED');
    case 'refused':
      return new Refusal('BROKER_REFUSED', { message: `The broker says: ${failure.message}` });
    case 'rate_limited':
    case 'unavailable':
      return new Refusal('BROKER_UNAVAILABLE');
  }
}

interface Begun {
  readonly brokerId: number;
  readonly isin: string;
  readonly quantity: number;
  readonly clientCode: string;
}

async function record(
  { database, clock }: SaleReleaseParts,
  { accountId, origin }: Caller,
  { clientCode, ...facts }: Begun,
): Promise<void> {
  const sentence = `Went to the depository to release ${facts.quantity} × ${facts.isin} of ${clientCode} for sale.`;
  const at = new Date(clock.now());
  await database.transaction((tx) => recordActivity(tx, { accountId, kind: 'broker', sentence, origin, facts, at }));
}
