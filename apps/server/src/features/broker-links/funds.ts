import type { BrokerFunds, BrokerReply, BrokerSessions } from '@trickdesk/brokers';
import type { BrokerLinkParts } from './parts.ts';
import { statusAt } from './rules.ts';
import { accessOf, openKept } from './sealed-access.ts';
import type { LinkRow } from './store.ts';
import * as store from './store.ts';
import { expireLink } from './tell-expired.ts';

/** The broker allows two such calls a second for a client; a page asks more often than funds change. */
const FRESH_MS = 10_000;
/** A page does not wait longer for the broker than this; the stored figures are shown instead. */
const PATIENCE_MS = 2_500;
const MOST_LINKS = 10_000;

export type FundsParts = Pick<BrokerLinkParts, 'database' | 'clock' | 'log' | 'secrets'> & {
  readonly broker: Pick<BrokerSessions, 'funds'>;
};

/** Brings a link's stored funds up to date, and its status where the broker no longer knows the session. */
export function createFundsReader(parts: FundsParts): (link: LinkRow) => Promise<void> {
  const askedAt = new Map<string, number>();

  const refresh = async (link: LinkRow): Promise<void> => {
    if (link.sealed_secrets === null) return;
    const kept = openKept(parts.secrets, link.id, link.sealed_secrets);
    await record(parts, link, await parts.broker.funds(accessOf(link.client_code, kept)));
  };

  return async (link) => {
    const now = parts.clock.now();
    if (statusAt({ status: link.status, tokenExpiresAt: link.token_expires_at.getTime() }, now) !== 'linked') return;
    // A new sign-in is another session: what was asked before it says nothing about it.
    const key = `${link.id} ${link.last_login_at.getTime()}`;
    if (now - (askedAt.get(key) ?? Number.NEGATIVE_INFINITY) < FRESH_MS) return;
    if (askedAt.size >= MOST_LINKS) askedAt.clear();
    askedAt.set(key, now);
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, PATIENCE_MS);
    });
    const work = refresh(link).catch((error: unknown) => {
      // The page shows the stored figures; the fault is ours to find.
      parts.log.error({ error, brokerId: link.id }, 'funds could not be brought up to date');
    });
    await Promise.race([work, patience]);
    clearTimeout(timer);
  };
}

async function record(parts: FundsParts, link: LinkRow, reply: BrokerReply<BrokerFunds>): Promise<void> {
  const db = parts.database.kysely;
  switch (reply.kind) {
    case 'ok': {
      const { netPaise, availableCashPaise, utilisedDebitsPaise } = reply.value;
      const availablePaise = availableCashPaise ?? netPaise;
      if (link.status_reason !== null) await store.storeReason(db, link, null);
      return store.storeFunds(db, link.id, { availablePaise, usedPaise: utilisedDebitsPaise ?? 0n });
    }
    case 'session_expired':
      return parts.database.transaction((tx) =>
        expireLink(tx, link, { cause: 'ended_by_broker', at: new Date(parts.clock.now()) }),
      );
    case 'refused':
      // It is about the statement alone: whoever closes positions over the session must not lose it for that.
      return store.storeReason(db, link, reply.message.trim() || 'The broker gave no reason.');
    case 'rate_limited':
    case 'unavailable':
      parts.log.info({ brokerId: link.id, outcome: reply.kind }, 'the broker gave no funds; the stored ones stand');
  }
}
