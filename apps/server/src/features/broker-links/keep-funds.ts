import { createFundsReader, type FundsParts } from './funds.ts';
import type { BrokerLinkParts } from './parts.ts';
import { listTrading } from './store.ts';

type KeepParts = FundsParts & Pick<BrokerLinkParts, 'environment'>;

/** Accounts that are asked about at a time: the broker counts calls by account. */
const SIDE_BY_SIDE = 4;

/**
 * Keeps the funds of accounts on which tricks are live as the broker tells them: limits of the account and the board of
 * readiness weigh them, whoever looks at a page or not.
 *
 * @returns looks at all of them once, one that does not answer with the figures of before
 */
export function createFundsKeeper(parts: KeepParts): () => Promise<void> {
  const { database, environment, clock } = parts;
  const refresh = createFundsReader(parts);
  return async () => {
    const waiting = await listTrading(database.kysely, { environment, at: new Date(clock.now()) });
    const next = async (): Promise<void> => {
      for (let link = waiting.shift(); link !== undefined; link = waiting.shift()) await refresh(link);
    };
    await Promise.all(Array.from({ length: SIDE_BY_SIDE }, next));
  };
}
