import type { Paise } from '@trickdesk/domain';

/** 1: what came back of payments. 2: what referrals brought. */
export type WalletId = 1 | 2;

export const WALLETS = [
  { id: 1, name: 'Main', free: 'main', held: 'main_held' },
  { id: 2, name: 'Rewards', free: 'rewards', held: 'rewards_held' },
] as const;

export type FreeAccount = (typeof WALLETS)[number]['free'];

export interface Wallet {
  readonly id: WalletId;
  readonly name: (typeof WALLETS)[number]['name'];
  readonly freePaise: Paise;
  /** By withdrawals under way. */
  readonly heldPaise: Paise;
}

/** Both wallets of a person, of the balances that the ledger keeps; an account that is not there yet has nothing. */
export function walletsOf(balances: ReadonlyMap<string, Paise>): Wallet[] {
  return WALLETS.map(({ id, name, free, held }) => ({
    id,
    name,
    freePaise: balances.get(free) ?? 0n,
    heldPaise: balances.get(held) ?? 0n,
  }));
}

/** What is free in all of them. */
export function freeOf(wallets: readonly Wallet[]): Paise {
  return wallets.reduce((sum, { freePaise }) => sum + freePaise, 0n);
}

/** The accounts whose postings are the statement of a wallet, or of both: what a withdrawal holds is shown as gone. */
export function statementAccounts(wallet: WalletId | undefined): FreeAccount[] {
  return WALLETS.filter(({ id }) => wallet === undefined || id === wallet).map(({ free }) => free);
}
