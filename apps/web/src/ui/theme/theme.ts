import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';
import { DARK, LIGHT, type Palette } from './palette.ts';

/** Mantine picks shade 6 in the light scheme and shade 3 in the dark one; the others are only there to make ten. */
function shades(light: string, dark: string, softLight: string, softDark: string): MantineColorsTuple {
  return [softLight, softLight, softLight, dark, dark, light, light, light, softDark, softDark];
}

/** Mantine's greys of the light scheme, from ground to text, in our colours. */
const GRAYS: MantineColorsTuple = [
  LIGHT.page,
  LIGHT.hover,
  LIGHT.border,
  LIGHT.border,
  LIGHT.borderStrong,
  LIGHT.textFaint,
  LIGHT.textFaint,
  LIGHT.textSecondary,
  LIGHT.textSecondary,
  LIGHT.text,
];

/** Mantine's greys of the dark scheme, from text to ground: 4 borders, 5 hover, 6 what floats, 7 the body. */
const DARKS: MantineColorsTuple = [
  DARK.text,
  DARK.textSecondary,
  DARK.textSecondary,
  DARK.textFaint,
  DARK.borderStrong,
  DARK.hover,
  DARK.raised,
  DARK.surface,
  DARK.page,
  DARK.page,
];

const PANEL = { defaultProps: { padding: 'xl' }, styles: { title: { fontSize: '1rem', fontWeight: 600 } } };

export const theme = createTheme({
  components: { Modal: PANEL, Drawer: PANEL },
  fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SFMono-Regular', Menlo, Consolas, monospace",
  headings: {
    fontFamily: "'Inter Variable', system-ui, sans-serif",
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '2rem' },
      h2: { fontSize: '1rem', lineHeight: '1.5rem' },
      h3: { fontSize: '0.875rem', lineHeight: '1.25rem' },
    },
  },
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  lineHeights: { xs: '1.333', sm: '1.385', md: '1.4286', lg: '1.5', xl: '1.4' },
  spacing: { xs: '0.25rem', sm: '0.5rem', md: '0.75rem', lg: '1rem', xl: '1.5rem' },
  radius: { xs: '4px', sm: '6px', md: '6px', lg: '8px', xl: '8px' },
  defaultRadius: 'md',
  shadows: {
    xs: 'none',
    sm: 'none',
    md: '0 8px 24px rgba(10, 16, 24, 0.16)',
    lg: '0 8px 24px rgba(10, 16, 24, 0.16)',
    xl: '0 8px 24px rgba(10, 16, 24, 0.16)',
  },
  primaryColor: 'accent',
  primaryShade: { light: 6, dark: 3 },
  autoContrast: true,
  respectReducedMotion: true,
  cursorType: 'pointer',
  focusRing: 'auto',
  colors: {
    // Mantine's neutral greys, replaced by ours: it takes grounds, borders and texts of floating parts from them.
    gray: GRAYS,
    dark: DARKS,
    accent: shades(LIGHT.accent, DARK.accent, LIGHT.accentSoft, DARK.accentSoft),
    gain: shades(LIGHT.gain, DARK.gain, LIGHT.gainSoft, DARK.gainSoft),
    loss: shades(LIGHT.loss, DARK.loss, LIGHT.lossSoft, DARK.lossSoft),
    warning: shades(LIGHT.warning, DARK.warning, LIGHT.warningSoft, DARK.warningSoft),
    violet: shades(LIGHT.modeTest, DARK.modeTest, LIGHT.modeTestSoft, DARK.modeTestSoft),
  },
});

/** Mantine's own variables, pointed at the palette. */
function variablesOf(palette: Palette): Record<string, string> {
  return {
    '--mantine-color-body': palette.surface,
    '--mantine-color-text': palette.text,
    '--mantine-color-bright': palette.text,
    '--mantine-color-dimmed': palette.textSecondary,
    '--mantine-color-placeholder': palette.textFaint,
    '--mantine-color-error': palette.loss,
    '--mantine-color-anchor': palette.accent,
    '--mantine-color-default': palette.surface,
    '--mantine-color-default-hover': palette.hover,
    '--mantine-color-default-color': palette.text,
    '--mantine-color-default-border': palette.borderStrong,
    '--mantine-color-disabled': palette.hover,
    '--mantine-color-disabled-color': palette.textFaint,
    '--mantine-color-disabled-border': palette.border,
  };
}

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: variablesOf(LIGHT),
  dark: variablesOf(DARK),
});
