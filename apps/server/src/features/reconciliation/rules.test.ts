import { indiaMoment } from '@trickdesk/domain';
import { chargesForOrder } from '@trickdesk/engine';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BookedCharges, DifferenceKind, OurBooks, OurOrder, TheirBooks, TheirOrder } from './facts.ts';
import { isExplained, notCompared, reconcile, tricksToHalt } from './rules.ts';

const DAY = '2026-01-05';
/** Before the day's first trade. */
const OPENED = indiaMoment(DAY, 9 * 60 + 10);
const OPENING_PAISE = 10_00_000_00;
const SYMBOLS = ['SBIN-EQ', 'TCS-EQ', 'INFY-EQ'];
const anyFill = fc.record({
  quantity: fc.integer({ min: 1, max: 300 }),
  pricePaise: fc.integer({ min: 1_000, max: 90_000 }),
});
const anyOrder = fc.record({
  symbol: fc.constantFrom(...SYMBOLS),
  side: fc.constantFrom('buy' as const, 'sell' as const),
  product: fc.constantFrom('intraday' as const, 'delivery' as const),
  fills: fc.array(anyFill, { maxLength: 3 }),
  unfilled: fc.integer({ min: 0, max: 50 }),
  deploymentId: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
});
type Draft = typeof anyOrder extends fc.Arbitrary<infer T> ? T : never;

interface Books {
  readonly ours: OurBooks;
  readonly theirs: TheirBooks;
}

/** Two sets of books about one day, which agree. */
function booksOf(drafts: readonly Draft[]): Books {
  const trades = drafts.flatMap(({ fills, symbol: tradingSymbol, side, product }, i) =>
    fills.map((fill) => ({
      brokerOrderId: `b${i}`,
      tradingSymbol,
      side,
      product,
      filledAt: OPENED + 60_000 + i,
      ...fill,
    })),
  );
  const terms = drafts.map((draft, i) => {
    const filledQuantity = draft.fills.reduce((sum, fill) => sum + fill.quantity, 0);
    const quantity = Math.max(1, filledQuantity + draft.unfilled);
    const state = filledQuantity === quantity ? ('filled' as const) : ('cancelled' as const);
    const { side, product, symbol: tradingSymbol } = draft;
    return { brokerOrderId: `b${i}`, tag: undefined, tradingSymbol, side, product, quantity, state, filledQuantity };
  });
  const worthOf = (i: number) =>
    (drafts[i]?.fills ?? []).reduce((sum, { quantity, pricePaise }) => sum + quantity * pricePaise, 0);
  const orders: OurOrder[] = terms.map((order, i) => {
    const deploymentId = drafts[i]?.deploymentId;
    const runNumber = deploymentId === undefined ? undefined : 1;
    return { ...order, id: i + 1, deploymentId, runNumber, filledValuePaise: worthOf(i) };
  });
  const book: TheirOrder[] = terms.map((order, i) => ({
    ...order,
    averagePaise: order.filledQuantity === 0 ? 0 : worthOf(i) / order.filledQuantity,
  }));
  const costOf = ({ side, product, filledValuePaise }: OurOrder): number =>
    chargesForOrder({
      ...{ tariff: 'angelone', exchange: 'NSE', instrumentKind: 'equity', date: DAY, quantity: 1, side },
      product: product === 'delivery' ? 'DELIVERY' : 'INTRADAY',
      pricePaise: filledValuePaise,
    }).totalPaise;
  const traded = orders.filter(({ filledQuantity }) => filledQuantity > 0);
  const cashPaise = traded.reduce(
    (sum, order) => sum + (order.side === 'buy' ? -1 : 1) * order.filledValuePaise - costOf(order),
    OPENING_PAISE,
  );
  const nets = new Map<string, number>();
  const runs = new Map<string, number>();
  for (const { tradingSymbol, product, side, filledQuantity, deploymentId } of orders) {
    const signed = side === 'buy' ? filledQuantity : -filledQuantity;
    nets.set(`${tradingSymbol}/${product}`, (nets.get(`${tradingSymbol}/${product}`) ?? 0) + signed);
    if (deploymentId === undefined) continue;
    const key = `${tradingSymbol}/${product}/${deploymentId}`;
    runs.set(key, (runs.get(key) ?? 0) + signed);
  }
  const placeOf = (key: string) => {
    const [tradingSymbol = '', product = ''] = key.split('/');
    return { tradingSymbol, product: product === 'delivery' ? ('delivery' as const) : ('intraday' as const) };
  };
  return {
    ours: {
      orders,
      runs: [...runs].map(([key, heldQuantity]) => ({
        ...placeOf(key),
        deploymentId: Number(key.split('/')[2]),
        runNumber: 1,
        heldQuantity,
        handedOverQuantity: 0,
        beforeQuantity: 0,
      })),
      charges: traded.flatMap((order): BookedCharges[] => {
        const { deploymentId, tradingSymbol, brokerOrderId = '' } = order;
        if (deploymentId === undefined) return [];
        const bookedPaise = costOf(order);
        return [{ deploymentId, tradingSymbol, bookedPaise, brokerOrderIds: [brokerOrderId], isWhole: true }];
      }),
      opening: { cashPaise: OPENING_PAISE, movedPaise: 0, at: OPENED },
      day: DAY,
      etfs: new Set(),
    },
    theirs: {
      orders: book,
      trades,
      positions: [...nets].map(([key, netQuantity]) => ({ ...placeOf(key), netQuantity })),
      holdings: SYMBOLS.map((tradingSymbol) => ({ tradingSymbol, quantity: 5_000 })),
      funds: { cashPaise, movedPaise: 0, availablePaise: cashPaise },
    },
  };
}

