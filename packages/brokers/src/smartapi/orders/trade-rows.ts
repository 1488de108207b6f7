import { type EpochMs, type IndiaDate, indiaMoment } from '@trickdesk/domain';
import { z } from 'zod';
import type { BrokerTrade } from '../../port-orders.ts';
import { zText } from '../reading.ts';
import { rowsOf, zCount, zExchange, zId, zPriceOrNone, zProduct, zSide } from './row-fields.ts';

const zWireTrade = z.object({
  fillid: zId,
  orderid: zId,
  exchange: zExchange,
  tradingsymbol: zText,
  transactiontype: zSide,
  producttype: zProduct,
  fillsize: zCount.refine((size) => size > 0),
  fillprice: zPriceOrNone.refine((price) => price > 0),
  filltime: zText,
});

/** @param today in India, for fills whose order does not tell the day: the trade book has times only */
export function tradeBookOf(today: IndiaDate): z.ZodType<readonly BrokerTrade[]> {
  return rowsOf(
    zWireTrade.transform((wire) => ({
      fillId: wire.fillid,
      brokerOrderId: wire.orderid,
      exchange: wire.exchange,
      tradingSymbol: wire.tradingsymbol,
      side: wire.transactiontype,
      product: wire.producttype,
      quantity: wire.fillsize,
      pricePaise: wire.fillprice,
      filledAt: momentOf(dayOfOrder(wire.orderid) ?? today, wire.filltime),
    })),
  );
}

/**
 * Ordinary orders have numbers that begin with their day, `YYMMDD` and nine digits. That day is the exchange's own,
 * while ours is the wall clock's: they differ where the exchange's clock is a simulated one.
 */
function dayOfOrder(orderId: string): IndiaDate | undefined {
  const match = /^(\d{2})(\d{2})(\d{2})\d{9}$/.exec(orderId);
  if (!match) return undefined;
  const day = `20${match[1]}-${match[2]}-${match[3]}`;
  const at = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== day ? undefined : day;
}

function momentOf(day: IndiaDate, timeOfDay: string): EpochMs | undefined {
  const match = /^([01]\d|2[0-3]):([0-5]\d):([0-5]\d)$/.exec(timeOfDay);
  if (!match) return undefined;
  return indiaMoment(day, Number(match[1]) * 60 + Number(match[2])) + Number(match[3]) * 1000;
}
