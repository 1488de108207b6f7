import type { BacktestItem, BacktestRun, EvidenceWord } from '@trickdesk/contract';
import type { Queryable } from '@trickdesk/db';
import { findBacktest, listDoneOf, listWithEvidence } from './store.ts';
import { evidenceIn, itemToWire, reportIn } from './wire.ts';

/** Back-tests as what backs a claim: for whoever submits a trick, and for whoever decides on it. */

interface Claim {
  readonly status: 'queued' | 'running' | 'done' | 'failed' | 'cancelled';
  readonly versionId: number | null;
  readonly rulesHash: string;
  readonly hasCosts: boolean;
  readonly isSweep: boolean;
  readonly trades: number | null;
}

/** @returns `undefined` for somebody else's */
export async function findClaim(db: Queryable, id: number, accountId: number): Promise<Claim | undefined> {
  const row = await findBacktest(db, id, accountId);
  return row && claimOf(row);
}

/** Those of a trick that are done, newest first. */
export async function listClaims(db: Queryable, of: { readonly accountId: number; readonly tricksId: number }) {
  const rows = await listDoneOf(db, of);
  return rows.map((row) => ({ claim: claimOf(row), backtest: itemToWire(row) }));
}

interface ClaimedBacktest {
  readonly backtest: BacktestItem;
  /** Absent where it was made before there were verdicts. */
  readonly evidence: EvidenceWord | undefined;
}

/** By number, whosever they are: for who may look at what they back. */
export async function readClaimed(
  db: Queryable,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ClaimedBacktest>> {
  const rows = await listWithEvidence(db, ids);
  return new Map(
    rows.map(({ evidence, ...row }) => [row.id, { backtest: itemToWire(row), evidence: evidenceIn(evidence) }]),
  );
}

/** `undefined` where it was written in a form that is not read any more. */
export async function readClaimedReport(
  db: Queryable,
  { id, accountId }: { readonly id: number; readonly accountId: number },
): Promise<BacktestRun | undefined> {
  const row = await findBacktest(db, id, accountId);
  return row && reportIn(row);
}

function claimOf(row: {
  readonly status: Claim['status'];
  readonly strategy_version_id: number | null;
  readonly version_hash: string;
  readonly costs: boolean;
  readonly sweep: unknown;
  readonly trades: number | null;
}): Claim {
  return {
    ...{ status: row.status, versionId: row.strategy_version_id, rulesHash: row.version_hash },
    ...{ hasCosts: row.costs, isSweep: row.sweep !== null, trades: row.trades },
  };
}
