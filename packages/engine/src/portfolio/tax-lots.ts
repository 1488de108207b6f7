import { type CorporateAction, type IndiaDate, mulDiv, toSafePaise } from '@trickdesk/domain';

/** A trade of delivered shares, all fills of an order together. */
export interface LotTrade {
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly quantity: number;
  /** Price times shares over all fills, whole paise. */
  readonly valuePaise: number;
  /** What it cost beside the price, without securities transaction tax: that is not deductible. Whole paise. */
  readonly deductiblePaise: number;
  readonly date: IndiaDate;
  /** Tells the trades of a day apart, in the order in which they were made. */
  readonly id: number;
}

/** What is left of a purchase. */
export interface OpenLot {
  readonly symbol: string;
  readonly boughtOn: IndiaDate;
  readonly quantity: number;
  /** Price and deductible charges of what is left, whole paise; the parts of a purchase add up to it exactly. */
  readonly costPaise: number;
}

/** Bought and sold on one day is speculation, not capital gain; long is more than twelve months. */
export type HoldingTerm = 'short' | 'long' | 'intraday';

/** Shares of one purchase that left with one sale. */
export interface Disposal {
  readonly symbol: string;
  readonly boughtOn: IndiaDate;
  readonly soldOn: IndiaDate;
  readonly quantity: number;
  /** Of the purchase, with its deductible charges, whole paise. */
  readonly costPaise: number;
  /** Of the sale, less its deductible charges, whole paise. */
  readonly proceedsPaise: number;
  /** Proceeds less cost. */
  readonly gainPaise: number;
  readonly term: HoldingTerm;
}

/** What changed the unit of a share that is held. */
export interface LotAction extends CorporateAction {
  readonly symbol: string;
}

/**
 * Which purchase each sale was of: first in, first out, for each share, as tax counts shares of one depository account.
 * Shares bought and sold on one day are matched first and among themselves, in whichever order.
 *
 * From an ex-date on, what was bought before is so many shares as they became, together rounded down to whole ones, at
 * the cost and with the day of their purchase: a bonus too, although tax law gives the shares of a bonus no cost and a
 * day of their own. A demerger leaves all as it is. What is paid for a part of a share is not in the trades, so it is
 * not here.
 *
 * @param trades in any order
 * @param actions those that have happened, in any order
 * @returns lots and disposals, oldest first; of a day by share, in the order of each share's first trade
 * @throws RangeError where more is sold than held, or a number is not whole
 */
export function fifoLots(
  trades: readonly LotTrade[],
  actions: readonly LotAction[] = [],
): { readonly lots: readonly OpenLot[]; readonly disposals: readonly Disposal[] } {
  const books = new Map<string, Book>();
  const waiting = actions.toSorted((a, b) => compare(a.exDate, b.exDate));
  for (const [date, ofDay] of byDay(trades)) {
    while (waiting[0] && waiting[0].exDate <= date) adjust(books, waiting.shift());
    for (const [symbol, ofShare] of bySymbol(ofDay)) {
      const book = books.get(symbol) ?? { symbol, lots: [], disposals: [] };
      books.set(symbol, book);
      settleDay(book, date, ofShare);
    }
  }
  for (const action of waiting) adjust(books, action);
  const all = [...books.values()];
  const lots = all.flatMap(({ symbol, lots }) =>
    lots.map(({ date, quantity, paise }) => ({ symbol, boughtOn: date, quantity, costPaise: paise })),
  );
  return {
    lots: lots.toSorted((a, b) => compare(a.boughtOn, b.boughtOn)),
    disposals: all.flatMap(({ disposals }) => disposals).toSorted((a, b) => compare(a.soldOn, b.soldOn)),
  };
}

/** What is left of a purchase or of a sale. */
interface Part {
  readonly date: IndiaDate;
  quantity: number;
  paise: number;
}

interface Book {
  readonly symbol: string;
  /** Oldest first. */
  lots: Part[];
  readonly disposals: Disposal[];
}

