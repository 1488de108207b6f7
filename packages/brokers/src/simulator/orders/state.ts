import { openAccount } from './account.ts';
import {
  type AccountRecord,
  type BookRecord,
  type DayRecord,
  type OrderRecord,
  type RecordKind,
  recordSchemas,
  type TradeRecord,
} from './records.ts';
import type { SimOrder, UpdateCode } from './types.ts';
import { isEnded, orderView } from './views.ts';

/** One row to write, or (without JSON) to delete. */
export interface RecordChange {
  readonly kind: RecordKind;
  readonly key: string;
  readonly json: string | null;
}

/** A stored row. Kinds that are not the desk's are left alone. */
export interface StoredRecord {
  readonly kind: string;
  readonly key: string;
  readonly json: string;
}

export interface Update {
  readonly clientCode: string;
  readonly order: SimOrder;
  readonly code: UpdateCode;
}

const QUEUED: ReadonlySet<OrderRecord['status']> = new Set([
  'after market order req received',
  'modify after market order req received',
]);

/** Kept for the next opening. */
export function isQueued(order: OrderRecord): boolean {
  return QUEUED.has(order.status);
}

/** Checked and at the exchange: armed or resting. */
export function isWorking(order: OrderRecord): boolean {
  return order.priority > 0 && !isEnded(order);
}

/** All that the desk knows, and what of it has changed since it was last written. The only holder of records. */
export class DeskState {
  readonly day: DayRecord;
  readonly accounts = new Map<string, AccountRecord>();
  readonly #openingCashPaise: number;
  readonly #orders = new Map<string, OrderRecord>();
  readonly #ordersOf = new Map<string, OrderRecord[]>();
  readonly #working = new Map<string, Set<OrderRecord>>();
  readonly #inFlight = new Set<OrderRecord>();
  readonly #trades = new Map<string, TradeRecord>();
  readonly #books = new Map<string, BookRecord>();
  readonly #changed = new Map<string, { kind: RecordKind; key: string; value: object | null }>();
  #updates: Update[] = [];

  constructor(date: string, openingCashPaise: number) {
    this.day = { date, stage: 'before', orderNumber: 0, priority: 0, fillNumber: 0 };
    this.#openingCashPaise = openingCashPaise;
  }

  /** @throws ZodError when a stored row is not in this release's form */
  restore(rows: readonly StoredRecord[]): void {
    const byKind = (kind: RecordKind): unknown[] =>
      rows.filter((row) => row.kind === kind).map((row): unknown => JSON.parse(row.json));
    for (const row of byKind('day')) Object.assign(this.day, recordSchemas.day.parse(row));
    for (const row of byKind('account')) {
      const account = recordSchemas.account.parse(row);
      this.accounts.set(account.clientCode, account);
    }
    const orders = byKind('order').map((row) => recordSchemas.order.parse(row));
    for (const order of orders.sort((a, b) => a.number - b.number)) this.#index(order);
    const trades = byKind('trade').map((row) => recordSchemas.trade.parse(row));
    for (const trade of trades.sort((a, b) => Number(a.fillId) - Number(b.fillId)))
      this.#trades.set(trade.fillId, trade);
    for (const row of byKind('book')) {
      const book = recordSchemas.book.parse(row);
      this.#books.set(book.token, book);
    }
  }

