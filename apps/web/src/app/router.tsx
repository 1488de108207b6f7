import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { otherTexts } from '../lib/i18n.ts';
import { queryOf } from '../lib/query-of.ts';
import { safeNext } from '../lib/safe-next.ts';
import { session } from '../lib/send.ts';
import { loadPage } from './load-page.ts';
import { NoSuchPage, NotFoundPage } from './not-found-page.tsx';
import { PageCrash } from './page-crash.tsx';

type PageName = keyof typeof import('./desk-pages.ts').deskPages;
/** What they say comes with the first texts; the others wait for the rest. */
const FIRST_PAGES: ReadonlySet<PageName> = new Set(['Shell', 'HomePage']);

/** A page behind the sign-in, loaded when it is first opened. */
function deskPage(name: PageName) {
  const load = async () => {
    const others = FIRST_PAGES.has(name) ? undefined : otherTexts();
    const [Page] = await Promise.all([import('./desk-pages.ts').then(({ deskPages }) => deskPages[name]()), others]);
    return { Page };
  };
  return lazyRouteComponent(() => loadPage(load), 'Page');
}

/** Makes the pages behind the sign-in of one parent. */
const routesOf =
  <Parent extends AnyRoute>(parent: Parent) =>
  <Path extends string>(path: Path, page: PageName) =>
    createRoute({ getParentRoute: () => parent, path, component: deskPage(page) });

const root = createRootRoute({ component: Outlet });

/** Pages for people who are not signed in; a signed-in person is sent on. */
const guest = createRoute({
  getParentRoute: () => root,
  id: 'guest',
  beforeLoad: ({ search }) => {
    if (session.token() !== undefined) throw redirect({ href: safeNext(queryOf(search)['next']) });
  },
});

/** Everything else: inside the shell, for a signed-in person. */
const desk = createRoute({
  getParentRoute: () => root,
  id: 'desk',
  component: deskPage('Shell'),
  beforeLoad: ({ location, matches }) => {
    if (session.token() !== undefined) return;
    // An address that leads nowhere asks nobody to sign in first.
    if (matches.some((match) => match.routeId === NOWHERE)) throw notFound();
    throw redirect({ to: '/login', search: { next: location.href } });
  },
});

const deskRoute = routesOf(desk);

const login = createRoute({
  getParentRoute: () => guest,
  path: '/login',
  component: lazyRouteComponent(() => loadPage(() => import('../features/accounts/login-page.tsx')), 'LoginPage'),
});
const register = createRoute({
  getParentRoute: () => guest,
  path: '/register',
  component: lazyRouteComponent(() => loadPage(() => import('../features/accounts/register-page.tsx')), 'RegisterPage'),
});

/** Also for somebody who is signed in: a link from a mail must not be lost by being sent on. */
const forgot = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  component: lazyRouteComponent(() => loadPage(() => import('../features/accounts/forgot-page.tsx')), 'ForgotPage'),
});
const reset = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  component: lazyRouteComponent(() => loadPage(() => import('../features/accounts/reset-page.tsx')), 'ResetPage'),
});

const NOWHERE = '/desk/$';

