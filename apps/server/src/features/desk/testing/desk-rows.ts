import type { BrokerOrderTable } from '@trickdesk/db';
import type { Insertable, Updateable } from 'kysely';
import type { DeskOrder } from '../model.ts';
import type { BrokerOrderRow } from '../store.ts';
import type { DeskStep } from '../store-step.ts';

/** The table of orders in memory: what a desk finds again when another has died. */
export class DeskRows {
  readonly #rows = new Map<number, BrokerOrderRow>();
  /** Asked for at every look; made anew after a change. */
  #elsewhere: readonly BrokerOrderRow[] | undefined;

  insert(row: Insertable<BrokerOrderTable>): number {
    const id = this.#rows.size + 1;
    this.#put(withDefaults(id, row));
    return id;
  }

  update(id: number, values: Updateable<BrokerOrderTable>): void {
    const row = this.#rows.get(id);
    if (row) this.#put(Object.assign({ ...row }, values));
  }

  /** As the table checks. */
  #put(row: BrokerOrderRow): void {
    const { id, tag, quantity, filled_quantity: filled } = row;
    if (filled < 0 || filled > quantity) throw new Error(`${tag} is filled with ${filled} of ${quantity}`);
    this.#rows.set(id, row);
    this.#elsewhere = undefined;
  }

  /** All of a step, as its transaction stores it. */
  store(step: DeskStep): void {
    const made = new Map<DeskOrder, number>();
    for (const { order, row } of step.created) made.set(order, this.insert(row));
    for (const { order, row } of step.changed) this.update(made.get(order) ?? order.rowId, row);
    for (const [order, id] of made) order.rowId = id;
  }

  unsettled(day: string): BrokerOrderRow[] {
    return [...this.#rows.values()].filter((row) => !row.settled || row.day === day);
  }

  /** What stands for units that were closed by hand. */
  elsewhere(): readonly BrokerOrderRow[] {
    this.#elsewhere ??= [...this.#rows.values()].filter((row) => row.placed_kind === 'elsewhere');
    return this.#elsewhere;
  }

  /** As the run's own transaction hands orders over. */
  detach(keepIds: readonly number[], otherIds: readonly number[]): void {
    this.#elsewhere = undefined;
    for (const [id, row] of this.#rows) {
      const handed = { ...row, settled_quantity: row.filled_quantity };
      if (keepIds.includes(id)) this.#rows.set(id, { ...handed, role: 'own' });
      if (otherIds.includes(id)) this.#rows.set(id, { ...handed, settled: row.ended_at !== null });
    }
  }
}

/** As the table's own defaults are. */
const EMPTY = {
  deployment_id: null,
  hand_exit_id: null,
  run_number: null,
  base: null,
  trade_order_id: null,
  tag: null,
  trigger_paise: null,
  status_text: '',
  reject_text: '',
  broker_order_id: null,
  unique_order_id: null,
  filled_quantity: 0,
  filled_value_paise: 0n,
  charges_paise: 0n,
  told_quantity: 0,
  told_value_paise: 0n,
  intent_ended: false,
  released: false,
  settled: false,
  settled_quantity: 0,
  algo_id: null,
  version_hash: null,
  sent_at: null,
  acknowledged_at: null,
  first_fill_at: null,
  ended_at: null,
  quote_bid_paise: null,
  quote_ask_paise: null,
  quote_last_paise: null,
  quote_at: null,
} as const;

function withDefaults(id: number, row: Insertable<BrokerOrderTable>): BrokerOrderRow {
  return Object.assign({ id, ...EMPTY }, row);
}
