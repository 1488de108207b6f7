import type { Database } from '@trickdesk/db';
import { indiaDateOf } from '@trickdesk/domain';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { faultsOf } from './rules.ts';
import { insertCheck, readTrialBalance, wasCheckedOn } from './store.ts';

interface CheckParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
}

/** Adds the whole ledger up, once a day of India, whoever asks and however often; what is wrong is kept and told. */
export async function checkLedger({ database, clock, log }: CheckParts): Promise<void> {
  const now = clock.now();
  const day = indiaDateOf(now);
  if (await wasCheckedOn(database.kysely, day)) return;
  // One moment for all its questions: money moves meanwhile.
  const faults = await database.transaction(
    async (tx) => {
      const balance = await readTrialBalance(tx);
      const found = faultsOf(balance);
      const isFirst = await insertCheck(tx, { day, at: new Date(now), postings: balance.postings, faults: found });
      return isFirst ? found : [];
    },
    { isolation: 'repeatable read' },
  );
  if (faults.length > 0) log.error({ faults }, 'the ledger does not add up');
}
