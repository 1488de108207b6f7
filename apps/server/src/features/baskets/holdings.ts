import type { Holding } from '@trickdesk/contract';
import { type IndiaDate, paiseToRupees, toIndiaIso } from '@trickdesk/domain';
import { type TargetWeight, termOf } from '@trickdesk/engine';
import type { LastPrice } from '../market-data/index.ts';
import { percentOf } from './read-plan.ts';
import type { Standing } from './standing.ts';
import { type Names, worthOf } from './wanted-orders.ts';

export interface HoldingFacts {
  readonly standing: Pick<Standing, 'held' | 'lots'>;
  readonly names: Names;
  readonly titles: ReadonlyMap<string, string>;
  readonly targets: readonly TargetWeight[];
  readonly prices: readonly LastPrice[];
  readonly today: IndiaDate;
}

/** What a basket holds, heaviest first, with the lots that a tax return asks for. */
export function holdingsOf({ standing, names, titles, targets, prices, today }: HoldingFacts): Holding[] {
  const whole = worthOf(standing.held, names);
  const weights = new Map(targets.map(({ symbol, weightBps }) => [symbol, weightBps]));
  const rows = [...standing.held].map(([symbol, quantity]) => {
    const lots = standing.lots.filter((lot) => lot.symbol === symbol);
    const costPaise = lots.reduce((sum, lot) => sum + lot.costPaise, 0);
    const price = prices.find((one) => one.symbol === symbol);
    const valuePaise = quantity * (names.get(symbol)?.pricePaise ?? 0);
    const target = weights.get(symbol);
    return {
      ...{ symbol, name: titles.get(symbol) ?? symbol, quantity, costPaise, valuePaise },
      averagePrice: paiseToRupees(Math.round(costPaise / quantity)),
      ...(price ? { lastPrice: paiseToRupees(price.pricePaise), lastPriceAt: toIndiaIso(price.at) } : {}),
      weightPercent: percentOf(valuePaise, whole),
      ...(target === undefined ? {} : { targetPercent: target / 100 }),
      pnlPaise: valuePaise - costPaise,
      lots: lots.map(({ boughtOn, quantity: units, costPaise: cost }) => ({
        ...{ boughtOn, quantity: units, costPaise: cost },
        term: termOf(boughtOn, today) === 'long' ? ('long' as const) : ('short' as const),
      })),
    };
  });
  return rows.toSorted((a, b) => b.valuePaise - a.valuePaise || (a.symbol < b.symbol ? -1 : 1));
}
