import type { IndiaDate } from '@trickdesk/domain';
import { type OpenLot, type PlannedOrder, termOf } from '@trickdesk/engine';

interface Sold {
  readonly lots: readonly OpenLot[];
  readonly charges: { readonly totalPaise: number; readonly sttPaise: number } | undefined;
  readonly day: IndiaDate;
}

/** What a sale would realise of the oldest shares, by how long they were held, after charges that a tax return takes off. */
export function saleGains({ symbol, quantity, pricePaise }: PlannedOrder, { lots, charges, day }: Sold) {
  const deductible = charges ? charges.totalPaise - charges.sttPaise : 0;
  let left = quantity;
  let shortTermGainPaise = 0;
  let longTermGainPaise = 0;
  for (const lot of lots.filter((one) => one.symbol === symbol)) {
    const units = Math.min(left, lot.quantity);
    if (units === 0) break;
    left -= units;
    const part = units / quantity;
    const gain =
      units * pricePaise - Math.round((lot.costPaise * units) / lot.quantity) - Math.round(deductible * part);
    if (termOf(lot.boughtOn, day) === 'long') longTermGainPaise += gain;
    else shortTermGainPaise += gain;
  }
  return { shortTermGainPaise, longTermGainPaise };
}
