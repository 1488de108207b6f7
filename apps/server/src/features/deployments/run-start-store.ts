import type { Queryable, Tx } from '@trickdesk/db';
import { type EpochMs, type IndiaDate, indiaDateOf } from '@trickdesk/domain';

/** What a run counts of a day, as its state has it: whole paise after charges. */
interface CountedDay {
  readonly date: IndiaDate;
  readonly trades: number;
  readonly realisedPaise: number;
}

export interface RunStart {
  readonly deploymentId: number;
  readonly runNumber: number;
  readonly mode: 'paper' | 'live';
  readonly dataset: string;
  readonly exchangeNow: EpochMs;
  readonly warmupFrom: EpochMs;
  /** What its owner has set of how it trades. */
  readonly settings: object;
  readonly now: Date;
}

/** A run that begins, with what those before it have done on its day. Nobody runs it until its transaction ends. */
export async function insertRun(tx: Tx, run: RunStart): Promise<void> {
  const dayBefore = await dayBeforeRun(tx, run);
  await tx
    .insertInto('deployment_run')
    .values({
      deployment_id: run.deploymentId,
      run_number: run.runNumber,
      mode: run.mode,
      dataset: run.dataset,
      fence: 0n,
      state: null,
      settings: JSON.stringify(run.settings),
      day_before: dayBefore ? JSON.stringify(dayBefore) : null,
      last_bar_at: null,
      started_exchange_at: new Date(run.exchangeNow),
      warmup_from: new Date(run.warmupFrom),
      updated_at: run.now,
    })
    .execute();
}

/**
 * What the trick has done in this mode on the day on which the run begins, as its last run counted it: whoever stops it and
 * starts it again has not asked for another day's worth of trades and losses.
 */
async function dayBeforeRun(
  db: Queryable,
  { deploymentId, mode, dataset, exchangeNow }: RunStart,
): Promise<CountedDay | undefined> {
  const last = await db
    .selectFrom('deployment_run')
    .select(['state', 'day_before'])
    .where('deployment_id', '=', deploymentId)
    .where('mode', '=', mode)
    .where('dataset', '=', dataset)
    .orderBy('run_number', 'desc')
    .limit(1)
    .executeTakeFirst();
  const today = indiaDateOf(exchangeNow);
  const counted = (last?.state as { readonly run: { readonly day: CountedDay } } | null | undefined)?.run.day;
  return [counted, last?.day_before as CountedDay | null | undefined].find((day) => day?.date === today) ?? undefined;
}
