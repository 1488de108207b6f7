import type { OutputOf, PortfolioInstrument, PortfolioSale, portfoliooverview } from '@trickdesk/contract';
import { paiseToRupees, toIndiaIso } from '@trickdesk/domain';
import type { Overview } from './service.ts';

type Wire = OutputOf<typeof portfoliooverview>;

const percentOf = (bps: number): number => bps / 100;
const rounded = (percent: number): number => Math.round(percent * 100) / 100;
const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

export function overviewToWire(
  overview: Overview,
  { pageNumber, pageSize }: { readonly pageNumber: number; readonly pageSize: number },
): Omit<Wire, 'badge'> {
  const { now, recordsFrom, instruments, kinds, holders, sold, missing } = overview;
  return {
    ...(now === undefined ? {} : { asOf: toIndiaIso(now) }),
    ...(recordsFrom === undefined ? {} : { recordsFrom }),
    valuePaise: sumOf(instruments.map(({ valuePaise }) => valuePaise)),
    instrument_list: instruments.map((row) => instrumentToWire(row, overview)),
    kind_list: kinds.map(({ kind, valuePaise, shareBps }) => ({ kind, valuePaise, sharePercent: percentOf(shareBps) })),
    holder_list: holders.map(({ holder, valuePaise, shareBps, parts }) => {
      return { holder, valuePaise, sharePercent: percentOf(shareBps), parts: [...parts] };
    }),
    ...concentrationToWire(overview),
    unrealisedPaise: sumOf(instruments.map(({ unrealisedPaise }) => unrealisedPaise)),
    unknownValuePaise: sumOf(instruments.map(({ unknownValuePaise }) => unknownValuePaise)),
    ...{ realisedPaise: overview.realisedPaise, unknownProceedsPaise: overview.unknownProceedsPaise },
    realised_list: sold.slice((pageNumber - 1) * pageSize, pageNumber * pageSize).map(saleToWire),
    ...returnsToWire(overview),
    missing,
    ...{ pageNumber, pageSize, total: sold.length },
  };
}

function instrumentToWire(
  row: Overview['instruments'][number],
  { titles, kindOf }: Pick<Overview, 'titles' | 'kindOf'>,
): PortfolioInstrument {
  const { symbol, quantity, price, valuePaise, shareBps, costPaise, unrealisedPaise, unknownQuantity, lots } = row;
  return {
    ...{ symbol, name: titles.get(symbol) ?? symbol, kind: kindOf(symbol), quantity },
    ...{ lastPrice: paiseToRupees(price.pricePaise), lastPriceAt: toIndiaIso(price.at) },
    ...{ valuePaise, sharePercent: percentOf(shareBps), costPaise, unrealisedPaise, unknownQuantity },
    lots: [...lots],
  };
}

function concentrationToWire({ concentration }: Overview): Pick<Wire, 'concentration'> {
  if (!concentration) return {};
  const { positions, largestBps, fiveLargestBps, herfindahl, effectiveTenths } = concentration;
  const percents = { largestPercent: percentOf(largestBps), fiveLargestPercent: percentOf(fiveLargestBps) };
  return { concentration: { positions, ...percents, herfindahl, effectivePositions: effectiveTenths / 10 } };
}

function saleToWire(parcel: Overview['sold'][number]): PortfolioSale {
  const { costPaise, proceedsPaise } = parcel;
  return { ...parcel, ...(costPaise === undefined ? {} : { gainPaise: proceedsPaise - costPaise }) };
}

function returnsToWire({ returns, benchmark }: Overview): Pick<Wire, 'returns' | 'benchmark'> {
  if (!returns) return {};
  const { flows, returnPercent, xirrPercent, ...came } = returns;
  return {
    returns: {
      ...came,
      ...(xirrPercent === undefined ? {} : { xirrPercent: rounded(xirrPercent) }),
      ...(returnPercent === undefined ? {} : { twrPercent: rounded(returnPercent) }),
      flow_list: [...flows],
    },
    ...(benchmark ? { benchmark: benchmarkToWire(benchmark, returns.gainPaise) } : {}),
  };
}

function benchmarkToWire(
  { xirrPercent, ...benchmark }: NonNullable<Overview['benchmark']>,
  ownPaise: number,
): NonNullable<Wire['benchmark']> {
  const rate = xirrPercent === undefined ? {} : { xirrPercent: rounded(xirrPercent) };
  return { ...benchmark, ...rate, aheadPaise: ownPaise - benchmark.gainPaise };
}
