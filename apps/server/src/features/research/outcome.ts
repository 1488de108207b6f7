import {
  type Bar,
  type CorporateAction,
  type EpochMs,
  indiaDateOf,
  type ResearchEventKind,
  type ResearchSide,
  type ResearchState,
} from '@trickdesk/domain';

/** A call as it was published. Prices in whole paise, the nearest target first. */
export interface CallFacts {
  readonly side: ResearchSide;
  readonly entryPaise: number;
  readonly stopPaise: number;
  readonly targetsPaise: readonly number[];
  /** The last price when it was published. */
  readonly referencePaise: number;
  /** By the exchange's clock, as everything here. */
  readonly publishedAt: EpochMs;
  /** Excluded: the end of the last session that it is good for. */
  readonly expiresAt: EpochMs;
}

export interface CallEvent {
  readonly kind: ResearchEventKind;
  readonly target?: number;
  readonly pricePaise: number;
  readonly at: EpochMs;
  readonly heldTarget?: true;
}

export interface CallOutcome {
  readonly state: ResearchState;
  readonly targetsHit: number;
  readonly events: readonly CallEvent[];
  readonly endedAt: EpochMs | undefined;
  /** Of the entry, before charges, in hundredths of a percent. */
  readonly resultBps: number | undefined;
}

/**
 * What the market made of a call. Nobody says it: it follows from the bars that opened after the publication.
 *
 * - It is entered when the market trades at the entry, coming from where the price stood; a bar that opens beyond enters at
 *   its open.
 * - A target counts at its own price. In the bar of the entry it counts only where it can have come after the entry alone.
 * - A bar that holds the stop is the stop, whatever else it holds: which came first cannot be known. One that opens beyond
 *   the stop ends at its open.
 * - It is over at the last target, at the stop, or at the end of its time. A withdrawal changes nothing.
 *
 * @param bars closed ones, oldest first, in the units of the publication
 * @param now the exchange's clock; prices up to the end of the call are taken to be there once it has passed
 */
export function outcomeOf(call: CallFacts, bars: readonly Bar[], now: EpochMs): CallOutcome {
  const walk = new Walk(call);
  let lastClose: number | undefined;
  for (const bar of bars) {
    if (bar.openAt < call.publishedAt || bar.openAt >= call.expiresAt) continue;
    lastClose = bar.close;
    if (walk.take(bar)) break;
  }
  if (!walk.isOver && now >= call.expiresAt) {
    walk.expire(call.expiresAt, lastClose ?? call.referencePaise);
  }
  return walk.outcome();
}

class Walk {
  readonly #call: CallFacts;
  /** 1 where a rising price is good. */
  readonly #sign: 1 | -1;
  readonly #events: CallEvent[] = [];
  #enteredPaise: number | undefined;
  #targetsHit = 0;
  #end: CallEvent | undefined;

  constructor(call: CallFacts) {
    this.#call = call;
    this.#sign = call.side === 'buy' ? 1 : -1;
  }

  get isOver(): boolean {
    return this.#end !== undefined;
  }

  /** @returns whether it is over */
  take(bar: Bar): boolean {
    if (this.#enteredPaise !== undefined) this.#follow(bar, { targetsCount: true });
    else this.#enter(bar);
    return this.isOver;
  }

  #enter(bar: Bar): void {
    const { entryPaise, referencePaise } = this.#call;
    const fromAbove = referencePaise >= entryPaise;
    const touched = fromAbove ? bar.low <= entryPaise : bar.high >= entryPaise;
    if (!touched) return;
    const isBeyond = fromAbove ? bar.open <= entryPaise : bar.open >= entryPaise;
    this.#enteredPaise = isBeyond ? bar.open : entryPaise;
    this.#events.push({ kind: 'entered', pricePaise: this.#enteredPaise, at: bar.openAt });
    // A price that came through the entry on its way to the target reached the target after it.
    const onItsWay = fromAbove === (this.#sign === -1);
    this.#follow(bar, { targetsCount: isBeyond || onItsWay });
  }

  #follow(bar: Bar, { targetsCount }: { readonly targetsCount: boolean }): void {
    const { stopPaise, targetsPaise } = this.#call;
    const [worst, best] = this.#sign === 1 ? [bar.low, bar.high] : [bar.high, bar.low];
    const reaches = (target: number | undefined): boolean => target !== undefined && this.#sign * (best - target) >= 0;
    if (this.#sign * (worst - stopPaise) <= 0) {
      const opensBeyond = this.#sign * (bar.open - stopPaise) < 0;
      const held = !opensBeyond && targetsCount && reaches(targetsPaise[this.#targetsHit]);
      const pricePaise = opensBeyond ? bar.open : stopPaise;
      this.#finish({ kind: 'stop', pricePaise, at: bar.openAt, ...(held ? { heldTarget: true } : {}) });
      return;
    }
    if (!targetsCount) return;
    while (reaches(targetsPaise[this.#targetsHit])) {
      const pricePaise = targetsPaise[this.#targetsHit] ?? 0;
      this.#targetsHit += 1;
      const event = { kind: 'target', target: this.#targetsHit, pricePaise, at: bar.openAt } as const;
      if (this.#targetsHit === targetsPaise.length) this.#finish(event);
      else this.#events.push(event);
    }
  }

  expire(at: EpochMs, pricePaise: number): void {
    this.#finish({ kind: 'expiry', pricePaise, at });
  }

  #finish(event: CallEvent): void {
    this.#events.push(event);
    this.#end = event;
  }

  outcome(): CallOutcome {
    return {
      state: this.#state(),
      targetsHit: this.#targetsHit,
      events: this.#events,
      endedAt: this.#end?.at,
      resultBps: this.#resultBps(),
    };
  }

  #state(): ResearchState {
    if (this.#targetsHit > 0) return 'target_hit';
    if (this.#end) return this.#end.kind === 'stop' ? 'stop_hit' : 'expired';
    return this.#enteredPaise === undefined ? 'not_entered' : 'open';
  }

  #resultBps(): number | undefined {
    const entered = this.#enteredPaise;
    const end = this.#end;
    if (entered === undefined || !end) return undefined;
    const { targetsPaise } = this.#call;
    const parts = targetsPaise.map((target, i) => (i < this.#targetsHit ? target : end.pricePaise));
    const gained = parts.reduce((sum, paise) => sum + this.#sign * (paise - entered), 0);
    return Math.round((gained * 10_000) / (entered * targetsPaise.length));
  }
}

/** Bars in the units of a day: what came after a split is told as it was told before. Whole paise. */
export function inUnitsOf(
  publishedAt: EpochMs,
  bars: readonly Bar[],
  actions: readonly Pick<CorporateAction, 'exDate' | 'oldUnits' | 'newUnits'>[],
): readonly Bar[] {
  const published = indiaDateOf(publishedAt);
  const later = actions.filter(({ exDate }) => exDate > published);
  if (later.length === 0) return bars;
  return bars.map((bar) => {
    const day = indiaDateOf(bar.openAt);
    const before = (paise: number): number =>
      later
        .filter(({ exDate }) => exDate <= day)
        .reduce((sum, { oldUnits, newUnits }) => Math.round((sum * newUnits) / oldUnits), paise);
    return { ...bar, open: before(bar.open), high: before(bar.high), low: before(bar.low), close: before(bar.close) };
  });
}
