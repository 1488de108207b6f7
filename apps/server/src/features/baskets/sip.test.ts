import { createCalendar } from '@trickdesk/domain';
import { expect, test } from 'vitest';
import { datesOf, dueDates } from './sip.ts';
import type { SipRow } from './sip-store.ts';

test('no instalment falls due on a weekend’s session or on the hour of a festival', () => {
  const calendar = createCalendar({
    ...{ years: [2025, 2026], holidays: ['2025-10-21'], opens: '09:15', closes: '15:30' },
    special: [
      { date: '2025-10-21', opens: '13:45', closes: '14:45' },
      { date: '2026-02-01', opens: '09:15', closes: '15:30' },
    ],
  });
  const row = (anchor: number): SipRow => ({
    ...{ owned_basket_id: 1, status: 'active', amount_paise: 1n, frequency: 'monthly', anchor },
    ...{ start_on: '2025-10-01', set_at: new Date(0) },
  });
  const dueOn = (anchor: number, today: string) =>
    datesOf({ calendar }, { row: row(anchor), instalments: [], today, count: 1 })[0]?.dueOn;
  expect(dueOn(21, '2025-10-20')).toBe('2025-10-22');
  expect(dueOn(1, '2026-01-31')).toBe('2026-02-02');
});

test('an instalment is due for a week, and then its time has passed: nothing in between is lost', () => {
  const calendar = createCalendar({ years: [2026], holidays: [], special: [], opens: '09:15', closes: '15:30' });
  const row: SipRow = {
    ...{ owned_basket_id: 1, status: 'active', amount_paise: 1n, frequency: 'weekly', anchor: 1 },
    ...{ start_on: '2026-03-02', set_at: new Date(0) },
  };
  const dates = dueDates({ calendar }, { row, instalments: [], today: '2026-03-24' });
  expect(dates.due.map(({ key }) => key)).toEqual(['2026-03-23']);
  expect(dates.passed.map(({ key }) => key)).toEqual(['2026-03-02', '2026-03-09', '2026-03-16']);
  expect(dueDates({ calendar }, { row, instalments: [], today: '2026-03-23' }).due).toHaveLength(2);
});
