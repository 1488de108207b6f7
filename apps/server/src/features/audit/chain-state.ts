import type { Database } from '@trickdesk/db';
import type { Caller } from '../../platform/caller.ts';
import type { Clock } from '../../platform/clock.ts';
import { findLastAct } from './act-store.ts';
import { recordAct } from './record-act.ts';
import { findHead } from './store.ts';
import { type ChainReport, unlinkedOf, verifyChain } from './verify.ts';

interface Parts {
  readonly database: Database;
  readonly clock: Clock;
}

/** How operators call it. */
const VERIFIED = 'verify_chain';

/** How far the chain reaches, what it does not cover yet, and what its last verification found. */
export async function readChainState({ database: { kysely } }: Pick<Parts, 'database'>) {
  const [head, unlinked, last] = await Promise.all([
    findHead(kysely),
    unlinkedOf(kysely),
    findLastAct(kysely, VERIFIED),
  ]);
  return { head, unlinked, last };
}

/**
 * Goes over the whole chain and keeps what was found as an act, which the chain covers in its turn: each verification
 * names the hash that it ended with.
 */
export async function verifyByOperator(
  { database, clock }: Parts,
  operator: Pick<Caller, 'accountId' | 'origin'>,
): Promise<ChainReport> {
  const report = await verifyChain(database);
  const { entries, broken, head } = report;
  await database.transaction((tx) =>
    recordAct(tx, {
      ...{ operator, what: VERIFIED, subject: 'chain', subjectId: 'all', at: new Date(clock.now()) },
      sentence: broken
        ? `Verified the chain of hashes: broken at entry ${broken.seq}, ${broken.why}.`
        : `Verified the chain of hashes: sound, ${entries} entries.`,
      before: {},
      after: {
        ...{ isSound: broken === undefined, entries, head },
        ...(broken ? { brokenAt: Number(broken.seq), why: broken.why } : {}),
      },
    }),
  );
  return report;
}
