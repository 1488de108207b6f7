import type { IndiaDate } from '@trickdesk/domain';
import {
  type CapitalGainsTax,
  capitalGainsTax,
  chargesForOrder,
  type Disposal,
  fifoLots,
  financialYearOf,
  type HoldingTerm,
  type LotAction,
  type LotTrade,
  type OpenLot,
} from '@trickdesk/engine';

/** What of an order at a broker was executed. */
export interface ExecutedDeal {
  readonly id: number;
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly product: 'delivery' | 'intraday';
  readonly quantity: number;
  /** Price times units over all fills, whole paise. */
  readonly valuePaise: number;
  readonly isEtf: boolean;
  readonly day: IndiaDate;
}

export interface AccountDeals {
  readonly brokerId: number;
  readonly clientCode: string;
  /** Of one account at the depository, in any order. */
  readonly deals: readonly ExecutedDeal[];
  /** What the broker says is held now; absent where it could not be asked. */
  readonly heldNow: ReadonlyMap<string, number> | undefined;
}

/** Units of one purchase that left with one sale. Without the purchase on record there is no cost, and so no gain. */
export interface TaxedSale {
  readonly brokerId: number;
  readonly clientCode: string;
  readonly symbol: string;
  readonly isOtherFund: boolean;
  readonly term: HoldingTerm | 'unknown';
  readonly boughtOn?: IndiaDate;
  readonly soldOn: IndiaDate;
  readonly quantity: number;
  readonly costPaise?: number;
  readonly proceedsPaise: number;
  readonly gainPaise?: number;
}

export interface YearTax extends Omit<CapitalGainsTax, 'financialYear'> {
  readonly otherFundsPaise: number;
  readonly unknownProceedsPaise: number;
}

export interface AccountTax {
  readonly disposals: readonly TaxedSale[];
  /** Delivered shares that are still there, oldest first; without those whose purchase is not on record. */
  readonly lots: readonly OpenLot[];
}

/** Stands for a day before everything that is on record. */
export const EARLIER: IndiaDate = '1900-01-01';
/** Metals, money and bonds: funds that hold no shares. */
const OTHER_FUND = /GOLD|SILVER|SILV|LIQUID|GILT|BOND|GSEC/;

/** Funds of metals, money and bonds pay no transaction tax on their sale, so sections 196 and 198 are not theirs. */
export function isOtherFund({ symbol, isEtf }: Pick<ExecutedDeal, 'symbol' | 'isEtf'>): boolean {
  return isEtf && OTHER_FUND.test(symbol);
}

export interface AccountBooks {
  readonly disposals: readonly Disposal[];
  /** With those of before everything on record, which were bought on the day `EARLIER` for nothing. */
  readonly lots: readonly OpenLot[];
}

/**
 * Which purchase each sale of one depository account was of. What was sold beyond every purchase on record, and what the
 * broker holds beyond them, was bought earlier: being oldest it leaves first, at a cost that is not known here.
 *
 * @param actions of these shares, those that have happened
 * @param takesOff what stands in costs and proceeds: the charges that a return takes off, or all of them
 */
export function accountBooks(
  account: AccountDeals,
  actions: readonly LotAction[],
  takesOff: 'deductible' | 'all',
): AccountBooks {
  const charged = withCharges(account.deals, takesOff);
  const delivered = charged.filter(({ product }) => product === 'delivery').map(({ trade }) => trade);
  const ofOneDay = charged.filter(({ product }) => product === 'intraday').map(({ trade }) => trade);
  const earlier = earlierTrades(delivered, actions, account.heldNow);
  const books = fifoLots([...earlier, ...delivered], actions);
  const speculation = fifoLots(closedDays(ofOneDay)).disposals;
  const disposals = [...books.disposals, ...speculation];
  return {
    disposals: disposals.toSorted((a, b) => (a.soldOn === b.soldOn ? 0 : a.soldOn < b.soldOn ? -1 : 1)),
    lots: books.lots,
  };
}

/** The books of an account as a tax return counts them. */
export function accountTax(account: AccountDeals, actions: readonly LotAction[]): AccountTax {
  const { disposals, lots } = accountBooks(account, actions, 'deductible');
  const funds = new Set(account.deals.filter(isOtherFund).map(({ symbol }) => symbol));
  const { brokerId, clientCode } = account;
  return {
    disposals: disposals.map((disposal) => ({
      ...{ brokerId, clientCode },
      ...shown(disposal, funds.has(disposal.symbol)),
    })),
    lots: lots.filter(({ boughtOn }) => boughtOn !== EARLIER),
  };
}

function shown(
  { symbol, boughtOn, soldOn, quantity, costPaise, proceedsPaise, gainPaise, term }: Disposal,
  isOtherFund: boolean,
) {
  const row = { symbol, isOtherFund, soldOn, quantity, proceedsPaise };
  if (boughtOn === EARLIER) return { ...row, term: 'unknown' as const };
  return { ...row, term, boughtOn, costPaise, gainPaise };
}

/** The tax of a year on disposals of all accounts of a person: what is exempt is exempt once. */
export function taxOf(disposals: readonly TaxedSale[], year: string): YearTax {
  const ofYear = disposals.filter(({ soldOn }) => financialYearOf(soldOn) === year);
  const shares = ofYear.filter((one) => !one.isOtherFund).flatMap(asDisposal);
  const { financialYear: _, ...tax } = capitalGainsTax(shares, year);
  const sum = (rows: readonly TaxedSale[], of: (row: TaxedSale) => number): number =>
    rows.reduce((total, row) => total + of(row), 0);
  return {
    ...tax,
    otherFundsPaise: sum(
      ofYear.filter((one) => one.isOtherFund),
      ({ gainPaise }) => gainPaise ?? 0,
    ),
    unknownProceedsPaise: sum(
      ofYear.filter(({ term }) => term === 'unknown'),
      ({ proceedsPaise }) => proceedsPaise,
    ),
  };
}

