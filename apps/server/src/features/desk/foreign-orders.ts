import type { BrokerOrder } from '@trickdesk/brokers';
import { type EpochMs, indiaDateOf, isTerminal } from '@trickdesk/domain';
import { recordUserEvent } from '../../platform/user-events/index.ts';
import type { AccountDesk } from './account-desk.ts';
import { upsertForeign } from './foreign-store.ts';
import type { DeskMoment } from './model.ts';
import { checkDesk } from './store.ts';

/** Orders that were placed elsewhere: they count for the account's risk, and its owner sees them here. */
export class ForeignOrders {
  /** As they were stored last, by the broker's number. */
  readonly #kept = new Map<string, string>();
  #day = '';

  /** Stores what is new of the orders that a book shows. */
  async keep(desk: AccountDesk, reports: readonly BrokerOrder[]): Promise<void> {
    const { today } = desk.moment();
    if (today !== this.#day) this.#kept.clear();
    this.#day = today;
    const changed = reports.filter((report) => this.#kept.get(report.brokerOrderId) !== JSON.stringify(report));
    if (changed.length === 0) return;
    await storeForeign(desk, changed);
    for (const report of changed) this.#kept.set(report.brokerOrderId, JSON.stringify(report));
  }
}

async function storeForeign(desk: AccountDesk, reports: readonly BrokerOrder[]): Promise<void> {
  const { database } = desk.parts;
  await database.transaction(async (tx) => {
    await checkDesk(tx, desk.linkId, desk.fence);
    for (const report of reports) {
      if (report.exchange !== 'NSE' || report.quantity <= 0) continue;
      const orderId = await upsertForeign(tx, rowOf(desk, report));
      if (orderId === undefined) continue;
      const { state: status, filledQuantity } = report;
      await recordUserEvent(tx, desk.accountId, { name: 'ownorder', payload: { orderId, status, filledQuantity } });
    }
  });
  desk.parts.onStored(desk.accountId);
}

/** What was given to the broker before its day, as after the close of the day before, is an order of the day all the same. */
function momentOf({ updatedAt }: BrokerOrder, { at, today }: DeskMoment): EpochMs {
  return updatedAt !== undefined && indiaDateOf(updatedAt) >= today ? updatedAt : at;
}

function rowOf(desk: AccountDesk, report: BrokerOrder): Parameters<typeof upsertForeign>[1] {
  const moment = desk.moment();
  const wall = new Date(desk.parts.clock.now());
  return {
    account_id: desk.accountId,
    broker_link_id: desk.linkId,
    role: 'foreign',
    exchange: report.exchange,
    symbol: report.tradingSymbol.replace(/-[A-Z]+$/, ''),
    token: report.token ?? '',
    trading_symbol: report.tradingSymbol,
    side: report.side,
    product: report.product,
    kind: report.kind,
    placed_kind: report.kind,
    quantity: report.quantity,
    price_paise: report.pricePaise,
    trigger_paise: report.triggerPaise ?? null,
    state: report.state,
    status_text: report.statusText,
    reject_text: report.text,
    broker_order_id: report.brokerOrderId,
    unique_order_id: report.uniqueOrderId ?? null,
    filled_quantity: report.filledQuantity,
    filled_value_paise: BigInt(Math.round(report.averagePaise * report.filledQuantity)),
    settled: isTerminal(report.state),
    ended_at: isTerminal(report.state) ? wall : null,
    decided_at: wall,
    exchange_at: new Date(momentOf(report, moment)),
    day: moment.today,
    updated_at: wall,
  };
}
