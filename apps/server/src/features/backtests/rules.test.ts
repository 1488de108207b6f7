import { createCalendar, type DayKind, type Interval, indiaMoment, NSE_CALENDAR } from '@trickdesk/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  afterFault,
  type CoveredDays,
  chooseNext,
  commonDays,
  countAhead,
  decideRange,
  hasBacktestLeft,
  planMonth,
  type WaitingAccount,
  warmupDays,
} from './rules.ts';

const { kindOf } = createCalendar(NSE_CALENDAR);
const SBIN = { symbol: 'SBIN', from: '2026-01-05', to: '2026-03-27' };
const INFY = { symbol: 'INFY', from: '2026-02-02', to: '2026-04-01' };

describe('whether prices are stored for a range', () => {
  const decide = (from: string, to: string, covered = [SBIN, INFY]) => decideRange({ from, to }, covered, kindOf);

  test('a range within what all instruments have is covered', () => {
    expect(commonDays([SBIN, INFY])).toEqual({ from: '2026-02-02', to: '2026-03-27' });
    expect(decide('2026-02-02', '2026-03-27')).toEqual({ covered: true });
    expect(decide('2026-02-10', '2026-02-10')).toEqual({ covered: true });
  });

  test('a range with a session before or after them is refused, saying what is there and which field is wrong', () => {
    expect(decide('2026-01-30', '2026-03-27')).toEqual({
      covered: false,
      fields: ['from_date'],
      message: 'Prices of these instruments are stored from 2026-02-02 to 2026-03-27. Choose days within.',
    });
    expect(decide('2026-01-05', '2026-04-01')).toMatchObject({ fields: ['from_date', 'to_date'] });
    expect(decide('2026-04-20', '2026-04-21')).toMatchObject({ fields: ['from_date', 'to_date'] });
    expect(decide('2025-04-20', '2025-04-21')).toMatchObject({ fields: ['from_date', 'to_date'] });
  });

  test('days without a session need no prices', () => {
    // 31 January 2026 is a Saturday with a session (budget) or none; 1 February a Sunday; 28 March a Saturday.
    expect(decide('2026-02-02', '2026-03-29')).toEqual({ covered: true });
    const closed = (): DayKind => 'closed';
    expect(decideRange({ from: '2026-01-31', to: '2026-03-27' }, [SBIN, INFY], closed)).toEqual({ covered: true });
    // No exchange is closed for a year, and of a year that the calendar does not know nothing is assumed.
    expect(decideRange({ from: '2025-01-31', to: '2026-03-27' }, [SBIN, INFY], closed)).toMatchObject({
      covered: false,
    });
    const unknown = (): DayKind => 'unknown';
    expect(decideRange({ from: '2026-02-01', to: '2026-03-27' }, [SBIN, INFY], unknown)).toMatchObject({
      covered: false,
    });
  });

  test('a range without a session is refused, saying which days with prices are nearest', () => {
    // A Saturday and a Sunday; Republic Day, a Monday, with the weekend before it.
    expect(decide('2026-02-14', '2026-02-15')).toEqual({
      covered: false,
      fields: ['from_date', 'to_date'],
      message:
        'The exchange has no session from 2026-02-14 to 2026-02-15. The nearest days with prices are 2026-02-13 and 2026-02-16.',
    });
    expect(decide('2026-01-26', '2026-01-26', [SBIN])).toMatchObject({
      message: expect.stringContaining('2026-01-23 and 2026-01-27'),
    });
    expect(decide('2026-02-13', '2026-02-15')).toEqual({ covered: true });
    const friday = { symbol: 'TCS', from: '2026-02-02', to: '2026-02-15' };
    expect(decide('2026-02-14', '2026-02-15', [friday])).toMatchObject({
      message: expect.stringContaining('The nearest day with prices is 2026-02-13.'),
    });
  });

  test('a range of days of which nobody knows whether they have a session is not refused for that', () => {
    const unknown = (): DayKind => 'unknown';
    const covered = [{ symbol: 'SBIN', from: '2019-01-01', to: '2019-12-31' }];
    expect(decideRange({ from: '2019-06-08', to: '2019-06-09' }, covered, unknown)).toEqual({ covered: true });
  });

  test('an instrument without prices is named; instruments without a common day are said to have none', () => {
    expect(decide('2026-02-02', '2026-02-03', [SBIN, { symbol: 'TCS' } as typeof SBIN])).toMatchObject({
      fields: ['instruments'],
      message: 'No prices are stored for TCS.',
    });
    const coarse = (symbol: string, stored: Interval) => ({ symbol, tooCoarse: { stored, wanted: '1m' as const } });
    const decided = (...covered: readonly CoveredDays[]) =>
      decideRange({ from: '2026-02-02', to: '2026-02-03' }, covered, kindOf);
    expect(decided(SBIN, coarse('TCS', '1d'), coarse('ITC', '1d'))).toMatchObject({
      fields: ['interval'],
      message:
        'Only daily prices are stored for TCS, ITC, and the rules decide on one-minute bars. Choose a longer interval, or import finer prices.',
    });
    expect(decided({ symbol: 'WIPRO' }, coarse('TCS', '5m'), coarse('ITC', '1d'))).toMatchObject({
      fields: ['instruments'],
      message:
        'No prices are stored for WIPRO. Only five-minute prices are stored for TCS, and the rules decide on one-minute bars. Only daily prices are stored for ITC, and the rules decide on one-minute bars. Choose a longer interval, or import finer prices.',
    });
    const later = { symbol: 'TCS', from: '2026-05-04', to: '2026-05-29' };
    expect(decide('2026-02-02', '2026-02-03', [SBIN, later])).toMatchObject({ fields: ['instruments'] });
  });
});

