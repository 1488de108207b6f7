import type { headerdata, home, OutputOf } from '@trickdesk/contract';
import type { Database } from '@trickdesk/db';
import { paiseToRupees, toIndiaIso } from '@trickdesk/domain';
import { equityOf, listDailyResults, listRecentDecisions, readMyTricks, readTotals } from '../deployments/index.ts';
import type { MarketDataService } from '../market-data/index.ts';
import type { OrdersService } from '../orders/index.ts';
import type { CatalogueReader } from '../strategies/index.ts';
import type { BrokerStatus } from './rules.ts';
import { alertsOf, checklistOf } from './rules.ts';

export interface HomeFacts {
  readonly database: Database;
  readonly marketData: MarketDataService;
  readonly orders: OrdersService;
  readonly catalogue: CatalogueReader;
  /** The newest broker link of an account, as far as the first page needs it. */
  readonly brokerOf: (accountId: number) => Promise<BrokerStatus>;
}

type Header = OutputOf<typeof headerdata>;
type Home = OutputOf<typeof home>;
type Mode = 'paper' | 'live';

const TRICKS_SHOWN = 6;
const TRADES_SHOWN = 6;
const DECISIONS_SHOWN = 8;
const ALL_RUNNING = { status: 'running' as const };

export type HomeService = ReturnType<typeof createHomeService>;

export function createHomeService({ database, marketData, orders, catalogue, brokerOf }: HomeFacts) {
  const db = database.kysely;

  async function totalsOf(accountId: number, mode: Mode) {
    const [all, running] = await Promise.all([
      readTotals(db, marketData, { accountId, mode }),
      readTotals(db, marketData, { accountId, mode, ...ALL_RUNNING }),
    ]);
    return {
      // Capital at work: what is stopped ties up nothing.
      capitalPaise: running.capitalPaise,
      dayPnlPaise: all.dayPnlPaise,
      totalPnlPaise: all.totalPnlPaise,
      chargesPaise: all.chargesPaise,
      openPositions: all.openPositions,
      runningTricks: all.running,
      halted: all.halted,
      allCapitalPaise: all.capitalPaise,
    };
  }

  async function header(accountId: number): Promise<Header> {
    const [{ market, indices }, live, test, broker] = await Promise.all([
      marketData.headerMarket(),
      totalsOf(accountId, 'live'),
      totalsOf(accountId, 'paper'),
      brokerOf(accountId),
    ]);
    return {
      // The wallet is what the platform owes a user; without a posting that is nothing.
      walletBalancePaise: 0,
      alertCount: alertsOf({
        broker,
        feed: market.feed,
        hadPrices: market.now !== undefined,
        halted: live.halted + test.halted,
      }).length,
      market: {
        status: market.status,
        ...(market.opensAt === undefined ? {} : { opensAt: toIndiaIso(market.opensAt) }),
        ...(market.closesAt === undefined ? {} : { closesAt: toIndiaIso(market.closesAt) }),
        ...(market.now === undefined ? {} : { now: toIndiaIso(market.now) }),
        speed: market.speed,
        simulated: market.simulated,
        feed: market.feed,
      },
      indices: indices.map(({ symbol, lastPaise, changePercent }) => ({
        symbol,
        last: paiseToRupees(lastPaise),
        changePercent,
      })),
      broker: { status: broker.status, ...(broker.brokerId === undefined ? {} : { brokerId: broker.brokerId }) },
      todayPnlPaise: { live: live.dayPnlPaise, test: test.dayPnlPaise },
    };
  }

  /** Of all tricks, stopped ones too: their results are in it, so their capital is. */
  async function equityOfMode(accountId: number, mode: Mode, capitalPaise: number) {
    return equityOf(BigInt(capitalPaise), await listDailyResults(db, { accountId, mode }));
  }

  async function firstPage(accountId: number): Promise<Home> {
    const [{ market }, live, test, broker, ten, decisions, trades, progress] = await Promise.all([
      marketData.headerMarket(),
      totalsOf(accountId, 'live'),
      totalsOf(accountId, 'paper'),
      brokerOf(accountId),
      catalogue.topTen(accountId, { thirtyDay: true, test: true }),
      listRecentDecisions(db, accountId, DECISIONS_SHOWN),
      recentTrades(accountId),
      catalogue.progress(),
    ]);
    const [myLive, myTest] = await Promise.all([tricksOf(accountId, 'live'), tricksOf(accountId, 'paper')]);
    const { halted: _liveHalted, allCapitalPaise: liveCapital, ...liveSummary } = live;
    const { halted: _testHalted, allCapitalPaise: testCapital, ...testSummary } = test;
    return {
      summary: { live: liveSummary, test: testSummary },
      equity: {
        live: await equityOfMode(accountId, 'live', liveCapital),
        test: await equityOfMode(accountId, 'paper', testCapital),
      },
      topTen: { trick_list: ten.items, note: ten.note },
      myTricks: [...myLive, ...myTest].slice(0, TRICKS_SHOWN),
      recentTrades: trades,
      recentDecisions: decisions.map((decision) => ({
        TricksId: decision.id,
        trickName: decision.name,
        at: toIndiaIso(decision.at.getTime()),
        sentence: decision.sentence,
        is_live: decision.mode === 'live' ? 1 : 0,
      })),
      alerts: alertsOf({
        broker,
        feed: market.feed,
        hadPrices: market.now !== undefined,
        halted: live.halted + test.halted,
      }),
      checklist: checklistOf({ broker, hasTrick: myLive.length + myTest.length > 0 }),
      preparation: progress,
    };
  }

  function tricksOf(accountId: number, mode: Mode) {
    return readMyTricks(db, marketData, { accountId, mode }, { limit: TRICKS_SHOWN, offset: 0 });
  }

  async function recentTrades(accountId: number) {
    const page = { pageNumber: 1, pageSize: TRADES_SHOWN };
    const [live, test] = await Promise.all([
      orders.readTrades({ accountId, mode: 'live', status: 'closed' }, page),
      orders.readTrades({ accountId, mode: 'paper', status: 'closed' }, page),
    ]);
    return [...live.rows, ...test.rows].sort((a, b) => b.exitAt.localeCompare(a.exitAt)).slice(0, TRADES_SHOWN);
  }

  return { header, firstPage };
}
