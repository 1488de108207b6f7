import type { BrokerAccess, BrokerOrder, BrokerReply } from '@trickdesk/brokers';
import { indiaMoment } from '@trickdesk/domain';
import type { TestApi } from '../../../testing/test-api.ts';
import { DAY } from '../../risk/testing/desk-facts.ts';
import type { ReadBroker } from '../read-books.ts';
import type { ReconciliationParts } from '../service.ts';

/** An order of the day in the broker's book, which has come to its end. */
export const FILLED: BrokerOrder = {
  brokerOrderId: 'b1',
  uniqueOrderId: undefined,
  exchangeOrderId: undefined,
  tag: undefined,
  exchange: 'NSE',
  token: '3045',
  tradingSymbol: 'SBIN-EQ',
  side: 'buy',
  product: 'intraday',
  kind: 'limit',
  state: 'filled',
  statusText: 'complete',
  quantity: 100,
  filledQuantity: 100,
  cancelledQuantity: 0,
  averagePaise: 600_00,
  pricePaise: 600_00,
  triggerPaise: undefined,
  text: '',
  updatedAt: undefined,
};

/** A broker whose books are what a test says; nothing else of it is asked. */
interface ShownBooks {
  readonly orders: () => readonly BrokerOrder[];
  readonly answers: () => boolean;
  readonly cashPaise: () => bigint;
  /** Before each reading of the order book. @param clientCode `R` and the number of the link */
  readonly onRead?: (clientCode: string) => Promise<void>;
}

/** What comparisons are made with: each account is signed in, and nothing is waited for. */
export function comparing({ database, foundation, services, clock }: TestApi, books: ShownBooks): ReconciliationParts {
  return {
    ...{ database: database.db, bus: services.bus, clock, log: foundation.log, marketData: services.marketData },
    access: {
      accessOf: async (linkId) => ({
        clientCode: `R${linkId}`,
        apiKey: 'k',
        tokens: { accessToken: 'a', refreshToken: 'r', feedToken: 'f', issuedAt: 0 },
      }),
      sessionEnded: async () => undefined,
    },
    broker: brokerOf(books),
    settleMs: 0,
  };
}

function brokerOf({ orders, answers, cashPaise, onRead }: ShownBooks): ReadBroker {
  const reply = <T>(value: T): Promise<BrokerReply<T>> =>
    Promise.resolve(answers() ? { kind: 'ok', value } : { kind: 'unavailable', cause: 'timeout' });
  const trade = (order: BrokerOrder) => ({
    ...order,
    fillId: `f${order.brokerOrderId}`,
    quantity: order.filledQuantity,
    pricePaise: 600_00,
    filledAt: indiaMoment(DAY, 10 * 60),
  });
  return {
    orders: ({ clientCode }: Pick<BrokerAccess, 'clientCode'>) => ({
      orderBook: async () => {
        await onRead?.(clientCode);
        return reply([...orders()]);
      },
      tradeBook: () => reply(orders().map(trade)),
      positions: () => reply([positionOf(orders())]),
      holdings: () => reply([]),
    }),
    sessions: { funds: () => reply(fundsOf(cashPaise())) },
  };
}

function positionOf(orders: readonly BrokerOrder[]) {
  return {
    ...({ exchange: 'NSE', token: '3045', tradingSymbol: 'SBIN-EQ', product: 'intraday' } as const),
    netQuantity: orders.reduce((sum, order) => sum + order.filledQuantity, 0),
    ...{ buyQuantity: 0, sellQuantity: 0, buyValuePaise: 0n, sellValuePaise: 0n },
  };
}

function fundsOf(cashPaise: bigint) {
  return {
    ...{ netPaise: cashPaise, availableCashPaise: cashPaise, estimatedFreeCashPaise: cashPaise },
    ...{ collateralPaise: undefined, utilisedDebitsPaise: undefined, unrealisedPaise: undefined },
    realisedPaise: undefined,
  };
}
