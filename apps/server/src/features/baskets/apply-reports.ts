import type { Tx } from '@trickdesk/db';
import { chargesOf } from './order-cost.ts';
import * as store from './owned-store.ts';
import type { AdvanceParts, MarketMoment, OrderReport } from './parts.ts';

interface Asked {
  readonly ownedId: number;
  readonly runId: number;
  readonly moment: MarketMoment;
}

/** Takes over what has become of a run's orders, with the charges of what was filled. Fills only grow. */
export async function applyReports(tx: Tx, parts: AdvanceParts, { ownedId, runId, moment }: Asked): Promise<void> {
  const all = await store.listOrders(tx, [ownedId]);
  const open = all.filter(
    (order) => order.basket_run_id === runId && (order.state === 'intended' || order.state === 'sent'),
  );
  if (open.length === 0) return;
  const reports = await parts.desk.reportsOf(tx, open, moment);
  const byId = new Map(open.map((order) => [order.id, order]));
  for (const report of reports) {
    const order = byId.get(report.orderId);
    if (!order || report.filledQuantity < order.filled_quantity) continue;
    const costs = report.filledQuantity === 0 ? NO_COSTS : await costsOf(parts, { order, report, all });
    const { state, filledQuantity, filledValuePaise, reason } = report;
    await store.setOrder(tx, order.id, {
      ...{ state, filled_quantity: filledQuantity, filled_value_paise: filledValuePaise, ...costs },
      ...(reason === undefined ? {} : { reason }),
      updated_at: new Date(parts.clock.now()),
    });
    // The next report of this look sees it as it is now: the depository's fee is taken once a day.
    Object.assign(order, { filled_quantity: filledQuantity });
  }
}

const NO_COSTS = { charges_paise: 0n, stt_paise: 0n };

interface Filled {
  readonly order: store.OrderRow;
  readonly report: OrderReport;
  readonly all: readonly store.OrderRow[];
}

async function costsOf({ marketData }: AdvanceParts, { order, report, all }: Filled) {
  const instrument = await marketData.instrument('NSE', order.symbol);
  const isFirstSale = !all.some(
    ({ id, symbol, side, day, filled_quantity: filled }) =>
      id < order.id && symbol === order.symbol && side === 'sell' && day === order.day && filled > 0,
  );
  const { totalPaise, sttPaise } = chargesOf({
    side: order.side,
    quantity: report.filledQuantity,
    pricePaise: Math.round(Number(report.filledValuePaise) / report.filledQuantity),
    instrumentKind: instrument?.kind === 'etf' ? 'etf' : 'equity',
    date: order.day,
    isFirstSale,
  });
  return { charges_paise: BigInt(totalPaise), stt_paise: BigInt(sttPaise) };
}
