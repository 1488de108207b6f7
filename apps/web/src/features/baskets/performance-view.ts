import type { BasketDetails } from '@trickdesk/contract';
import type { GrowthCurve } from '../../ui/charts/growth-chart.tsx';

const BEGINS_AT = 100;

/**
 * Growth of 100 as two curves in percent of where they began. A benchmark that is not known for some days has no points
 * there; one that is never known is no curve.
 */
export function performanceCurves(
  performance: BasketDetails['performance'],
  labels: { readonly own: string; readonly benchmark: string },
): readonly GrowthCurve[] {
  if (performance.length < 2) return [];
  const own = performance.map(({ date, value }) => ({ date, value: value - BEGINS_AT }));
  const benchmark = performance.flatMap(({ date, benchmark: value }) =>
    value === undefined ? [] : [{ date, value: value - BEGINS_AT }],
  );
  const curves = [{ label: labels.own, points: own }];
  return benchmark.length < 2 ? curves : [...curves, { label: labels.benchmark, points: benchmark }];
}
