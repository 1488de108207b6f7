import { deliveryUnits, leftOfPurchases } from '@trickdesk/domain';
import { compareCharges } from './charges-rules.ts';
import type {
  Difference,
  NotCompared,
  OurBooks,
  OurOrder,
  Product,
  RunHolding,
  TheirBooks,
  TheirOrder,
} from './facts.ts';
import { compareFunds, expectedFunds } from './funds-rules.ts';
import { compareOrders, compareTrades, partnerOf } from './orders-rules.ts';

/**
 * Everything in which our books and the broker's differ at the end of a day, each named once: what follows from an order
 * that differs is not named again at its trades, its position and its trick.
 */
export function reconcile(ours: OurBooks, theirs: TheirBooks): Difference[] {
  const orders = theirs.orders ?? [];
  const differences = [
    ...(theirs.orders ? compareOrders(ours.orders, orders) : []),
    ...(theirs.orders && theirs.trades ? compareTrades(ours.orders, orders, theirs.trades) : []),
    ...(theirs.orders && theirs.positions ? comparePositions(ours, theirs) : []),
    ...(theirs.orders ? compareRuns(ours, orders) : []),
  ];
  return [
    ...differences,
    ...uncovered(ours, theirs, differences),
    ...(theirs.trades ? compareCharges(ours, theirs.trades) : []),
    // What the funds should be follows from the trade book, as far as that stands.
    ...(doubtedTrades(differences) ? [] : compareFunds(ours, theirs)),
  ];
}

function doubtedTrades(differences: readonly Difference[]): boolean {
  return differences.some((one) => one.kind.startsWith('trade_') && !isExplained(one));
}

/** What was left out of a comparison although the broker answered, with the reason. */
export function notCompared(ours: OurBooks, theirs: TheirBooks, differences: readonly Difference[]): NotCompared[] {
  const parts = ours.charges.filter(({ isWhole }) => !isWhole).length;
  const funds = expectedFunds(ours, theirs);
  const reason = doubtedTrades(differences)
    ? "The broker's trades are in doubt, and the funds follow from them."
    : funds.kind === 'not_compared' && theirs.funds && theirs.trades && funds.reason;
  return [
    ...(parts > 0 && theirs.trades
      ? [{ what: 'charges', reason: 'An order was executed in part on another day, or closed at the broker.' } as const]
      : []),
    ...(reason ? [{ what: 'funds', reason } as const] : []),
  ];
}

export function isExplained({ explanation }: Difference): boolean {
  return explanation !== undefined;
}

/** Tricks that must not go on before somebody has looked. */
export function tricksToHalt(differences: readonly Difference[]): number[] {
  const open = differences.filter((difference) => !isExplained(difference));
  return [...new Set(open.flatMap(({ deploymentIds }) => deploymentIds))].sort((a, b) => a - b);
}

type Filled = Pick<OurOrder | TheirOrder, 'side' | 'filledQuantity'>;
type Place = { readonly tradingSymbol: string; readonly product: Product };

const keyOf = ({ tradingSymbol, product }: Place): string => `${tradingSymbol} ${product}`;
const signed = ({ side, filledQuantity }: Filled): number => (side === 'buy' ? filledQuantity : -filledQuantity);

function netByKey(orders: readonly (Filled & Place)[]): Map<string, number> {
  const nets = new Map<string, number>();
  for (const order of orders) nets.set(keyOf(order), (nets.get(keyOf(order)) ?? 0) + signed(order));
  return nets;
}

/** The day's positions at the broker against what the day's orders come to, by our book or by theirs. */
function comparePositions(ours: OurBooks, theirs: TheirBooks): Difference[] {
  const own = netByKey(ours.orders.filter(({ isElsewhere }) => !isElsewhere));
  const book = netByKey(theirs.orders ?? []);
  const held = new Map<string, number>();
  for (const position of theirs.positions ?? []) {
    held.set(keyOf(position), (held.get(keyOf(position)) ?? 0) + position.netQuantity);
  }
  return [...new Set([...own.keys(), ...book.keys(), ...held.keys()])].flatMap((key): Difference[] => {
    const net = held.get(key) ?? 0;
    if (net === (own.get(key) ?? 0) || net === (book.get(key) ?? 0)) return [];
    const tradingSymbol = key.slice(0, key.lastIndexOf(' '));
    return [
      {
        kind: 'position_quantity',
        sentence: `The broker's position in ${tradingSymbol} is not what the day's orders come to.`,
        ours: String(own.get(key) ?? 0),
        theirs: String(net),
        next: 'Compare the position at your broker with the trades there before you start the tricks again.',
        tradingSymbol,
        deploymentIds: tricksIn(ours, key),
      },
    ];
  });
}

