import { addDays, type IndiaDate, RESEARCH_DAYS_MOST, type ResearchSide, rupeesToPaise } from '@trickdesk/domain';

/** Farther from the last price than this an entry, a stop or a target is a slip of the pen. */
const FARTHEST_PERCENT = 30;

export interface DraftLevels {
  readonly side: ResearchSide;
  /** Rupees. */
  readonly entryPrice: number;
  readonly stopPrice: number;
  readonly targets: readonly number[];
}

export interface DraftFacts extends DraftLevels {
  readonly tickPaise: number;
  readonly referencePaise: number;
}

export interface LevelFault {
  readonly path: string;
  readonly message: string;
}

/** Whether the levels of a call make sense together; a fault stands at its field. */
export function levelFaults(draft: DraftFacts): readonly LevelFault[] {
  const faults: LevelFault[] = [];
  const say = (path: string, message: string): void => {
    if (faults.every((fault) => fault.path !== path)) faults.push({ path, message });
  };
  const levels: readonly (readonly [string, number])[] = [
    ['entryPrice', draft.entryPrice],
    ['stopPrice', draft.stopPrice],
    ...draft.targets.map((price, i) => [`targets.${i}`, price] as const),
  ];
  for (const [path, price] of levels) {
    const paise = rupeesToPaise(price);
    if (paise < 1 || paise % draft.tickPaise !== 0 || Math.abs(price * 100 - paise) > 1e-6) {
      say(path, `Write a price in steps of ₹${(draft.tickPaise / 100).toFixed(2)}.`);
    } else if (Math.abs(paise - draft.referencePaise) * 100 > FARTHEST_PERCENT * draft.referencePaise) {
      say(path, `This is more than ${FARTHEST_PERCENT} % from the last price.`);
    }
  }
  const isBuy = draft.side === 'buy';
  const isBetter = (price: number, than: number): boolean => (isBuy ? price > than : price < than);
  if (!isBetter(draft.entryPrice, draft.stopPrice)) {
    say('stopPrice', isBuy ? 'The stop of a purchase is below its entry.' : 'The stop of a sale is above its entry.');
  }
  draft.targets.forEach((target, i) => {
    if (isBetter(target, draft.targets[i - 1] ?? draft.entryPrice)) return;
    const words = isBuy ? 'Each target of a purchase is above the one before it, and above the entry.' : undefined;
    say(`targets.${i}`, words ?? 'Each target of a sale is below the one before it, and below the entry.');
  });
  return faults;
}

export interface ValidityFacts {
  readonly validUntil: IndiaDate;
  readonly today: IndiaDate;
  /** Whether that day has a session, and it is not over. */
  readonly hasTime: boolean;
}

/** Why a call cannot be good until a day. */
export function validityFault({ validUntil, today, hasTime }: ValidityFacts): LevelFault | undefined {
  if (validUntil < today || !hasTime) {
    return { path: 'validUntil', message: 'Choose a trading day whose session is not over.' };
  }
  if (validUntil > addDays(today, RESEARCH_DAYS_MOST)) {
    return { path: 'validUntil', message: `Choose a day within the next ${RESEARCH_DAYS_MOST} days.` };
  }
  return undefined;
}

/** Of the calls that are over, how many had reached a target, percent with two decimals; `undefined` while none is over. */
export function hitRatePercent(over: {
  readonly targetHit: number;
  readonly stopHit: number;
  readonly expired: number;
}): number | undefined {
  const ended = over.targetHit + over.stopHit + over.expired;
  return ended === 0 ? undefined : Math.round((over.targetHit * 10_000) / ended) / 100;
}
