import type { ReactNode } from 'react';

/** The code of each page behind the sign-in: in a file of its own, so that the sign-in page loads none of their names. */
export const deskPages = {
  Shell: async () => (await import('./shell/shell.tsx')).Shell,
  HomePage: async () => (await import('../features/home/home-page.tsx')).HomePage,
  CataloguePage: async () => (await import('../features/strategies/catalogue-page.tsx')).CataloguePage,
  TrickPage: async () => (await import('../features/strategies/trick-page.tsx')).TrickPage,
  MyTricks: async () => (await import('./pages/my-tricks.tsx')).MyTricks,
  MyTrick: async () => (await import('./pages/my-trick.tsx')).MyTrick,
  PositionsPage: async () => (await import('../features/orders/positions-page.tsx')).PositionsPage,
  ReplayPage: async () => (await import('../features/replay/replay-page.tsx')).ReplayPage,
  OrdersPage: async () => (await import('../features/orders/orders-page.tsx')).OrdersPage,
  OrderPage: async () => (await import('../features/orders/order-page.tsx')).OrderPage,
  OwnOrderPage: async () => (await import('../features/orders/own-order-page.tsx')).OwnOrderPage,
  BacktestsPage: async () => (await import('../features/backtests/backtests-page.tsx')).BacktestsPage,
  StartBacktestPage: async () => (await import('../features/backtests/start-page.tsx')).StartBacktestPage,
  BacktestPlansPage: async () => (await import('../features/backtests/plans-page.tsx')).BacktestPlansPage,
  CompareBacktestsPage: async () => (await import('../features/backtests/compare-page.tsx')).CompareBacktestsPage,
  BacktestReplayPage: async () => (await import('../features/replay/replay-page.tsx')).BacktestReplayPage,
  BacktestPage: async () => (await import('../features/backtests/backtest-page.tsx')).BacktestPage,
  NewTrickPage: async () => (await import('../features/strategies/builder/builder-page.tsx')).NewTrickPage,
  BuilderPage: async () => (await import('../features/strategies/builder/builder-page.tsx')).BuilderPage,
  TradesPage: async () => (await import('../features/orders/trades-page.tsx')).TradesPage,
  ReadinessPage: async () => (await import('../features/readiness/readiness-page.tsx')).ReadinessPage,
  RiskPage: async () => (await import('../features/risk/risk-page.tsx')).RiskPage,
  ReconciliationPage: async () =>
    (await import('../features/reconciliation/reconciliation-page.tsx')).ReconciliationPage,
  BrokerPage: async () => (await import('../features/broker-links/broker-page.tsx')).BrokerPage,
  AlertsPage: async () => (await import('../features/notifications/alerts-page.tsx')).AlertsPage,
  LogsPage: async () => (await import('../features/activity/logs-page.tsx')).LogsPage,
  TradeLogsPage: async () => (await import('../features/activity/trade-logs-page.tsx')).TradeLogsPage,
} satisfies Record<string, () => Promise<() => ReactNode>>;