function tricksIn({ orders, runs }: OurBooks, key: string): number[] {
  const ids = [...orders, ...runs].flatMap((row) => (keyOf(row) === key ? [row.deploymentId] : []));
  return [...new Set(ids.filter((id) => id !== undefined))];
}

/** What each trick holds, or has handed over to its owner, against what its orders come to. */
function compareRuns({ orders, runs }: OurBooks, theirs: readonly TheirOrder[]): Difference[] {
  return runs.flatMap((run): Difference[] => {
    const own = orders.filter((order) => isOfRun(order, run));
    const kept = run.beforeQuantity - run.handedOverQuantity;
    const byUs = own.reduce((sum, order) => sum + ofRun(order, order), kept);
    const byBroker = own.reduce((sum, order) => sum + ofRun(order, partnerOf(order, theirs) ?? order), kept);
    if (run.heldQuantity === byUs || run.heldQuantity === byBroker) return [];
    return [
      {
        kind: 'run_position',
        sentence: `A trick believes to hold another number of ${run.tradingSymbol} than its orders come to.`,
        ours: String(run.heldQuantity),
        theirs: String(byBroker),
        next: 'Sell the position of the trick, or hand it over, and start it again.',
        tradingSymbol: run.tradingSymbol,
        deploymentIds: [run.deploymentId],
      },
    ];
  });
}

/** Signed units that an order traded for its run, by one of the two books. */
function ofRun({ runFilledQuantity: most }: OurOrder, { side, filledQuantity }: Filled): number {
  return signed({ side, filledQuantity: most === undefined ? filledQuantity : Math.min(most, filledQuantity) });
}

function isOfRun(order: OurOrder, run: RunHolding): boolean {
  return order.deploymentId === run.deploymentId && order.runNumber === run.runNumber && keyOf(order) === keyOf(run);
}

/** What the tricks hold together must be in the account: it may hold more, which is its owner's. */
function uncovered(ours: OurBooks, theirs: TheirBooks, found: readonly Difference[]): Difference[] {
  if (!theirs.positions || !theirs.orders) return [];
  const named = new Set(found.filter((one) => !isExplained(one)).map(({ tradingSymbol }) => tradingSymbol));
  const wanted = new Map<string, { place: Place; quantity: number }>();
  for (const run of ours.runs) {
    const earlier = wanted.get(keyOf(run))?.quantity ?? 0;
    wanted.set(keyOf(run), { place: run, quantity: earlier + run.heldQuantity });
  }
  return [...wanted.values()].flatMap(({ place, quantity }): Difference[] => {
    if (quantity === 0 || named.has(place.tradingSymbol)) return [];
    const inAccount = accountQuantity(theirs, place);
    if (inAccount === undefined || (quantity > 0 ? inAccount >= quantity : inAccount <= quantity)) return [];
    return [
      {
        kind: 'run_uncovered',
        sentence: `The tricks hold ${quantity} ${place.tradingSymbol}, and the account has ${inAccount}.`,
        ours: String(quantity),
        theirs: String(inAccount),
        next: 'If you sold it by hand, sell or hand over the position of the trick here as well.',
        tradingSymbol: place.tradingSymbol,
        deploymentIds: tricksIn(ours, keyOf(place)),
      },
    ];
  });
}

/** Positions of the day, and for delivery what was held before. */
function accountQuantity({ positions = [], holdings, trades = [] }: TheirBooks, place: Place): number | undefined {
  const ofDay = positions.reduce((sum, row) => (keyOf(row) === keyOf(place) ? sum + row.netQuantity : sum), 0);
  if (place.product !== 'delivery') return ofDay;
  if (!holdings) return undefined;
  const ofPlace = holdings.filter(({ tradingSymbol }) => tradingSymbol === place.tradingSymbol);
  const held = ofPlace.reduce((sum, { quantity }) => sum + quantity, 0);
  const delivered = trades.filter((trade) => keyOf(trade) === keyOf(place));
  const left = leftOfPurchases(delivered.map(({ side, quantity, filledAt: at }) => ({ side, quantity, at })));
  return deliveryUnits(held, ofDay, left);
}
