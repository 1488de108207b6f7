import { AVERAGES } from './averages.ts';
import { BANDS } from './bands.ts';
import { FITS } from './fits.ts';
import { MOMENTUM } from './momentum.ts';
import { OSCILLATORS } from './oscillators.ts';
import { PIVOTS } from './pivots.ts';
import { RANGES } from './ranges.ts';
import { SESSION_INDICATORS } from './session.ts';
import { TREND } from './trend.ts';
import type { IndicatorSpec } from './types.ts';

export * from './types.ts';

const SPECS = new Map(
  [
    ...AVERAGES,
    ...MOMENTUM,
    ...RANGES,
    ...BANDS,
    ...TREND,
    ...OSCILLATORS,
    ...FITS,
    ...SESSION_INDICATORS,
    ...PIVOTS,
  ].map((spec) => [spec.name, spec]),
);

/** Every indicator's name as conditions write it. */
export const INDICATOR_NAMES: readonly string[] = [...SPECS.keys()];

export function indicatorSpec(name: string): IndicatorSpec | undefined {
  return SPECS.get(name);
}
