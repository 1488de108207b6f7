import { expect, test } from 'vitest';
import { AT, bar, exits, hold, now, SBIN, SECOND } from '../testing/held.ts';

test('a minute that only a candle tells of, as after a lost line, is walked along its path: its stop acts', () => {
  const { held, batches } = hold({ stop: 1 });
  held.onTick(SBIN, AT, 500_00);
  held.onTick(SBIN, AT + 45 * SECOND, 501_00);
  held.tell(SBIN, bar(0, 'up'), now(0));
  held.onTick(SBIN, now(0), 500_00);
  held.tell(SBIN, bar(1), now(1));
  held.tell(SBIN, { ...bar(2), low: 490_00 }, now(2) + 30 * SECOND);
  held.onTick(SBIN, now(2) + 31 * SECOND, 500_00);
  expect(exits(batches)).toEqual([['stop', 150, 495_00]]);
});

test('of a minute that was heard in part the rest acts behind what was heard, and nothing that was heard acts again', () => {
  const { held, batches } = hold({ stop: 1 });
  held.onTick(SBIN, AT, 500_00);
  held.onTick(SBIN, AT + 45 * SECOND, 501_00);
  held.tell(SBIN, bar(0, 'up'), now(0));
  // It is bought at the dearest price of the minute.
  held.onTick(SBIN, now(0) + 20 * SECOND, 500_00);
  held.onTick(SBIN, now(0) + 40 * SECOND, 497_00);
  held.tell(SBIN, { ...bar(1), low: 497_00 }, now(1));
  expect(exits(batches)).toEqual([]);
  held.onTick(SBIN, now(1) + 40 * SECOND, 500_00);
  held.tell(SBIN, { ...bar(2), low: 490_00 }, now(2) + 30 * SECOND);
  // On the bar's path it would have come at the thirtieth second.
  expect(exits(batches)).toEqual([['stop', 160, 495_00]]);
});

test('a candle that comes behind a price of the next minute says nothing of what was opened at that, nor twice what was heard', () => {
  const opened = hold({ stop: 1 });
  opened.held.tell(SBIN, bar(0, 'up'), now(0));
  // Bought with the first price after the gap.
  opened.held.onTick(SBIN, now(1) + 15 * SECOND, 500_00);
  opened.held.tell(SBIN, { ...bar(1), low: 490_00 }, now(1) + 30 * SECOND);
  expect(exits(opened.batches)).toEqual([]);
  expect(opened.batches.at(-1)?.positions).toHaveLength(1);

  const { held, batches } = hold({ trailing: 2 });
  held.tell(SBIN, bar(0, 'up'), now(0));
  held.onTick(SBIN, now(0), 500_00);
  held.onTick(SBIN, now(0) + 5 * SECOND, 495_00);
  held.onTick(SBIN, now(0) + 20 * SECOND, 505_20);
  held.onTick(SBIN, now(1) + 15 * SECOND, 505_00);
  // The path of the bar goes to its low last. It came first, and was heard.
  held.tell(SBIN, { ...bar(1, 'down'), open: 500_00, close: 499_00, low: 495_00, high: 505_20 }, now(1) + 30 * SECOND);
  expect(exits(batches)).toEqual([]);
});

test('what is sold while the line is lost is not sold at a price of before its owner’s word', () => {
  const { held, batches } = hold();
  held.onTick(SBIN, AT, 500_00);
  held.onTick(SBIN, AT + 45 * SECOND, 501_00);
  held.tell(SBIN, bar(0, 'up'), now(0));
  held.onTick(SBIN, now(0), 500_00);
  held.tell(SBIN, bar(1), now(1));
  const saidAt = now(5) + 20 * SECOND;
  held.command(3n, { verb: 'sell' }, saidAt);
  // The candles of the minutes in between come in order, the first of them more than two minutes late.
  for (const minute of [2, 3, 4, 5]) held.tell(SBIN, bar(minute), saidAt + 5 * SECOND);
  expect(exits(batches)).toEqual([]);
  held.tell(SBIN, { ...bar(6), close: 498_00, low: 498_00 }, now(6) + 5 * SECOND);
  expect(exits(batches)).toEqual([['owner_exit', 390, 498_00]]);
});