// A trick that is short beside its owner's longs is not covered: that is a case of its own below.
const anyDay = fc
  .array(anyOrder, { minLength: 1, maxLength: 6 })
  .map((drafts) => drafts.map((draft) => ({ ...draft, side: 'buy' as const })))
  .map(booksOf);

test('equal books agree, whatever was traded', () => {
  fc.assert(
    fc.property(anyDay, ({ ours, theirs }) => {
      expect(reconcile(ours, theirs)).toEqual([]);
    }),
  );
});

type Change = (books: Books, place: number) => { readonly books: Books; readonly kind: DifferenceKind } | undefined;

const swap = <T>(rows: readonly T[] | undefined, place: number, row: (old: T) => T): readonly T[] =>
  (rows ?? []).map((old, i) => (i === place % (rows ?? []).length ? row(old) : old));
const without = <T>(rows: readonly T[] | undefined, place: number): readonly T[] =>
  (rows ?? []).filter((_, i) => i !== place % (rows ?? []).length);
const ofOurs = ({ ours, theirs }: Books, change: Partial<OurBooks>): Books => ({
  ours: { ...ours, ...change },
  theirs,
});
const ofTheirs = ({ ours, theirs }: Books, change: Partial<TheirBooks>): Books => ({
  ours,
  theirs: { ...theirs, ...change },
});
/** Far beyond what rounding explains. */
const FAR = 5_000;

const UNKNOWN = {
  ...{ brokerOrderId: 'x', tradingSymbol: 'SBIN-EQ', filledAt: OPENED + 90_000 },
  ...({ side: 'buy', product: 'delivery' } as const),
};

