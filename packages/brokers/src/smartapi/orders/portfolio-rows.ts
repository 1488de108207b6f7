import type { Paise } from '@trickdesk/domain';
import { z } from 'zod';
import type { BrokerHolding, BrokerPosition } from '../../port-orders.ts';
import { zNumber, zPaise, zText } from '../reading.ts';
import { rowsOf, zAverageOrNone, zCount, zExchange, zId, zProduct } from './row-fields.ts';

const zSignedCount = zNumber
  .refine((count) => count !== undefined && Number.isSafeInteger(count))
  // `-0` is a number of its own to whoever compares.
  .transform((count) => (count ?? 0) + 0);

const zWirePosition = z.object({
  exchange: zExchange,
  symboltoken: zId,
  tradingsymbol: zText,
  producttype: zProduct,
  netqty: zSignedCount,
  buyqty: zCount,
  sellqty: zCount,
  cfbuyqty: zCount,
  cfsellqty: zCount,
  buyamount: zPaise,
  sellamount: zPaise,
  cfbuyamount: zPaise,
  cfsellamount: zPaise,
});

/** What was carried forward counts as bought or sold, so that the parts agree with the net. */
const zPosition = zWirePosition.transform(
  (wire): BrokerPosition => ({
    exchange: wire.exchange,
    token: wire.symboltoken,
    tradingSymbol: wire.tradingsymbol,
    product: wire.producttype,
    netQuantity: wire.netqty,
    buyQuantity: wire.buyqty + wire.cfbuyqty,
    sellQuantity: wire.sellqty + wire.cfsellqty,
    buyValuePaise: sum(wire.buyamount, wire.cfbuyamount),
    sellValuePaise: sum(wire.sellamount, wire.cfsellamount),
  }),
);

function sum(today: Paise | undefined, carried: Paise | undefined): Paise {
  return (today ?? 0n) + (carried ?? 0n);
}

export const zPositions = rowsOf(zPosition);

const zWireHolding = z.object({
  exchange: zExchange,
  symboltoken: zId,
  tradingsymbol: zText,
  isin: zText,
  quantity: zCount,
  t1quantity: zCount,
  realisedquantity: zCount,
  authorisedquantity: zCount,
  averageprice: zAverageOrNone,
});

/** Whether `quantity` has what is not settled yet is not documented; the parts together are never more than there is. */
const zHolding = zWireHolding.transform(
  (wire): BrokerHolding => ({
    exchange: wire.exchange,
    token: wire.symboltoken,
    tradingSymbol: wire.tradingsymbol,
    isin: wire.isin,
    quantity: Math.max(wire.quantity, wire.t1quantity + wire.realisedquantity),
    t1Quantity: wire.t1quantity,
    authorisedQuantity: wire.authorisedquantity,
    averagePaise: wire.averageprice,
  }),
);

export const zHoldings = rowsOf(zHolding);

export const zMargin = z
  .object({ totalMarginRequired: zPaise.refine((margin) => margin !== undefined) })
  .transform((wire) => wire.totalMarginRequired ?? 0n);
