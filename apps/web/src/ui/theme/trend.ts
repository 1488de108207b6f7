import type { Palette } from './palette.ts';
import { rootPreference } from './preference.ts';

/** The colours of gain and loss on this device. Their sign tells them apart in every choice. */
export const GAIN_COLOURS = ['standard', 'swapped', 'none'] as const;
export type GainColours = (typeof GAIN_COLOURS)[number];
export const GAIN_COLOURS_KEY = 'gainColours';

/** The colours of what rose and what fell: figures, candles, heat. States keep their own. */
export interface Trend {
  readonly up: string;
  readonly upSoft: string;
  readonly down: string;
  readonly downSoft: string;
}

/** `swapped` is for those who read red as a gain, as East Asia's exchanges show it; `none` for those who want no colour. */
export function trendOf(palette: Palette, choice: GainColours): Trend {
  const { gain, gainSoft, loss, lossSoft, text, textSecondary, hover } = palette;
  switch (choice) {
    case 'standard':
      return { up: gain, upSoft: gainSoft, down: loss, downSoft: lossSoft };
    case 'swapped':
      return { up: loss, upSoft: lossSoft, down: gain, downSoft: gainSoft };
    case 'none':
      return { up: text, upSoft: hover, down: textSecondary, downSoft: hover };
  }
}

/** What this device shows; charts follow it too, since a canvas cannot read CSS variables. */
export const gainColours = rootPreference('gains', GAIN_COLOURS_KEY, GAIN_COLOURS);
