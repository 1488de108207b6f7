import {
  accountCalls,
  actCalls,
  activityCalls,
  authenticationCalls,
  backtestCalls,
  basketCalls,
  basketCaseCalls,
  billingCalls,
  billingCaseCalls,
  brokerLinkCalls,
  calendarCalls,
  deploymentCalls,
  deskCalls,
  figureCalls,
  homeCalls,
  kycCalls,
  kycCaseCalls,
  marketDataCalls as marketDataContract,
  notificationCalls,
  operationsCalls,
  orderCalls,
  orderDetailCalls,
  ownDataCalls,
  ownOrderCalls,
  ownTrickCalls,
  parityCalls,
  portfolioCalls,
  profitCalls,
  publicationCalls,
  readinessCalls,
  reconciliationCalls,
  reconciliationCaseCalls,
  replayCalls,
  researchCalls,
  researchCaseCalls,
  rewardCaseCalls,
  riskCalls,
  roboCalls,
  saleReleaseCalls,
  securityCalls,
  strategyCalls,
  teamCalls,
  ticketCalls,
  ticketCaseCalls,
  trickCaseCalls,
  userCaseCalls,
  walletCalls,
  withdrawalCalls,
} from '@trickdesk/contract';
import {
  type Accounts,
  accountHandlers,
  authenticationHandlers,
  securityHandlers,
} from '../features/accounts/index.ts';
import { type ActivityService, activityHandlers } from '../features/activity/index.ts';
import { type BacktestsService, backtestHandlers } from '../features/backtests/index.ts';
import {
  type BasketDeskService,
  type BasketsService,
  basketCaseHandlers,
  basketHandlers,
} from '../features/baskets/index.ts';
import { type BillingService, billingHandlers } from '../features/billing/index.ts';
import {
  brokerLinkHandlers,
  type createBrokerLinksService,
  type SaleReleases,
  saleReleaseHandlers,
} from '../features/broker-links/index.ts';
import { type DeploymentsFor, type DeploymentsReader, deploymentHandlers } from '../features/deployments/index.ts';
import { type FiguresService, figureHandlers } from '../features/figures/index.ts';
import { type HomeService, homeHandlers } from '../features/home/index.ts';
import { type createVerificationReader, type KycService, kycHandlers } from '../features/kyc/index.ts';
import { type createPriceReader, marketDataCalls } from '../features/market-data/index.ts';
import {
  type NotificationsService,
  notificationHandlers,
  type PreferencesService,
} from '../features/notifications/index.ts';
import {
  actHandlers,
  billingCaseHandlers,
  calendarHandlers,
  deskHandlers,
  kycCaseHandlers,
  type OperationsService,
  operationsHandlers,
  rewardCaseHandlers,
  ticketCaseHandlers,
  userCaseHandlers,
} from '../features/operations/index.ts';
import {
  type OrdersService,
  type OwnOrdersService,
  orderHandlers,
  ownOrderHandlers,
} from '../features/orders/index.ts';
import { type OwnDataService, ownDataHandlers } from '../features/own-data/index.ts';
import { type ParityService, parityHandlers } from '../features/parity/index.ts';
import { type PortfolioService, portfolioHandlers } from '../features/portfolio/index.ts';
import { type ProfitService, profitHandlers } from '../features/profit/index.ts';
import {
  type PublicationDesk,
  type PublicationsService,
  publicationHandlers,
  trickCaseHandlers,
} from '../features/publications/index.ts';
import { type ReadinessService, readinessHandlers } from '../features/readiness/index.ts';
import {
  type ReconciliationDesk,
  type ReconciliationService,
  reconciliationCaseHandlers,
  reconciliationHandlers,
} from '../features/reconciliation/index.ts';
import { type ReplayService, replayHandlers } from '../features/replay/index.ts';
import {
  type ResearchDesk,
  type ResearchService,
  researchCaseHandlers,
  researchHandlers,
} from '../features/research/index.ts';
import { type RiskService, riskHandlers } from '../features/risk/index.ts';
import { type RoboService, roboHandlers } from '../features/robo/index.ts';
import {
  type CatalogueReader,
  type OwnStrategiesFor,
  ownTrickHandlers,
  strategyHandlers,
} from '../features/strategies/index.ts';
import { type TeamService, teamHandlers } from '../features/team/index.ts';
import { type TicketsService, ticketHandlers } from '../features/tickets/index.ts';
import { type WalletService, walletHandlers } from '../features/wallet/index.ts';
import { type WithdrawalsService, withdrawalHandlers } from '../features/withdrawals/index.ts';
import { bind, bindVisitor, type CallBinding } from '../http/binding.ts';

