import { addDays, type IndiaDate } from '@trickdesk/domain';
import { nextReview, reviewDays } from './weight-rules.ts';

/** How far back a review day is looked for: reviews are a year apart at most. */
const LOOKED_BACK_DAYS = 400;

/** The last review day of a rule up to a day. */
export function lastReviewDay(today: IndiaDate, everyMonths: number): IndiaDate | undefined {
  return reviewDays(addDays(today, -LOOKED_BACK_DAYS), today, everyMonths).at(-1);
}

export interface ReviewFacts {
  readonly today: IndiaDate;
  readonly everyMonths: number;
  /** The last review day that its rule dealt with. */
  readonly ruledOn: IndiaDate | undefined;
  /** Since when its newest version holds, which stands for a review where none was noted: of releases before. */
  readonly versionSince: IndiaDate | undefined;
}

export interface ReviewStanding {
  readonly lastOn: IndiaDate | undefined;
  readonly nextOn: IndiaDate;
  /** A review day that has passed without a review. */
  readonly missedOn: IndiaDate | undefined;
}

/** How the reviews of a basket stand. On the very day of a review it is the next one, and not late yet. */
export function reviewStanding({ today, everyMonths, ruledOn, versionSince }: ReviewFacts): ReviewStanding {
  const lastOn = [ruledOn, versionSince]
    .filter((day) => day !== undefined)
    .toSorted()
    .at(-1);
  const due = lastReviewDay(today, everyMonths);
  const isOpen = due !== undefined && (lastOn === undefined || lastOn < due);
  return {
    lastOn,
    nextOn: isOpen && due === today ? today : nextReview(today, everyMonths),
    missedOn: isOpen && due < today ? due : undefined,
  };
}