const nowhere = createRoute({ getParentRoute: () => desk, path: '$', component: NoSuchPage });
const home = deskRoute('/', 'HomePage');
const tricks = deskRoute('/tricks', 'CataloguePage');
const trick = deskRoute('/tricks/$TricksId', 'TrickPage');
const myTricks = deskRoute('/my-tricks', 'MyTricks');
const myTrick = deskRoute('/my-tricks/$TricksId', 'MyTrick');
const baskets = deskRoute('/baskets', 'BasketsPage');
const newBasket = deskRoute('/baskets/new', 'NewBasketPage');
const basket = deskRoute('/baskets/$basketId', 'BasketPage');
const myBasket = deskRoute('/my-baskets/$myBasketId', 'MyBasketPage');
const held = createRoute({ getParentRoute: () => desk, id: 'held', component: deskPage('HoldingsTabs') });
const heldRoute = routesOf(held);
const holdings = heldRoute('/holdings', 'HoldingsPage');
const overview = heldRoute('/holdings/overview', 'OverviewPage');
const tax = heldRoute('/holdings/tax', 'TaxPage');
const research = deskRoute('/research', 'ResearchPage');
const portfolios = deskRoute('/portfolios', 'PortfoliosPage');
const roboPro = deskRoute('/robo-pro', 'RoboPro');
const positions = deskRoute('/positions', 'PositionsPage');
const orders = deskRoute('/orders', 'OrdersPage');
const order = deskRoute('/orders/$orderId', 'OrderPage');
const ownOrder = deskRoute('/orders/own/$orderId', 'OwnOrderPage');
const trades = deskRoute('/trades', 'TradesPage');
const replay = deskRoute('/my-tricks/$TricksId/replay', 'ReplayPage');
const backtests = deskRoute('/backtests', 'BacktestsPage');
const startBacktest = deskRoute('/backtests/new', 'StartBacktestPage');
const backtestPlans = deskRoute('/backtests/plans', 'BacktestPlansPage');
const compareBacktests = deskRoute('/backtests/compare', 'CompareBacktestsPage');
const backtest = deskRoute('/backtests/$BacktestId', 'BacktestPage');
const backtestReplay = deskRoute('/backtests/$BacktestId/replay', 'BacktestReplayPage');
const newTrick = deskRoute('/builder', 'NewTrickPage');
const ownTrick = deskRoute('/builder/$TricksId', 'BuilderPage');
const readiness = deskRoute('/readiness', 'ReadinessPage');
const risk = deskRoute('/risk', 'RiskPage');
const reconciliation = deskRoute('/reconciliation', 'ReconciliationPage');
const broker = deskRoute('/profile/broker', 'BrokerPage');

const alerts = deskRoute('/alerts', 'AlertsPage');
/** What a person sets about themselves, a tab each. */
const profile = createRoute({ getParentRoute: () => desk, id: 'profile', component: deskPage('ProfileTabs') });
const profileRoute = routesOf(profile);
const personal = profileRoute('/profile/personal', 'PersonalPage');
const kyc = profileRoute('/profile/kyc', 'KycPage');
const bank = profileRoute('/profile/bank', 'BankPage');
const security = profileRoute('/profile/security', 'SecurityPage');
const preferences = profileRoute('/profile/preferences', 'PreferencesPage');
const ownData = profileRoute('/profile/data', 'OwnDataPage');
const billing = createRoute({ getParentRoute: () => desk, id: 'billing', component: deskPage('BillingTabs') });
const billingRoute = routesOf(billing);
const subscription = billingRoute('/subscription', 'SubscriptionPage');
const invoices = billingRoute('/subscription/transactions', 'InvoicesPage');
const activate = billingRoute('/activate', 'ActivatePage');
const walletTabs = createRoute({ getParentRoute: () => desk, id: 'walletTabs', component: deskPage('WalletTabs') });
const walletRoute = routesOf(walletTabs);
const bankTransfers = walletRoute('/wallet/bank', 'BankTransfersPage');
/** What operators decide on; for anybody else these addresses lead nowhere, which `OperationTabs` says. */
const operations = createRoute({
  getParentRoute: () => desk,
  id: 'operations',
  component: deskPage('OperationTabs'),
  notFoundComponent: NoSuchPage,
});
const operatorsRoute = routesOf(operations);
const opsFirst = operatorsRoute('/ops', 'OpsFirstPage');
const opsWithdrawals = operatorsRoute('/ops/withdrawals', 'OpsWithdrawalsPage');
const opsTickets = operatorsRoute('/ops/tickets', 'OpsTicketsPage');
const opsTicket = operatorsRoute('/ops/tickets/$ticketId', 'OpsTicketPage');
const opsResearch = operatorsRoute('/ops/research', 'OpsResearch');
const opsRewards = operatorsRoute('/ops/rewards', 'OpsRewardsPage');
const opsLedger = operatorsRoute('/ops/ledger', 'OpsLedgerPage');
const opsKyc = operatorsRoute('/ops/kyc', 'OpsKycPage');
const opsUsers = operatorsRoute('/ops/users', 'OpsUsersPage');
const opsUser = operatorsRoute('/ops/users/$userId', 'OpsUserPage');
const opsPayments = operatorsRoute('/ops/payments', 'OpsPaymentsPage');
const opsInvoices = operatorsRoute('/ops/invoices', 'OpsInvoicesPage');
const opsPlans = operatorsRoute('/ops/plans', 'OpsPlansPage');
const opsDesk = operatorsRoute('/ops/desk', 'OpsDeskPage');
const opsDeskAccount = operatorsRoute('/ops/desk/$userId', 'OpsDeskAccountPage');
const opsTricks = operatorsRoute('/ops/tricks', 'OpsTricksPage');
const opsTrick = operatorsRoute('/ops/tricks/$publicationId', 'OpsTrick');
const opsReconciliation = operatorsRoute('/ops/reconciliation', 'OpsReconciliation');
const opsBaskets = operatorsRoute('/ops/baskets', 'OpsBasketsPage');
const opsBasket = operatorsRoute('/ops/baskets/$basketId', 'OpsBasketPage');
const opsActs = operatorsRoute('/ops/acts', 'OpsActsPage');
const wallet = walletRoute('/wallet', 'WalletPage');
const team = createRoute({ getParentRoute: () => desk, id: 'team', component: deskPage('TeamTabs') });
const teamRoute = routesOf(team);
const teamTree = teamRoute('/team', 'TeamPage');
const directs = teamRoute('/team/direct', 'DirectPage');
const rewards = teamRoute('/team/rewards', 'RewardsPage');
const tickets = deskRoute('/tickets', 'TicketsPage');
const askSupport = deskRoute('/tickets/new', 'AskPage');
const ticket = deskRoute('/tickets/$ticketId', 'TicketPage');
const logs = deskRoute('/logs', 'LogsPage');
const tradeLogs = deskRoute('/logs/trades', 'TradeLogsPage');

