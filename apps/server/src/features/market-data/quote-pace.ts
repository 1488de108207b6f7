/** At most four a second for each instrument. */
export const QUOTES_EVERY_MS = 250;
/** What comes together is told together. */
export const TOGETHER_MS = 20;

export interface QuotePace<Quote> {
  readonly note: (symbol: string, quote: Quote) => void;
  readonly close: () => void;
}

/**
 * How often prices are told: the first of an instrument at once, and then the newest of each quarter of a second. A price
 * that came after a quiet moment does not wait, which is what a person sees as live.
 *
 * @param tell the newest quotes by symbol; never empty
 */
export function createQuotePace<Quote>(tell: (quotes: ReadonlyMap<string, Quote>) => void): QuotePace<Quote> {
  const waiting = new Map<string, Quote>();
  const toldAt = new Map<string, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wakesAt = Number.POSITIVE_INFINITY;

  const dueOf = (symbol: string, now: number): number =>
    Math.max(now, (toldAt.get(symbol) ?? Number.NEGATIVE_INFINITY) + QUOTES_EVERY_MS);
  const wakeAt = (at: number, now: number): void => {
    clearTimeout(timer);
    wakesAt = at;
    timer = setTimeout(tellDue, at - now);
  };
  const tellDue = (): void => {
    const now = performance.now();
    wakesAt = Number.POSITIVE_INFINITY;
    // A timer may come a fraction of a millisecond early.
    const due = [...waiting].filter(([symbol]) => dueOf(symbol, now) < now + 1);
    for (const [symbol] of due) {
      waiting.delete(symbol);
      toldAt.set(symbol, now);
    }
    if (waiting.size > 0) wakeAt(Math.min(...[...waiting.keys()].map((symbol) => dueOf(symbol, now))), now);
    if (due.length > 0) tell(new Map(due));
  };

  return {
    note: (symbol, quote) => {
      const now = performance.now();
      waiting.set(symbol, quote);
      const due = Math.max(now + TOGETHER_MS, dueOf(symbol, now));
      if (due < wakesAt) wakeAt(due, now);
    },
    close: () => clearTimeout(timer),
  };
}
