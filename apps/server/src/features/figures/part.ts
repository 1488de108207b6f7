import type { FigurePart } from '@trickdesk/contract';
import type { Paise } from '@trickdesk/domain';

/** One of the parts that a figure comes from. */
export interface Part extends Omit<FigurePart, 'amountPaise' | 'at'> {
  readonly amount: Paise;
  readonly at?: Date | undefined;
}

export interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** A page of the parts, how many there are, and what all of them add up to. */
export interface Opened {
  readonly parts: readonly Part[];
  readonly count: number;
  readonly total: Paise;
  readonly ratePercent?: number | undefined;
}

/** Where all parts are here. */
export function openedOf(parts: readonly Part[], { limit, offset }: Page): Opened {
  const total = parts.reduce((sum, { amount }) => sum + amount, 0n);
  return { parts: parts.slice(offset, offset + limit), count: parts.length, total };
}