/** The query as plain text fields: `?page=2&search=12` stays text, so that a symbol never turns into a number. */
const plainQuery = {
  parseSearch: (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search: Record<string, unknown>): string => {
    const text = new URLSearchParams(queryOf(search)).toString();
    return text === '' ? '' : `?${text}`;
  },
};

export const router = createRouter({
  routeTree: root.addChildren([
    guest.addChildren([login, register]),
    forgot,
    reset,
    desk.addChildren([
      home,
      tricks,
      trick,
      myTricks,
      myTrick,
      baskets,
      newBasket,
      basket,
      myBasket,
      held.addChildren([holdings, overview, tax]),
      research,
      portfolios,
      roboPro,
      positions,
      orders,
      order,
      ownOrder,
      trades,
      replay,
      backtests,
      startBacktest,
      backtestPlans,
      compareBacktests,
      backtest,
      backtestReplay,
      newTrick,
      ownTrick,
      broker,
      readiness,
      risk,
      reconciliation,
      alerts,
      billing.addChildren([subscription, invoices, activate]),
      walletTabs.addChildren([wallet, bankTransfers]),
      operations.addChildren([
        opsFirst,
        opsWithdrawals,
        opsTickets,
        opsTicket,
        opsResearch,
        opsRewards,
        opsLedger,
        opsKyc,
        opsUsers,
        opsUser,
        opsPayments,
        opsInvoices,
        opsPlans,
        opsDesk,
        opsDeskAccount,
        opsTricks,
        opsTrick,
        opsReconciliation,
        opsBaskets,
        opsBasket,
        opsActs,
      ]),
      team.addChildren([teamTree, directs, rewards]),
      profile.addChildren([personal, kyc, bank, security, preferences, ownData]),
      tickets,
      askSupport,
      ticket,
      logs,
      tradeLogs,
      nowhere,
    ]),
  ]),
  ...plainQuery,
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultNotFoundComponent: NotFoundPage,
  defaultErrorComponent: PageCrash,
});

declare module '@tanstack/react-router' {
  interface Register {
    readonly router: typeof router;
  }
}
