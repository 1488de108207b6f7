import { accountCalls, authenticationCalls } from './accounts.ts';
import { activityCalls } from './activity.ts';
import { backtestCalls } from './backtests.ts';
import { basketCalls } from './baskets.ts';
import { billingCalls } from './billing.ts';
import { brokerLinkCalls } from './broker-links.ts';
import { deploymentCalls } from './deployments.ts';
import { figureCalls } from './figures.ts';
import { homeCalls } from './home.ts';
import { kycCalls } from './kyc.ts';
import { marketDataCalls } from './market-data.ts';
import { notificationCalls } from './notifications.ts';
import { operationsCalls } from './operations.ts';
import { actCalls } from './operations-acts.ts';
import { basketCaseCalls } from './operations-baskets.ts';
import { billingCaseCalls } from './operations-billing.ts';
import { calendarCalls } from './operations-calendar.ts';
import { deskCalls } from './operations-desk.ts';
import { kycCaseCalls } from './operations-kyc.ts';
import { reconciliationCaseCalls } from './operations-reconciliation.ts';
import { researchCaseCalls } from './operations-research.ts';
import { rewardCaseCalls } from './operations-rewards.ts';
import { ticketCaseCalls } from './operations-tickets.ts';
import { trickCaseCalls } from './operations-tricks.ts';
import { userCaseCalls } from './operations-users.ts';
import { orderDetailCalls } from './order-details.ts';
import { orderCalls } from './orders.ts';
import { ownDataCalls } from './own-data.ts';
import { ownOrderCalls } from './own-orders.ts';
import { ownTrickCalls } from './own-tricks.ts';
import { parityCalls } from './parity.ts';
import { portfolioCalls } from './portfolio.ts';
import { profitCalls } from './profit.ts';
import { publicationCalls } from './publications.ts';
import { readinessCalls } from './readiness.ts';
import { reconciliationCalls } from './reconciliation.ts';
import { replayCalls } from './replay.ts';
import { researchCalls } from './research.ts';
import { riskCalls } from './risk.ts';
import { roboCalls } from './robo.ts';
import { saleReleaseCalls } from './sale-releases.ts';
import { securityCalls } from './security.ts';
import { strategyCalls } from './strategies.ts';
import { teamCalls } from './team.ts';
import { ticketCalls } from './tickets.ts';
import { walletCalls } from './wallet.ts';
import { withdrawalCalls } from './withdrawals.ts';

export * from './accounts.ts';
export * from './activity.ts';
export * from './backtest-evidence.ts';
export * from './backtest-sweep.ts';
export * from './backtests.ts';
export * from './basket-shapes.ts';
export * from './baskets.ts';
export * from './billing.ts';
export * from './broker-links.ts';
export * from './call.ts';
export * from './deployments.ts';
export * from './envelope.ts';
export * from './events.ts';
export * from './fields.ts';
export * from './figures.ts';
export * from './going-live.ts';
export * from './home.ts';
export * from './kyc.ts';
export * from './market-data.ts';
export * from './notifications.ts';
export * from './operations.ts';
export * from './operations-acts.ts';
export * from './operations-baskets.ts';
export * from './operations-billing.ts';
export * from './operations-calendar.ts';
export * from './operations-desk.ts';
export * from './operations-kyc.ts';
export * from './operations-reconciliation.ts';
export * from './operations-research.ts';
export * from './operations-rewards.ts';
export * from './operations-tickets.ts';
export * from './operations-tricks.ts';
export * from './operations-users.ts';
export * from './order-details.ts';
export * from './orders.ts';
export * from './own-data.ts';
export * from './own-orders.ts';
export * from './own-tricks.ts';
export * from './parity.ts';
export * from './portfolio.ts';
export * from './portfolio-overview.ts';
export * from './profit.ts';
export * from './publications.ts';
export * from './readiness.ts';
export * from './reconciliation.ts';
export * from './refusals.ts';
export * from './replay.ts';
export * from './research.ts';
export * from './risk.ts';
export * from './robo.ts';
export * from './sale-releases.ts';
export * from './security.ts';
export * from './strategies.ts';
export * from './team.ts';
export * from './tickets.ts';
export * from './wallet.ts';
export * from './withdrawals.ts';

/** Every call of the product, by its wire name. */
export const allCalls = {
  ...authenticationCalls,
  ...accountCalls,
  ...homeCalls,
  ...figureCalls,
  ...strategyCalls,
  ...deploymentCalls,
  ...orderCalls,
  ...orderDetailCalls,
  ...ownOrderCalls,
  ...marketDataCalls,
  ...brokerLinkCalls,
  ...notificationCalls,
  ...activityCalls,
  ...readinessCalls,
  ...riskCalls,
  ...parityCalls,
  ...replayCalls,
  ...portfolioCalls,
  ...profitCalls,
  ...reconciliationCalls,
  ...backtestCalls,
  ...ownTrickCalls,
  ...publicationCalls,
  ...walletCalls,
  ...withdrawalCalls,
  ...saleReleaseCalls,
  ...securityCalls,
  ...kycCalls,
  ...billingCalls,
  ...operationsCalls,
  ...kycCaseCalls,
  ...userCaseCalls,
  ...actCalls,
  ...rewardCaseCalls,
  ...billingCaseCalls,
  ...teamCalls,
  ...ownDataCalls,
  ...basketCalls,
  ...roboCalls,
  ...ticketCalls,
  ...ticketCaseCalls,
  ...researchCalls,
  ...researchCaseCalls,
  ...calendarCalls,
  ...deskCalls,
  ...trickCaseCalls,
  ...reconciliationCaseCalls,
  ...basketCaseCalls,
} as const;
export type AllCalls = typeof allCalls;
export type CallName = keyof AllCalls;

/** Refusals that any call may answer. */
export const COMMON_REFUSALS = [
  'MALFORMED_JSON',
  'BODY_TOO_LARGE',
  'WRONG_CONTENT_TYPE',
  'INVALID_INPUT',
  'TOO_MANY_REQUESTS',
  'INTERNAL',
  'NOT_READY',
] as const;
export const SIGNED_IN_REFUSALS = ['TOKEN_MISSING', 'TOKEN_EXPIRED', 'NOT_ALLOWED'] as const;

/** The header that carries the fixed client token on register and login. */
export const CLIENT_TOKEN_HEADER = 'token';
/** The cookie that carries the refresh token; no script can read it. */
export const REFRESH_COOKIE = 'refreshToken';
/** The cookie by which two accounts of one browser are known; no script can read it. */
export const BROWSER_COOKIE = 'browser';
/** The cookie by which a browser knows that one of its pages is asking for a new token. */
export const RENEWING_COOKIE = 'renewing';
