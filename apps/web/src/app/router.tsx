import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { safeNext } from '../lib/safe-next.ts';
import { session } from '../lib/send.ts';
import { queryOf } from '../ui/table/list-state.ts';
import { loadPage } from './load-page.ts';
import { NoSuchPage, NotFoundPage } from './not-found-page.tsx';
import { PageCrash } from './page-crash.tsx';

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
  component: lazyRouteComponent(() => loadPage(() => import('./shell/shell.tsx')), 'Shell'),
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

const NOWHERE = '/desk/$';

const nowhere = createRoute({ getParentRoute: () => desk, path: '$', component: NoSuchPage });
const home = createRoute({
  getParentRoute: () => desk,
  path: '/',
  component: lazyRouteComponent(() => loadPage(() => import('../features/home/home-page.tsx')), 'HomePage'),
});
const tricks = createRoute({
  getParentRoute: () => desk,
  path: '/tricks',
  component: lazyRouteComponent(
    () => loadPage(() => import('../features/strategies/catalogue-page.tsx')),
    'CataloguePage',
  ),
});
const trick = createRoute({
  getParentRoute: () => desk,
  path: '/tricks/$TricksId',
  component: lazyRouteComponent(() => loadPage(() => import('../features/strategies/trick-page.tsx')), 'TrickPage'),
});
const myTricks = createRoute({
  getParentRoute: () => desk,
  path: '/my-tricks',
  component: lazyRouteComponent(
    () => loadPage(() => import('../features/deployments/my-tricks-page.tsx')),
    'MyTricksPage',
  ),
});
const myTrick = createRoute({
  getParentRoute: () => desk,
  path: '/my-tricks/$TricksId',
  component: lazyRouteComponent(
    () => loadPage(() => import('../features/deployments/my-trick-page.tsx')),
    'MyTrickPage',
  ),
});
const positions = createRoute({
  getParentRoute: () => desk,
  path: '/positions',
  component: lazyRouteComponent(() => loadPage(() => import('../features/orders/positions-page.tsx')), 'PositionsPage'),
});
const orders = createRoute({
  getParentRoute: () => desk,
  path: '/orders',
  component: lazyRouteComponent(() => loadPage(() => import('../features/orders/orders-page.tsx')), 'OrdersPage'),
});
const trades = createRoute({
  getParentRoute: () => desk,
  path: '/trades',
  component: lazyRouteComponent(() => loadPage(() => import('../features/orders/trades-page.tsx')), 'TradesPage'),
});
const broker = createRoute({
  getParentRoute: () => desk,
  path: '/profile/broker',
  component: lazyRouteComponent(() => loadPage(() => import('../features/broker-links/broker-page.tsx')), 'BrokerPage'),
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
    desk.addChildren([home, tricks, trick, myTricks, myTrick, positions, orders, trades, broker, nowhere]),
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
