import type { home, OutputOf } from '@trickdesk/contract';
import { toIndiaIso } from '@trickdesk/domain';
import { readLiveSteps } from '../accounts/index.ts';
import { equityOf, listDailyResults, listRecentDecisions, readMyTricks } from '../deployments/index.ts';
import { type HomeFacts, type Mode, totalsOf } from './mode-totals.ts';
import { alertsOf, checklistOf } from './rules.ts';

type Home = OutputOf<typeof home>;

/** Of each mode: the page shows one at a time, and the other's rows must not push its own out. */
const TRICKS_SHOWN = 6;
const TRADES_SHOWN = 6;
const DECISIONS_SHOWN = 8;

/** The page that one sees first. */
export async function readFirstPage(facts: HomeFacts, accountId: number): Promise<Home> {
  const { catalogue } = facts;
  const [{ market }, live, test, broker, ten, decisions, trades, progress, readiness, demoHistory] = await Promise.all([
    facts.marketData.headerMarket(),
    totalsOf(facts, accountId, 'live'),
    totalsOf(facts, accountId, 'paper'),
    facts.brokerOf(accountId),
    catalogue.topTen(accountId, { thirtyDay: true, test: true }),
    ofBothModes((mode) => recentDecisions(facts, accountId, mode)),
    ofBothModes((mode) => recentTrades(facts, accountId, mode)),
    catalogue.progress(),
    facts.readinessOf(accountId),
    facts.demoProgressOf(accountId),
  ]);
  const [myLive, myTest, liveBaskets, testBaskets, ticketsAnswered] = await Promise.all([
    tricksOf(facts, accountId, 'live'),
    tricksOf(facts, accountId, 'paper'),
    facts.basketsOf(accountId, 'live'),
    facts.basketsOf(accountId, 'paper'),
    facts.ticketsAnsweredOf(accountId),
  ]);
  const { due: liveDue, ...liveHeld } = liveBaskets;
  const { due: testDue, ...testHeld } = testBaskets;
  const { halted: _liveHalted, allCapitalPaise: liveCapital, ...liveSummary } = live;
  const { halted: _testHalted, allCapitalPaise: testCapital, ...testSummary } = test;
  return {
    summary: { live: liveSummary, test: testSummary },
    baskets: { live: liveHeld, test: testHeld },
    equity: {
      live: await equityOfMode(facts, { accountId, mode: 'live' }, liveCapital),
      test: await equityOfMode(facts, { accountId, mode: 'paper' }, testCapital),
    },
    topTen: ten,
    myTricks: [...myLive, ...myTest],
    recentTrades: trades,
    recentDecisions: decisions,
    alerts: alertsOf({
      broker,
      feed: market.feed,
      hadPrices: market.now !== undefined,
      halted: { live: live.halted, test: test.halted },
      basketsDue: { live: liveDue, test: testDue },
      ticketsAnswered,
    }),
    checklist: checklistOf({
      broker,
      hasTrick: myLive.length + myTest.length > 0,
      ...(await readLiveSteps(facts.database.kysely, accountId)),
    }),
    preparation: progress,
    ...(demoHistory ? { demoHistory } : {}),
    readiness,
  };
}

/** Of all tricks, stopped ones too: their results are in it, so their capital is. */
async function equityOfMode(
  { database }: HomeFacts,
  whose: { readonly accountId: number; readonly mode: Mode },
  capitalPaise: number,
) {
  return equityOf(BigInt(capitalPaise), await listDailyResults(database.kysely, whose));
}

function tricksOf({ database, marketData }: HomeFacts, accountId: number, mode: Mode) {
  return readMyTricks(database.kysely, marketData, { accountId, mode }, { limit: TRICKS_SHOWN, offset: 0 });
}

async function ofBothModes<Row>(read: (mode: Mode) => Promise<readonly Row[]>): Promise<Row[]> {
  const [live, test] = await Promise.all([read('live'), read('paper')]);
  return [...live, ...test];
}

async function recentDecisions({ database }: HomeFacts, accountId: number, mode: Mode) {
  const decisions = await listRecentDecisions(database.kysely, { accountId, mode }, DECISIONS_SHOWN);
  return decisions.map((decision) => ({
    TricksId: decision.id,
    trickName: decision.name,
    at: toIndiaIso(decision.at.getTime()),
    sentence: decision.sentence,
    is_live: mode === 'live' ? 1 : 0,
  }));
}

async function recentTrades({ orders }: HomeFacts, accountId: number, mode: Mode) {
  const page = { pageNumber: 1, pageSize: TRADES_SHOWN };
  return (await orders.readTrades({ accountId, mode, status: 'closed' }, page)).rows;
}
