import type { BrokerHolding, BrokerReply } from '@trickdesk/brokers';
import type { fetchListHoldings, Holding, OutputOf } from '@trickdesk/contract';
import { paiseToRupees, toIndiaIso } from '@trickdesk/domain';
import { Refusal } from '../../http/refusal.ts';
import type { MarketDataService } from '../market-data/index.ts';
import { badgeOf } from '../orders/index.ts';
import { percentOf } from './read-plan.ts';

export interface BrokerHoldingsParts {
  readonly marketData: MarketDataService;
  /** @returns `undefined` where nobody is signed in at the broker. @throws Refusal */
  readonly brokerHoldings: (
    accountId: number,
    brokerId: number | undefined,
  ) => Promise<BrokerReply<readonly BrokerHolding[]> | 'not_linked' | undefined>;
}

type Answer = OutputOf<typeof fetchListHoldings>;

/** What the linked broker account holds, as the broker says now, at the last prices. @throws Refusal */
export async function readBrokerHoldings(
  { marketData, brokerHoldings }: BrokerHoldingsParts,
  { accountId, brokerId }: { readonly accountId: number; readonly brokerId: number | undefined },
): Promise<Answer> {
  const badge = badgeOf('live', marketData.simulated);
  const reply = await brokerHoldings(accountId, brokerId);
  if (reply === 'not_linked') return { ...totalsOf([]), badge, linked: false };
  if (!reply) throw new Refusal('BROKER_SESSION_CLOSED');
  if (reply.kind !== 'ok') {
    throw new Refusal(
      'BROKER_UNAVAILABLE',
      reply.kind === 'refused' ? { message: `The broker says: ${reply.message}` } : {},
    );
  }
  const rows: Holding[] = [];
  for (const holding of reply.value) {
    if (holding.quantity > 0) rows.push(await rowOf(marketData, holding));
  }
  const whole = rows.reduce((sum, { valuePaise }) => sum + valuePaise, 0);
  const weighed = rows
    .map((row) => ({ ...row, weightPercent: percentOf(row.valuePaise, whole) }))
    .toSorted((a, b) => b.valuePaise - a.valuePaise);
  const { now } = await marketData.marketState();
  return {
    ...totalsOf(weighed),
    badge,
    linked: true,
    ...(now === undefined ? {} : { asOf: toIndiaIso(now) }),
  };
}

async function rowOf(marketData: MarketDataService, holding: BrokerHolding): Promise<Holding> {
  // The broker names a share with its series: `SBIN-EQ`.
  const symbol = holding.tradingSymbol.replace(/-EQ$/, '');
  const instrument = await marketData.instrument('NSE', symbol);
  const [price] = await marketData.lastPrices([{ symbol }]);
  const { quantity, averagePaise } = holding;
  const costPaise = quantity * averagePaise;
  // Without a price of ours it counts at what it cost, and the missing price shows it.
  const valuePaise = quantity * (price?.pricePaise ?? averagePaise);
  return {
    ...{ symbol, name: instrument?.name ?? symbol, quantity, costPaise, valuePaise, weightPercent: 0 },
    averagePrice: paiseToRupees(averagePaise),
    ...(price ? { lastPrice: paiseToRupees(price.pricePaise), lastPriceAt: toIndiaIso(price.at) } : {}),
    pnlPaise: valuePaise - costPaise,
    lots: [],
  };
}

const FEW = 5;

/** Sums over holdings, and how much of the whole the largest are. */
export function totalsOf(holdings: readonly Holding[]) {
  const sum = (pick: (one: Holding) => number): number => holdings.reduce((total, one) => total + pick(one), 0);
  const valuePaise = sum((one) => one.valuePaise);
  const costPaise = sum((one) => one.costPaise);
  const largest = holdings.map((one) => one.valuePaise).toSorted((a, b) => b - a);
  return {
    holdings: [...holdings],
    ...{ valuePaise, costPaise, pnlPaise: valuePaise - costPaise },
    largestPercent: percentOf(largest[0] ?? 0, valuePaise),
    fiveLargestPercent: percentOf(
      largest.slice(0, FEW).reduce((total, value) => total + value, 0),
      valuePaise,
    ),
  };
}
