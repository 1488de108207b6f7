/** Categories in the order of their numbers, from 1; `alerts-view.test.ts` compares it with the contract. */
export const ALERT_CATEGORY_NAMES = [
  'trades',
  'tricks',
  'baskets',
  'wallet',
  'subscription',
  'team',
  'support',
  'security',
] as const;

/** Channels in the order of the table of preferences; compared with the contract likewise. */
export const ALERT_CHANNEL_NAMES = ['in_app', 'email', 'push'] as const;