describe('what a plan allows', () => {
  const plan = { planId: 1, name: 'Free', limit: 3, pricePaise: 0, period: 'month' } as const;

  test('a plan has back-tests left until as many are used as it has', () => {
    expect([0, 2, 3, 4].map((used) => hasBacktestLeft(plan, used))).toEqual([true, true, false, false]);
  });

  test('the month is the calendar month of India, over the year’s end too', () => {
    expect(planMonth(indiaMoment('2026-11-30', 1_439))).toEqual({
      from: indiaMoment('2026-11-01'),
      renewsAt: indiaMoment('2026-12-01'),
    });
    expect(planMonth(indiaMoment('2026-12-01'))).toEqual({
      from: indiaMoment('2026-12-01'),
      renewsAt: indiaMoment('2027-01-01'),
    });
  });

  test('a fault is tried once more, then the back-test is given back', () => {
    expect([1, 2, 3].map(afterFault)).toEqual(['again', 'give_back', 'give_back']);
  });
});

describe('whose back-test is next', () => {
  const waiting = (accountId: number, backtestId: number, more: Partial<WaitingAccount> = {}): WaitingAccount => ({
    ...{ accountId, backtestId, running: 0, lastStartedAt: undefined },
    ...more,
  });

  test('whoever has none running comes before who has, then whoever was served longest ago, then who asked first', () => {
    const all = [
      waiting(1, 1, { running: 1 }),
      waiting(2, 2, { lastStartedAt: 20 }),
      waiting(3, 9, { lastStartedAt: 10 }),
      waiting(4, 8),
      waiting(5, 7),
    ];
    const order: number[] = [];
    for (let left = all; left.length > 0; ) {
      const next = chooseNext(left);
      order.push(next?.accountId ?? 0);
      left = left.filter((one) => one !== next);
    }
    expect(order).toEqual([5, 4, 3, 2, 1]);
    expect(chooseNext([])).toBeUndefined();
  });

  test('however many one account queues, nobody waits for more than one of each other account’s', () => {
    const anyCounts = fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(anyCounts, fc.nat({ max: 5 }), (counts, pick) => {
        const me = pick % counts.length;
        const left = [...counts];
        const served: (number | undefined)[] = counts.map(() => undefined);
        const order: number[] = [];
        for (let at = 0; left.some((count) => count > 0); at += 1) {
          const heads = left.flatMap((count, i) =>
            count > 0 ? [waiting(i, i * 100 + (counts[i] ?? 0) - count, { lastStartedAt: served[i] })] : [],
          );
          const next = chooseNext(heads)?.accountId ?? 0;
          left[next] = (left[next] ?? 0) - 1;
          served[next] = at;
          order.push(next);
        }
        const mine = order.flatMap((who, at) => (who === me ? [at] : []));
        const others = counts.filter((_, i) => i !== me);
        mine.forEach((at, own) => {
          expect(at).toBeLessThanOrEqual(countAhead(own, others));
        });
      }),
    );
  });

  test('how many are ahead counts of each other account at most as many turns as one’s own take', () => {
    expect(countAhead(0, [])).toBe(0);
    expect(countAhead(0, [7, 1])).toBe(2);
    expect(countAhead(2, [7, 1])).toBe(6);
  });
});

test('indicators are warmed by enough days, holidays counted in', () => {
  expect(warmupDays(200, '1d')).toBeGreaterThanOrEqual(300);
  expect(warmupDays(50, '5m')).toBeGreaterThanOrEqual(12);
});
