import type { Tx } from '@trickdesk/db';
import { faultOf, isSame, type LedgerAccount, nameOf, type Transfer } from './rules.ts';
import { findTransfer, insertPostings, insertTransfer, lockAccounts } from './store.ts';

/** The money of an account does not cover what was to leave it. Nothing was moved. */
export class NotCovered extends Error {
  readonly account: LedgerAccount;

  constructor(account: LedgerAccount) {
    super(`${nameOf(account)} does not cover what was to leave it`);
    this.account = account;
  }
}

/** A key that moved other money before. Nothing was moved. */
export class KeyReused extends Error {}

export interface Posted {
  readonly transferId: bigint;
  /** The key moved this money before: nothing was moved now. */
  readonly isRepeated: boolean;
}

/**
 * Moves money in the caller's transaction; with a key that was used before it moves nothing. Transfers over the same
 * accounts wait for each other until their transactions end.
 *
 * @throws NotCovered, KeyReused; the transaction may go on after either
 * @throws RangeError for postings that are no transfer
 */
export async function postTransfer(tx: Tx, transfer: Transfer, at: Date): Promise<Posted> {
  const fault = faultOf(transfer.postings);
  if (fault !== undefined) throw new RangeError(fault);
  const locked = await lockAccounts(
    tx,
    transfer.postings.map(({ account }) => account),
  );
  // After the lock: a repetition that raced the first sees it.
  const sides = transfer.postings.map(({ account, amountPaise }) => {
    const own = locked.find(({ account: other }) => nameOf(other) === nameOf(account));
    if (!own) throw new Error(`the ledger has no account ${nameOf(account)}`);
    return { ...own, amountPaise };
  });
  const repeated = await findRepeated(tx, transfer);
  if (repeated) return repeated;
  const short = sides.find(
    ({ account, balancePaise, amountPaise }) => account.ownerId !== null && balancePaise + amountPaise < 0n,
  );
  if (short) throw new NotCovered(short.account);
  const transferId = await insertTransfer(tx, transfer, at);
  // Used meanwhile by a transfer over other accounts.
  if (transferId === undefined) throw new KeyReused(`the key ${transfer.idempotencyKey} moved other money`);
  await insertPostings(
    tx,
    transferId,
    sides.map(({ id, amountPaise }) => ({ ledgerAccountId: id, amountPaise })),
  );
  return { transferId, isRepeated: false };
}

async function findRepeated(tx: Tx, transfer: Transfer): Promise<Posted | undefined> {
  const earlier = await findTransfer(tx, transfer.idempotencyKey);
  if (!earlier) return undefined;
  if (!isSame(earlier, transfer)) throw new KeyReused(`the key ${transfer.idempotencyKey} moved other money`);
  return { transferId: earlier.id, isRepeated: true };
}
