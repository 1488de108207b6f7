import type { headerdata, OutputOf } from '@trickdesk/contract';
import { paiseToRupees, toIndiaIso, toSafePaise } from '@trickdesk/domain';
import { type HomeFacts, totalsOf } from './mode-totals.ts';

type Header = OutputOf<typeof headerdata>;
type HeaderMarket = Awaited<ReturnType<HomeFacts['marketData']['headerMarket']>>['market'];

/** What stands above every page. */
export async function readHeader(facts: HomeFacts, accountId: number): Promise<Header> {
  const [{ market, indices }, live, test, broker, { alertCount }, freeInWallet] = await Promise.all([
    facts.marketData.headerMarket(),
    totalsOf(facts, accountId, 'live'),
    totalsOf(facts, accountId, 'paper'),
    facts.brokerOf(accountId),
    facts.notifications.count(accountId),
    facts.freeInWalletOf(accountId),
  ]);
  return {
    walletBalancePaise: toSafePaise(freeInWallet),
    alertCount,
    market: marketToWire(market),
    indices: indices.map(({ symbol, lastPaise, changePercent }) => ({
      symbol,
      last: paiseToRupees(lastPaise),
      changePercent,
    })),
    broker: { status: broker.status, ...(broker.brokerId === undefined ? {} : { brokerId: broker.brokerId }) },
    todayPnlPaise: { live: live.dayPnlPaise, test: test.dayPnlPaise },
  };
}

function marketToWire(market: HeaderMarket): Header['market'] {
  return {
    status: market.status,
    ...(market.opensAt === undefined ? {} : { opensAt: toIndiaIso(market.opensAt) }),
    ...(market.closesAt === undefined ? {} : { closesAt: toIndiaIso(market.closesAt) }),
    ...(market.now === undefined ? {} : { now: toIndiaIso(market.now) }),
    speed: market.speed,
    simulated: market.simulated,
    feed: market.feed,
  };
}
