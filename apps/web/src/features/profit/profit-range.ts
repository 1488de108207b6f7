import { addDays, type IndiaDate } from '@trickdesk/domain';
import type { Query } from '../../lib/query-of.ts';
import type { RecordMode } from '../../lib/record-mode.ts';
import type { InputOfCall } from '../../lib/wire.ts';
import { dateOf } from '../../ui/table/date-range.tsx';

/** Which days and which tricks the profit by day is of, as the address says. */

export const PRESETS = ['week', 'month', 'quarter', 'year', 'all'] as const;
export type Preset = (typeof PRESETS)[number];

const DAYS = { week: 7, month: 30, quarter: 90 } as const;

export interface ProfitDays {
  /** Both included; absent is open. */
  readonly from: string | undefined;
  readonly to: string | undefined;
}

export function daysIn(query: Query): ProfitDays {
  return { from: dateOf(query['from_date']), to: dateOf(query['to_date']) };
}

/** The last days up to today, the financial year that today is in (it begins in April), or all. */
export function daysOf(preset: Preset, today: IndiaDate): ProfitDays {
  if (preset === 'all') return { from: undefined, to: undefined };
  if (preset !== 'year') return { from: addDays(today, 1 - DAYS[preset]), to: undefined };
  const year = Number(today.slice(0, 4));
  return { from: `${today.slice(5, 7) < '04' ? year - 1 : year}-04-01`, to: undefined };
}

/** The preset that these days are; `undefined` for days of one's own. */
export function presetOf({ from, to }: ProfitDays, today: IndiaDate): Preset | undefined {
  return PRESETS.find((preset) => {
    const days = daysOf(preset, today);
    return days.from === from && days.to === to;
  });
}

export const ROBO_CHOICES = ['', '1', '0'] as const;
export type RoboChoice = (typeof ROBO_CHOICES)[number];

/** All tricks, those in Robo Pro, or those that are not. */
export function roboIn(query: Query): RoboChoice {
  return ROBO_CHOICES.find((choice) => choice !== '' && choice === query['robo_pro']) ?? '';
}

export function isNarrowed(query: Query): boolean {
  const { from, to } = daysIn(query);
  return from !== undefined || to !== undefined || roboIn(query) !== '';
}

export function profitInput(
  query: Query,
  { type, brokerId }: { readonly type: RecordMode; readonly brokerId: number },
): InputOfCall<'mytrickprofit'> {
  const { from, to } = daysIn(query);
  const robo = roboIn(query);
  return {
    ...{ type, brokerId },
    ...(robo === '' ? {} : { roboPro: robo === '1' }),
    ...(from === undefined ? {} : { from_date: from }),
    ...(to === undefined ? {} : { to_date: to }),
  };
}
