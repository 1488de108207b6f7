import type { Depth } from '../market/depth.ts';
import type { LiveQuote } from '../market/live-book.ts';
import type { SourceTick } from '../market/market-source.ts';
import { changeAccount, holdingOf } from './account.ts';
import { createBatches } from './batches.ts';
import { type Asked, cancelOrder, modifyOrder, placeOrder } from './commands.ts';
import { convertPosition } from './convert.ts';
import { advanceDay } from './day.ts';
import { landDue, nextArrival } from './flights.ts';
import { marginOfLegs } from './margin-of.ts';
import { matchTick } from './matching.ts';
import { createOrderRate } from './order-rate.ts';
import type { DeskParts, DeskSettings, MarketView } from './parts.ts';
import { marginOrdersOf } from './risk-rules.ts';
import { DeskState, type RecordChange, type StoredRecord, type Update } from './state.ts';
import type { AccountChange, OrderBroker, OrderFaults, UpdateListener, WriteAnswer } from './types.ts';
import { fundsView, holdingView, orderView, positionView } from './views.ts';

export interface DeskOptions {
  readonly market: MarketView;
  readonly depthOf: (quote: LiveQuote) => Depth;
  readonly settings: DeskSettings;
  readonly faults: OrderFaults;
  /** Rows as they were stored; none: a fresh broker. */
  readonly rows: readonly StoredRecord[];
  /** Writes changed rows in one transaction, together with the clock's position at this moment. */
  readonly save: (changes: readonly RecordChange[]) => Promise<void>;
  readonly wall: () => number;
  /** Writes a client may send in a second; `undefined`: no limit. */
  readonly writesPerSecond: () => number | undefined;
  /** Told what went wrong in the background; such an error ends nothing. */
  readonly onError: (what: string, error: unknown) => void;
}

export interface OrderDesk extends OrderBroker {
  /** One tick, after the exchange took it in. */
  readonly tick: (quote: LiveQuote, tick: SourceTick) => void;
  /** Writes everything that has changed, what nobody waits for and the clock's position included. */
  readonly save: () => Promise<void>;
  /** Stops the timers. */
  readonly close: () => void;
}

/** The order desk with its effects: it writes, then answers and tells. */
export function createOrderDesk(options: DeskOptions): OrderDesk {
  const { market, wall } = options;
  const state = new DeskState(market.session()?.date ?? '', options.settings.openingCashPaise);
  state.restore(options.rows);
  const { settings, depthOf, faults } = options;
  const parts: DeskParts = { state, market, settings, depthOf, faults };
  const outbox = createOutbox(options, state);
  const rate = createOrderRate(wall);
  const alarm = createAlarm(wall, () => move());

  const move = (): void => {
    advanceDay(parts);
    landDue(parts, wall());
    alarm.set(nextArrival(parts));
    if (outbox.isUrgent()) outbox.flushSoon();
  };
  const write = async <Answer>(decide: () => Answer): Promise<Answer> => {
    advanceDay(parts);
    landDue(parts, wall());
    const answer = decide();
    alarm.set(nextArrival(parts));
    await outbox.flush();
    return answer;
  };
  const order = async (clientCode: string, decide: (asked: Asked) => WriteAnswer): Promise<WriteAnswer> => {
    if (!rate.take(clientCode, options.writesPerSecond())) return { kind: 'too_many' };
    return write(() => decide({ clientCode, wallNow: wall() }));
  };

  return {
    ...readsOf(parts),
    place: (clientCode, request) => order(clientCode, (asked) => placeOrder(parts, asked, request)),
    modify: (clientCode, request) => order(clientCode, (asked) => modifyOrder(parts, asked, request)),
    cancel: (clientCode, request) => order(clientCode, (asked) => cancelOrder(parts, asked, request)),
    convert: (clientCode, request) => write(() => convertPosition(parts, clientCode, request)),
    authorise: (clientCode, token, quantity) => write(() => release(parts, clientCode, { token, quantity })),
    setAccount: (clientCode, change) => write(() => setAccount(parts, clientCode, change)),
    onUpdate: outbox.listen,
    beat: move,
    tick: (quote, tick) => {
      advanceDay(parts);
      if (tick.traded && market.isOpen()) matchTick(parts, quote);
    },
    settled: outbox.flush,
    save: outbox.flushEvenNothing,
    snapshot: () => JSON.stringify(state.rows()),
    close: alarm.clear,
  };
}

type Reads = Pick<
  OrderBroker,
  'orders' | 'order' | 'trades' | 'positions' | 'holdings' | 'funds' | 'marginOf' | 'hasStandingAuthorisation'
