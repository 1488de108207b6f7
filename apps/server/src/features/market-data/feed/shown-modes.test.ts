import { expect, test } from 'vitest';
import type { StoredInstrument } from '../types.ts';
import { createShownModes } from './shown-modes.ts';

const sbin: StoredInstrument = {
  id: 7,
  exchange: 'NSE',
  token: '3045',
  symbol: 'SBIN',
  tradingSymbol: 'SBIN-EQ',
  name: 'SBIN',
  kind: 'equity',
  tickPaise: 5,
  lotSize: 1,
  active: true,
};

/** The modes in which it is heard, as time goes by. */
function heard() {
  const modes = new Set<string>(['quote']);
  const shown = createShownModes(() => ({
    hear: (_, mode) => {
      modes.add(mode);
      return [];
    },
    leave: (_, mode) => void modes.delete(mode),
  }));
  return { shown, modes: () => [...modes].toSorted() };
}

test('an instrument is heard in both modes until no price of the old one can be under way', () => {
  const { shown, modes } = heard();
  shown.change([sbin], 'full', 0);
  shown.settle(2_999);
  expect(modes()).toEqual(['full', 'quote']);
  shown.settle(3_000);
  expect(modes()).toEqual(['full']);
});

test('who changes back before that is not left without any', () => {
  const { shown, modes } = heard();
  shown.change([sbin], 'full', 0);
  shown.settle(5_000);
  shown.change([sbin], 'quote', 10_000);
  shown.change([sbin], 'full', 12_000);
  for (const nowMs of [13_000, 14_000, 15_000, 16_000]) shown.settle(nowMs);
  expect(modes()).toEqual(['full']);
});
