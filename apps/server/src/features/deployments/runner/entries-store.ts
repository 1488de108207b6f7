import type { Database, Queryable } from '@trickdesk/db';
import { sql } from 'kysely';
import type { Life } from '../rules.ts';
import type { EntryPlan, PlacedEntry } from './live-desk.ts';
import type { RunKey } from './store.ts';

/** Intents that wait by what is stored. */
export async function listWaiting(db: Queryable, { deploymentId, runNumber }: RunKey): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('trade_order')
    .select('intent_id')
    .where('deployment_id', '=', deploymentId)
    .where('run_number', '=', runNumber)
    .where('state', 'in', ['intended', 'partially_filled'])
    .execute();
  return new Set(rows.map((row) => row.intent_id));
}

/** All that one run stores with its entries. */
export interface EntriesOfRun {
  readonly key: RunKey;
  /** JSON. */
  readonly state: string;
  /** JSON. */
  readonly untold: string;
  readonly lastBarAt: Date | null;
  readonly at: Date;
  readonly decisions: readonly { readonly sentence: string }[];
  readonly orders: readonly object[];
}

export interface PlacedEntries {
  /** The account's number with them. */
  readonly version: bigint;
  /** In the order in which they were given. */
  readonly runs: readonly { readonly life: Life; readonly orders: readonly PlacedEntry[] }[];
}

interface Answer {
  readonly refused?: string;
  readonly version: string;
  readonly runs: readonly (Life & { readonly orders: readonly PlacedEntry[] })[];
}

/** The statement found that something it rests on does not hold; or met another that wants the same rows. */
const EXPECTED: ReadonlySet<unknown> = new Set(['TD001', '40001', '40P01']);

interface ServerError {
  readonly code: unknown;
  readonly severity: unknown;
}

/** The server has refused the statement, so that nothing of it is stored; of any other error that is not known. */
export function isNotStored(error: unknown): error is ServerError {
  return (
    typeof error === 'object' && error !== null && 'code' in error && 'severity' in error && error.severity === 'ERROR'
  );
}

/**
 * Stores entries of runs of one account by one statement, which is a transaction of its own, and all or none of them.
 *
 * @returns `undefined` where it stored nothing: the account, the market, the desk or a run is not as it was known
 */
export async function placeEntries(
  db: Pick<Database, 'prepared'>,
  { brokerLinkId, fence, accountId, version, dataset }: Omit<EntryPlan, 'entries' | 'stored' | 'dropped'>,
  runs: readonly EntriesOfRun[],
): Promise<PlacedEntries | undefined> {
  try {
    const [row] = await db.prepared<{ answer: Answer }>(sql`
      SELECT place_entries(${brokerLinkId}, ${fence}, ${accountId}, ${version}, ${dataset}, ${wordsOf(runs)}) AS answer`);
    if (!row) throw new Error('a statement that always answers a row answered none');
    const { answer } = row;
    if (answer.refused !== undefined) return undefined;
    return {
      version: BigInt(answer.version),
      runs: answer.runs.map(({ status, phase, orders }) => ({ life: { status, phase }, orders })),
    };
  } catch (error) {
    if (isNotStored(error) && EXPECTED.has(error.code)) return undefined;
    throw error;
  }
}

/** What is JSON already is not put into words again. */
function wordsOf(runs: readonly EntriesOfRun[]): string {
  const words = runs.map(({ key, state, untold, ...rest }) => {
    const { deploymentId: deployment, runNumber: number, fence } = key;
    const others = JSON.stringify({ deployment, number, fence: String(fence), ...rest });
    return `{"state":${state},"untold":${untold},${others.slice(1)}`;
  });
  return `[${words.join(',')}]`;
}