>;

function readsOf(parts: DeskParts): Reads {
  const { state, market, settings } = parts;
  return {
    orders: (clientCode) => state.ordersOf(clientCode).map(orderView),
    order: (clientCode, uniqueOrderId) => {
      const order = state.order(uniqueOrderId);
      return order?.clientCode === clientCode ? orderView(order) : undefined;
    },
    trades: (clientCode) => state.tradesOf(clientCode),
    positions: (clientCode) =>
      state.account(clientCode).stakes.flatMap((stake) => {
        const instrument = market.instrumentOf(stake.token);
        return instrument ? positionView(stake, instrument, market.quoteOf(stake.token)) : [];
      }),
    holdings: (clientCode) =>
      state.account(clientCode).holdings.flatMap((holding) => {
        const instrument = market.instrumentOf(holding.token);
        const standingAuthorisation = settings.hasStandingAuthorisation(clientCode);
        const quote = market.quoteOf(holding.token);
        return instrument ? holdingView(holding, { instrument, quote, standingAuthorisation }) : [];
      }),
    funds: (clientCode) =>
      fundsView(state.account(clientCode), marginOrdersOf(parts, clientCode), (token) => market.quoteOf(token)?.last),
    marginOf: (clientCode, legs) => marginOfLegs(parts, clientCode, legs),
    hasStandingAuthorisation: settings.hasStandingAuthorisation,
  };
}

function release(
  { state }: DeskParts,
  clientCode: string,
  { token, quantity }: { readonly token: string; readonly quantity: number },
): 'authorised' | 'no_such_holding' {
  const account = state.account(clientCode);
  const holding = holdingOf(account, token);
  if (!holding || holding.settledQuantity === 0 || !(quantity > 0)) return 'no_such_holding';
  holding.releasedQuantity = Math.min(holding.settledQuantity, holding.releasedQuantity + Math.floor(quantity));
  state.accountChanged(account);
  return 'authorised';
}

function setAccount({ state, market }: DeskParts, clientCode: string, change: AccountChange): boolean {
  if (change.holdings?.some(({ token }) => !market.instrumentOf(token))) return false;
  const account = state.account(clientCode);
  changeAccount(account, change);
  state.accountChanged(account);
  return true;
}

interface Outbox {
  readonly listen: (listener: UpdateListener) => () => void;
  /** Whether somebody is to be told of something that is not written yet. */
  readonly isUrgent: () => boolean;
  readonly flush: () => Promise<void>;
  /** Calls `save` without a change too. */
  readonly flushEvenNothing: () => Promise<void>;
  /** In the background: an error is told and tried again with the next batch. */
  readonly flushSoon: () => void;
}

/** Writes what has changed and then tells the listeners; what could not be written stays for the next batch. */
function createOutbox({ save, onError }: DeskOptions, state: DeskState): Outbox {
  const listeners = new Set<UpdateListener>();
  let unwritten = new Map<string, RecordChange>();
  let untold: Update[] = [];
  let evenNothing = false;
  const batches = createBatches(async () => {
    const { changes, updates } = state.drain();
    for (const change of changes) unwritten.set(`${change.kind}/${change.key}`, change);
    untold.push(...updates);
    const batch = unwritten;
    const news = untold;
    if (batch.size === 0 && news.length === 0 && !evenNothing) return;
    evenNothing = false;
    unwritten = new Map();
    untold = [];
    try {
      await save([...batch.values()]);
    } catch (error) {
      // Batches do not overlap, so nothing newer was lost in between.
      unwritten = batch;
      untold = news;
      throw error;
    }
    for (const { clientCode, order, code } of news) for (const listener of listeners) listener(clientCode, order, code);
  });
  return {
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    isUrgent: () => state.hasUpdates() || untold.length > 0,
    flush: batches.flush,
    flushEvenNothing: () => {
      evenNothing = true;
      return batches.flush();
    },
    flushSoon: () => {
      batches.flush().catch((error: unknown) => onError('order books', error));
    },
  };
}

interface Alarm {
  readonly set: (at: number | undefined) => void;
  readonly clear: () => void;
}

/** Rings once, at the wall moment that was set last. */
function createAlarm(wall: () => number, ring: () => void): Alarm {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const clear = (): void => clearTimeout(timer);
  return {
    clear,
    set: (at) => {
      clear();
      if (at !== undefined) timer = setTimeout(ring, Math.max(0, at - wall()));
    },
  };
}
