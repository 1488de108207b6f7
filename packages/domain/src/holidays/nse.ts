import type { CalendarFacts } from '../calendar.ts';
import { NSE_UNLISTED_SESSIONS } from './nse-past.ts';

/**
 * NSE's trading days as the exchange published them, for shares and their derivatives. The 2027 list appears in
 * December 2026; until it is added, weekdays of 2027 are unknown. The muhurat session of Sunday 8 November 2026 is left
 * out because its hours were not published when this was written: the day counts as closed.
 */
export const NSE_CALENDAR: CalendarFacts = {
  years: [2025, 2026],
  opens: '09:15',
  closes: '15:30',
  holidays: [
    '2025-02-26',
    '2025-03-14',
    '2025-03-31',
    '2025-04-10',
    '2025-04-14',
    '2025-04-18',
    '2025-05-01',
    '2025-08-15',
    '2025-08-27',
    '2025-10-02',
    '2025-10-21',
    '2025-10-22',
    '2025-11-05',
    '2025-12-25',
    // Added three days ahead: municipal elections in Maharashtra.
    '2026-01-15',
    '2026-01-26',
    '2026-03-03',
    '2026-03-26',
    '2026-03-31',
    '2026-04-03',
    '2026-04-14',
    '2026-05-01',
    '2026-05-28',
    '2026-06-26',
    '2026-09-14',
    '2026-10-02',
    '2026-10-20',
    '2026-11-10',
    '2026-11-24',
    '2026-12-25',
  ],
  special: [
    // The Union budget was read on a Saturday and on a Sunday.
    { date: '2025-02-01', opens: '09:15', closes: '15:30' },
    { date: '2025-10-21', opens: '13:45', closes: '14:45' },
    { date: '2026-02-01', opens: '09:15', closes: '15:30' },
  ],
  unlisted: NSE_UNLISTED_SESSIONS,
};

/**
 * Continuous trading by segment. Since August 2026 shares that have futures and options go into a closing auction at
 * 15:15, which takes no stops; other shares go on to 15:30, which the exchange's papers do not say outright.
 */
export const NSE_SEGMENTS: {
  readonly hours: readonly {
    readonly segment: string;
    readonly from: string;
    readonly opens: string;
    readonly closes: string;
  }[];
} = {
  hours: [
    { segment: 'cash', from: '2000-01-01', opens: '09:15', closes: '15:30' },
    { segment: 'closing_auction', from: '2026-08-03', opens: '09:15', closes: '15:15' },
  ],
};

/** When brokers close intraday positions by themselves, by segment: what they have settled, no rule of the exchange. */
export const BROKER_SQUARE_OFF = { cash: '15:15' } as const;
