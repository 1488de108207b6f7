import type { EventOf } from '@trickdesk/contract';
import { indiaDateOf, toSafePaise } from '@trickdesk/domain';
import type { NewestPrice } from '../market-data/index.ts';
import type { PositionRecord } from '../orders/index.ts';
import type { MovedResult } from './moved-store.ts';
import { exposuresOf, resultOf } from './read-my-tricks.ts';
import type { DeploymentRecord } from './store.ts';

/** An account's tricks and what they hold, as they were read. */
export interface AccountTricks {
  readonly records: readonly DeploymentRecord[];
  readonly positions: readonly PositionRecord[];
  /** Of each mode: what tricks that are in the other one now have made in it. */
  readonly moved: Readonly<Record<DeploymentRecord['mode'], readonly MovedResult[]>>;
}

export type PriceOf = (symbol: string) => NewestPrice | undefined;

/** What they come to at the newest prices, paise, after the charges paid and those of closing now. */
export function newestResults({ records, positions, moved }: AccountTricks, priceOf: PriceOf): EventOf<'pnl'> {
  const valued = positions.map((position) => atNewest(position, priceOf(position.symbol)));
  const exposures = exposuresOf(records, valued);
  const tricks = records.map((record) => ({
    TricksId: record.id,
    ...resultOf(record, exposures.get(record.id)),
    mode: record.mode,
  }));
  const total = (mode: DeploymentRecord['mode']) => {
    const results = [...tricks.filter((trick) => trick.mode === mode), ...moved[mode].map(movedToWire)];
    return {
      dayPnlPaise: sum(results.map(({ dayPnlPaise }) => dayPnlPaise)),
      totalPnlPaise: sum(results.map(({ totalPnlPaise }) => totalPnlPaise)),
    };
  };
  return {
    tricks: tricks.filter((trick) => exposures.has(trick.TricksId)).map(({ mode: _mode, ...trick }) => trick),
    live: total('live'),
    test: total('paper'),
  };
}

const movedToWire = ({ day_realised_paise: day, realised_paise: total }: MovedResult) => ({
  dayPnlPaise: toSafePaise(day),
  totalPnlPaise: toSafePaise(total),
});

/** Whether a price is of a later day than the results that were read: those of its own day begin anew. */
export function isPastDay({ records, positions }: AccountTricks, priceOf: PriceOf): boolean {
  const today = records[0]?.today;
  return positions.some(({ symbol }) => {
    const price = priceOf(symbol);
    return price !== undefined && today !== undefined && indiaDateOf(price.at) > today;
  });
}

function atNewest(position: PositionRecord, newest: NewestPrice | undefined): PositionRecord {
  // Without a price of its own it has no close of the day before either.
  if (newest === undefined || position.last_at === null || newest.at <= position.last_at.getTime()) return position;
  return { ...position, last_paise: newest.pricePaise, last_at: new Date(newest.at) };
}

function sum(paise: readonly number[]): number {
  return paise.reduce((total, each) => total + each, 0);
}
