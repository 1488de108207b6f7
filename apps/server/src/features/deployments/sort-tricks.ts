import type { MyTrick } from '@trickdesk/contract';

type Values = Pick<MyTrick, 'TricksId' | 'openPositions' | 'dayPnlPaise' | 'totalPnlPaise'>;

const SORTS = {
  open: { of: (trick: Values) => trick.openPositions, sign: 1 },
  '-open': { of: (trick: Values) => trick.openPositions, sign: -1 },
  today: { of: (trick: Values) => trick.dayPnlPaise, sign: 1 },
  '-today': { of: (trick: Values) => trick.dayPnlPaise, sign: -1 },
  total: { of: (trick: Values) => trick.totalPnlPaise, sign: 1 },
  '-total': { of: (trick: Values) => trick.totalPnlPaise, sign: -1 },
} as const;

/** Orders by what a deployment holds and is worth at the last prices, which no column of the database says. */
export type ValuedSort = keyof typeof SORTS;

export function isValued<Other extends string>(sort: Other | ValuedSort | undefined): sort is ValuedSort {
  return sort !== undefined && sort in SORTS;
}

/** Tricks in that order; equal ones follow their ids, the other way round where the order is turned. */
export function sortByValue<Trick extends Values>(tricks: readonly Trick[], sort: ValuedSort): Trick[] {
  const { of, sign } = SORTS[sort];
  return tricks.toSorted((a, b) => sign * (of(a) - of(b) || a.TricksId - b.TricksId));
}
