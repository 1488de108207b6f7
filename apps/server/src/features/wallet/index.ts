export { walletHandlers } from './calls.ts';
export { readFree } from './read-free.ts';
export { readPostings } from './read-postings.ts';
export { createWalletService, type WalletService } from './service.ts';
export { readBalances } from './store.ts';
export { tellWallet } from './tell.ts';
