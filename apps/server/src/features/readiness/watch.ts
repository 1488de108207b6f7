import { createHash } from 'node:crypto';
import type { Bus, Database, Subscription } from '@trickdesk/db';
import type { Log } from '../../platform/log.ts';
import { recordUserEvent, wakeUserStreams } from '../../platform/user-events/index.ts';
import { BROKER_ACCOUNTS_CHANNEL } from '../deployments/index.ts';
import type { Board } from './board.ts';
import type { ReadinessService } from './service.ts';
import * as store from './store.ts';
import { summaryToWire } from './wire.ts';

export interface WatchParts {
  readonly database: Database;
  readonly bus: Bus;
  readonly log: Log;
  readonly board: ReadinessService;
}

/** Looks at every account with a trick at work and tells those whose board has changed. Any process may do it. */
export async function tellReadiness(parts: WatchParts): Promise<void> {
  for (const accountId of await store.listWatched(parts.database.kysely)) await tellAccount(parts, accountId);
}

/** The same for one broker account at once, when something about it changed: its session, its limits, its switches. */
export function followBrokerAccounts(parts: WatchParts): Promise<Subscription> {
  const { bus, database, log } = parts;
  return bus.subscribe(BROKER_ACCOUNTS_CHANNEL, {
    onMessage: (linkId) => {
      const tell = async (): Promise<void> => {
        const accountId = await store.ownerOfLink(database.kysely, Number(linkId));
        if (accountId !== undefined) await tellAccount(parts, accountId);
      };
      tell().catch((error: unknown) => log.warn({ error, linkId }, 'readiness could not be told'));
    },
  });
}

async function tellAccount({ database, bus, log, board }: WatchParts, accountId: number): Promise<void> {
  try {
    const seen = await board.read(accountId);
    const isNew = await database.transaction(async (tx) => {
      if (!(await store.noteTold(tx, accountId, { digest: digestOf(seen), at: new Date(seen.day.wallNow) })))
        return false;
      await recordUserEvent(tx, accountId, { name: 'readiness', payload: { summary: summaryToWire(seen.summary) } });
      return true;
    });
    if (isNew) wakeUserStreams(bus, accountId);
  } catch (error) {
    log.error({ error, accountId }, 'the readiness of an account could not be told');
  }
}

/** Verdicts and causes, without figures in sentences that move with every price. */
function digestOf({ tricks }: Board): string {
  const told = tricks.map(({ id, mode, verdict, causes, stop }) => [
    ...[id, mode, verdict, stop.rests, stop.needed],
    ...causes.map(({ code }) => code),
  ]);
  return createHash('sha256').update(JSON.stringify(told)).digest('base64url');
}
