import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { OPERATOR_SUBJECTS } from '@trickdesk/domain';
import { mayRead } from '../lib/may-read.ts';
import { safeNext } from '../lib/safe-next.ts';
import { session } from '../lib/send.ts';
import { queryOf } from '../ui/table/list-state.ts';
import { loadPage } from './load-page.ts';
import { NoSuchPage, NotFoundPage } from './not-found-page.tsx';
import { PageCrash } from './page-crash.tsx';

/** A page behind the sign-in, loaded when it is first opened. */
function deskPage(name: keyof typeof import('./desk-pages.ts').deskPages) {
  const load = async () => ({ Page: await (await import('./desk-pages.ts')).deskPages[name]() });
  return lazyRouteComponent(() => loadPage(load), 'Page');
}

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
const home = createRoute({
  getParentRoute: () => desk,
  path: '/',
  component: deskPage('HomePage'),
});
const tricks = createRoute({
  getParentRoute: () => desk,
  path: '/tricks',
  component: deskPage('CataloguePage'),
});
const trick = createRoute({
  getParentRoute: () => desk,
  path: '/tricks/$TricksId',
  component: deskPage('TrickPage'),
});
const myTricks = createRoute({
  getParentRoute: () => desk,
  path: '/my-tricks',
  component: deskPage('MyTricks'),
});
const myTrick = createRoute({
  getParentRoute: () => desk,
  path: '/my-tricks/$TricksId',
  component: deskPage('MyTrick'),
});
const positions = createRoute({
  getParentRoute: () => desk,
  path: '/positions',
  component: deskPage('PositionsPage'),
});
const orders = createRoute({
  getParentRoute: () => desk,
  path: '/orders',
  component: deskPage('OrdersPage'),
});
const order = createRoute({
  getParentRoute: () => desk,
  path: '/orders/$orderId',
  component: deskPage('OrderPage'),
});
const ownOrder = createRoute({
  getParentRoute: () => desk,
  path: '/orders/own/$orderId',
  component: deskPage('OwnOrderPage'),
});
const trades = createRoute({
  getParentRoute: () => desk,
  path: '/trades',
  component: deskPage('TradesPage'),
});
const replay = createRoute({
  getParentRoute: () => desk,
  path: '/my-tricks/$TricksId/replay',
  component: deskPage('ReplayPage'),
});
const backtests = createRoute({
  getParentRoute: () => desk,
  path: '/backtests',
  component: deskPage('BacktestsPage'),
});
const startBacktest = createRoute({
  getParentRoute: () => desk,
  path: '/backtests/new',
  component: deskPage('StartBacktestPage'),
});
const backtestPlans = createRoute({
  getParentRoute: () => desk,
  path: '/backtests/plans',
  component: deskPage('BacktestPlansPage'),
});
const compareBacktests = createRoute({
  getParentRoute: () => desk,
  path: '/backtests/compare',
  component: deskPage('CompareBacktestsPage'),
});
const backtest = createRoute({
  getParentRoute: () => desk,
  path: '/backtests/$BacktestId',
  component: deskPage('BacktestPage'),
});
const backtestReplay = createRoute({
  getParentRoute: () => desk,
  path: '/backtests/$BacktestId/replay',
  component: deskPage('BacktestReplayPage'),
});
const newTrick = createRoute({
  getParentRoute: () => desk,
  path: '/builder',
  component: deskPage('NewTrickPage'),
});
const ownTrick = createRoute({
  getParentRoute: () => desk,
  path: '/builder/$TricksId',
  component: deskPage('BuilderPage'),
});
const readiness = createRoute({
  getParentRoute: () => desk,
  path: '/readiness',
  component: deskPage('ReadinessPage'),
});
const risk = createRoute({
  getParentRoute: () => desk,
  path: '/risk',
  component: deskPage('RiskPage'),
});
const reconciliation = createRoute({
  getParentRoute: () => desk,
  path: '/reconciliation',
  component: deskPage('ReconciliationPage'),
});
const broker = createRoute({
  getParentRoute: () => desk,
  path: '/profile/broker',
  component: deskPage('BrokerPage'),
});

