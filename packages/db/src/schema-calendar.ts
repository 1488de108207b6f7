import type { CorporateActionKind } from '@trickdesk/domain';

/** The exchange's calendar. Days are `YYYY-MM-DD`, times `HH:MM`, both India's. The conventions of `schema.ts` hold. */
export interface CalendarSchema {
  calendar_year: { exchange: string; year: number };
  calendar_holiday: { exchange: string; day: string; name: string | null };
  calendar_special: { exchange: string; day: string; name: string | null; opens: string | null; closes: string | null };
  calendar_hours: { exchange: string; segment: string; from_day: string; opens: string; closes: string };
  calendar_member: { exchange: string; symbol: string; segment: string };
  /** Of the instruments of a world of prices; `new_units` cost from the day on what `old_units` cost before. */
  corporate_action: {
    dataset: string;
    instrument_id: number;
    ex_date: string;
    kind: CorporateActionKind;
    old_units: number;
    new_units: number;
  };
  readiness_told: { account_id: number; digest: string; at: Date };
}
