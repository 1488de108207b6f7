import type {
  CancelRequest,
  ConvertRequest,
  ModifyRequest,
  OrderBroker,
  PlaceRequest,
  SimFunds,
  SimHolding,
  SimMarginLeg,
  SimOrder,
  SimPosition,
  SimTrade,
  WriteAnswer,
} from '../../orders/types.ts';

/** An order desk that answers what a test has laid down, and remembers what it was asked. */
export interface ScriptedOrders {
  readonly broker: OrderBroker;
  readonly asked: {
    readonly client: string;
    readonly request: PlaceRequest | ModifyRequest | CancelRequest | ConvertRequest | readonly SimMarginLeg[];
  }[];
  /** The answer to every write. */
  answer: WriteAnswer;
  convertRefused: boolean;
  orders: SimOrder[];
  trades: SimTrade[];
  positions: SimPosition[];
  holdings: SimHolding[];
  funds: SimFunds;
  /** What eDIS released: token and quantity. */
  readonly authorised: { readonly token: string; readonly quantity: number }[];
}

export function scriptedOrders(): ScriptedOrders {
  const script: ScriptedOrders = {
    asked: [],
    answer: { kind: 'accepted', orderId: '250707000000001', uniqueOrderId: 'unique-1', tradingSymbol: 'SBIN-EQ' },
    convertRefused: false,
    orders: [],
    trades: [],
    positions: [],
    holdings: [],
    funds: NO_FUNDS,
    authorised: [],
    broker: {
      place: async (client, request) => write(client, request),
      modify: async (client, request) => write(client, request),
      cancel: async (client, request) => write(client, request),
      convert: async (client, request) => {
        script.asked.push({ client, request });
        return script.convertRefused
          ? { kind: 'refused', code: 'AB1017', message: 'Position conversion failed' }
          : { kind: 'converted' };
      },
      marginOf: (client, request) => {
        script.asked.push({ client, request });
        return { kind: 'margin', totalPaise: 1_234_56, deliveryPaise: 1_000_00, intradayPaise: 234_56 };
      },
      authorise: async (_, token, quantity) => {
        script.authorised.push({ token, quantity });
        return 'authorised';
      },
      setAccount: async () => true,
      hasStandingAuthorisation: (client) => !client.endsWith('7'),
      orders: () => script.orders,
      order: (_, id) => script.orders.find((order) => order.uniqueOrderId === id),
      trades: () => script.trades,
      positions: () => script.positions,
      holdings: () => script.holdings,
      funds: () => script.funds,
      onUpdate: () => () => {},
      beat: () => {},
      settled: async () => {},
      snapshot: () => '',
    },
  };
  function write(client: string, request: PlaceRequest | ModifyRequest | CancelRequest): WriteAnswer {
    script.asked.push({ client, request });
    return script.answer;
  }
  return script;
}

const NO_FUNDS: SimFunds = {
  availablePaise: 0,
  cashPaise: 0,
  usedPaise: 0,
  intradayMarginPaise: 0,
  deliveryBlockedPaise: 0,
  marginTradingPaise: 0,
  chargesBlockedPaise: 0,
  chargesPaidPaise: 0,
  m2mRealisedPaise: 0,
  m2mUnrealisedPaise: 0,
};

export function orderOf(over: Partial<SimOrder> = {}): SimOrder {
  return {
    orderId: '260728000123456',
    uniqueOrderId: '5c3a1d0e-1111-4222-8333-444455556666',
    exchangeOrderId: '1100000000012345',
    clientCode: 'S100001',
    variety: 'NORMAL',
    exchange: 'NSE',
    token: '3045',
    tradingSymbol: 'SBIN-EQ',
    side: 'BUY',
    orderType: 'LIMIT',
    product: 'DELIVERY',
    duration: 'DAY',
    quantity: 1,
    disclosedQuantity: 0,
    lotSize: 1,
    filledQuantity: 1,
    unfilledQuantity: 0,
    cancelledQuantity: 0,
    pricePaise: 194_50,
    triggerPaise: 0,
    filledValuePaise: 194_45,
    status: 'complete',
    text: '',
    tag: null,
    placedAt: Date.parse('2026-07-28T09:20:10+05:30'),
    updatedAt: Date.parse('2026-07-28T09:20:11+05:30'),
    exchangeAt: Date.parse('2026-07-28T09:20:11+05:30'),
    fillId: '77',
    filledAt: Date.parse('2026-07-28T09:20:11+05:30'),
    ...over,
  };
}
