import './no-eval.ts';
import { createCalendar, type Interval, NSE_CALENDAR } from '@trickdesk/domain';
import {
  compileStrategy,
  type Decision,
  explainDecision,
  parseDefinition,
  runBacktest,
  type StrategyDefinition,
} from '@trickdesk/engine';

/** `[openAt (epoch seconds), open, high, low, close (rupees), volume]`, oldest first. */
type StoredCandle = readonly [number, number, number, number, number, number];

export interface PreviewRequest {
  readonly definition: unknown;
  readonly symbol: string;
  readonly interval: Interval;
  readonly candles: readonly StoredCandle[];
  /** Of the instruments that the conditions read, of the same interval. */
  readonly sources: readonly { readonly symbol: string; readonly candles: readonly StoredCandle[] }[];
  readonly capitalPaise: number;
  readonly tickPaise: number;
}

/** A fill that the rules lead to on the bars that were given. */
export interface PreviewMark {
  readonly id: string;
  readonly atMs: number;
  readonly side: 'buy' | 'sell';
  readonly purpose: 'entry' | 'exit';
  readonly price: number;
  readonly quantity: number;
  readonly reason: string;
}

export interface Preview {
  readonly marks: readonly PreviewMark[];
  readonly entries: number;
  readonly exits: number;
  /** Signals that a rule of risk, size or hours kept from becoming an entry. */
  readonly vetoes: number;
  /** Bars that must close before the first decision. */
  readonly warmupBars: number;
}

/** As a back-test assumes it where nobody says otherwise, basis points. */
const SLIPPAGE_BPS = 2;
const PAISE = 100;

/** What the rules would have done on these bars with one instrument; `undefined` where they cannot be read. */
export function preview(request: PreviewRequest): Preview | undefined {
  const parsed = parseDefinition(request.definition);
  if (!parsed.ok) return undefined;
  const { symbol, interval, candles, sources, capitalPaise, tickPaise } = request;
  const strategy = compileStrategy({ ...parsed.definition, instruments: [{ exchange: 'NSE', symbol }] });
  const result = runBacktest({
    strategy,
    bases: [{ exchange: 'NSE', symbol, tickPaise, lotSize: 1, enabled: true, kind: 'equity' }],
    series: [candles.map(barOf)],
    sources: strategy.sources.map((name) => ({
      bars: (sources.find((source) => source.symbol === name)?.candles ?? []).map(barOf),
    })),
    interval,
    settings: { capitalPaise, quantityMultiplier: 1 },
    calendar: createCalendar(NSE_CALENDAR),
    costs: 'angelone',
    slippageBps: SLIPPAGE_BPS,
    closeAtEnd: false,
  });
  const decisions = new Map(result.decisions.map((decision) => [decision.sequence, decision]));
  const marks = result.events.flatMap((event): PreviewMark[] => {
    if (event.kind !== 'fill') return [];
    const { at, side, purpose, quantity, pricePaise, intentId } = event.fill;
    const reason = reasonOf(decisions.get(intentId), parsed.definition);
    return [{ id: `${intentId}`, atMs: at, side, purpose, price: pricePaise / PAISE, quantity, reason }];
  });
  return {
    marks,
    entries: marks.filter(({ purpose }) => purpose === 'entry').length,
    exits: marks.filter(({ purpose }) => purpose === 'exit').length,
    vetoes: result.decisions.filter(({ action }) => action === 'veto').length,
    warmupBars: strategy.warmupBars,
  };
}

function reasonOf(decision: Decision | undefined, definition: StrategyDefinition): string {
  return decision ? explainDecision(decision, definition) : '';
}

function barOf([openAt, open, high, low, close, volume]: StoredCandle) {
  const paise = (price: number) => Math.round(price * PAISE);
  return { openAt: openAt * 1_000, open: paise(open), high: paise(high), low: paise(low), close: paise(close), volume };
}

export interface PreviewCall {
  readonly id: number;
  readonly request: PreviewRequest;
}
export interface PreviewAnswer {
  readonly id: number;
  readonly preview: Preview | undefined;
}

// There is nothing to listen to where tests import this.
globalThis.addEventListener?.('message', (event: MessageEvent<PreviewCall>) => {
  const answer: PreviewAnswer = { id: event.data.id, preview: preview(event.data.request) };
  globalThis.postMessage(answer);
});
