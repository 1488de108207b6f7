import { useComputedColorScheme } from '@mantine/core';
import { useMemo, useSyncExternalStore } from 'react';
import { DARK, LIGHT, type Palette } from '../theme/palette.ts';
import { gainColours, type Trend, trendOf } from '../theme/trend.ts';

export type ChartColours = Palette & Trend;

/** The palette as values, since a canvas cannot read CSS variables. */
export function useChartColours(): ChartColours {
  const palette = useComputedColorScheme('light') === 'dark' ? DARK : LIGHT;
  const choice = useSyncExternalStore(gainColours.subscribe, gainColours.read);
  return useMemo(() => ({ ...palette, ...trendOf(palette, choice) }), [palette, choice]);
}

/** `#rrggbb` with an opacity of 0 to 1. */
export function withOpacity(colour: string, opacity: number): string {
  return `${colour}${Math.round(opacity * 255)
    .toString(16)
    .padStart(2, '0')}`;
}
