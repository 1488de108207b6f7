import type { BrokerOrderApi, BrokerOrders } from '@trickdesk/brokers';

/** A broker without a network, which tells when a request to place an order would leave. */
export interface SendBroker {
  readonly api: BrokerOrderApi;
  /** The moment of the next entry in an instrument, by `performance.now()`. */
  readonly placed: (token: string) => Promise<number>;
}

/** It refuses each order at once, so that the trick is flat again and may enter with its next bar. */
export function createSendBroker(): SendBroker {
  const waiting = new Map<string, (at: number) => void>();
  const unavailable = async (): Promise<never> => {
    throw new Error('the bench asks for nothing but orders and the book');
  };
  const orders: BrokerOrders = {
    place: async ({ instrument: { token } }) => {
      waiting.get(token)?.(performance.now());
      waiting.delete(token);
      return { kind: 'refused', code: 'AB0000', message: 'Only measured' };
    },
    modify: unavailable,
    cancel: unavailable,
    orderBook: async () => ({ kind: 'ok', value: [] }),
    order: unavailable,
    tradeBook: async () => ({ kind: 'ok', value: [] }),
    positions: async () => ({ kind: 'ok', value: [] }),
    holdings: async () => ({ kind: 'ok', value: [] }),
    margin: unavailable,
    createGtt: unavailable,
    modifyGtt: unavailable,
    cancelGtt: unavailable,
    gttRules: async () => ({ kind: 'ok', value: [] }),
  };
  return {
    api: {
      orders: () => orders,
      openOrderFeed: () => ({ reconnect: () => undefined, close: () => undefined }),
    },
    placed: (token) =>
      new Promise((resolve, reject) => {
        const late = setTimeout(() => reject(new Error(`no order in ${token} within a minute`)), 60_000);
        waiting.set(token, (at) => {
          clearTimeout(late);
          resolve(at);
        });
      }),
  };
}
