import type { WalletEntry, Wallet as WireWallet } from '@trickdesk/contract';
import { toSafePaise } from '@trickdesk/domain';
import { WALLETS, type Wallet } from './rules.ts';
import type { EntryRecord } from './store.ts';

export function walletToWire({ id, name, freePaise, heldPaise }: Wallet): WireWallet {
  const balancePaise = toSafePaise(freePaise);
  return { wallet_id: id, name, balancePaise, heldPaise: toSafePaise(heldPaise), withdrawablePaise: balancePaise };
}

export function entryToWire(entry: EntryRecord): WalletEntry {
  const wallet = WALLETS.find(({ free }) => free === entry.name);
  if (!wallet) throw new Error(`${entry.name} is no wallet`);
  const { amount_paise: amount } = entry;
  return {
    transaction_id: Number(entry.id),
    wallet_id: wallet.id,
    cause: entry.cause,
    sentence: entry.sentence,
    type: amount > 0n ? 'C' : 'D',
    amountPaise: toSafePaise(amount < 0n ? -amount : amount),
    balancePaise: toSafePaise(entry.balance_after_paise),
    at: entry.at.toISOString(),
  };
}
