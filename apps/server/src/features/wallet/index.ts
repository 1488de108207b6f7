export { walletHandlers } from './calls.ts';
export { createWalletService, type WalletService } from './service.ts';