const CHANGES: readonly Change[] = [
  (b, i) => ({
    kind: 'order_filled',
    books: ofOurs(b, { orders: swap(b.ours.orders, i, (o) => ({ ...o, filledQuantity: o.filledQuantity + 1 })) }),
  }),
  (b, i) => ({
    kind: 'order_filled',
    books: ofTheirs(b, { orders: swap(b.theirs.orders, i, (o) => ({ ...o, filledQuantity: o.filledQuantity + 1 })) }),
  }),
  (b, i) => ({
    kind: 'order_value',
    books: ofOurs(b, { orders: swap(b.ours.orders, i, (o) => ({ ...o, filledValuePaise: o.filledValuePaise + FAR })) }),
  }),
  (b, i) => ({
    kind: 'order_state',
    books: ofTheirs(b, { orders: swap(b.theirs.orders, i, (o) => ({ ...o, state: 'open' as const })) }),
  }),
  (b, i) => ({
    kind: 'order_state',
    books: ofOurs(b, { orders: swap(b.ours.orders, i, (o) => ({ ...o, state: 'unknown' as const })) }),
  }),
  (b, i) => ({
    kind: 'order_quantity',
    books: ofTheirs(b, { orders: swap(b.theirs.orders, i, (o) => ({ ...o, quantity: o.quantity + 1 })) }),
  }),
  (b, i) => ({
    kind: 'order_terms',
    books: ofTheirs(b, { orders: swap(b.theirs.orders, i, (o) => ({ ...o, side: 'sell' as const })) }),
  }),
  (b, i) => {
    const gone = b.ours.orders[i % b.ours.orders.length];
    // One of which nothing was executed leaves no other trace either.
    return gone?.filledQuantity === 0
      ? { kind: 'order_missing', books: ofTheirs(b, { orders: without(b.theirs.orders, i) }) }
      : undefined;
  },
  (b, i) => {
    const gone = b.ours.orders[i % b.ours.orders.length];
    if (gone?.filledQuantity !== 0 && gone?.deploymentId !== undefined) return undefined;
    return { kind: 'order_foreign', books: ofOurs(b, { orders: without(b.ours.orders, i) }) };
  },
  (b, i) =>
    b.theirs.trades?.length
      ? { kind: 'trade_quantity', books: ofTheirs(b, { trades: without(b.theirs.trades, i) }) }
      : undefined,
  (b, i) =>
    b.theirs.trades?.length
      ? {
          kind: 'trade_value',
          books: ofTheirs(b, { trades: swap(b.theirs.trades, i, (t) => ({ ...t, pricePaise: t.pricePaise + FAR })) }),
        }
      : undefined,
  (b) => ({
    kind: 'trade_unknown',
    books: ofTheirs(b, { trades: [...(b.theirs.trades ?? []), { ...UNKNOWN, quantity: 1, pricePaise: 5 }] }),
  }),
  (b, i) => ({
    kind: 'position_quantity',
    books: ofTheirs(b, { positions: swap(b.theirs.positions, i, (p) => ({ ...p, netQuantity: p.netQuantity + 1 })) }),
  }),
  (b, i) =>
    b.ours.runs.length
      ? {
          kind: 'run_position',
          books: ofOurs(b, { runs: swap(b.ours.runs, i, (r) => ({ ...r, heldQuantity: r.heldQuantity + 1 })) }),
        }
      : undefined,
  (b, i) =>
    b.ours.charges.length
      ? {
          kind: 'charges',
          books: ofOurs(b, { charges: swap(b.ours.charges, i, (c) => ({ ...c, bookedPaise: c.bookedPaise + 9 })) }),
        }
      : undefined,
  (b) =>
    b.theirs.trades?.some(({ product }) => product === 'intraday')
      ? undefined
      : { kind: 'funds', books: ofTheirs(b, { funds: { cashPaise: 1, movedPaise: 0, availablePaise: 1 } }) },
];

test('any single change on one side yields exactly one difference, which names it', () => {
  fc.assert(
    fc.property(anyDay, fc.nat(5), fc.constantFrom(...CHANGES), (day, place, change) => {
      const changed = change(day, place);
      fc.pre(changed !== undefined);
      if (!changed) return;
      const kinds = reconcile(changed.books.ours, changed.books.theirs).map(({ kind }) => kind);
      expect(kinds).toEqual([changed.kind]);
    }),
    { numRuns: 2_000 },
  );
});

const order = { symbol: 'SBIN-EQ', side: 'buy', product: 'delivery', unfilled: 0, deploymentId: 7 } as const;
const day = booksOf([{ ...order, fills: [{ quantity: 10, pricePaise: 60_000 }] }]);
const kindsOf = ({ ours, theirs }: Books) => reconcile(ours, theirs).map(({ kind }) => kind);

