/** Every colour of the product, for both schemes. Contrast is measured in `palette.test.ts`. */
export interface Palette {
  readonly page: string;
  readonly surface: string;
  readonly raised: string;
  readonly hover: string;
  readonly border: string;
  readonly borderStrong: string;
  readonly text: string;
  readonly textSecondary: string;
  readonly textFaint: string;
  readonly accent: string;
  readonly accentSoft: string;
  readonly onAccent: string;
  readonly gain: string;
  readonly gainSoft: string;
  readonly loss: string;
  readonly lossSoft: string;
  readonly warning: string;
  readonly warningSoft: string;
  readonly modeTest: string;
  readonly modeTestSoft: string;
  readonly modeSimulated: string;
  readonly modeSimulatedSoft: string;
  readonly modeLive: string;
  readonly modeLiveSoft: string;
}

export const LIGHT: Palette = {
  page: '#F6F7F9',
  surface: '#FFFFFF',
  raised: '#FFFFFF',
  hover: '#F0F3F6',
  border: '#E3E7EC',
  borderStrong: '#C7CED6',
  text: '#121821',
  textSecondary: '#4A5665',
  textFaint: '#5F6B79',
  accent: '#1F5FD0',
  accentSoft: '#EAF1FC',
  onAccent: '#FFFFFF',
  gain: '#0B7A4B',
  gainSoft: '#E4F4EC',
  loss: '#BE2A2F',
  lossSoft: '#FBEAEA',
  warning: '#8A5A00',
  warningSoft: '#FBF2DF',
  modeTest: '#6B3FB8',
  modeTestSoft: '#F2ECFB',
  modeSimulated: '#8A5A00',
  modeSimulatedSoft: '#FBF2DF',
  modeLive: '#0B7A4B',
  modeLiveSoft: '#E4F4EC',
};

export const DARK: Palette = {
  page: '#0E1116',
  surface: '#151A21',
  raised: '#1B222B',
  hover: '#1F2731',
  border: '#262E38',
  borderStrong: '#3A4552',
  text: '#E8EDF3',
  textSecondary: '#A9B4C0',
  textFaint: '#8F9BA9',
  accent: '#7FB0FF',
  accentSoft: '#1B2940',
  onAccent: '#0E1116',
  gain: '#4CD497',
  gainSoft: '#15302A',
  loss: '#FF8A85',
  lossSoft: '#38201F',
  warning: '#F2C265',
  warningSoft: '#332A16',
  modeTest: '#C3A6F5',
  modeTestSoft: '#272038',
  modeSimulated: '#F2C265',
  modeSimulatedSoft: '#332A16',
  modeLive: '#4CD497',
  modeLiveSoft: '#15302A',
};

/** WCAG 2 contrast ratio of two `#rrggbb` colours, 1 to 21. */
export function contrastRatio(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

function luminance(colour: string): number {
  const channel = (from: number) => {
    const value = Number.parseInt(colour.slice(from, from + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}
