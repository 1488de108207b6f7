import { chargesForOrder } from '@trickdesk/engine';
import { chosenThenRandom, scaledCount } from '@trickdesk/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AccountFacts, DayFill, EntryFacts, HeldLine, RestingOrder } from './figures.ts';
import { NO_LIMITS, type RiskLimits } from './limits.ts';
import { onlyReduces } from './replacing.ts';
import { decideEntry, type RiskFacts, type RiskSwitches } from './rules.ts';

const DAY = '2026-01-05';
const WALL = Date.UTC(2026, 0, 5, 5);
const SWITCHES: RiskSwitches = {
  wallNow: WALL,
  killSwitch: 'none',
  lockedUntil: undefined,
  stoppedForDay: false,
  broker: { isLinked: true, tokenExpiresAt: WALL + 1 },
};
const MARKET = { wallNow: WALL, isOpen: false, clock: undefined, last: undefined, minuteClosePaise: undefined };
const EMPTY: AccountFacts = {
  day: DAY,
  realisedPaise: 0,
  trades: 0,
  lines: [],
  funds: { availablePaise: 10_000_000_00, usedPaise: 0 },
  ordersLastMinute: 0,
};
const ENTRY: EntryFacts = {
  symbol: 'SBIN',
  product: 'intraday',
  instrumentKind: 'equity',
  side: 'buy',
  quantity: 100,
  pricePaise: 601_00,
  lastPaise: 600_00,
};

const factsOf = (
  parts: {
    readonly switches?: Partial<RiskSwitches>;
    readonly account?: Partial<AccountFacts>;
    readonly limits?: Partial<RiskLimits>;
  } = {},
): RiskFacts => ({
  switches: { ...SWITCHES, ...parts.switches },
  market: MARKET,
  account: { ...EMPTY, ...parts.account },
  limits: { ...NO_LIMITS, ...parts.limits },
});
function vetoOf(facts: RiskFacts, entry: EntryFacts = ENTRY) {
  const decision = decideEntry(facts, entry);
  return decision.allowed ? undefined : decision.veto;
}

test('an account without limits may enter', () => {
  expect(vetoOf(factsOf())).toBeUndefined();
});

test('switches, the lock and an ended broker session stop entries before any figure is looked at', () => {
  const ruleWith = (switches: Partial<RiskSwitches>) => vetoOf(factsOf({ switches }))?.rule;
  expect(ruleWith({ killSwitch: 'product' })).toBe('kill_switch');
  expect(ruleWith({ killSwitch: 'account' })).toBe('kill_switch');
  expect(ruleWith({ lockedUntil: WALL + 1 })).toBe('risk_lock');
  expect(ruleWith({ lockedUntil: WALL })).toBeUndefined();
  expect(ruleWith({ broker: undefined })).toBe('broker_session');
  expect(ruleWith({ broker: { isLinked: false, tokenExpiresAt: WALL + 1 } })).toBe('broker_session');
  expect(ruleWith({ broker: { isLinked: true, tokenExpiresAt: WALL } })).toBe('broker_session');
});

test('a loss at its limit ends the day, and stays so when prices come back', () => {
  const limits = { maxLossPerDayPaise: 5_000_00 };
  const reached = decideEntry(factsOf({ limits, account: { realisedPaise: -5_000_00 } }), ENTRY);
  expect(reached).toMatchObject({ allowed: false, endsDay: true, veto: { rule: 'account_loss' } });
  const later = decideEntry(factsOf({ limits, switches: { stoppedForDay: true } }), ENTRY);
  expect(later).toMatchObject({ allowed: false, endsDay: false, veto: { rule: 'account_loss' } });
});

test('an entry whose price and charges alone could pass the loss limit is stopped with both figures', () => {
  const facts = factsOf({ limits: { maxLossPerDayPaise: 5_000_00 }, account: { realisedPaise: -4_900_00 } });
  const decision = decideEntry(facts, ENTRY);
  expect(decision).toMatchObject({ allowed: false, endsDay: false, veto: { rule: 'account_loss' } });
  // One rupee against a hundred shares, and the charges of both ways.
  expect(vetoOf(facts)?.sentence).toMatch(/−₹4,900\.00 after charges; .* could be −₹5,0\d\d\.\d\d\. .* ₹5,000\.00\./);
});

