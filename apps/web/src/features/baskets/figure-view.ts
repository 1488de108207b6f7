import type { Query } from '../../lib/query-of.ts';
import type { OutputOfCall } from '../../lib/wire.ts';

type Details = OutputOfCall<'mybasketdetails'>;

/** Figures that open to what they are made of. */
export const FIGURES = ['pnl', 'invested', 'value', 'realised', 'unrealised', 'charges', 'rate'] as const;
export type FigureName = (typeof FIGURES)[number];

/** The figure whose parts an address shows. */
export const figureIn = (query: Query): FigureName | undefined => FIGURES.find((name) => name === query['of']);

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, each) => sum + each, 0);

/** What each figure's list adds up to: it stands below the list, and equals the figure that was opened. */
export function sumsOf(details: Details) {
  const { flow_list: flows, disposals, holdings, run_list: runs, my_basket: basket } = details;
  return {
    invested: sumOf(flows.map(({ amountPaise }) => amountPaise)),
    realised: sumOf(disposals.map(({ gainPaise }) => gainPaise)),
    unrealised: sumOf(holdings.map(({ pnlPaise }) => pnlPaise)),
    value: sumOf(holdings.map(({ valuePaise }) => valuePaise)) + basket.cashPaise,
    charges: sumOf(runs.flatMap(({ orders }) => orders.map(({ chargesPaise }) => chargesPaise))),
  };
}
