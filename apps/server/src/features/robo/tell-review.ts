import type { Database } from '@trickdesk/db';
import { addDays, indiaDateOf, ROBO_SCORING_VERSION } from '@trickdesk/domain';
import type { Clock } from '../../platform/clock.ts';
import { notify } from '../notifications/index.ts';
import type { RoboParts } from './parts.ts';
import { listDueAnswers } from './store.ts';

const AT_ONCE = 200;
/** A review is told of on its day, or so many days later where nothing ran; after that only the page says so. */
const TOLD_FOR_DAYS = 14;

interface TellParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly isUnlocked: RoboParts['plans']['isUnlocked'];
}

/** Tells whoever has the plan, once, that the day has come to answer the questions of ROBO Pro again. */
export async function tellReviews({ database, clock, isUnlocked }: TellParts): Promise<void> {
  const today = indiaDateOf(clock.now());
  const days = { from: addDays(today, -TOLD_FOR_DAYS), to: today };
  for (let after = 0; ; ) {
    const rows = await listDueAnswers(database.kysely, { ...days, after, limit: AT_ONCE });
    const last = rows.at(-1);
    if (!last) return;
    after = last.account_id;
    for (const { id, account_id: accountId, scoring_version: version } of rows) {
      // Answers to other questions are outdated: the page asks for new ones whatever their day.
      if (version !== ROBO_SCORING_VERSION || !(await isUnlocked(database.kysely, accountId))) continue;
      await database.transaction((tx) =>
        notify(tx, {
          ...{ accountId, category: 'baskets', severity: 'info', link: '/robo-pro', dedupeKey: `robo:${id}:review` },
          title: 'Your risk profile is due for a review',
          body: 'Answer the questions again: your income, your plans or what you can bear may have changed. Nothing is bought or sold by itself.',
        }),
      );
    }
  }
}