test('each limit speaks its own word and names its figures', () => {
  const said = (limits: Partial<RiskLimits>, account: Partial<AccountFacts> = {}) =>
    vetoOf(factsOf({ limits, account }));
  expect(said({ maxTradesPerDay: 3 }, { trades: 3 })).toMatchObject({
    rule: 'account_trades',
    sentence: expect.stringContaining('trade 4 of the account today; its limit is 3'),
  });
  expect(said({ maxGrossExposurePaise: 60_000_00 })).toMatchObject({
    rule: 'account_gross',
    sentence: expect.stringContaining('₹60,100.00. Its limit is ₹60,000.00'),
  });
  expect(said({ maxNetExposurePaise: 60_000_00 })?.rule).toBe('account_net');
  expect(said({ maxOrdersPerMinute: 2 }, { ordersLastMinute: 2 })?.rule).toBe('order_rate');
  expect(said({ maxMarginPercent: 50 }, { funds: { availablePaise: 20_000_00, usedPaise: 0 } })?.rule).toBe(
    'account_margin',
  );
  expect(said({ maxMarginPercent: 50 }, { funds: undefined })?.sentence).toContain('has not told yet');
});

test('a limit that is just kept stops nothing', () => {
  const limits = { maxTradesPerDay: 4, maxGrossExposurePaise: 60_100_00, maxNetExposurePaise: 60_100_00 };
  expect(vetoOf(factsOf({ limits, account: { trades: 3 } }))).toBeUndefined();
});

test('shares that were bought before the day and are sold by hand are neither a short position nor a loss', () => {
  const line = lineWith({ product: 'delivery', fills: [{ side: 'sell', quantity: 50, valuePaise: 30_000_00 }] });
  const decision = decideEntry(factsOf({ account: { lines: [line] } }), ENTRY);
  expect(decision).toMatchObject({ allowed: true, worst: { grossPaise: 60_100_00 } });
});

test('what was carried into the day counts from the close before it, less what selling it costs', () => {
  const line = lineWith({ product: 'delivery', openingQuantity: 10, previousClosePaise: 620_00, lastPaise: 600_00 });
  const decision = decideEntry(factsOf({ account: { lines: [line] }, limits: { maxLossPerDayPaise: 210_00 } }), ENTRY);
  expect(decision).toMatchObject({ allowed: false, endsDay: true });
});

function lineWith(changes: Partial<HeldLine>): HeldLine {
  return {
    isByHand: false,
    symbol: 'SBIN',
    product: 'intraday',
    instrumentKind: 'equity',
    openingQuantity: 0,
    previousClosePaise: 600_00,
    lastPaise: 600_00,
    fills: [],
    resting: [],
    ...changes,
  };
}

/** A day of an account, kept by a bookkeeper who knows nothing of the rules: orders, fills and prices as they come. */
class Day {
  readonly lastPaise = [600_00, 1_200_00, 75_00];
  readonly orders: { readonly book: number; entry: EntryFacts; filled: number }[] = [];
  readonly fills: { book: number; symbol: number; fill: DayFill }[] = [];
  readonly sentAt: number[] = [];
  wall = 0;

  facts(): AccountFacts {
    const lines = [...Array(6).keys()].map((book) => this.line(book));
    return {
      ...EMPTY,
      lines,
      trades: this.orders.length,
      funds: { availablePaise: 400_000_00, usedPaise: 0 },
      ordersLastMinute: this.sentAt.filter((at) => at > this.wall - 60).length,
    };
  }

  /** Books are by instrument and product: three instruments, each intraday and delivery. */
  line(book: number): HeldLine {
    const resting: RestingOrder[] = this.orders
      .filter((order) => order.book === book && order.filled < order.entry.quantity)
      .map(({ entry, filled }) => ({ ...entry, quantity: entry.quantity - filled }));
    return lineWith({
      symbol: `S${book % 3}`,
      product: book < 3 ? 'intraday' : 'delivery',
      lastPaise: this.lastPaise[book % 3] ?? 0,
      fills: this.fills.filter((entry) => entry.book === book).map(({ fill }) => fill),
      resting,
    });
  }
}

/** What an account would be if exactly these orders were filled at their limits, by plain addition. */
function outcome(day: Day, filled: readonly { book: number; order: RestingOrder }[]) {
  let [result, gross, net, margin] = [0, 0, 0, 0];
  for (let book = 0; book < 6; book += 1) {
    const line = day.line(book);
    const more = filled
      .filter((one) => one.book === book)
      .map(({ order }) => ({
        side: order.side,
        quantity: order.quantity,
        valuePaise: order.quantity * order.pricePaise,
      }));
    let [quantity, cash, charges] = [0, 0, 0];
    for (const fill of [...line.fills, ...more]) {
      quantity += fill.side === 'buy' ? fill.quantity : -fill.quantity;
      cash += fill.side === 'buy' ? -fill.valuePaise : fill.valuePaise;
      charges += cost(line, fill);
    }
    const value = quantity * line.lastPaise;
    if (quantity !== 0) {
      const side = quantity > 0 ? 'sell' : 'buy';
      charges += cost(line, { side, quantity: Math.abs(quantity), valuePaise: Math.abs(value) });
    }
    result += cash + value - charges;
    gross += Math.abs(value);
    net += value;
    margin += line.product === 'delivery' ? Math.abs(value) : Math.abs(value) / 5;
  }
  return { result, gross, net: Math.abs(net), margin };
}

