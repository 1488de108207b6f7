import { indiaMoment, type MarketCalendar } from '@trickdesk/domain';
import { expect, test } from 'vitest';
import { createRun } from './run.ts';
import { CALENDAR, candles, configOf, DAY, definitionOf, feedAsTicks } from './testing/fixtures.ts';

/** SBIN goes into an auction at 15:15; every other share trades until 15:30. */
const calendar: MarketCalendar = {
  ...CALENDAR,
  hoursOf: (symbol, session) => ({ ...session, closeAt: symbol === 'SBIN' ? indiaMoment(DAY, 915) : session.closeAt }),
};
/** Every minute from 14:55 to 15:30 rises, and each is a signal. */
const RISING = candles(
  Array.from({ length: 35 }, () => [100, 101, 100, 101] as const),
  895,
);

function play(symbol: string, changes: Record<string, unknown>) {
  const definition = definitionOf({ instruments: [{ exchange: 'NSE', symbol }], ...changes });
  const events = feedAsTicks(createRun(configOf(definition, { calendar })), RISING);
  const entered = events.flatMap((event) =>
    event.kind === 'fill' && event.fill.purpose === 'entry' ? [event.fill.at] : [],
  );
  const left = events.flatMap((event) => (event.kind === 'trade' ? [event.trade.exitAt] : []));
  return { entered, left };
}

const late = { session: { entryFrom: '09:15', entryTo: '15:25', squareOff: '15:28', weekdays: [1, 2, 3, 4, 5] } };

test('a position that would be held into the closing auction is squared off at 15:05, and none is opened after', () => {
  const { entered, left } = play('SBIN', late);
  expect(left).toEqual([indiaMoment(DAY, 905)]);
  expect(Math.max(...entered)).toBeLessThan(indiaMoment(DAY, 905));
});

test('a square-off before the auction stays where it is', () => {
  const session = { ...late.session, entryTo: '15:05', squareOff: '15:10' };
  expect(play('SBIN', { session }).left).toEqual([indiaMoment(DAY, 910)]);
});

test('a share without an auction trades on', () => {
  expect(play('NIFTYBEES', late).left).toEqual([indiaMoment(DAY, 928)]);
});

test('for delivery nothing is bought once the auction has begun', () => {
  const session = { entryFrom: '15:14', entryTo: '15:30', weekdays: [1, 2, 3, 4, 5] };
  const changes = { product: 'DELIVERY', session, exit: { long: 'close > open' } };
  expect(Math.max(...play('SBIN', changes).entered)).toBeLessThan(indiaMoment(DAY, 915));
  expect(Math.max(...play('NIFTYBEES', changes).entered)).toBeGreaterThan(indiaMoment(DAY, 920));
});
