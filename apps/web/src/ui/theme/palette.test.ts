import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { contrastRatio, DARK, LIGHT, type Palette } from './palette.ts';

const TEXTS = ['text', 'textSecondary', 'textFaint', 'accent', 'gain', 'loss', 'warning'] as const;
const GROUNDS = ['page', 'surface', 'raised', 'hover'] as const;
const ON_SOFT: readonly (readonly [keyof Palette, keyof Palette])[] = [
  ['accent', 'accentSoft'],
  ['gain', 'gainSoft'],
  ['loss', 'lossSoft'],
  ['warning', 'warningSoft'],
  ['modeTest', 'modeTestSoft'],
  ['modeSimulated', 'modeSimulatedSoft'],
  ['modeLive', 'modeLiveSoft'],
  ['onAccent', 'accent'],
  ['text', 'accentSoft'],
  ['textSecondary', 'modeTestSoft'],
  ['textSecondary', 'modeSimulatedSoft'],
];

describe.each([
  ['light', LIGHT],
  ['dark', DARK],
] as const)('the %s scheme', (_name, palette) => {
  test.each(TEXTS.flatMap((text) => GROUNDS.map((ground) => [text, ground] as const)))(
    '%s can be read on %s',
    (text, ground) => {
      expect(contrastRatio(palette[text], palette[ground])).toBeGreaterThanOrEqual(4.5);
    },
  );

  test.each(ON_SOFT)('%s can be read on %s', (text, ground) => {
    expect(contrastRatio(palette[text], palette[ground])).toBeGreaterThanOrEqual(4.5);
  });
});

test('the contrast of black on white is 21', () => {
  expect(contrastRatio('#000000', '#ffffff')).toBeCloseTo(21, 5);
});

test('the page that stands before any script has the colours of the palette', () => {
  const css = readFileSync(new URL('../../../public/loading.css', import.meta.url), 'utf8').toUpperCase();
  for (const colour of [LIGHT.page, DARK.page, LIGHT.accent]) expect(css).toContain(colour);
});
