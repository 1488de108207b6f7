import type { Queryable } from '@trickdesk/db';
import type { IndiaDate } from '@trickdesk/domain';
import { openPositionsOf } from '../orders/index.ts';
import { listTricksOf } from '../profit/index.ts';
import { type Opened, openedOf, type Page, type Part } from './part.ts';
import { type DayAmount, deepestFall, withOpen } from './rules.ts';
import { type DayFilter, sumByDay } from './store.ts';
import { movedParts, partOf, unrealisedOf } from './trick-parts.ts';

export type ProfitFigure =
  | 'profitNet'
  | 'profitRealised'
  | 'profitUnrealised'
  | 'profitCharges'
  | 'profitDrawdown'
  | 'profitMoved';

interface Asked {
  readonly filter: DayFilter;
  readonly figure: ProfitFigure;
  readonly page: Page;
  /** The exchange's day, to which what is open belongs; `undefined` before the first price. */
  readonly today: IndiaDate | undefined;
  readonly dataset: string;
}

/** Of the days that a filter lets through. */
export async function openProfit(db: Queryable, asked: Asked): Promise<Opened> {
  return openedOf(await partsOf(db, asked), asked.page);
}

async function partsOf(db: Queryable, asked: Asked): Promise<readonly Part[]> {
  const { filter } = asked;
  const toParts = (days: readonly DayAmount[]) => days.toReversed().map((day) => dayPart(day, filter));
  switch (asked.figure) {
    case 'profitRealised':
      return toParts(await sumByDay(db, filter, 'net_paise'));
    case 'profitCharges':
      return toParts(await sumByDay(db, filter, 'charges_paise'));
    case 'profitUnrealised':
      return openParts(db, asked);
    case 'profitNet':
      return [...(await openParts(db, asked)), ...toParts(await sumByDay(db, filter, 'net_paise'))];
    case 'profitDrawdown': {
      const open = (await openParts(db, asked)).reduce((sum, { amount }) => sum + amount, 0n);
      const today = asked.today === undefined ? undefined : { day: asked.today, amount: open };
      return toParts(deepestFall(withOpen(await sumByDay(db, filter, 'net_paise'), today)));
    }
    case 'profitMoved':
      return movedParts(db, filter, 'net_paise');
  }
}

/** What is open belongs to today, and counts where today was asked for. */
async function openParts(db: Queryable, { filter, today, dataset }: Asked): Promise<readonly Part[]> {
  const { from, to } = filter;
  if (today === undefined || (from ?? today) > today || (to ?? today) < today) return [];
  const ids = (await listTricksOf(db, filter)).map(({ id }) => id);
  return (await openPositionsOf(db, dataset, ids)).map((position) => partOf(position, unrealisedOf));
}

const typeOf = ({ mode }: DayFilter): 'Live' | 'Test' => (mode === 'live' ? 'Live' : 'Test');

function dayPart({ day, amount }: DayAmount, filter: DayFilter): Part {
  const link = `/trades?type=${typeOf(filter)}&from_date=${day}&to_date=${day}`;
  return { kind: 'day', label: '', date: day, amount, link };
}
