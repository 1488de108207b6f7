import { type EpochMs, formatPaise, indiaDateOf, type Paise, shortDay } from '@trickdesk/domain';

export const formatMoney = (paise: Paise): string => formatPaise(paise);

/** The last day that is part of a period; it ends with it. */
export function formatDay(endsAt: EpochMs): string {
  const date = indiaDateOf(endsAt - 1);
  return `${shortDay(date)} ${date.slice(0, 4)}`;
}
