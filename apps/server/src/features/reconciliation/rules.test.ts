import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DifferenceKind, OurBooks, OurOrder, TheirBooks, TheirOrder } from './facts.ts';
import { isExplained, reconcile, tricksToHalt } from './rules.ts';

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
  const trades = drafts.flatMap((draft, i) => draft.fills.map((fill) => ({ brokerOrderId: `b${i}`, ...fill })));
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
        beforeQuantity: 0,
      })),
      charges: orders.flatMap(({ deploymentId, tradingSymbol }) =>
        deploymentId === undefined ? [] : [{ deploymentId, tradingSymbol, bookedPaise: 700, tariffPaise: 700 }],
      ),
      fundsPaise: 5_000_00,
    },
    theirs: {
      orders: book,
      trades,
      positions: [...nets].map(([key, netQuantity]) => ({ ...placeOf(key), netQuantity })),
      holdings: SYMBOLS.map((tradingSymbol) => ({ tradingSymbol, quantity: 5_000 })),
      fundsPaise: 5_000_00,
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
    books: ofTheirs(b, { trades: [...(b.theirs.trades ?? []), { brokerOrderId: 'x', quantity: 1, pricePaise: 5 }] }),
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
      ? { kind: 'charges', books: ofOurs(b, { charges: swap(b.ours.charges, i, (c) => ({ ...c, bookedPaise: 701 })) }) }
      : undefined,
  (b) => ({ kind: 'funds', books: ofTheirs(b, { fundsPaise: 1 }) }),
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

test('shares of a trick that its owner sold by hand halt that trick', () => {
  const sold: Draft = {
    ...order,
    side: 'sell',
    deploymentId: undefined,
    fills: [{ quantity: 10, pricePaise: 61_000 }],
  };
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
    }),
    { orders: [], trades: [], positions: [] },
  );
  expect(kindsOf(lost)).toEqual(['order_unclear']);
  expect(tricksToHalt(reconcile(lost.ours, lost.theirs))).toEqual([7]);
});
