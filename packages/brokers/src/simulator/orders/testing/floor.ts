import { indiaMoment } from '@trickdesk/domain';
import type { Depth } from '../../market/depth.ts';
import type { LiveQuote } from '../../market/live-book.ts';
import type { SimInstrument, SourceSession, SourceTick } from '../../market/market-source.ts';
import { createOrderDesk, type OrderDesk } from '../desk.ts';
import type { DeskSettings, MarketView } from '../parts.ts';
import type { RecordChange, StoredRecord } from '../state.ts';
import type { PlaceRequest, SimOrder, UpdateCode, WriteAnswer } from '../types.ts';

export const CLIENT = 'S100001';
export const OTHER = 'S100002';

/** A share at ₹100 with a tick of five paise, a dearer one with a tick of ten, and one of client codes without DDPI. */
export const SHARE = share('11', 'ALPHA', 5);
export const DEAR = share('12', 'BETA', 10);
export const NO_DDPI = 'S100507';

function share(token: string, symbol: string, tickPaise: number): SimInstrument {
  const listed = { exchange: 'NSE', kind: 'equity', lotSize: 1, tickSeconds: 1 } as const;
  return { ...listed, token, symbol, tradingSymbol: `${symbol}-EQ`, tickPaise };
}

export interface FloorOptions extends Partial<DeskSettings> {
  readonly rows?: readonly StoredRecord[];
  /** Paise before the first tick; also yesterday's close. */
  readonly closePaise?: Readonly<Record<string, number>>;
  /** Shares shown on each of the five levels; the best bid is one tick below the last price, the ask one above. */
  readonly shown?: number | ((sequence: number) => number);
  readonly writesPerSecond?: number;
  /** Tokens that the exchange warns of. */
  readonly cautionary?: readonly string[];
  readonly save?: (changes: readonly RecordChange[]) => Promise<void>;
  readonly startAt?: string;
}

/** An exchange that does what a test says, with a desk on it. */
export interface Floor {
  readonly desk: OrderDesk;
  readonly updates: { clientCode: string; order: SimOrder; code: UpdateCode }[];
  /** The last price moves; `quantity` shares trade at it. Five seconds pass. */
  readonly tick: (pricePaise: number, quantity?: number, instrument?: SimInstrument) => Promise<void>;
  /** `2025-07-07 15:20` */
  readonly goTo: (moment: string) => Promise<void>;
  /** Wall milliseconds pass. */
  readonly wait: (ms: number) => Promise<void>;
  readonly place: (request: Partial<PlaceRequest>, clientCode?: string) => Promise<SimOrder>;
  readonly answer: (request: Partial<PlaceRequest>, clientCode?: string) => Promise<WriteAnswer>;
  readonly latest: (order: SimOrder) => SimOrder;
  readonly rows: () => readonly StoredRecord[];
  /** The process dies and another goes on with what was stored. */
  readonly restart: () => void;
}

const PRICES = { [SHARE.token]: 100_00, [DEAR.token]: 1_234_50 };

function sessionOf(date: string): SourceSession {
  const closeAt = indiaMoment(date, 15 * 60 + 30);
  return { date, openAt: indiaMoment(date, 9 * 60 + 15), closeAt, endAt: closeAt + 60_000 };
}

export const LIMIT_BUY: PlaceRequest = {
  variety: 'NORMAL',
  tradingSymbol: SHARE.tradingSymbol,
  token: SHARE.token,
  side: 'BUY',
  exchange: 'NSE',
  orderType: 'LIMIT',
  product: 'INTRADAY',
  duration: 'DAY',
  quantity: 10,
  pricePaise: 100_00,
  triggerPaise: 0,
  disclosedQuantity: 0,
  tag: null,
};