function cost(line: HeldLine, { side, quantity, valuePaise }: DayFill): number {
  const product = line.product === 'delivery' ? 'DELIVERY' : 'INTRADAY';
  const pricePaise = Math.round(valuePaise / quantity);
  const order = { tariff: 'angelone', exchange: 'NSE', instrumentKind: 'equity', date: DAY } as const;
  return chargesForOrder({ ...order, product, side, quantity, pricePaise }).totalPaise;
}

type Step =
  | { kind: 'modify'; order: number; quantity: number; offBps: number }
  | { kind: 'enter'; book: number; sell: boolean; quantity: number; offBps: number }
  | { kind: 'fill'; order: number; share: number }
  | { kind: 'price'; instrument: number; moveBps: number }
  | { kind: 'close'; book: number }
  | { kind: 'wait'; seconds: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('enter' as const),
      book: fc.nat(5),
      sell: fc.boolean(),
      quantity: fc.integer({ min: 1, max: 120 }),
      offBps: fc.integer({ min: -50, max: 50 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('modify' as const),
      order: fc.nat(9),
      quantity: fc.integer({ min: 1, max: 160 }),
      offBps: fc.integer({ min: -400, max: 400 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('fill' as const),
      order: fc.nat(9),
      share: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('price' as const),
      instrument: fc.nat(2),
      moveBps: fc.integer({ min: -300, max: 300 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('close' as const), book: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 50 }) }) },
);

const LIMITS: fc.Arbitrary<RiskLimits> = fc.record({
  maxLossPerDayPaise: fc.option(fc.integer({ min: 500_00, max: 5_000_00 }), { nil: undefined }),
  maxTradesPerDay: fc.option(fc.integer({ min: 2, max: 12 }), { nil: undefined }),
  maxGrossExposurePaise: fc.option(fc.integer({ min: 50_000_00, max: 400_000_00 }), { nil: undefined }),
  maxNetExposurePaise: fc.option(fc.integer({ min: 20_000_00, max: 200_000_00 }), { nil: undefined }),
  maxMarginPercent: fc.option(fc.integer({ min: 5, max: 60 }), { nil: undefined }),
  maxOrdersPerMinute: fc.option(fc.integer({ min: 2, max: 8 }), { nil: undefined }),
});

/** Whatever of the resting orders is filled, with the new one or without. */
function everyOutcome(day: Day): { book: number; order: RestingOrder }[][] {
  const resting = [...Array(6).keys()].flatMap((book) => day.line(book).resting.map((order) => ({ book, order })));
  const most = Math.min(resting.length, 8);
  return [...Array(2 ** most).keys()].map((mask) => resting.filter((_, index) => (mask >> index) & 1));
}

test('no sequence of fills, prices, entries and changes of orders passes a limit unseen: whatever is let through stays inside all of them', () => {
  const seen: Seen = { entries: 0, allowed: 0, changed: 0, outcomes: 0 };
  const anySteps = fc.array(step, { minLength: 5, maxLength: 40 });
  fc.assert(
    fc.property(LIMITS, anySteps, (limits, steps) => {
      const day = new Day();
      for (const one of steps) play(day, one, limits, seen);
    }),
    chosenThenRandom([LIMITS, anySteps], {
      ...{ chosen: 40, random: scaledCount('random days against the limits of an account', 80) },
    }),
  );
  process.stdout.write(
    `account limits: ${seen.entries} entries asked for, ${seen.allowed} let through, ${seen.changed} changed, ${seen.outcomes} outcomes inside every limit\n`,
  );
  expect(Math.min(seen.allowed, seen.changed)).toBeGreaterThan(0);
  expect(seen.allowed).toBeLessThan(seen.entries);
}, 120_000);

type Seen = Record<'entries' | 'allowed' | 'changed' | 'outcomes', number>;

function play(day: Day, one: Step, limits: RiskLimits, seen: Seen): void {
  switch (one.kind) {
    case 'price': {
      const before = day.lastPaise[one.instrument] ?? 0;
      day.lastPaise[one.instrument] = Math.max(5, Math.round(before * (1 + one.moveBps / 10_000)));
      return;
    }
    case 'wait':
      day.wall += one.seconds;
      return;
    case 'fill': {
      const order = day.orders[one.order];
      if (!order || order.filled === order.entry.quantity) return;
      const left = order.entry.quantity - order.filled;
      fillOrder(day, order, Math.max(1, Math.floor(left / one.share)));
      return;
    }
    case 'modify':
      modify(day, one, limits, seen);
      return;
    case 'close':
      closeBook(day, one.book);
      return;
    case 'enter':
      enter(day, one, limits, seen);
  }
}

function fillOrder(day: Day, order: Day['orders'][number], quantity: number): void {
  order.filled += quantity;
  const { side, pricePaise } = order.entry;
  const fill = { side, quantity, valuePaise: quantity * pricePaise };
  day.fills.push({ book: order.book, symbol: order.book % 3, fill });
}

/** Exits are never asked about. */
function closeBook(day: Day, book: number): void {
  const line = day.line(book);
  const net = line.fills.reduce((sum, fill) => sum + (fill.side === 'buy' ? fill.quantity : -fill.quantity), 0);
  if (net === 0) return;
  const fill: DayFill = {
    side: net > 0 ? 'sell' : 'buy',
    quantity: Math.abs(net),
    valuePaise: Math.abs(net) * line.lastPaise,
  };
  day.fills.push({ book, symbol: book % 3, fill });
  day.sentAt.push(day.wall);
}

function enter(
  day: Day,
  { book, sell, quantity, offBps }: Extract<Step, { kind: 'enter' }>,
  limits: RiskLimits,
  seen: Seen,
): void {
  const line = day.line(book);
  // Delivery is bought first: it has no short side.
  const side = sell && line.product === 'intraday' ? 'sell' : 'buy';
  const pricePaise = Math.max(5, Math.round(line.lastPaise * (1 + offBps / 10_000)));
  const entry: EntryFacts = { ...line, side, quantity, pricePaise };
  seen.entries += 1;
  const decision = decideEntry({ switches: SWITCHES, market: MARKET, account: day.facts(), limits }, entry);
  if (!decision.allowed) return;
  seen.allowed += 1;
  day.orders.push({ book, entry, filled: 0 });
  day.sentAt.push(day.wall);
  for (const filled of everyOutcome(day)) {
    seen.outcomes += 1;
    checkInside(day, outcome(day, filled), limits);
  }
}

/** All that an order may still trade is weighed at its new shape, unless the change only takes something away. */
function modify(day: Day, asked: Extract<Step, { kind: 'modify' }>, limits: RiskLimits, seen: Seen): void {
  const order = day.orders[asked.order];
  if (!order || order.filled === order.entry.quantity || asked.quantity <= order.filled) return;
  const { book, entry: before, filled } = order;
  const { lastPaise } = day.line(book);
  const pricePaise = Math.max(5, Math.round(lastPaise * (1 + asked.offBps / 10_000)));
  const rest = { ...before, quantity: before.quantity - filled };
  const changed = { ...before, quantity: asked.quantity - filled, pricePaise, lastPaise };
  const isLess = onlyReduces(rest, changed);
  // Nothing of it rests any more, and the trade that it began goes on.
  order.entry = { ...before, quantity: filled };
  const account = { ...day.facts(), trades: day.orders.length - 1 };
  const decision = decideEntry({ switches: SWITCHES, market: MARKET, account, limits }, changed);
  order.entry = isLess || decision.allowed ? { ...before, quantity: asked.quantity, pricePaise } : before;
  if (isLess || !decision.allowed) return;
  seen.changed += 1;
  for (const outcomes of everyOutcome(day)) {
    seen.outcomes += 1;
    checkInside(day, outcome(day, outcomes), limits);
  }
}

function checkInside(day: Day, is: ReturnType<typeof outcome>, limits: RiskLimits): void {
  const within = (value: number, limit: number | undefined) => limit === undefined || value <= limit;
  if (limits.maxLossPerDayPaise !== undefined) expect(is.result).toBeGreaterThan(-limits.maxLossPerDayPaise);
  expect(within(is.gross, limits.maxGrossExposurePaise), 'gross exposure').toBe(true);
  expect(within(is.net, limits.maxNetExposurePaise), 'net exposure').toBe(true);
  expect(within(day.orders.length, limits.maxTradesPerDay), 'trades').toBe(true);
  expect(within((is.margin * 100) / 400_000_00, limits.maxMarginPercent), 'margin').toBe(true);
  const lastMinute = day.sentAt.filter((at) => at > day.wall - 60).length;
  expect(within(lastMinute, limits.maxOrdersPerMinute), 'orders a minute').toBe(true);
}
