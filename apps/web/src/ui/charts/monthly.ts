import { pageLanguage } from '../../lib/page-language.ts';
import type { HeatRow } from './heat-table.tsx';

interface Month {
  /** `YYYY-MM`. */
  readonly month: string;
  /** Of the equity at the start of the month; absent where there was none. */
  readonly returnPercent?: number | undefined;
}

interface Year {
  /** `YYYY`. */
  readonly year: string;
  readonly returnPercent?: number | undefined;
}

/**
 * A row for each year, newest first: twelve months, and the year as it is told. Where nothing tells of years, what the
 * months compound to, which are rounded.
 */
export function monthlyRows(months: readonly Month[], told?: readonly Year[]): HeatRow[] {
  const years = new Map<string, (number | undefined)[]>();
  for (const { month, returnPercent } of months) {
    const year = month.slice(0, 4);
    const cells = years.get(year) ?? Array<number | undefined>(12).fill(undefined);
    cells[Number(month.slice(5)) - 1] = returnPercent;
    years.set(year, cells);
  }
  return [...years]
    .toSorted(([a], [b]) => b.localeCompare(a))
    .map(([name, cells]) => ({
      name,
      cells: [...cells, told ? told.find(({ year }) => year === name)?.returnPercent : compounded(cells)],
    }));
}

function compounded(percents: readonly (number | undefined)[]): number {
  return (percents.reduce<number>((value, percent) => value * (1 + (percent ?? 0) / 100), 1) - 1) * 100;
}

/** `Jan` to `Dec`, in the page's language. */
export function monthNames(): string[] {
  const monthName = new Intl.DateTimeFormat(`${pageLanguage()}-IN`, { timeZone: 'UTC', month: 'short' });
  return Array.from({ length: 12 }, (_, month) => monthName.format(Date.UTC(2026, month, 15)));
}