test('an order placed by hand explains itself; one with our mark that we do not know does not', () => {
  const own = { ...day, ours: { ...day.ours, orders: [], runs: [], charges: [] } };
  const [byHand] = reconcile(own.ours, own.theirs);
  expect(byHand).toMatchObject({ kind: 'order_foreign', deploymentIds: [] });
  expect(byHand && isExplained(byHand)).toBe(true);
  const marked = ofTheirs(own, { orders: swap(own.theirs.orders, 0, (o) => ({ ...o, tag: '0123456789abcdef012' })) });
  expect(reconcile(marked.ours, marked.theirs).map((d) => [d.kind, isExplained(d)])).toEqual([['order_orphan', false]]);
});

const sold: Draft = {
  ...order,
  side: 'sell',
  deploymentId: undefined,
  fills: [{ quantity: 10, pricePaise: 61_000 }],
};

test('what a trick buys after shares of earlier days were sold is covered, though the holdings are without them', () => {
  const books = booksOf([sold, { ...order, fills: [{ quantity: 10, pricePaise: 60_000 }] }]);
  expect(kindsOf(ofTheirs(books, { holdings: [] }))).toEqual([]);
});

test('shares of a trick that its owner sold by hand halt that trick', () => {
  const books = booksOf([{ ...order, fills: [{ quantity: 10, pricePaise: 60_000 }] }, sold]);
  const poor = ofTheirs(books, { holdings: [] });
  expect(kindsOf(poor)).toEqual(['run_uncovered']);
  expect(tricksToHalt(reconcile(poor.ours, poor.theirs))).toEqual([7]);
});

test('a rounded average is explained, and halts nobody', () => {
  const rounded = ofTheirs(day, { orders: swap(day.theirs.orders, 0, (o) => ({ ...o, averagePaise: 60_000.4 })) });
  const differences = reconcile(rounded.ours, rounded.theirs);
  expect(differences.map((d) => [d.kind, isExplained(d)])).toEqual([['order_value', true]]);
  expect(tricksToHalt(differences)).toEqual([]);
});

test('an order whose answer was lost and that the broker does not have is unclear, and halts its trick', () => {
  const lost = ofTheirs(
    ofOurs(day, {
      orders: swap(day.ours.orders, 0, (o) => ({
        ...o,
        state: 'unknown' as const,
        brokerOrderId: undefined,
        filledQuantity: 0,
      })),
      runs: [],
      charges: [],
    }),
    { orders: [], trades: [], positions: [], funds: undefined },
  );
  expect(kindsOf(lost)).toEqual(['order_unclear']);
  expect(tricksToHalt(reconcile(lost.ours, lost.theirs))).toEqual([7]);
});

/** What a day of one delivery purchase and an intraday round trip comes to, with the cash changed by so much. */
function withCash(changePaise: number, change: Partial<OurBooks> = {}): Books {
  const trip = { ...order, symbol: 'TCS-EQ', product: 'intraday', deploymentId: 8 } as const;
  const books = booksOf([
    { ...order, fills: [{ quantity: 10, pricePaise: 60_000 }] },
    { ...trip, fills: [{ quantity: 20, pricePaise: 30_000 }] },
    { ...trip, side: 'sell', fills: [{ quantity: 20, pricePaise: 30_500 }] },
  ]);
  const { funds } = books.theirs;
  const cashPaise = (funds?.cashPaise ?? 0) + changePaise;
  return ofOurs(ofTheirs(books, { funds: { cashPaise, movedPaise: 0, availablePaise: cashPaise } }), change);
}
const fundsOf = ({ ours, theirs }: Books) =>
  reconcile(ours, theirs).map((one) => [one.kind, isExplained(one) ? one.explanation : 'unexplained']);

test('charges of ten thousand rupees booked for a small order are not explained', () => {
  const changed = ofOurs(day, {
    charges: swap(day.ours.charges, 0, (one) => ({ ...one, bookedPaise: 10_000_00 })),
  });
  const differences = reconcile(changed.ours, changed.theirs);
  expect(differences).toMatchObject([{ kind: 'charges', ours: '₹10,000.00', deploymentIds: [7] }]);
  expect(differences.map(isExplained)).toEqual([false]);
});

