import assert from 'node:assert/strict';
import { isLive, isTerminal, roundToTick } from '@trickdesk/domain';
import { answerOf, type ConformanceRun, type ConformanceSubject } from './conformance.ts';
import type { BrokerReply } from './port.ts';
import type {
  AcceptedOrder,
  BrokerOrder,
  BrokerOrderApi,
  BrokerOrders,
  GttRule,
  OrderFeedEvent,
  PlaceOrder,
  WriteOutcome,
} from './port-orders.ts';

/** A broker under test at which orders may be placed: its market is open, and the client has money to trade. */
export interface OrderConformanceSubject extends ConformanceSubject, BrokerOrderApi {
  readonly tickPaise: number;
  /** More than the client can pay, and less than what the exchange takes in one order. */
  readonly unaffordableQuantity: number;
  /** How long orders may take to get from one state to the next. */
  readonly orderPatienceMs: number;
  /** Makes the answer to the next placed order get lost after the broker has taken the order. */
  readonly loseNextAnswer: () => Promise<void>;
}

export interface OrderConformanceCase {
  readonly name: string;
  /** Rejects with what is wrong. */
  readonly check: (run: ConformanceRun & OrderConformanceSubject) => Promise<void>;
}

type Run = ConformanceRun & OrderConformanceSubject;

/** The client's orders, and an order for them at a price beside the market. */
async function open(run: Run): Promise<{
  readonly orders: BrokerOrders;
  /** @param share of the last price: 0.02 for two per cent above it */
  readonly order: (change: Pick<PlaceOrder, 'side'> & Partial<PlaceOrder>, share: number) => PlaceOrder;
}> {
  const access = await run.access();
  const lastPaise = answerOf(await run.marketData(access).lastPrice(run.instrument));
  return {
    orders: run.orders(access),
    order: (change, share) => ({
      instrument: run.instrument,
      product: 'intraday',
      kind: 'limit',
      quantity: 2,
      pricePaise: roundToTick(lastPaise * (1 + share), run.tickPaise, 'nearest'),
      tag: freshTag(),
      ...change,
    }),
  };
}

let tags = 0;
function freshTag(): string {
  tags += 1;
  return `CT${Date.now().toString(36)}${tags.toString(36)}`.slice(0, 19);
}

function acceptedOf<T>(outcome: WriteOutcome<T>): T {
  if (outcome.kind === 'accepted') return outcome.value;
  return assert.fail(`expected to be accepted, got ${JSON.stringify(outcome)}`);
}

