import type { EpochMs, IndiaDate } from '@trickdesk/domain';
import type { AccountRow } from './account-row.ts';
import type { PricedOrder } from './lines.ts';
import { type AccountReading, readingOf } from './read-facts.ts';

/** What was read of an account: the row first, so that its number is no newer than the orders. */
export interface AccountRead {
  readonly day: IndiaDate;
  readonly row: AccountRow;
  readonly orders: readonly PricedOrder[];
}

interface Numbered extends AccountRead {
  readonly version: bigint;
}

/** An intent that is being stored, as its orders would be read. */
export interface AddedOrders {
  readonly orders: readonly PricedOrder[];
}

export interface StoredIds {
  readonly id: number;
  readonly rows: readonly number[];
}

export type PriceAfter = (instrumentId: number, at: EpochMs) => number | undefined;

/** One account as it was read, with what this process has added since. Read again when something has changed. */
export class AccountMemory {
  readonly #read: () => Promise<AccountRead | undefined>;
  #known: Numbered | undefined;
  /** Of the last own write that is not in what was read. */
  #ownVersion: bigint | undefined;
  readonly #added = new Set<AddedOrders>();
  #reading: Promise<void> | undefined;
  #isStale = false;

  /** @param read never rejects */
  constructor(read: () => Promise<AccountRead | undefined>) {
    this.#read = read;
  }

  /** Reads it soon; calls while it is read lead to one more reading. */
  changed(): void {
    this.#isStale = true;
    this.#begin();
  }

  /** What is known does not hold any more: nothing is known until it is read. */
  forget(): void {
    this.#known = undefined;
    this.changed();
  }

  /** Resolves when it was read since the last change, or soon. */
  async ready(): Promise<void> {
    await this.#reading;
    await this.#reading;
  }

  #begin(): void {
    this.#reading ??= this.#readOnce().finally(() => {
      this.#reading = undefined;
      if (this.#isStale) this.#begin();
    });
  }

  async #readOnce(): Promise<void> {
    this.#isStale = false;
    const read = await this.#read();
    const version = read?.row.version;
    if (!read || version === undefined) return;
    const known = this.#known;
    // An own write was quicker than the answer.
    if (known?.day === read.day && version < known.version) this.#isStale = true;
    else {
      this.#known = { ...read, version };
      this.#ownVersion = undefined;
    }
  }

  /** @param priceAfter a later price of an instrument than the one that was read, where there is one */
  reading(
    day: IndiaDate,
    priceAfter: PriceAfter,
  ): { readonly version: bigint; readonly reading: AccountReading } | undefined {
    const known = this.#known;
    if (known?.day !== day) return undefined;
    const orders = [...known.orders];
    let { row } = known;
    for (const added of this.#added) {
      row = counted(row, added.orders.length);
      orders.push(...added.orders);
    }
    const now = orders.map((order) => priced(order, priceAfter));
    return { version: known.version, reading: readingOf(row, now, day) };
  }

  /** Counts from now on. */
  add(added: AddedOrders): void {
    this.#added.add(added);
  }

  drop(added: AddedOrders): void {
    this.#added.delete(added);
  }

  /** It is stored; `version` is the account's with it, and with what was stored in the same statement. */
  stored(added: AddedOrders, version: bigint, ids: StoredIds): void {
    this.#added.delete(added);
    const known = this.#known;
    // What was read meanwhile has it.
    if (!known || (known.version !== version - 1n && this.#ownVersion !== version)) return;
    const orders = added.orders.map((order, n) => ({ ...order, id: ids.rows[n] ?? 0, trade_order_id: ids.id }));
    this.#known = { ...known, version, row: counted(known.row, orders.length), orders: [...known.orders, ...orders] };
    this.#ownVersion = version;
  }
}

/** With one more trade. */
function counted(row: AccountRow, orders: number): AccountRow {
  return { ...row, trickTrades: row.trickTrades + 1, ordersLastMinute: row.ordersLastMinute + orders };
}

function priced(order: PricedOrder, priceAfter: PriceAfter): PricedOrder {
  const { instrument_id: instrumentId, last_at: lastAt } = order;
  const last = instrumentId === null ? undefined : priceAfter(instrumentId, lastAt?.getTime() ?? 0);
  return last === undefined ? order : { ...order, last_paise: last };
}