function asDisposal(row: TaxedSale): Disposal[] {
  const { symbol, boughtOn, soldOn, quantity, costPaise, proceedsPaise, gainPaise, term } = row;
  if (term === 'unknown' || boughtOn === undefined || costPaise === undefined || gainPaise === undefined) return [];
  return [{ symbol, boughtOn, soldOn, quantity, costPaise, proceedsPaise, gainPaise, term }];
}

interface ChargedTrade {
  readonly product: ExecutedDeal['product'];
  readonly trade: LotTrade;
}

/**
 * Each deal with its charges by the tariff, or with what a return takes off: of delivered shares they are without the
 * transaction tax. In a business, which trading within a day is to the law, that tax is an expense as well.
 */
function withCharges(deals: readonly ExecutedDeal[], takesOff: 'deductible' | 'all'): ChargedTrade[] {
  const sold = new Set<string>();
  return deals
    .filter(({ quantity, valuePaise }) => quantity > 0 && valuePaise > 0)
    .toSorted((a, b) => (a.day === b.day ? a.id - b.id : a.day < b.day ? -1 : 1))
    .map((deal) => {
      const { id, symbol, side, product, quantity, valuePaise, isEtf, day: date } = deal;
      const isDelivery = product === 'delivery';
      const key = `${date} ${symbol}`;
      const isFirst = side === 'sell' && isDelivery && !sold.has(key);
      if (isFirst) sold.add(key);
      const { totalPaise, sttPaise } = chargesForOrder({
        ...{ tariff: 'angelone', exchange: 'NSE', side, date },
        product: isDelivery ? 'DELIVERY' : 'INTRADAY',
        // One unit of the whole value: an average price would have to be rounded.
        ...{ quantity: 1, pricePaise: valuePaise, instrumentKind: isEtf ? 'etf' : 'equity' },
        firstSellOfScripToday: isFirst,
      });
      const deductiblePaise = isDelivery && takesOff === 'deductible' ? totalPaise - sttPaise : totalPaise;
      return { product, trade: { id, symbol, side, quantity, valuePaise, deductiblePaise, date } };
    });
}

/** Days whose purchases and sales of a share come to the same: one that is still open is no result yet. */
function closedDays(trades: readonly LotTrade[]): LotTrade[] {
  const net = new Map<string, number>();
  const keyOf = ({ date, symbol }: LotTrade): string => `${date} ${symbol}`;
  for (const trade of trades) net.set(keyOf(trade), (net.get(keyOf(trade)) ?? 0) + signed(trade));
  return trades.filter((trade) => net.get(keyOf(trade)) === 0);
}

const signed = ({ side, quantity }: LotTrade): number => (side === 'buy' ? quantity : -quantity);

/** A purchase of the units that must have been there before, for each share that has some. */
function earlierTrades(
  trades: readonly LotTrade[],
  actions: readonly LotAction[],
  heldNow: ReadonlyMap<string, number> | undefined,
): LotTrade[] {
  const symbols = [...new Set(trades.map(({ symbol }) => symbol))];
  return symbols.flatMap((symbol, i) => {
    const ofShare = trades.filter((trade) => trade.symbol === symbol);
    const quantity = earlierUnits(
      ofShare,
      actions.filter((action) => action.symbol === symbol),
      heldNow?.get(symbol) ?? 0,
    );
    if (quantity === 0) return [];
    const nothing = { valuePaise: 0, deductiblePaise: 0 };
    return [{ symbol, side: 'buy' as const, quantity, ...nothing, date: EARLIER, id: -1 - i }];
  });
}

/** The fewest units of a share with which no sale is of more than was there, and as many are left as are held. */
function earlierUnits(trades: readonly LotTrade[], actions: readonly LotAction[], heldNow: number): number {
  const changes = actions.filter(({ kind }) => kind !== 'demerger').toSorted((a, b) => (a.exDate < b.exDate ? -1 : 1));
  const days = [...new Set(trades.map(({ date }) => date))].toSorted();
  let units = 0;
  for (;;) {
    const missing = missingUnits(units, { trades, days, changes, heldNow });
    if (missing === 0) return units;
    units += missing;
  }
}

interface Walk {
  readonly trades: readonly LotTrade[];
  readonly days: readonly IndiaDate[];
  readonly changes: readonly LotAction[];
  readonly heldNow: number;
}

/** How many more units of the first day are needed, at least; 0: none. */
function missingUnits(start: number, { trades, days, changes, heldNow }: Walk): number {
  const waiting = [...changes];
  let held = start;
  let [grown, before] = [1, 1];
  const reach = (date: IndiaDate | undefined): void => {
    while (waiting[0] && (date === undefined || waiting[0].exDate <= date)) {
      const { newUnits, oldUnits } = waiting.shift() ?? { newUnits: 1, oldUnits: 1 };
      held = Math.floor((held * newUnits) / oldUnits);
      [grown, before] = [grown * newUnits, before * oldUnits];
    }
  };
  for (const date of days) {
    reach(date);
    for (const trade of trades) if (trade.date === date) held += signed(trade);
    if (held < 0) return Math.max(1, Math.floor((-held * before) / grown));
  }
  reach(undefined);
  return held >= heldNow ? 0 : Math.max(1, Math.floor(((heldNow - held) * before) / grown));
}
