import type { Queryable } from '@trickdesk/db';
import { type HandPosition, readHandPositions } from '../orders/index.ts';
import { closingCharges, type HeldLine } from './figures.ts';
import type { Moment } from './store.ts';

/** What closing everything that an owner opened by hand through us comes to now. Whole paise. */
export interface HandFigures {
  readonly positions: number;
  readonly valuePaise: number;
  readonly chargesPaise: number;
}

/** By our own rows: the desk also asks the broker before it sells. */
export async function readHandFigures(
  db: Queryable,
  moment: Pick<Moment, 'accountId' | 'dataset' | 'day'>,
): Promise<HandFigures> {
  const lines = (await readHandPositions(db, moment)).map(lineOf);
  return {
    positions: lines.length,
    valuePaise: lines.reduce((sum, { openingQuantity, lastPaise }) => sum + Math.abs(openingQuantity) * lastPaise, 0),
    chargesPaise: lines.reduce((sum, line) => sum + closingCharges(line, moment.day), 0),
  };
}

function lineOf({ symbol, product, instrumentKind, quantity, averagePaise, last }: HandPosition): HeldLine {
  const lastPaise = last?.pricePaise ?? averagePaise;
  return {
    isByHand: true,
    symbol,
    product,
    instrumentKind,
    openingQuantity: quantity,
    previousClosePaise: lastPaise,
    lastPaise,
    fills: [],
    resting: [],
  };
}
