import type { IndiaDate } from '@trickdesk/domain';
import { z } from 'zod';

/** Providers write birthdays in three ways: 02-02-1995, 02/02/1995 and 1995-02-02. A year alone is no birthday. */
export function indiaDateIn(text: string | undefined): IndiaDate | undefined {
  const trimmed = text?.trim() ?? '';
  const [, day, month, year] = /^(\d{2})[-/](\d{2})[-/](\d{4})$/.exec(trimmed) ?? [];
  const written = day === undefined ? trimmed : `${year}-${month}-${day}`;
  return z.iso.date().safeParse(written).data;
}

/** The last four digits of a masked number such as `xxxxxxxx5647`. */
export function last4In(masked: string): string | undefined {
  return /(\d{4})\s*$/.exec(masked)?.[1];
}
