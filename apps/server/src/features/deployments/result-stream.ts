import type { Database } from '@trickdesk/db';
import type { Log } from '../../platform/log.ts';
import type { MarketDataService } from '../market-data/index.ts';
import { openPositionsOf } from '../orders/index.ts';
import { listMovedResults } from './moved-store.ts';
import { type AccountTricks, isPastDay, newestResults, type PriceOf } from './newest-results.ts';
import { holdersOf } from './read-my-tricks.ts';
import { listDeployments } from './store.ts';

/** Whoever has an account's figures on screen. */
export interface ResultListener {
  readonly accountId: number;
  readonly send: (event: { readonly name: string; readonly data: string }) => void;
}

export interface ResultStream {
  /** What it returns ends that. */
  readonly listen: (listener: ResultListener) => () => void;
  /** Something was done in the account: what is known of it is read again before anything more is told. */
  readonly readAgain: (accountId: number) => void;
  readonly close: () => void;
}

export interface ResultStreamParts {
  readonly db: Database;
  readonly market: Pick<MarketDataService, 'dataset'>;
  readonly priceOf: PriceOf;
  readonly log: Log;
  readonly everyMs?: number;
}

const EVERY_MS = 1_000;

interface Watched {
  readonly listeners: Set<ResultListener>;
  tricks: AccountTricks;
  isOld: boolean;
  /** The last event, as JSON; none was sent while nothing was held. */
  told: string | undefined;
}

/**
 * Results of tricks that move with the market, to the open streams of their account: what is held is read when it
 * changes, and valued here at the prices that screens are shown.
 */
export function streamResults({ db, market, priceOf, log, everyMs = EVERY_MS }: ResultStreamParts): ResultStream {
  const watched = new Map<number, Watched>();
  const tell = async (accountId: number, one: Watched): Promise<void> => {
    if (one.isOld || isPastDay(one.tricks, priceOf)) {
      one.isOld = false;
      one.tricks = await readTricks(db, market.dataset, accountId);
    }
    // Done something meanwhile: the next time tells of it.
    if (one.isOld || (one.tricks.positions.length === 0 && one.told === undefined)) return;
    const data = JSON.stringify(newestResults(one.tricks, priceOf));
    if (data === one.told) return;
    one.told = data;
    for (const { send } of one.listeners) send({ name: 'pnl', data });
  };
  let telling = false;
  const tellAll = async (): Promise<void> => {
    // One after the other, so that many streams which come back at once do not ask at once.
    for (const [accountId, one] of watched) {
      await tell(accountId, one).catch((error: unknown) => {
        one.isOld = true;
        log.warn({ error, accountId }, 'results could not be streamed');
      });
    }
  };
  const timer = setInterval(() => {
    if (telling) return;
    telling = true;
    void tellAll().finally(() => {
      telling = false;
    });
  }, everyMs);

  return {
    listen: (listener) => {
      const one = watched.get(listener.accountId) ?? newlyWatched();
      watched.set(listener.accountId, one);
      one.listeners.add(listener);
      return () => {
        one.listeners.delete(listener);
        if (one.listeners.size === 0) watched.delete(listener.accountId);
      };
    },
    readAgain: (accountId) => {
      const one = watched.get(accountId);
      if (one) one.isOld = true;
    },
    close: () => clearInterval(timer),
  };
}

function newlyWatched(): Watched {
  return {
    listeners: new Set(),
    tricks: { records: [], positions: [], moved: { live: [], paper: [] } },
    isOld: true,
    told: undefined,
  };
}

async function readTricks(db: Database, dataset: string, accountId: number): Promise<AccountTricks> {
  const ofMode = (mode: 'paper' | 'live') => listDeployments(db.kysely, { accountId, mode }, dataset);
  const records = [...(await ofMode('live')), ...(await ofMode('paper'))];
  const moved = {
    live: await listMovedResults(db.kysely, { accountId, mode: 'live' }, dataset),
    paper: await listMovedResults(db.kysely, { accountId, mode: 'paper' }, dataset),
  };
  return { records, positions: await openPositionsOf(db.kysely, dataset, holdersOf(records)), moved };
}