function settleDay(book: Book, date: IndiaDate, trades: readonly LotTrade[]): void {
  const buys = trades.filter(({ side }) => side === 'buy').map(partOf);
  const sells = trades.filter(({ side }) => side === 'sell').map(partOf);
  match(book, buys, sells);
  match(book, book.lots, sells);
  if (sells.length > 0) throw new RangeError(`more of ${book.symbol} is sold on ${date} than held`);
  book.lots.push(...buys);
}

function partOf({ side, quantity, valuePaise, deductiblePaise, date }: LotTrade): Part {
  if (quantity === 0) throw new RangeError('a trade is of at least one share');
  for (const value of [quantity, valuePaise, deductiblePaise]) {
    if (!Number.isSafeInteger(value) || value < 0) throw new RangeError('a trade has whole numbers, none below zero');
  }
  const charges = side === 'buy' ? deductiblePaise : -deductiblePaise;
  return { date, quantity, paise: valuePaise + charges };
}

/** Takes sales out of purchases, each from its first on, until one side has none left. */
function match({ symbol, disposals }: Book, buys: Part[], sells: Part[]): void {
  for (;;) {
    const [buy] = buys;
    const [sell] = sells;
    if (!buy || !sell) return;
    const quantity = Math.min(buy.quantity, sell.quantity);
    const costPaise = take(buy, quantity);
    const proceedsPaise = take(sell, quantity);
    disposals.push({
      symbol,
      boughtOn: buy.date,
      soldOn: sell.date,
      quantity,
      costPaise,
      proceedsPaise,
      gainPaise: proceedsPaise - costPaise,
      term: termOf(buy.date, sell.date),
    });
    if (buy.quantity === 0) buys.shift();
    if (sell.quantity === 0) sells.shift();
  }
}

/** Half up; the last part of a lot is what the others left. */
function take(part: Part, quantity: number): number {
  const paise = toSafePaise(mulDiv(BigInt(part.paise), BigInt(quantity), BigInt(part.quantity), 'half_up'));
  part.quantity -= quantity;
  part.paise -= paise;
  return paise;
}

/** What a sale on a day would be of shares that were bought on another. Bought on 10 January 2024, it is long from 11 January 2025; on 29 February 2024, from 1 March 2025: as text, too. */
export function termOf(boughtOn: IndiaDate, soldOn: IndiaDate): HoldingTerm {
  if (boughtOn === soldOn) return 'intraday';
  return soldOn > `${Number(boughtOn.slice(0, 4)) + 1}${boughtOn.slice(4)}` ? 'long' : 'short';
}

/** Rounded on the sum, as a company does it; a lot that comes to nothing leaves its cost to the next. */
function adjust(books: ReadonlyMap<string, Book>, action: LotAction | undefined): void {
  const book = action && books.get(action.symbol);
  if (!book || action.kind === 'demerger') return;
  let before = 0;
  let after = 0;
  let left = 0;
  const lots: Part[] = [];
  for (const lot of book.lots) {
    before += lot.quantity;
    const quantity = Math.floor((before * action.newUnits) / action.oldUnits) - after;
    after += quantity;
    left += lot.paise;
    if (quantity === 0) continue;
    lots.push({ date: lot.date, quantity, paise: left });
    left = 0;
  }
  const last = lots.at(-1);
  if (last) last.paise += left;
  book.lots = lots;
}

function byDay(trades: readonly LotTrade[]): Map<IndiaDate, LotTrade[]> {
  return grouped(
    trades.toSorted((a, b) => compare(a.date, b.date) || a.id - b.id),
    ({ date }) => date,
  );
}

function bySymbol(trades: readonly LotTrade[]): Map<string, LotTrade[]> {
  return grouped(trades, ({ symbol }) => symbol);
}

function grouped(trades: readonly LotTrade[], keyOf: (trade: LotTrade) => string): Map<string, LotTrade[]> {
  const groups = new Map<string, LotTrade[]>();
  for (const trade of trades) {
    const group = groups.get(keyOf(trade)) ?? [];
    groups.set(keyOf(trade), group);
    group.push(trade);
  }
  return groups;
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
