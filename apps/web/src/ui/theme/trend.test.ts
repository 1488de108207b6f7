import { expect, test } from 'vitest';
import { contrastRatio, DARK, LIGHT } from './palette.ts';
import { GAIN_COLOURS, trendOf } from './trend.ts';

test.each([LIGHT, DARK].flatMap((palette) => GAIN_COLOURS.map((choice) => [choice, palette] as const)))(
  'gains and losses can be read on every ground: %s',
  (choice, palette) => {
    const { up, upSoft, down, downSoft } = trendOf(palette, choice);
    for (const ground of [palette.page, palette.surface, palette.raised, palette.hover]) {
      expect(contrastRatio(up, ground)).toBeGreaterThanOrEqual(4.5);
      expect(contrastRatio(down, ground)).toBeGreaterThanOrEqual(4.5);
    }
    expect(contrastRatio(up, upSoft)).toBeGreaterThanOrEqual(4.5);
    expect(contrastRatio(down, downSoft)).toBeGreaterThanOrEqual(4.5);
  },
);

test('swapped colours change places and nothing else', () => {
  const standard = trendOf(LIGHT, 'standard');
  expect(trendOf(LIGHT, 'swapped')).toEqual({
    up: standard.down,
    upSoft: standard.downSoft,
    down: standard.up,
    downSoft: standard.upSoft,
  });
});
