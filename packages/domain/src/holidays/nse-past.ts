import type { IndiaDate } from '../india-time.ts';

/** The first day on which the exchange traded shares, and the first of BSE's index: nothing is priced before. */
export const FIRST_TRADING_DAY = { NSE: '1994-11-03', BSE: '1979-04-03' } as const;

/**
 * Regular hours before the years of the table, widest first. Until the pre-opening came in October 2010 they changed
 * several times and are not listed one by one: these hold all of them.
 */
export const PAST_HOURS: readonly { readonly from: IndiaDate; readonly opens: string; readonly closes: string }[] = [
  { from: '1979-04-03', opens: '09:00', closes: '16:00' },
  { from: '2010-10-18', opens: '09:15', closes: '15:30' },
];

/**
 * Days on which the exchange traded at a weekend, or at hours of their own on a weekday, and whose hours are not listed:
 * the evening of Diwali, budgets, tests of its second site, and the outage of February 2021. Complete from 1997 on.
 */
export const NSE_UNLISTED_SESSIONS: readonly IndiaDate[] = [
  ...['1994-11-03', '1995-10-23', '1996-11-10'],
  ...['1997-03-01', '1997-04-12', '1997-10-30', '1998-10-19', '1998-10-31', '1998-11-21', '1998-11-28'],
  ...['1999-02-27', '1999-03-20', '1999-04-17', '1999-10-23', '1999-11-07', '2000-10-26', '2001-11-14', '2002-11-04'],
  ...['2003-03-22', '2003-10-25', '2003-11-15', '2004-04-17', '2004-10-09', '2004-11-12', '2005-06-04', '2005-11-01'],
  ...['2005-11-26', '2006-04-29', '2006-06-25', '2006-10-21', '2007-11-09', '2008-10-28', '2009-10-17', '2010-02-06'],
  ...['2010-11-05', '2011-10-26', '2012-01-07', '2012-03-03', '2012-04-28', '2012-09-08', '2012-11-13', '2013-05-11'],
  ...['2013-11-03', '2014-03-22', '2014-10-23', '2015-02-28', '2015-11-11', '2016-10-30', '2017-10-19', '2018-11-07'],
  ...['2019-10-27', '2020-02-01', '2020-11-14', '2021-02-24', '2021-11-04', '2022-10-24', '2023-11-12', '2024-01-20'],
  ...['2024-03-02', '2024-05-18', '2024-11-01', '2026-11-08'],
];
