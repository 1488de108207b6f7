import { useComputedColorScheme } from '@mantine/core';
import { DARK, LIGHT, type Palette } from '../theme/palette.ts';

/** The palette as values, since a canvas cannot read CSS variables. */
export function useChartColours(): Palette {
  return useComputedColorScheme('light') === 'dark' ? DARK : LIGHT;
}

/** `#rrggbb` with an opacity of 0 to 1. */
export function withOpacity(colour: string, opacity: number): string {
  return `${colour}${Math.round(opacity * 255)
    .toString(16)
    .padStart(2, '0')}`;
}