  /** Every record as a row, as `restore` takes them. */
  rows(): StoredRecord[] {
    const row = (kind: RecordKind, key: string, value: object): StoredRecord => ({
      kind,
      key,
      json: JSON.stringify(value),
    });
    return [
      row('day', 'day', this.day),
      ...[...this.accounts].map(([key, value]) => row('account', key, value)),
      ...[...this.#orders].map(([key, value]) => row('order', key, value)),
      ...[...this.#trades].map(([key, value]) => row('trade', key, value)),
      ...[...this.#books].map(([key, value]) => row('book', key, value)),
    ];
  }

  /** A client's account; one that nothing has happened to yet is not kept. */
  account(clientCode: string): AccountRecord {
    return this.accounts.get(clientCode) ?? openAccount(clientCode, this.#openingCashPaise);
  }

  accountChanged(account: AccountRecord): void {
    this.accounts.set(account.clientCode, account);
    this.#mark('account', account.clientCode, account);
  }

  dayChanged(): void {
    this.#mark('day', 'day', this.day);
  }

  order(uniqueOrderId: string): OrderRecord | undefined {
    return this.#orders.get(uniqueOrderId);
  }

  ordersOf(clientCode: string): readonly OrderRecord[] {
    return this.#ordersOf.get(clientCode) ?? [];
  }

  allOrders(): readonly OrderRecord[] {
    return [...this.#orders.values()];
  }

  /** Orders at the exchange in one instrument. */
  workingIn(token: string): readonly OrderRecord[] {
    return [...(this.#working.get(token) ?? [])];
  }

  hasWorking(token: string): boolean {
    return (this.#working.get(token)?.size ?? 0) > 0;
  }

  inFlight(): readonly OrderRecord[] {
    return [...this.#inFlight];
  }

  addOrder(order: OrderRecord): void {
    this.#index(order);
    this.orderChanged(order);
  }

  /** @param code tells the owner; absent: nothing that the owner sees has changed */
  orderChanged(order: OrderRecord, code?: UpdateCode): void {
    this.#sort(order);
    this.#mark('order', order.uniqueOrderId, order);
    if (code) this.#updates.push({ clientCode: order.clientCode, order: orderView(order), code });
  }

  removeOrder(order: OrderRecord): void {
    this.#orders.delete(order.uniqueOrderId);
    this.#working.get(order.token)?.delete(order);
    this.#inFlight.delete(order);
    const left = this.ordersOf(order.clientCode).filter((other) => other !== order);
    this.#ordersOf.set(order.clientCode, left);
    this.#mark('order', order.uniqueOrderId, null);
  }

  addTrade(trade: TradeRecord): void {
    this.#trades.set(trade.fillId, trade);
    this.#mark('trade', trade.fillId, trade);
  }

  tradesOf(clientCode: string): readonly TradeRecord[] {
    return [...this.#trades.values()].filter((trade) => trade.clientCode === clientCode);
  }

  forgetTrades(): void {
    for (const fillId of this.#trades.keys()) this.#mark('trade', fillId, null);
    this.#trades.clear();
  }

  /** What was taken of the shown levels of one tick; fresh for a tick that nobody took from yet. */
  book(token: string, date: string, sequence: number): BookRecord {
    const known = this.#books.get(token);
    if (known && known.date === date && known.sequence === sequence) return known;
    return { token, date, sequence, takenBuy: [], takenSell: [] };
  }

  bookChanged(book: BookRecord): void {
    this.#books.set(book.token, book);
    this.#mark('book', book.token, book);
  }

  /** Whether an owner is to be told of something. */
  hasUpdates(): boolean {
    return this.#updates.length > 0;
  }

  /** Hands over what has changed since the last time. */
  drain(): { readonly changes: readonly RecordChange[]; readonly updates: readonly Update[] } {
    const changes = [...this.#changed.values()].map(({ kind, key, value }) => ({
      kind,
      key,
      json: value === null ? null : JSON.stringify(value),
    }));
    const updates = this.#updates;
    this.#changed.clear();
    this.#updates = [];
    return { changes, updates };
  }

  #index(order: OrderRecord): void {
    this.#orders.set(order.uniqueOrderId, order);
    const own = this.#ordersOf.get(order.clientCode) ?? [];
    own.push(order);
    this.#ordersOf.set(order.clientCode, own);
    this.#sort(order);
  }

  #sort(order: OrderRecord): void {
    const there = this.#working.get(order.token) ?? new Set();
    this.#working.set(order.token, there);
    if (isWorking(order)) there.add(order);
    else there.delete(order);
    if (order.flights.length > 0) this.#inFlight.add(order);
    else this.#inFlight.delete(order);
  }

  #mark(kind: RecordKind, key: string, value: object | null): void {
    this.#changed.set(`${kind}/${key}`, { kind, key, value });
  }
}
