import type { BrokerAccess } from '@trickdesk/brokers';
import type { Database } from '@trickdesk/db';
import type { Clock } from '../../platform/clock.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { statusAt } from './rules.ts';
import { accessOf, openKept } from './sealed-access.ts';
import { findLink } from './store.ts';
import { expireLink } from './tell-expired.ts';

/** What whoever sends orders needs to know of links: their sessions, and where to say that one has ended. */
export interface OrderAccess {
  /** The session as it is stored now; `undefined` while nobody is signed in. */
  readonly accessOf: (linkId: number) => Promise<BrokerAccess | undefined>;
  /** The broker no longer knows it: the link expires, and its owner is told once. Nothing where another has begun since. */
  readonly sessionEnded: (linkId: number, ended: BrokerAccess) => Promise<void>;
}

export function createOrderAccess(parts: {
  readonly database: Database;
  readonly clock: Clock;
  readonly secrets: Secrets;
}): OrderAccess {
  const { database, clock, secrets } = parts;
  return {
    accessOf: async (linkId) => {
      const link = await findLink(database.kysely, linkId);
      if (!link?.sealed_secrets) return undefined;
      const facts = { status: link.status, tokenExpiresAt: link.token_expires_at.getTime() };
      if (statusAt(facts, clock.now()) !== 'linked') return undefined;
      return accessOf(link.client_code, openKept(secrets, link.id, link.sealed_secrets));
    },
    sessionEnded: async (linkId, { tokens }) => {
      const at = new Date(clock.now());
      await database.transaction(async (tx) => {
        const link = await findLink(tx, linkId);
        if (!link?.sealed_secrets) return;
        const { accessToken } = openKept(secrets, link.id, link.sealed_secrets).tokens;
        // `expireLink` looks once more whether it still rests on the sign-in that was read here.
        if (accessToken === tokens.accessToken) await expireLink(tx, link, { cause: 'ended_by_broker', at });
      });
    },
  };
}