const alerts = createRoute({
  getParentRoute: () => desk,
  path: '/alerts',
  component: deskPage('AlertsPage'),
});
/** What a person sets about themselves, a tab each. */
const profile = createRoute({ getParentRoute: () => desk, id: 'profile', component: deskPage('ProfileTabs') });
const personal = createRoute({
  getParentRoute: () => profile,
  path: '/profile/personal',
  component: deskPage('PersonalPage'),
});
const kyc = createRoute({
  getParentRoute: () => profile,
  path: '/profile/kyc',
  component: deskPage('KycPage'),
});
const bank = createRoute({
  getParentRoute: () => profile,
  path: '/profile/bank',
  component: deskPage('BankPage'),
});
const security = createRoute({
  getParentRoute: () => profile,
  path: '/profile/security',
  component: deskPage('SecurityPage'),
});
const ownData = createRoute({
  getParentRoute: () => profile,
  path: '/profile/data',
  component: deskPage('OwnDataPage'),
});
const billing = createRoute({ getParentRoute: () => desk, id: 'billing', component: deskPage('BillingTabs') });
const subscription = createRoute({
  getParentRoute: () => billing,
  path: '/subscription',
  component: deskPage('SubscriptionPage'),
});
const invoices = createRoute({
  getParentRoute: () => billing,
  path: '/subscription/transactions',
  component: deskPage('InvoicesPage'),
});
const activate = createRoute({
  getParentRoute: () => billing,
  path: '/activate',
  component: deskPage('ActivatePage'),
});
const walletTabs = createRoute({ getParentRoute: () => desk, id: 'walletTabs', component: deskPage('WalletTabs') });
const bankTransfers = createRoute({
  getParentRoute: () => walletTabs,
  path: '/wallet/bank',
  component: deskPage('BankTransfersPage'),
});
/** What operators decide on; for anybody else these addresses lead nowhere. */
const operations = createRoute({
  getParentRoute: () => desk,
  id: 'operations',
  component: deskPage('OperationTabs'),
  beforeLoad: () => {
    if (!OPERATOR_SUBJECTS.some(mayRead)) throw notFound();
  },
  notFoundComponent: NoSuchPage,
});
const operatorsRoute = <Path extends string>(path: Path, page: Parameters<typeof deskPage>[0]) =>
  createRoute({ getParentRoute: () => operations, path, component: deskPage(page) });
const opsWithdrawals = operatorsRoute('/ops/withdrawals', 'OpsWithdrawalsPage');
const opsRewards = operatorsRoute('/ops/rewards', 'OpsRewardsPage');
const opsLedger = operatorsRoute('/ops/ledger', 'OpsLedgerPage');
const opsKyc = operatorsRoute('/ops/kyc', 'OpsKycPage');
const opsUsers = operatorsRoute('/ops/users', 'OpsUsersPage');
const opsUser = operatorsRoute('/ops/users/$userId', 'OpsUserPage');
const opsPayments = operatorsRoute('/ops/payments', 'OpsPaymentsPage');
const opsInvoices = operatorsRoute('/ops/invoices', 'OpsInvoicesPage');
const opsPlans = operatorsRoute('/ops/plans', 'OpsPlansPage');
const opsActs = operatorsRoute('/ops/acts', 'OpsActsPage');
const wallet = createRoute({
  getParentRoute: () => walletTabs,
  path: '/wallet',
  component: deskPage('WalletPage'),
});
const team = createRoute({ getParentRoute: () => desk, id: 'team', component: deskPage('TeamTabs') });
const teamTree = createRoute({
  getParentRoute: () => team,
  path: '/team',
  component: deskPage('TeamPage'),
});
const directs = createRoute({
  getParentRoute: () => team,
  path: '/team/direct',
  component: deskPage('DirectPage'),
});
const rewards = createRoute({
  getParentRoute: () => team,
  path: '/team/rewards',
  component: deskPage('RewardsPage'),
});
const logs = createRoute({
  getParentRoute: () => desk,
  path: '/logs',
  component: deskPage('LogsPage'),
});
const tradeLogs = createRoute({
  getParentRoute: () => desk,
  path: '/logs/trades',
  component: deskPage('TradeLogsPage'),
});

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
        opsWithdrawals,
        opsRewards,
        opsLedger,
        opsKyc,
        opsUsers,
        opsUser,
        opsPayments,
        opsInvoices,
        opsPlans,
        opsActs,
      ]),
      team.addChildren([teamTree, directs, rewards]),
      profile.addChildren([personal, kyc, bank, security, ownData]),
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
