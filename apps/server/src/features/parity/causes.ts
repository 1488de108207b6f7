import { PARITY_CAUSES, type ParityCause } from '@trickdesk/domain';

/** Whole paise for the trader: below zero it cost. */
export interface Part {
  readonly cause: ParityCause;
  readonly paise: number;
}

/** Adds up by cause, in the order of `PARITY_CAUSES`; causes that come to nothing are left out. */
export function addUp(parts: readonly Part[]): Part[] {
  const sums = new Map<ParityCause, number>();
  for (const { cause, paise } of parts) sums.set(cause, (sums.get(cause) ?? 0) + paise);
  return PARITY_CAUSES.flatMap((cause) => {
    const paise = sums.get(cause) ?? 0;
    return paise === 0 ? [] : [{ cause, paise }];
  });
}

export function totalOf(parts: readonly Part[]): number {
  return parts.reduce((sum, { paise }) => sum + paise, 0);
}
