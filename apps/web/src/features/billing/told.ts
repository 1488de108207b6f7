import type { CallName } from '@trickdesk/contract';

/** What is read again after something was bought, ended or paid. */
export const REFRESHED_BY_BILLING = [
  'mysubscription',
  'myTransactions',
  'myprofile',
  'mywallet',
  'mywallethistory',
  'getBacktestPlans',
  'roboProPlans',
  'home',
] as const satisfies readonly CallName[];
