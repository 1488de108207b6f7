import { DAY_MS, indiaDateOf, MINUTE_MS } from '@trickdesk/domain';
import { Refusal } from '../../http/refusal.ts';
import { recordActivity } from '../activity/index.ts';
import { notify } from '../notifications/index.ts';
import { totalOf, writeCopyFile } from './copy-file.ts';
import * as store from './copy-store.ts';
import { type OwnDataParts, type Proof, prove, type Who } from './parts.ts';
import { PERSONAL_TABLES } from './personal-tables.ts';
import { waitForCopy } from './rules.ts';

const WAY_LASTS_MS = 10 * MINUTE_MS;
/** Each holds a connection to the database until it is fetched. */
const MOST_AT_ONCE = 2;
const TRY_AGAIN_SECONDS = 30;

export interface AskedCopy {
  readonly id: string;
  readonly fileName: string;
  readonly expiresAt: Date;
}

/**
 * Opens the way to a copy, and tells its owner that somebody asked.
 *
 * @throws Refusal `WRONG_PASSWORD`, `TOTP_REQUIRED`, `TOTP_WRONG`, `TOO_MANY_TRIES`, `DATA_COPIES_USED_UP`
 */
export async function askForCopy(
  parts: OwnDataParts,
  who: Who,
  { mostADay, ...proof }: Proof & { readonly mostADay: number },
): Promise<AskedCopy> {
  const { clock, ids } = parts;
  const { accountId, origin } = who;
  const now = clock.now();
  const at = new Date(now);
  const copy = { id: ids.uuid(), accountId, askedAt: at, expiresAt: new Date(now + WAY_LASTS_MS) };
  await prove(parts, who, proof, {
    hold: (tx) => store.lockCopies(tx, accountId),
    deed: async (tx) => {
      const asked = await store.listAsked(tx, accountId, new Date(now - DAY_MS));
      const wait = waitForCopy(asked, mostADay, now);
      if (wait !== undefined) throw new Refusal('DATA_COPIES_USED_UP', { retryAfterSeconds: wait });
      await store.insertCopy(tx, copy);
      const sentence = 'Asked for a copy of all data of this account.';
      await recordActivity(tx, { accountId, kind: 'security', sentence, origin, at });
      await notify(tx, {
        accountId,
        category: 'security',
        dedupeKey: `data-copy:${copy.id}`,
        title: 'A copy of your data was asked for',
        body: 'It holds everything that Trickdesk keeps about you. If this was not you, change your password now.',
        link: '/profile/data',
        severity: 'warning',
      });
    },
  });
  return { id: copy.id, fileName: fileNameAt(now), expiresAt: copy.expiresAt };
}

const fileNameAt = (now: number): string => `trickdesk-data-${indiaDateOf(now)}.json`;

/** Where a copy goes to. */
export interface CopyTaker {
  /** Once, before the first text. */
  readonly begin: (facts: { readonly fileName: string; readonly rows: number }) => void;
  /** Resolves when more can be taken. */
  readonly put: (text: string) => Promise<void>;
}

export type FetchCopy = (accountId: number, copyId: string, taker: CopyTaker) => Promise<void>;

/**
 * Writes copies to whoever has the way to them, each once.
 *
 * @throws Refusal `NOT_FOUND`, also for a copy of somebody else; `TOO_MANY_REQUESTS` while as many are under way as may be
 */
export function createCopyWriter({ database, clock }: Pick<OwnDataParts, 'database' | 'clock'>): FetchCopy {
  let underWay = 0;
  return async (accountId, copyId, taker) => {
    if (underWay >= MOST_AT_ONCE) {
      const message = 'Others are fetching their data right now. Try again in half a minute.';
      throw new Refusal('TOO_MANY_REQUESTS', { message, retryAfterSeconds: TRY_AGAIN_SECONDS });
    }
    underWay += 1;
    try {
      const at = new Date(clock.now());
      const db = database.kysely;
      if (!(await store.startCopy(db, { id: copyId, accountId, at }))) throw new Refusal('NOT_FOUND');
      const whose = { accountId, tables: PERSONAL_TABLES };
      const rowCount = await store.withSnapshot(db, whose, async (snapshot) => {
        taker.begin({ fileName: fileNameAt(at.getTime()), rows: totalOf(PERSONAL_TABLES, snapshot) });
        return writeCopyFile({ accountId, at }, PERSONAL_TABLES, snapshot, taker.put);
      });
      await store.endCopy(db, copyId, { at: new Date(clock.now()), rowCount });
    } finally {
      underWay -= 1;
    }
  };
}
