export { withdrawalHandlers } from './calls.ts';
export { sendPayouts } from './send-payouts.ts';
export { createWithdrawalsService, type WithdrawalsService } from './service.ts';
export { settlePayoutEvent } from './settle.ts';
export { isLedgerSound, readUnderWay } from './store.ts';
