import type { MyBasket } from '@trickdesk/contract';
import { paiseOf } from '../../lib/paise.ts';
import type { InputOfCall } from '../../lib/wire.ts';

export type Sip = NonNullable<MyBasket['sip']>;
export type Frequency = Sip['frequency'];

export const FREQUENCIES = ['weekly', 'fortnightly', 'monthly', 'quarterly'] as const satisfies readonly Frequency[];

/** A SIP as it is typed: the amount in rupees, the day of the week or of the month. */
export interface SipValues {
  readonly amount: number | undefined;
  readonly frequency: Frequency;
  readonly day: string;
}

const WEEK_DAYS = 5;
/** Later days are not in every month. */
const MONTH_DAYS = 28;

export const isByWeek = (frequency: Frequency): boolean => frequency === 'weekly' || frequency === 'fortnightly';

/**
 * The days to choose from: Monday to Friday as 1 to 5, or days that every month has.
 *
 * @param kept a later day of the month that was set elsewhere: it stays to be chosen
 */
export function daysOf(frequency: Frequency, kept?: number): readonly string[] {
  const most = isByWeek(frequency) ? WEEK_DAYS : MONTH_DAYS;
  const days = Array.from({ length: most }, (_, i) => String(i + 1));
  return !isByWeek(frequency) && kept !== undefined && kept > MONTH_DAYS ? [...days, String(kept)] : days;
}

/** What the form begins with: how it is set, or each month on the fifth. */
export function sipValuesOf(sip: Sip | undefined): SipValues {
  if (!sip) return { amount: undefined, frequency: 'monthly', day: '5' };
  return { amount: sip.amountPaise / 100, frequency: sip.frequency, day: String(sip.day) };
}

/** Another frequency keeps the day where it has it, and takes its first else. */
export function withFrequency(values: SipValues, frequency: Frequency): SipValues {
  const day = daysOf(frequency).includes(values.day) ? values.day : '1';
  return { ...values, frequency, day };
}

export function sipInput(myBasketId: number, values: SipValues): InputOfCall<'fetchSetSipStatus'> {
  const amountPaise = paiseOf(values.amount) ?? 0;
  const day = Number(values.day);
  return { myBasketId, status: 'active', amountPaise, frequency: values.frequency, day };
}
