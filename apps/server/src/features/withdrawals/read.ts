import type { OpsWithdrawal, Withdrawal } from '@trickdesk/contract';
import type { Queryable } from '@trickdesk/db';
import {
  findListed,
  findQueued,
  listOwn,
  listQueue,
  type OwnFilter,
  type Page,
  type QueuedWithdrawal,
  type QueueFilter,
  sumOwn,
  sumQueue,
} from './list-store.ts';
import { isLedgerSound, listApprovals, listSteps } from './store.ts';
import { queuedToWire, withdrawalToWire } from './wire.ts';

export async function withdrawalById(db: Queryable, id: number): Promise<Withdrawal> {
  const row = await findListed(db, id);
  if (!row) throw new Error(`there is no withdrawal ${id}`);
  return withdrawalToWire(row, await listSteps(db, [id]));
}

/** A person's own, with what is paid and under way over all of them. */
export async function readOwn(
  db: Queryable,
  filter: OwnFilter,
  page: Page & { readonly sort: 'time' | '-time' },
): Promise<{ withdrawals: Withdrawal[] } & Awaited<ReturnType<typeof sumOwn>>> {
  const [rows, sums] = await Promise.all([listOwn(db, filter, page), sumOwn(db, filter)]);
  const steps = await listSteps(
    db,
    rows.map(({ id }) => id),
  );
  return { withdrawals: rows.map((row) => withdrawalToWire(row, steps)), ...sums };
}

/** The operators' queue, and whether payouts stop. */
export async function readQueue(
  db: Queryable,
  asked: { readonly operatorId: number; readonly filter: QueueFilter },
  page: Parameters<typeof listQueue>[2],
) {
  const [rows, sums, isSound] = await Promise.all([
    listQueue(db, asked.filter, page),
    sumQueue(db, asked.filter),
    isLedgerSound(db),
  ]);
  return { withdrawals: await withParts(db, rows, asked.operatorId), ...sums, payoutsStopped: !isSound };
}

/** @returns nothing where there is none */
export async function readQueued(db: Queryable, id: number, operatorId: number): Promise<OpsWithdrawal | undefined> {
  const row = await findQueued(db, id);
  return row && (await withParts(db, [row], operatorId))[0];
}

async function withParts(
  db: Queryable,
  rows: readonly QueuedWithdrawal[],
  operatorId: number,
): Promise<OpsWithdrawal[]> {
  const ids = rows.map(({ id }) => id);
  const [steps, approvals] = await Promise.all([listSteps(db, ids), listApprovals(db, ids)]);
  return rows.map((row) => queuedToWire(row, { steps, approvals, operatorId }));
}
