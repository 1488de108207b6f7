import type { BasketItem } from '@trickdesk/contract';

type Figures = NonNullable<BasketItem['figures']>;

export interface FigureRow {
  readonly name: 'return1y' | 'return3y' | 'volatility';
  readonly own: number | undefined;
  readonly benchmark: number | undefined;
}

/** A basket's figures and its benchmark's, side by side. */
export const comparisonRows = (figures: Figures): readonly FigureRow[] => [
  { name: 'return1y', own: figures.return1yPercent, benchmark: figures.benchmarkReturn1yPercent },
  { name: 'return3y', own: figures.return3yPercent, benchmark: figures.benchmarkReturn3yPercent },
  { name: 'volatility', own: figures.volatilityPercent, benchmark: figures.benchmarkVolatilityPercent },
];
