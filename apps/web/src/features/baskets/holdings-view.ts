import type { Holding } from '@trickdesk/contract';
import type { Query } from '../../lib/query-of.ts';

/** The account that an address asks for; the first one where it names none that is linked. */
export function brokerIn<Account extends { readonly brokerId: number }>(
  query: Query,
  accounts: readonly Account[],
): Account | undefined {
  return accounts.find(({ brokerId }) => String(brokerId) === query['brokerId']) ?? accounts[0];
}

/** Those whose symbol or name has the text. All rows are in the browser, so it searches itself. */
export function filteredHoldings(holdings: readonly Holding[], search: string): readonly Holding[] {
  const text = search.trim().toLowerCase();
  if (text === '') return holdings;
  return holdings.filter(
    ({ symbol, name }) => symbol.toLowerCase().includes(text) || name.toLowerCase().includes(text),
  );
}

const DAY_MS = 86_400_000;

/** Those whose last price is a day older than the answer, or not known. */
export function staleOf(holdings: readonly Holding[], asOf: string | undefined): ReadonlySet<string> {
  const now = asOf === undefined ? undefined : Date.parse(asOf);
  return new Set(
    holdings
      .filter(({ lastPrice, lastPriceAt }) => {
        if (lastPrice === undefined) return true;
        return now !== undefined && lastPriceAt !== undefined && now - Date.parse(lastPriceAt) > DAY_MS;
      })
      .map(({ symbol }) => symbol),
  );
}
