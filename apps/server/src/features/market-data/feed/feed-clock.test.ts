import { createCalendar, indiaMoment, NSE_CALENDAR } from '@trickdesk/domain';
import { expect, test } from 'vitest';
import { feedClockAt } from './feed-clock.ts';

const calendar = createCalendar(NSE_CALENDAR);
const [FRIDAY, SATURDAY, MONDAY] = ['2026-01-02', '2026-01-03', '2026-01-05'] as const;
const at = (date: string, hour: number, minute = 0) => indiaMoment(date, hour * 60 + minute);
const real = (exchangeAt: number, now: number) =>
  feedClockAt({ exchangeAt, movedAt: exchangeAt, now, speed: 1, simulated: false, calendar });

test('the real exchange’s clock goes on in the evening, over the weekend and in the morning without a price', () => {
  const last = at(FRIDAY, 15, 31);
  for (const now of [at(FRIDAY, 15, 36), at(SATURDAY, 12), at(MONDAY, 8)]) expect(real(last, now)).toBe(now);
});

test('nor does it stand where the last price of the day is from before its close', () => {
  const last = at(FRIDAY, 15, 30) - 400;
  expect(real(last, at(FRIDAY, 15, 30) + 30_000)).toBe(last);
  expect(real(last, at(FRIDAY, 15, 36))).toBe(at(FRIDAY, 15, 36));
});

test('while trading is open, prices alone move it, and no opening is foretold', () => {
  expect(real(at(MONDAY, 11), at(MONDAY, 11, 5))).toBe(at(MONDAY, 11));
  expect(real(at(FRIDAY, 15, 31), at(MONDAY, 9, 20))).toBe(at(MONDAY, 9, 15) - 1_000);
  expect(real(at(MONDAY, 9, 7), at(MONDAY, 9, 10))).toBe(at(MONDAY, 9, 10));
});

test('prices that come tell the time, though what sends them is on another day than our clock', () => {
  const moment = { exchangeAt: at(FRIDAY, 11), speed: 1, simulated: false, calendar };
  const movedAt = at(MONDAY, 18);
  expect(feedClockAt({ ...moment, movedAt, now: movedAt + 2_000 })).toBe(at(FRIDAY, 11));
  expect(feedClockAt({ ...moment, movedAt, now: movedAt + 60_000 })).toBe(at(MONDAY, 9, 15) - 1_000);
});

test('the simulated exchange’s clock goes on as fast as it did, whatever ours shows', () => {
  const moment = { movedAt: 1_000, now: 11_000, speed: 60, simulated: true, calendar };
  expect(feedClockAt({ ...moment, exchangeAt: at(FRIDAY, 16) })).toBe(at(FRIDAY, 16, 10));
  expect(feedClockAt({ ...moment, exchangeAt: at(MONDAY, 9, 10) })).toBe(at(MONDAY, 9, 15) - 1_000);
  expect(feedClockAt({ ...moment, exchangeAt: at(MONDAY, 11) })).toBe(at(MONDAY, 11));
});