/** Reads until the value is as wanted; the last one, however it is, once patience ends. */
async function settled<T>(run: Run, read: () => Promise<BrokerReply<T>>, isSo: (value: T) => boolean): Promise<T> {
  const until = Date.now() + run.orderPatienceMs;
  for (;;) {
    const value = answerOf(await read());
    if (isSo(value) || Date.now() > until) return value;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The one order of the book that a placed order became, once it is in one of the states wanted. */
async function orderWhen(
  run: Run,
  orders: BrokerOrders,
  wanted: { readonly tag: string; readonly state: (order: BrokerOrder) => boolean },
): Promise<BrokerOrder> {
  const ours = (book: readonly BrokerOrder[]) => book.filter((one) => one.tag === wanted.tag);
  const book = await settled(run, orders.orderBook, (all) => ours(all).some(wanted.state));
  const [order, ...others] = ours(book);
  assert(order !== undefined && others.length === 0, `${ours(book).length} orders with the tag ${wanted.tag}`);
  assert(wanted.state(order), `the order stays ${order.state} (${order.statusText}): ${order.text}`);
  return order;
}

const hasState =
  (...states: readonly BrokerOrder['state'][]) =>
  (order: BrokerOrder) =>
    states.includes(order.state);

const LIFE_CASES: readonly OrderConformanceCase[] = [
  {
    name: 'an order beyond the market is filled, and book, trades and position agree about it',
    check: async (run) => {
      const { orders, order } = await open(run);
      const before = await netQuantity(run, orders);
      const placed = order({ side: 'buy', quantity: 3 }, 0.01);
      const { brokerOrderId } = acceptedOf(await orders.place(placed, 'entry'));
      const filled = await orderWhen(run, orders, { tag: placed.tag, state: hasState('filled') });
      assert.equal(filled.brokerOrderId, brokerOrderId);
      assert.deepEqual([filled.side, filled.product, filled.kind], ['buy', 'intraday', 'limit']);
      assert.deepEqual([filled.quantity, filled.filledQuantity, filled.pricePaise], [3, 3, placed.pricePaise]);
      assert(filled.averagePaise > 0 && filled.averagePaise <= placed.pricePaise, `average ${filled.averagePaise}`);
      const fills = await fillsOf(run, orders, filled);
      const valuePaise = fills.reduce((sum, fill) => sum + fill.quantity * fill.pricePaise, 0);
      assert(Math.abs(valuePaise / 3 - filled.averagePaise) < 1, 'the average is not that of the fills');
      assert(fills.every((fill) => fill.filledAt !== undefined && fill.side === 'buy'));
      const after = await settled(
        run,
        () => positionOf(run, orders),
        (net) => net === before + 3,
      );
      assert.equal(after, before + 3);
      acceptedOf(await orders.place({ ...order({ side: 'sell', quantity: 3 }, -0.01) }, 'exit'));
      assert.equal(
        await settled(
          run,
          () => positionOf(run, orders),
          (net) => net === before,
        ),
        before,
      );
    },
  },
  {
    name: 'an order away from the market rests, is changed under its number, and is cancelled with nothing filled',
    check: async (run) => {
      const { orders, order } = await open(run);
      const placed = order({ side: 'buy' }, -0.04);
      const { brokerOrderId } = acceptedOf(await orders.place(placed, 'entry'));
      await orderWhen(run, orders, { tag: placed.tag, state: hasState('open') });
      const pricePaise = placed.pricePaise - run.tickPaise;
      const change = { ...placed, brokerOrderId, placedAs: placed.kind, quantity: 5, pricePaise };
      acceptedOf(await orders.modify(change, 'entry'));
      const isChanged = (one: BrokerOrder) => one.quantity === 5 && one.pricePaise === pricePaise;
      const changed = await orderWhen(run, orders, { tag: placed.tag, state: isChanged });
      assert.equal(changed.brokerOrderId, brokerOrderId);
      assert(isLive(changed.state), changed.state);
      acceptedOf(await orders.cancel({ brokerOrderId, placedAs: placed.kind }, 'exit'));
      const ended = await orderWhen(run, orders, { tag: placed.tag, state: (one) => isTerminal(one.state) });
      assert.deepEqual([ended.state, ended.filledQuantity], ['cancelled', 0]);
      assert.deepEqual(await fillsOf(run, orders, ended), []);
    },
  },
  {
    name: 'a stop waits for its trigger, follows when it is moved, and is cancelled',
    check: async (run) => {
      const { orders, order } = await open(run);
      const below = (share: number) => order({ side: 'sell' }, share).pricePaise;
      const stop = order({ side: 'sell', kind: 'stop_limit', triggerPaise: below(-0.03) }, -0.035);
      const { brokerOrderId } = acceptedOf(await orders.place(stop, 'exit'));
      const armed = await orderWhen(run, orders, { tag: stop.tag, state: hasState('trigger_pending') });
      assert.deepEqual([armed.kind, armed.triggerPaise], ['stop_limit', stop.triggerPaise]);
      const triggerPaise = below(-0.025);
      acceptedOf(await orders.modify({ ...stop, brokerOrderId, placedAs: 'stop_limit', triggerPaise }, 'exit'));
      const isMoved = (one: BrokerOrder) => one.triggerPaise === triggerPaise && one.state === 'trigger_pending';
      await orderWhen(run, orders, { tag: stop.tag, state: isMoved });
      acceptedOf(await orders.cancel({ brokerOrderId, placedAs: 'stop_limit' }, 'exit'));
      await orderWhen(run, orders, { tag: stop.tag, state: hasState('cancelled') });
    },
  },
];

const DOUBT_CASES: readonly OrderConformanceCase[] = [
  {
    name: 'an order whose answer was lost is unknown, stands in the book once, and is found there by its tag',
    check: async (run) => {
      const { orders, order } = await open(run);
      const placed = order({ side: 'buy' }, -0.04);
      await run.loseNextAnswer();
      const outcome = await orders.place(placed, 'entry');
      assert.equal(outcome.kind, 'unknown', JSON.stringify(outcome));
      const found = await orderWhen(run, orders, { tag: placed.tag, state: hasState('open') });
      acceptedOf(await orders.cancel({ brokerOrderId: found.brokerOrderId, placedAs: 'limit' }, 'exit'));
      await orderWhen(run, orders, { tag: placed.tag, state: hasState('cancelled') });
    },
  },
  {
    name: 'an order that the account cannot pay is taken and then rejected, with the reason in words',
    check: async (run) => {
      const { orders, order } = await open(run);
      const placed = order({ side: 'buy', quantity: run.unaffordableQuantity, product: 'delivery' }, -0.01);
      acceptedOf(await orders.place(placed, 'entry'));
      const rejected = await orderWhen(run, orders, { tag: placed.tag, state: hasState('rejected') });
      assert.equal(rejected.filledQuantity, 0);
      assert.match(rejected.text, /fund|margin/i);
    },
  },
  {
    name: 'an order that nobody placed cannot be cancelled, and the refusal has words',
    check: async (run) => {
      const { orders } = await open(run);
      const outcome = await orders.cancel({ brokerOrderId: '250101999999999', placedAs: 'limit' }, 'exit');
      assert(outcome.kind === 'refused', JSON.stringify(outcome));
      assert.notEqual(outcome.message, '');
    },
  },
  {
    name: 'orders of a session that has ended are not sent, and its books say that it has ended',
    check: async (run) => {
      const good = await run.access();
      const { order } = await open(run);
      const dead = run.orders({ ...good, tokens: { ...good.tokens, accessToken: 'eyJh.bm90aGluZw.c2ln' } });
      const placed = order({ side: 'buy' }, -0.04);
      assert.deepEqual(await dead.place(placed, 'entry'), { kind: 'not_sent', cause: 'session_expired' });
      assert.deepEqual(await dead.orderBook(), { kind: 'session_expired' });
      const book = answerOf(await run.orders(good).orderBook());
      assert(!book.some((one) => one.tag === placed.tag), 'the order is in the book');
    },
  },
];

const READ_CASES: readonly OrderConformanceCase[] = [
  {
    name: 'one order by its unique number is the order of the book',
    check: async (run) => {
      const { orders, order } = await open(run);
      const placed = order({ side: 'buy' }, -0.04);
      const { brokerOrderId, uniqueOrderId } = acceptedOf(await orders.place(placed, 'entry'));
      assert(uniqueOrderId !== undefined);
      await orderWhen(run, orders, { tag: placed.tag, state: hasState('open') });
      const one = answerOf(await orders.order(uniqueOrderId));
      assert.deepEqual([one.brokerOrderId, one.tag, one.state], [brokerOrderId, placed.tag, 'open']);
      acceptedOf(await orders.cancel({ brokerOrderId, placedAs: 'limit' }, 'exit'));
    },
  },
  {
    name: 'the margin of a purchase is above nought and at most its value, and holdings are read',
    check: async (run) => {
      const { orders, order } = await open(run);
      const leg = order({ side: 'buy', product: 'delivery', quantity: 10 }, 0);
      const marginPaise = answerOf(await orders.margin([leg]));
      assert(marginPaise > 0n && marginPaise <= BigInt(leg.pricePaise) * 10n, `margin ${marginPaise}`);
      for (const holding of answerOf(await orders.holdings())) assert(holding.quantity >= holding.t1Quantity);
    },
  },
  {
    name: 'a rule that waits for its trigger is listed, changed and cancelled',
    check: async (run) => {
      const { orders, order } = await open(run);
      const below = (share: number) => order({ side: 'sell' }, share).pricePaise;
      const rule: GttRule = {
        instrument: run.instrument,
        side: 'sell',
        product: 'delivery',
        quantity: 2,
        triggerPaise: below(-0.1),
        pricePaise: below(-0.11),
      };
      const { ruleId } = acceptedOf(await orders.createGtt(rule));
      const known = async () => answerOf(await orders.gttRules()).find((one) => one.ruleId === ruleId);
      assert.equal((await known())?.status, 'waiting');
      acceptedOf(await orders.modifyGtt(ruleId, { ...rule, quantity: 3 }));
      assert.deepEqual([(await known())?.quantity, (await known())?.triggerPaise], [3, rule.triggerPaise]);
      acceptedOf(await orders.cancelGtt(ruleId, { ...rule, quantity: 3 }));
      const ended = await known();
      assert(ended === undefined || ended.status === 'cancelled', ended?.status);
    },
  },
];

const FEED_CASES: readonly OrderConformanceCase[] = [
  {
    name: 'the order feed tells of an order until it is filled, and of no other client’s',
    check: async (run) => {
      const { orders, order } = await open(run);
      const placed = order({ side: 'buy', quantity: 1 }, 0.01);
      const { accepted, updates } = await heardUntilFilled(run, async () =>
        acceptedOf(await orders.place(placed, 'entry')),
      );
      const ours = updates.filter((one) => one.brokerOrderId === accepted.brokerOrderId);
      const last = ours.find((one) => one.state === 'filled');
      assert(last !== undefined, `heard of ${ours.map((one) => one.state).join(', ')} only`);
      assert.deepEqual([last.tag, last.filledQuantity, last.side], [placed.tag, 1, 'buy']);
      assert(last.averagePaise > 0);
      const book = answerOf(await orders.orderBook());
      assert(updates.every((one) => book.some((known) => known.brokerOrderId === one.brokerOrderId)));
      acceptedOf(await orders.place(order({ side: 'sell', quantity: 1 }, -0.01), 'exit'));
    },
  },
];

/** Places an order once the feed stands, and gives what the feed told until the order was filled or patience ended. */
async function heardUntilFilled(
  run: Run,
  place: () => Promise<AcceptedOrder>,
): Promise<{ readonly accepted: AcceptedOrder; readonly updates: readonly BrokerOrder[] }> {
  const access = await run.access();
  const updates: BrokerOrder[] = [];
  const events: OrderFeedEvent[] = [];
  const feed = run.openOrderFeed(() => access, {
    onOrder: (order) => updates.push(order),
    onEvent: (event) => events.push(event),
  });
  const heard = (isSo: () => boolean) =>
    settled(
      run,
      async () => ({ kind: 'ok', value: isSo() }) as const,
      (value) => value,
    );
  try {
    assert(await heard(() => events.some((event) => event.kind === 'connected')), 'the feed does not connect');
    const accepted = await place();
    await heard(() => updates.some((one) => one.brokerOrderId === accepted.brokerOrderId && one.state === 'filled'));
    return { accepted, updates };
  } finally {
    feed.close();
  }
}

/** The fills of an order, once they add up to what is filled. */
async function fillsOf(run: Run, orders: BrokerOrders, order: BrokerOrder) {
  const ours = async () => {
    const reply = await orders.tradeBook();
    if (reply.kind !== 'ok') return reply;
    return { kind: 'ok', value: reply.value.filter((fill) => fill.brokerOrderId === order.brokerOrderId) } as const;
  };
  const total = (fills: readonly { readonly quantity: number }[]) => fills.reduce((sum, one) => sum + one.quantity, 0);
  const fills = await settled(run, ours, (all) => total(all) === order.filledQuantity);
  assert.equal(total(fills), order.filledQuantity);
  assert.equal(new Set(fills.map((fill) => fill.fillId)).size, fills.length);
  return fills;
}

async function positionOf(run: Run, orders: BrokerOrders): Promise<BrokerReply<number>> {
  const reply = await orders.positions();
  if (reply.kind !== 'ok') return reply;
  const ours = reply.value.filter((one) => one.token === run.instrument.token && one.product === 'intraday');
  for (const one of ours) assert.equal(one.netQuantity, one.buyQuantity - one.sellQuantity);
  return { kind: 'ok', value: ours.reduce((sum, one) => sum + one.netQuantity, 0) };
}

async function netQuantity(run: Run, orders: BrokerOrders): Promise<number> {
  return answerOf(await positionOf(run, orders));
}

/** What the product relies on at any broker that it trades with, for any test runner. They run in this order. */
export const ORDER_CASES: readonly OrderConformanceCase[] = [
  ...LIFE_CASES,
  ...DOUBT_CASES,
  ...READ_CASES,
  ...FEED_CASES,
];