test('a paisa of rounding on a line, and brokerage for each part, explain charges', () => {
  const [booked] = day.ours.charges;
  const near = ofOurs(day, { charges: booked ? [{ ...booked, bookedPaise: booked.bookedPaise + 8 }] : [] });
  expect(fundsOf(near)).toEqual([['charges', 'Each line of charges is rounded to the paisa.']]);
  const half = { ...order, fills: [{ quantity: 100, pricePaise: 60_000 }] };
  const parts = booksOf([half, half]);
  const asOne = booksOf([{ ...order, fills: [{ quantity: 200, pricePaise: 60_000 }] }]).ours.charges;
  const charges = asOne.map((one) => ({ ...one, brokerOrderIds: ['b0', 'b1'] }));
  expect(fundsOf(ofOurs(parts, { charges }))).toEqual([
    ['charges', 'The order was sent in 2 parts, and the broker takes brokerage for each.'],
  ]);
});

test('charges of an order that was executed in part on another day are not compared, and that is said', () => {
  const changed = ofOurs(day, {
    charges: day.ours.charges.map((one) => ({ ...one, bookedPaise: 10_000_00, isWhole: false })),
  });
  expect(reconcile(changed.ours, changed.theirs)).toEqual([]);
  expect(notCompared(changed.ours, changed.theirs, [])).toMatchObject([{ what: 'charges' }]);
});

test('funds are what they were before the first trade, moved by all trades and their charges', () => {
  expect(fundsOf(withCash(0))).toEqual([]);
  for (const change of [-10_00_000_00, 10_00_000_00, 500, -500]) {
    expect(fundsOf(withCash(change))).toEqual([['funds', 'unexplained']]);
  }
});

test('funds that differ by just what is settled later are explained by it, and by nothing near it', () => {
  const [first] = withCash(0).theirs.trades ?? [];
  const profit = 20 * 500;
  const charges = OPENING_PAISE - 10 * 60_000 + profit - (withCash(0).theirs.funds?.cashPaise ?? 0);
  expect(first && charges > 1_000).toBe(true);
  const debitedLater = 'The broker debits the charges of the day with the contract note.';
  const creditedLater = 'The broker credits the intraday profit when it is settled.';
  expect(fundsOf(withCash(charges))).toEqual([['funds', debitedLater]]);
  expect(fundsOf(withCash(-profit))).toEqual([['funds', creditedLater]]);
  expect(fundsOf(withCash(charges - profit))).toEqual([['funds', `${debitedLater} ${creditedLater}`]]);
  expect(fundsOf(withCash(charges + 500))).toEqual([['funds', 'unexplained']]);
});

test.each([
  ['nobody read the funds before the first trade', { opening: undefined }, /before the first trade/],
  [
    'they were read after it',
    { opening: { cashPaise: 1, movedPaise: 0, at: OPENED + 600_000 } },
    /before the first trade/,
  ],
  ['money was paid in', { opening: { cashPaise: 1, movedPaise: 50_000, at: OPENED } }, /paid in/],
] as const)('where %s, funds are not compared, and that is said', (_, change, reason) => {
  const { ours, theirs } = withCash(77_777, change);
  expect(reconcile(ours, theirs)).toEqual([]);
  expect(notCompared(ours, theirs, [])).toEqual([{ what: 'funds', reason: expect.stringMatching(reason) }]);
});

test('an open intraday position, or blocked money that the broker does not tell, leaves funds out', () => {
  const open = booksOf([{ ...order, product: 'intraday', fills: [{ quantity: 10, pricePaise: 60_000 }] }]);
  const untold = ofTheirs(day, { funds: { cashPaise: undefined, movedPaise: 0, availablePaise: 1 } });
  for (const { ours, theirs } of [open, untold]) {
    expect(reconcile(ours, theirs)).toEqual([]);
    expect(notCompared(ours, theirs, []).map(({ what }) => what)).toEqual(['funds']);
  }
});
