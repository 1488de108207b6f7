import { chargedOrders } from './charges-rules.ts';
import type { Difference, OurBooks, TheirBooks, TheirTrade } from './facts.ts';
import { rupees } from './orders-rules.ts';

/** On the contract note the transaction tax and the stamp duty are rounded to the rupee, half up. */
const NOTE_ROUNDING_PAISE = 100;
/** Lines of charges of one order, each rounded to the paisa. */
const ORDER_ROUNDING_PAISE = 8;
/** Share of shares sold out of the holdings that a broker gives free only when they are settled. */
const RETAINED_PERCENT = 20;
/** The broker tells times of trades in whole seconds. */
const CLOCK_MS = 2_000;

/** Where the cash of the account should stand, or why nobody can say. Money in whole paise. */
export type ExpectedFunds =
  | { readonly kind: 'not_compared'; readonly reason: string }
  | {
      readonly kind: 'expected';
      readonly cashPaise: number;
      /** What may not have been debited or credited yet. */
      readonly pending: readonly Pending[];
      readonly roundingPaise: number;
    };

interface Pending {
  /** Above zero: the cash stands higher until then. */
  readonly paise: number;
  readonly words: string;
}

/**
 * The cash at the end: what it was before the first trade of the day, moved by every trade of the broker's book, ours
 * or not, and by its charges. Cash counts what the broker has blocked as well, so margin does not move it.
 */
export function expectedFunds(ours: OurBooks, theirs: TheirBooks): ExpectedFunds {
  const { opening } = ours;
  const { trades, funds } = theirs;
  const not = (reason: string): ExpectedFunds => ({ kind: 'not_compared', reason });
  if (!funds || !trades) return not('The broker did not show its funds and its trades.');
  if (funds.cashPaise === undefined) return not('The broker does not say what of the funds it has blocked.');
  if (!opening) return not('The funds were not read before the first trade of the day.');
  if (trades.some(({ filledAt }) => filledAt === undefined || filledAt <= opening.at + CLOCK_MS)) {
    return not('The funds were not read before the first trade of the day.');
  }
  if (funds.movedPaise !== opening.movedPaise) return not('Money was paid in or out during the day.');
  if (trades.some(({ product }) => product === 'other')) {
    return not('Something was traded with a product whose margin is not known here.');
  }
  const intraday = trades.filter(({ product }) => product === 'intraday');
  if (!isFlat(intraday)) return not('An intraday position is open: its result is not in the funds yet.');
  const charged = chargedOrders(trades, ours);
  const chargesPaise = charged.reduce((sum, order) => sum + order.chargesPaise, 0);
  return {
    kind: 'expected',
    cashPaise: opening.cashPaise + proceedsOf(trades) - chargesPaise,
    pending: pendingOf(trades, { chargesPaise, profitPaise: proceedsOf(intraday) }),
    roundingPaise: charged.length === 0 ? 0 : NOTE_ROUNDING_PAISE + ORDER_ROUNDING_PAISE * charged.length,
  };
}

/** What sales brought less what purchases cost. */
function proceedsOf(trades: readonly TheirTrade[]): number {
  return trades.reduce(
    (sum, { side, quantity, pricePaise }) => sum + (side === 'sell' ? 1 : -1) * quantity * pricePaise,
    0,
  );
}

function isFlat(trades: readonly TheirTrade[]): boolean {
  const nets = new Map<string, number>();
  for (const { tradingSymbol, side, quantity } of trades) {
    nets.set(tradingSymbol, (nets.get(tradingSymbol) ?? 0) + (side === 'buy' ? quantity : -quantity));
  }
  return [...nets.values()].every((net) => net === 0);
}

function pendingOf(
  trades: readonly TheirTrade[],
  { chargesPaise, profitPaise }: { readonly chargesPaise: number; readonly profitPaise: number },
): Pending[] {
  const delivery = trades.filter(({ product }) => product === 'delivery');
  const bought = new Set(delivery.filter(({ side }) => side === 'buy').map(({ tradingSymbol }) => tradingSymbol));
  const soldPaise = proceedsOf(
    delivery.filter(({ side, tradingSymbol }) => side === 'sell' && !bought.has(tradingSymbol)),
  );
  const pending = [
    { paise: chargesPaise, words: 'The broker debits the charges of the day with the contract note.' },
    {
      paise: -Math.round((soldPaise * RETAINED_PERCENT) / 100),
      words: `The broker keeps ${RETAINED_PERCENT} % of what was sold for delivery until it is settled.`,
    },
    { paise: -Math.max(0, profitPaise), words: 'The broker credits the intraday profit when it is settled.' },
  ];
  return pending.filter(({ paise }) => paise !== 0);
}

export function compareFunds(ours: OurBooks, theirs: TheirBooks): Difference[] {
  const expected = expectedFunds(ours, theirs);
  const cashPaise = theirs.funds?.cashPaise;
  if (expected.kind !== 'expected' || cashPaise === undefined || cashPaise === expected.cashPaise) return [];
  const found = {
    kind: 'funds',
    sentence: "The funds at the broker are not what the day's trades and charges come to.",
    ours: rupees(expected.cashPaise),
    theirs: rupees(cashPaise),
    deploymentIds: [],
  } as const;
  const explanation = explanationOf(cashPaise - expected.cashPaise, expected);
  if (explanation !== undefined) return [{ ...found, explanation }];
  const next = "Compare the day's trades and charges with the ledger and the contract note at your broker.";
  return [{ ...found, next }];
}

/** What is pending that comes to the gap, with as few causes as possible; `undefined`: nothing does. */
function explanationOf(
  gapPaise: number,
  { pending, roundingPaise }: Extract<ExpectedFunds, { kind: 'expected' }>,
): string | undefined {
  const sets: (readonly Pending[])[] = [[]];
  for (const one of pending) sets.push(...sets.map((set) => [...set, one]));
  const fitting = sets
    .filter((set) => Math.abs(gapPaise - set.reduce((sum, { paise }) => sum + paise, 0)) <= roundingPaise)
    .sort((a, b) => a.length - b.length);
  const [causes] = fitting;
  if (!causes) return undefined;
  return causes.length === 0 ? 'Charges are rounded on the contract note.' : causes.map(({ words }) => words).join(' ');
}
