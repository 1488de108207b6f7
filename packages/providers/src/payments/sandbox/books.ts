import { randomBytes } from 'node:crypto';

/** Where it keeps what must outlive a restart; JSON by kind and key. */
export interface SandboxStore {
  readonly loadDocuments: (kind: string) => Promise<readonly string[]>;
  readonly saveDocument: (kind: string, key: string, json: string) => Promise<void>;
}

export interface SandboxOrder {
  readonly id: string;
  readonly amount: number;
  readonly receipt: string;
  readonly createdAt: number;
  /** Once somebody came to pay it. */
  checkout?: { readonly description: string; readonly callbackUrl: string };
}

export interface SandboxPayment {
  readonly id: string;
  readonly orderId: string;
  readonly amount: number;
  readonly createdAt: number;
  status: 'authorized' | 'captured' | 'refunded' | 'failed';
  amountRefunded: number;
}

export interface SandboxRefund {
  readonly id: string;
  readonly paymentId: string;
  readonly amount: number;
  readonly receipt: string;
  readonly createdAt: number;
}

export interface SandboxPayout {
  readonly id: string;
  readonly key: string;
  readonly reference: string;
  readonly amount: number;
  readonly createdAt: number;
  status: 'processing' | 'processed' | 'failed' | 'reversed';
  utr?: string;
  /** When it goes on, and to what, wall milliseconds. */
  next?: { readonly at: number; readonly status: 'processed' | 'failed' | 'reversed' };
}

/** One event on its way to the product's webhook. */
export interface SandboxEvent {
  readonly id: string;
  readonly to: 'payments' | 'payouts';
  readonly body: string;
  tries: number;
  /** Wall milliseconds; absent once it was taken, or given up. */
  nextAt?: number;
}

export interface Books {
  readonly orders: Book<SandboxOrder>;
  readonly payments: Book<SandboxPayment>;
  readonly refunds: Book<SandboxRefund>;
  readonly payouts: Book<SandboxPayout>;
  readonly events: Book<SandboxEvent>;
}

export interface Book<Row extends { readonly id: string }> {
  readonly get: (id: string) => Row | undefined;
  readonly all: () => Row[];
  /** Kept when it resolves. */
  readonly put: (row: Row) => Promise<void>;
}

export async function openBooks(store: SandboxStore): Promise<Books> {
  return {
    orders: await openBook(store, 'pay_order'),
    payments: await openBook(store, 'pay_payment'),
    refunds: await openBook(store, 'pay_refund'),
    payouts: await openBook(store, 'pay_payout'),
    events: await openBook(store, 'pay_event'),
  };
}

async function openBook<Row extends { readonly id: string }>(store: SandboxStore, kind: string): Promise<Book<Row>> {
  // The validated edge: these documents hold what `put` wrote.
  const rows = new Map(
    (await store.loadDocuments(kind)).map((json) => [(JSON.parse(json) as Row).id, JSON.parse(json) as Row]),
  );
  return {
    get: (id) => rows.get(id),
    all: () => [...rows.values()],
    put: async (row) => {
      await store.saveDocument(kind, row.id, JSON.stringify(row));
      rows.set(row.id, row);
    },
  };
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Such as `order_IluGWxBm9U8zJ8`. */
export function idOf(kind: 'order' | 'pay' | 'rfnd' | 'pout' | 'evt'): string {
  return `${kind}_${[...randomBytes(14)].map((byte) => LETTERS[byte % LETTERS.length]).join('')}`;
}
