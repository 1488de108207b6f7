import { type EpochMs, indiaMoment, MINUTE_MS } from '@trickdesk/domain';
import { expect, test } from 'vitest';
import { columnsOf } from '../backtest/columns.ts';
import { DAY, definitionOf } from '../run/testing/fixtures.ts';
import { ColumnShelf } from './column-shelf.ts';
import { compileStrategy } from './index.ts';

const CAPACITY = 4;
const BARS = columnsOf(
  [3, 5, 4, 8, 1, 9, 2, 7, 6, 4].map((rupees, i) => {
    const price = rupees * 100;
    return {
      openAt: indiaMoment(DAY, 555) + i * MINUTE_MS,
      open: price,
      high: price,
      low: price,
      close: price,
      volume: 1,
    };
  }),
);
const CLOCK = {
  closeMinuteOf: (at: EpochMs) => 556 + (at - (BARS.time[0] ?? 0)) / MINUTE_MS,
  openMinuteOf: () => 555,
  sessionCloseMinuteOf: () => 930,
};

/** What a condition reads of its operands: right after each block is loaded, and then on each of its bars. */
function readings(shelf?: ColumnShelf): { readonly onLoad: unknown[]; readonly onBars: unknown[] } {
  const strategy = compileStrategy(definitionOf({ entry: { long: 'sma(close, 2) crosses above ema(close, 3)' } }));
  const program = strategy.createProgram({ capacity: CAPACITY, shelf });
  const [onLoad, onBars] = [[] as unknown[], [] as unknown[]];
  for (let from = 0; from < BARS.time.length; from += CAPACITY) {
    const count = Math.min(CAPACITY, BARS.time.length - from);
    program.load(BARS, from, count, CLOCK);
    onLoad.push(program.entryLong?.operands());
    for (let row = 0; row < count; row += 1) {
      program.seek(row);
      onBars.push(program.entryLong?.operands());
    }
  }
  return { onLoad, onBars };
}

test('what lies on a shelf is read as what was worked out, before a bar of the block is taken at hand too', () => {
  const own = readings();
  const shelf = new ColumnShelf(BARS.time.length, { bytes: 1_000 });
  expect(readings(shelf)).toEqual(own);
  expect(shelf.find('sma(close, 2).value')).toBeDefined();
  expect(readings(shelf)).toEqual(own);
  // Until a bar is taken at hand, it is still the last one of the block before.
  expect(own.onLoad).toEqual([[], own.onBars[CAPACITY - 1], own.onBars[2 * CAPACITY - 1]]);
  expect(own.onLoad[1]).not.toEqual(own.onLoad[2]);
});