/** Every service that a call of the contract is answered by. */
export interface CalledParts {
  readonly accounts: Accounts;
  readonly verificationOf: ReturnType<typeof createVerificationReader>;
  readonly kyc: KycService;
  readonly billing: BillingService;
  readonly ownData: OwnDataService;
  readonly brokerLinks: ReturnType<typeof createBrokerLinksService>;
  readonly saleReleases: SaleReleases;
  readonly prices: ReturnType<typeof createPriceReader>;
  readonly catalogue: CatalogueReader;
  readonly ownStrategiesFor: OwnStrategiesFor;
  readonly deploymentsFor: DeploymentsFor;
  readonly deploymentsReader: DeploymentsReader;
  readonly orders: OrdersService;
  readonly ownOrders: OwnOrdersService;
  readonly figures: FiguresService;
  readonly home: HomeService;
  readonly board: ReadinessService;
  readonly notifications: NotificationsService;
  readonly preferences: PreferencesService;
  readonly activity: ActivityService;
  readonly risk: RiskService;
  readonly parity: ParityService;
  readonly replay: ReplayService;
  readonly portfolio: PortfolioService;
  readonly profit: ProfitService;
  readonly wallet: WalletService;
  readonly withdrawals: WithdrawalsService;
  readonly operations: OperationsService;
  readonly team: TeamService;
  readonly tickets: TicketsService;
  readonly reconciliation: ReconciliationService;
  readonly reconciliationDesk: ReconciliationDesk;
  readonly backtests: BacktestsService;
  readonly baskets: BasketsService;
  readonly basketDesk: BasketDeskService;
  readonly research: ResearchService;
  readonly researchDesk: ResearchDesk;
  readonly robo: RoboService;
  readonly publications: PublicationsService;
  readonly publicationDesk: PublicationDesk;
}

/** Every feature's calls are plugged in here. */
export function bindCalls(parts: CalledParts): CallBinding[] {
  return [
    ...bindVisitor(authenticationCalls, authenticationHandlers(parts.accounts)),
    ...bind(accountCalls, accountHandlers(parts.accounts, parts.verificationOf, parts.team.designationLevelOf)),
    ...bind(securityCalls, securityHandlers(parts.accounts)),
    ...bind(brokerLinkCalls, brokerLinkHandlers(parts.brokerLinks)),
    ...bind(saleReleaseCalls, saleReleaseHandlers(parts.saleReleases)),
    ...bind(marketDataContract, marketDataCalls(parts.prices)),
    ...bind(strategyCalls, strategyHandlers(parts.catalogue)),
    ...bind(ownTrickCalls, ownTrickHandlers(parts.ownStrategiesFor)),
    ...bind(
      deploymentCalls,
      deploymentHandlers(parts.deploymentsFor, parts.deploymentsReader, parts.accounts.secondFactor),
    ),
    ...bind(orderCalls, orderHandlers(parts.orders)),
    ...bind({ ...orderDetailCalls, ...ownOrderCalls }, ownOrderHandlers(parts.ownOrders)),
    ...bind(homeCalls, homeHandlers(parts.home)),
    ...bind(figureCalls, figureHandlers(parts.figures)),
    ...bind(readinessCalls, readinessHandlers(parts.board)),
    ...bind(notificationCalls, notificationHandlers(parts.notifications, parts.preferences)),
    ...bind(activityCalls, activityHandlers(parts.activity)),
    ...bind(riskCalls, riskHandlers(parts.risk)),
    ...bind(parityCalls, parityHandlers(parts.parity)),
    ...bind(replayCalls, replayHandlers(parts.replay)),
    ...bind(portfolioCalls, portfolioHandlers(parts.portfolio)),
    ...bind(profitCalls, profitHandlers(parts.profit)),
    ...bind(walletCalls, walletHandlers(parts.wallet)),
    ...bind(withdrawalCalls, withdrawalHandlers(parts.withdrawals)),
    ...bind(operationsCalls, operationsHandlers(parts.operations)),
    ...bind(kycCaseCalls, kycCaseHandlers(parts.operations)),
    ...bind(userCaseCalls, userCaseHandlers(parts.operations)),
    ...bind(actCalls, actHandlers(parts.operations)),
    ...bind(rewardCaseCalls, rewardCaseHandlers(parts.operations)),
    ...bind(billingCaseCalls, billingCaseHandlers(parts.operations)),
    ...bind(calendarCalls, calendarHandlers(parts.operations)),
    ...bind(deskCalls, deskHandlers(parts.operations)),
    ...bind(ticketCaseCalls, ticketCaseHandlers(parts.operations)),
    ...bind(ticketCalls, ticketHandlers(parts.tickets)),
    ...bind(kycCalls, kycHandlers(parts.kyc)),
    ...bind(reconciliationCalls, reconciliationHandlers(parts.reconciliation)),
    ...bind(reconciliationCaseCalls, reconciliationCaseHandlers(parts.reconciliationDesk)),
    ...bind(backtestCalls, backtestHandlers(parts.backtests)),
    ...bind(billingCalls, billingHandlers(parts.billing)),
    ...bind(teamCalls, teamHandlers(parts.team)),
    ...bind(ownDataCalls, ownDataHandlers(parts.ownData)),
    ...bind(basketCalls, basketHandlers(parts.baskets)),
    ...bind(basketCaseCalls, basketCaseHandlers(parts.basketDesk)),
    ...bind(researchCalls, researchHandlers(parts.research)),
    ...bind(researchCaseCalls, researchCaseHandlers(parts.researchDesk)),
    ...bind(publicationCalls, publicationHandlers(parts.publications)),
    ...bind(trickCaseCalls, trickCaseHandlers(parts.publicationDesk)),
    ...bind(roboCalls, roboHandlers(parts.robo)),
  ];
}
