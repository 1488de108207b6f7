import type {
  AcceptedOrder,
  BrokerHolding,
  BrokerOrder,
  BrokerOrderApi,
  BrokerPosition,
  BrokerReply,
  MayLeave,
  ModifyOrder,
  PlaceOrder,
  WriteOutcome,
} from '@trickdesk/brokers';
import type { Database } from '@trickdesk/db';
import { createCalendar, indiaMoment, NSE_CALENDAR } from '@trickdesk/domain';
import { createLog } from '../../../platform/log.ts';
import { AccountDesk } from '../account-desk.ts';
import { DESK_DEFAULTS } from '../desk-settings.ts';
import type { DeskParts } from '../parts.ts';

export const NOON = indiaMoment('2025-07-07', 12 * 60);

export function instrumentNamed(symbol: string) {
  return {
    id: Number(symbol.replace(/\D/g, '') || 0) + 1,
    name: symbol,
    active: true,
    exchange: 'NSE',
    token: `t${symbol}`,
    symbol,
    tradingSymbol: `${symbol}-EQ`,
    kind: 'equity',
    tickPaise: 5,
    lotSize: 1,
    expiry: undefined,
    strikePaise: undefined,
  } as const;
}

/** A broker that takes everything, says so at once, and does nothing; its book is what the test puts there. */
export class ScriptedBroker {
  readonly placed: PlaceOrder[] = [];
  readonly modified: ModifyOrder[] = [];
  readonly cancelled: string[] = [];
  book: BrokerOrder[] = [];
  /** What the orders of the book come to, where a test does not say otherwise. */
  positions: BrokerPosition[] | undefined;
  holdings: BrokerHolding[] = [];
  bookFails = false;
  /** What it says in place of its book. */
  bookReply: (() => Promise<BrokerReply<BrokerOrder[]>>) | undefined;
  onPlace: () => void = () => undefined;
  /** What a write waits for before it leaves, as for the broker's rate. */
  rateMs: number | undefined;

  readonly api: BrokerOrderApi = {
    openOrderFeed: () => ({ reconnect: () => undefined, close: () => undefined }),
    orders: () => {
      const unused = () => Promise.reject(new Error('nobody asks for this here'));
      return {
        place: (order, _urgency, mayLeave) =>
          this.#inTurn(mayLeave, () => {
            this.onPlace();
            this.placed.push(order);
            return `b${this.placed.length}`;
          }),
        modify: (change, _urgency, mayLeave) =>
          this.#inTurn(mayLeave, () => {
            this.modified.push(change);
            return change.brokerOrderId;
          }),
        cancel: ({ brokerOrderId }, _urgency, mayLeave) =>
          this.#inTurn(mayLeave, () => {
            this.cancelled.push(brokerOrderId);
            return brokerOrderId;
          }),
        orderBook: async () => {
          if (this.bookFails) throw new Error('nobody foresaw this');
          return this.bookReply?.() ?? { kind: 'ok', value: this.book };
        },
        order: unused,
        tradeBook: unused,
        positions: async () => ({ kind: 'ok', value: this.positions ?? this.book.map(positionOf) }),
        holdings: async () => ({ kind: 'ok', value: this.holdings }),
        margin: unused,
        createGtt: unused,
        modifyGtt: unused,
        cancelGtt: unused,
        gttRules: unused,
      };
    },
  };

  /** @param take what the broker does with it, and the number that it answers with */
  async #inTurn(mayLeave: MayLeave | undefined, take: () => string): Promise<WriteOutcome<AcceptedOrder>> {
    if (this.rateMs !== undefined) await new Promise((resolve) => setTimeout(resolve, this.rateMs));
    if (mayLeave?.() === false) return { kind: 'not_sent', cause: 'no_connection' };
    return { kind: 'accepted', value: { brokerOrderId: take(), uniqueOrderId: undefined } };
  }
}

function positionOf({ token = '', ...order }: BrokerOrder): BrokerPosition {
  const { exchange, tradingSymbol, product, side, filledQuantity } = order;
  const netQuantity = side === 'buy' ? filledQuantity : -filledQuantity;
  const values = { buyQuantity: 0, sellQuantity: 0, buyValuePaise: 0n, sellValuePaise: 0n };
  return { exchange, token, tradingSymbol, product, netQuantity, ...values };
}

/** Knows its instruments by their names alone. */
export const NO_MARKET: DeskParts['marketData'] = {
  instrument: async (_exchange, symbol) => instrumentNamed(symbol),
  marketState: () => Promise.reject(new Error('nobody asks for this here')),
  corporateActions: async () => [],
  dataset: 'simulator:synthetic:1',
};

let tags = 0;

export async function openDesk(
  {
    database,
    linkId,
    broker,
  }: { readonly database: Database; readonly linkId: number; readonly broker: ScriptedBroker },
  changes: Partial<DeskParts> = {},
  exchangeNow = NOON,
): Promise<AccountDesk> {
  const tokens = { accessToken: 'a', refreshToken: 'r', feedToken: 'f', issuedAt: NOON };
  const desk = new AccountDesk(
    {
      database,
      clock: { now: () => Date.now() },
      log: createLog('silent'),
      marketData: NO_MARKET,
      calendar: createCalendar(NSE_CALENDAR),
      broker: broker.api,
      accessOf: async () => ({ clientCode: 'S100001', apiKey: 'k', tokens }),
      gate: async () => undefined,
      tellAlarm: async () => undefined,
      onStored: () => undefined,
      onSessionEnded: () => undefined,
      mayAct: () => true,
      newTag: () => {
        tags += 1;
        return `tag${tags}`;
      },
      settings: DESK_DEFAULTS,
      ...changes,
    },
    linkId,
  );
  await desk.open(exchangeNow);
  return desk;
}

/** A row of the broker's book. */
export function bookRow(changes: Partial<BrokerOrder> & Pick<BrokerOrder, 'brokerOrderId' | 'tag'>): BrokerOrder {
  return {
    uniqueOrderId: undefined,
    exchangeOrderId: undefined,
    exchange: 'NSE',
    token: 'tSBIN',
    tradingSymbol: 'SBIN-EQ',
    side: 'buy',
    product: 'intraday',
    kind: 'limit',
    state: 'open',
    statusText: 'open',
    quantity: 10,
    filledQuantity: 0,
    cancelledQuantity: 0,
    averagePaise: 0,
    pricePaise: 600_00,
    triggerPaise: undefined,
    text: '',
    updatedAt: undefined,
    ...changes,
  };
}
