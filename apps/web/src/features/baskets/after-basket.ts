import type { CallName } from '@trickdesk/contract';

/** What an action on a held basket changes, read again after it. */
export const AFTER_BASKET: readonly CallName[] = [
  'getMyBaskets',
  'mybasketdetails',
  'rebalanceFetchbasket',
  'fetchListHoldings',
  'home',
];
