import type { QueryClient } from '@tanstack/react-query';
import type { CallName, MyTrick } from '@trickdesk/contract';
import { tellExchange } from '../../lib/exchange-clock.ts';
import { keepQuotes } from '../../lib/quotes.ts';
import { onStreamEvent, onStreamReopened } from '../../lib/stream.ts';
import type { EventOf } from '../../lib/stream-events.ts';
import { keyOf } from '../../lib/use-call.ts';
import type { OutputOfCall } from '../../lib/wire.ts';
import { showToast } from '../../ui/feedback/toasts.ts';
import { withPnl, withTrick } from './live-rows.ts';

const GATHER_MS = 400;
/** Alerts that tell of rewards. */
const TEAM_CATEGORY = 6;
/** Profit moves every second; totals that the server adds up are read again at this pace. */
const TOTALS_MS = 5_000;

/** Gathers the calls that events made old, so that a burst of fills reads each list once. */
function gatherer(
  client: QueryClient,
  paceMs: number,
): { readonly add: (...names: CallName[]) => void; readonly stop: () => void } {
  const waiting = new Set<CallName>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    add: (...names) => {
      for (const name of names) waiting.add(name);
      timer ??= setTimeout(() => {
        timer = undefined;
        for (const name of waiting) void client.invalidateQueries({ queryKey: [name] });
        waiting.clear();
      }, paceMs);
    },
    stop: () => clearTimeout(timer),
  };
}

function showRows(client: QueryClient, change: (rows: readonly MyTrick[]) => MyTrick[]): void {
  client.setQueriesData<OutputOfCall<'home'>>({ queryKey: ['home'] }, (home) =>
    home ? { ...home, myTricks: change(home.myTricks) } : home,
  );
  client.setQueriesData<OutputOfCall<'mytrick'>>({ queryKey: ['mytrick'] }, (page) =>
    page ? { ...page, trick_list: change(page.trick_list) } : page,
  );
}

/** What tricks come to moves with the market, wherever it is shown. */
function showResults(client: QueryClient, pnl: EventOf<'pnl'>): void {
  showRows(client, (rows) => withPnl(rows, pnl));
  client.setQueriesData<OutputOfCall<'trickdetails'>>({ queryKey: ['trickdetails'] }, (details) => {
    const [trick] = details ? withPnl([details.trick_details], pnl) : [];
    return trick ? { trick_details: trick } : details;
  });
  client.setQueriesData<OutputOfCall<'headerdata'>>({ queryKey: ['headerdata'] }, (header) =>
    header ? { ...header, todayPnlPaise: { live: pnl.live.dayPnlPaise, test: pnl.test.dayPnlPaise } } : header,
  );
  client.setQueriesData<OutputOfCall<'home'>>({ queryKey: ['home'] }, (home) => {
    if (!home) return home;
    const { live, test } = home.summary;
    return { ...home, summary: { live: { ...live, ...pnl.live }, test: { ...test, ...pnl.test } } };
  });
}

/** Whether the first page shows what baskets are worth. */
function holdsBaskets(client: QueryClient): boolean {
  const baskets = client.getQueryData<OutputOfCall<'home'>>(keyOf('home', {}))?.baskets;
  return baskets !== undefined && baskets.live.held + baskets.test.held > 0;
}

/** What tells of baskets. */
const WITH_BASKETS = [
  ...(['getMyBaskets', 'mybasketdetails', 'rebalanceFetchbasket', 'fetchListHoldings', 'saleauthorisation'] as const),
  'portfoliooverview',
] as const;

/** Keeps what is on screen current from the event stream. Returns what stops it. */
export function connectLiveUpdates(client: QueryClient, onSessionEnded: (reason: string) => void): () => void {
  const old = gatherer(client, GATHER_MS);
  const totals = gatherer(client, TOTALS_MS);
  const ended = gatherer(client, 0);
  let feed: EventOf<'market'>['feed'] | undefined;
  const stops = [
    onStreamEvent('market', (market) => {
      // What needs a person says whether prices arrive; it and the bar are read again when that changes.
      if (feed !== undefined && feed !== market.feed) old.add('home', 'headerdata', 'readiness');
      feed = market.feed;
      tellExchange(market);
      // Only read where its page is open: what is held by hand or in a basket moves with the market and has no event of its own.
      totals.add('risksettings', 'getMyBaskets', 'mybasketdetails');
      if (holdsBaskets(client)) totals.add('home');
    }),
    onStreamEvent('quote', keepQuotes),
    onStreamEvent('pnl', (pnl) => {
      showResults(client, pnl);
      totals.add('myTrickCalculation', 'mytrickprofit');
    }),
    onStreamEvent('trick', ({ trick }) => {
      showRows(client, (rows) => withTrick(rows, trick));
      old.add('trickdetails', 'mytrick', 'myTrickCalculation', 'home', 'userlogTrade', 'readiness');
    }),
    onStreamEvent('order', () => old.add('orderhistory', 'userlogTrade', 'trickdetails', 'home', 'risksettings')),
    onStreamEvent('ownorder', () =>
      old.add(
        ...(['ownorders', 'ownorderdetails', 'previeworder', 'userlogTrade', 'risksettings'] as const),
        ...(['my-openposition', 'home'] as const),
      ),
    ),
    onStreamEvent('position', () => old.add('my-openposition', 'tradehistory', 'trickdetails', 'headerdata', 'home')),
    onStreamEvent('alert', ({ alert, counts }) => {
      client.setQueryData<OutputOfCall<'usernotificationcount'>>(keyOf('usernotificationcount', {}), counts);
      // Two browsers that read at once: what the server says last is right.
      old.add('usernotificationcount', 'usernotificationlist', 'risksettings', 'riskvetoes');
      if (alert?.notication_category_id === TEAM_CATEGORY) {
        old.add('getMyTeam', 'directreferrallist', 'myRewardhistory', 'mywallet', 'mywallethistory');
      }
      if (alert?.severity === 'urgent') showToast({ tone: 'failed', text: alert.title });
    }),
    onStreamEvent('readiness', ({ summary }) => {
      client.setQueriesData<OutputOfCall<'home'>>({ queryKey: ['home'] }, (home) =>
        home ? { ...home, readiness: summary } : home,
      );
      old.add('readiness');
    }),
    onStreamEvent('backtest', ({ status }) => {
      // Progress alone moves the rows of its own pages; what has ended is there to be read.
      if (status !== 'running') ended.add('getUserBacktest', 'getBacktestPlans');
    }),
    onStreamEvent('basket', () => old.add(...WITH_BASKETS)),
    onStreamEvent('handexit', () => old.add('risksettings', 'my-openposition', 'home')),
    onStreamEvent('wallet', () =>
      old.add(
        ...(['mywallet', 'mywallethistory', 'mywallethistoryTransferBank', 'withdrawalterms'] as const),
        ...(['headerdata'] as const),
      ),
    ),
    onStreamEvent('session', ({ reason }) => onSessionEnded(reason)),
    onStreamReopened(() => void client.invalidateQueries()),
    old.stop,
    totals.stop,
    ended.stop,
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
