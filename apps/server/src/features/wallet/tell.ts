import type { Withdrawal } from '@trickdesk/contract';
import type { Tx } from '@trickdesk/db';
import { recordUserEvent } from '../../platform/user-events/index.ts';
import { walletsOf } from './rules.ts';
import { readBalances } from './store.ts';
import { walletToWire } from './wire.ts';

/** What is free and held now, to whoever has a wallet on screen, in the transaction that moved it. */
export async function tellWallet(tx: Tx, accountId: number, withdrawal?: Withdrawal): Promise<void> {
  const wallets = walletsOf(await readBalances(tx, accountId)).map(walletToWire);
  const payload = { wallets, ...(withdrawal ? { withdrawal } : {}) };
  await recordUserEvent(tx, accountId, { name: 'wallet', payload });
}