export function openFloor(options: FloorOptions = {}): Floor {
  const { rows = [], closePaise = PRICES, shown = 1_000, startAt = '2025-07-07 10:00', ...settings } = options;
  const market = openMarket(startAt, closePaise);
  const stored = new Map(rows.map((row) => [`${row.kind}/${row.key}`, row]));
  let wall = 1_000_000;
  const open = (from: readonly StoredRecord[]): OrderDesk =>
    createOrderDesk({
      market: market.view,
      depthOf: (quote) => depthAround(quote, typeof shown === 'number' ? shown : shown(quote.sequence)),
      settings: { ...PLAIN, ...settings },
      faults: { takeRejection: () => undefined, isCautionary: (token) => options.cautionary?.includes(token) ?? false },
      rows: from,
      save: async (changes) => {
        await options.save?.(changes);
        for (const { kind, key, json } of changes) {
          if (json === null) stored.delete(`${kind}/${key}`);
          else stored.set(`${kind}/${key}`, { kind, key, json });
        }
      },
      wall: () => wall,
      writesPerSecond: () => options.writesPerSecond,
      onError: (what, error) => {
        throw new Error(what, { cause: error });
      },
    });
  const updates: Floor['updates'] = [];
  const listenTo = (opened: OrderDesk): OrderDesk => {
    opened.onUpdate((clientCode, order, code) => updates.push({ clientCode, order, code }));
    return opened;
  };
  let desk = listenTo(open(rows));
  return {
    ...orderingAt(() => desk),
    get desk() {
      return desk;
    },
    updates,
    rows: () => [...stored.values()],
    restart: () => {
      desk.close();
      desk = listenTo(open([...stored.values()]));
    },
    tick: async (pricePaise, quantity = 0, instrument = SHARE) => {
      const { quote, tick } = market.tick(instrument.token, pricePaise, quantity);
      desk.tick(quote, tick);
      await desk.settled();
    },
    goTo: async (moment) => {
      market.goTo(moment);
      desk.beat(market.view.now(), wall);
      await desk.settled();
    },
    wait: async (ms) => {
      wall += ms;
      desk.beat(market.view.now(), wall);
      await desk.settled();
    },
  };
}

const PLAIN: DeskSettings = {
  frictions: 'real',
  seed: 1,
  latencyMs: { least: 0, most: 0 },
  freezeQuantity: 50_000,
  openingCashPaise: 10_00_000_00,
  hasStandingAuthorisation: (clientCode) => clientCode !== NO_DDPI,
};

function orderingAt(desk: () => OrderDesk): Pick<Floor, 'answer' | 'place' | 'latest'> {
  const answer: Floor['answer'] = (request, clientCode = CLIENT) =>
    desk().place(clientCode, { ...LIMIT_BUY, ...request });
  const inBook = (clientCode: string, uniqueOrderId: string): SimOrder => {
    const order = desk().order(clientCode, uniqueOrderId);
    if (!order) throw new Error(`order ${uniqueOrderId} is not in the book`);
    return order;
  };
  return {
    answer,
    latest: (order) => inBook(order.clientCode, order.uniqueOrderId),
    place: async (request, clientCode = CLIENT) => {
      const taken = await answer(request, clientCode);
      if (taken.kind !== 'accepted') throw new Error(`not accepted: ${JSON.stringify(taken)}`);
      return inBook(clientCode, taken.uniqueOrderId);
    },
  };
}

interface FloorMarket {
  readonly view: MarketView;
  readonly goTo: (moment: string) => void;
  readonly tick: (
    token: string,
    pricePaise: number,
    quantity: number,
  ) => { readonly quote: LiveQuote; readonly tick: SourceTick };
}

function openMarket(startAt: string, closePaise: Readonly<Record<string, number>>): FloorMarket {
  let now = momentOf(startAt);
  let session = sessionOf(startAt.slice(0, 10));
  const quotes = new Map([SHARE, DEAR].map((instrument) => [instrument.token, quoteOf(instrument, closePaise)]));
  return {
    view: {
      now: () => now,
      session: () => session,
      isOpen: () => now >= session.openAt && now < session.closeAt,
      quoteOf: (token) => quotes.get(token),
      instrumentOf: (token) => quotes.get(token)?.instrument,
    },
    goTo: (moment) => {
      now = momentOf(moment);
      const next = sessionOf(moment.slice(0, 10));
      if (next.date !== session.date) for (const quote of quotes.values()) quote.previousClose = quote.last;
      session = next;
    },
    tick: (token, pricePaise, quantity) => {
      const quote = quotes.get(token);
      if (!quote) throw new Error('not listed');
      now += 5_000;
      quote.sequence += 1;
      quote.last = pricePaise;
      quote.tickQuantity = quantity;
      quote.cumVolume += quantity;
      return { quote, tick: { token, due: now, at: now, pricePaise, cumVolume: quote.cumVolume, traded: true } };
    },
  };
}

function momentOf(text: string): number {
  return Date.parse(`${text.replace(' ', 'T')}:00+05:30`);
}

function quoteOf(instrument: SimInstrument, closes: Readonly<Record<string, number>>): LiveQuote {
  const last = closes[instrument.token] ?? 100_00;
  const nothing = { open: 0, high: 0, low: 0, lastQuantity: 0, tickQuantity: 0, cumVolume: 0, turnover: 0 };
  return { instrument, previousClose: last, last, ...nothing, tradedAt: 0, stampedAt: 0, sequence: 0 };
}

function depthAround({ instrument, last }: LiveQuote, shown: number): Depth {
  const side = (direction: 1 | -1) =>
    [1, 2, 3, 4, 5].map((step) => ({
      price: last + direction * step * instrument.tickPaise,
      quantity: shown,
      orders: 1,
    }));
  return { buy: side(-1), sell: side(1), totalBuy: shown * 5, totalSell: shown * 5 };
}
