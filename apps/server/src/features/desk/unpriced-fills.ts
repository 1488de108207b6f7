import type { BrokerOrder } from '@trickdesk/brokers';
import type { DeskMoment, DeskOrder } from './model.ts';

/**
 * Whether a report tells of units that were executed, and not what they went for: the broker's counts may be there before
 * its average. A fill for nothing fits no run, and a stop cannot be placed by it.
 */
export function lacksPrice({ filledQuantity, averagePaise }: BrokerOrder, { progress }: DeskOrder): boolean {
  return filledQuantity > progress.filledQuantity && averagePaise <= 0;
}

/**
 * What the book shows holds, so that a position must not wait for its price: until the broker tells it, what is new went
 * for the last price, and for no worse than the order's limit.
 */
export function withPrice(
  report: BrokerOrder,
  order: DeskOrder,
  { lastPaise }: Pick<DeskMoment, 'lastPaise'>,
): BrokerOrder {
  if (!lacksPrice(report, order)) return report;
  const { side, shape, progress, instrument } = order;
  const last = lastPaise(instrument.id) ?? shape.pricePaise;
  const pricePaise = side === 'buy' ? Math.min(last, shape.pricePaise) : Math.max(last, shape.pricePaise);
  const valuePaise = progress.filledValuePaise + (report.filledQuantity - progress.filledQuantity) * pricePaise;
  return { ...report, averagePaise: valuePaise / report.filledQuantity };
}
