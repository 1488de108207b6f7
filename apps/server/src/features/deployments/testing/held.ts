import { type Bar, createCalendar, type EpochMs, indiaMoment, MINUTE_MS, NSE_CALENDAR } from '@trickdesk/domain';
import { compileStrategy, createRun, parseDefinition } from '@trickdesk/engine';
import { HeardMinutes } from '../runner/heard-minutes.ts';
import { HeldRun } from '../runner/held-run.ts';
import type { RunBatch } from '../runner/run-batch.ts';

/** A Tuesday, 09:30. */
export const AT = indiaMoment('2026-09-15', 570);
const IDS = [11, 22] as const;
export const NIFTY = 33;
export const SECOND = 1_000;

/** The bar of a minute that rises or falls by a rupee, at about ₹500. */
export function bar(minute: number, way: 'up' | 'down' | 'flat' = 'flat'): Bar {
  const [open, close] = { up: [500_00, 501_00], down: [501_00, 500_00], flat: [500_00, 500_00] }[way] as [
    number,
    number,
  ];
  return {
    openAt: AT + minute * MINUTE_MS,
    open,
    high: Math.max(open, close),
    low: Math.min(open, close),
    close,
    volume: 9,
  };
}

interface Made {
  readonly symbols?: readonly string[];
  readonly execution?: 'simulated' | 'external';
  readonly fedUntil?: readonly number[];
  /** What must come true besides for it to buy. */
  readonly and?: string;
  /** Percent from the entry. */
  readonly stop?: number;
  /** Percent from the best price. */
  readonly trailing?: number;
}

/** With what its runner does for it: notes the prices that it hears, and tells with a bar which it did not. */
class HearingRun extends HeldRun {
  readonly #heard = new HeardMinutes();

  override onTick(instrumentId: number, at: EpochMs, pricePaise: number): void {
    this.#heard.note(instrumentId, at, pricePaise);
    super.onTick(instrumentId, at, pricePaise);
  }

  tell(instrumentId: number, bar: Bar, exchangeNow: EpochMs): void {
    this.onBar(instrumentId, { bar, unheard: this.#heard.unheardOf(instrumentId, bar) }, exchangeNow);
  }
}

/** A run that buys ten after each minute that rose, and sells after each that fell. It watches from 09:30 on. */
export function hold({
  symbols = ['SBIN'],
  execution = 'simulated',
  fedUntil = symbols.map(() => 0),
  and = '',
  stop,
  trailing,
}: Made = {}) {
  const parsed = parseDefinition({
    ...{ format: 1, product: 'INTRADAY', interval: '1m', direction: 'long' },
    instruments: symbols.map((symbol) => ({ exchange: 'NSE', symbol })),
    session: { entryFrom: '09:20', entryTo: '15:00', squareOff: '15:10', weekdays: [1, 2, 3, 4, 5] },
    ...{ entry: { long: `close > open${and}` }, exit: { long: 'close < open' } },
    risk: {
      ...(stop === undefined ? {} : { stopLoss: { kind: 'percent', percent: stop } }),
      ...(trailing === undefined ? {} : { trailing: { kind: 'percent', percent: trailing } }),
    },
    sizing: { method: 'fixed_quantity', quantity: 10 },
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed));
  const run = createRun({
    strategy: compileStrategy(parsed.definition),
    bases: symbols.map((symbol) => ({ exchange: 'NSE', symbol, tickPaise: 5, lotSize: 1, enabled: true })),
    settings: { capitalPaise: 1_00_000_00, quantityMultiplier: 1 },
    calendar: createCalendar(NSE_CALENDAR),
    ...{ costs: 'none', slippageBps: 0, execution },
  });
  const batches: RunBatch[] = [];
  const instrumentIds = IDS.slice(0, symbols.length);
  const isOnPaper = execution === 'simulated';
  const sourceIds = and === '' ? [] : [NIFTY];
  const onBatch = (batch: RunBatch) => batches.push(batch);
  const held = new HearingRun({ run, instrumentIds, sourceIds, fedUntil, isOnPaper, onBatch });
  held.watchFromNextMinute(AT - 30 * SECOND);
  return { held, run, batches };
}

/** What each batch led to: `enter`, `exit`, `fill` and so on. */
export const told = (batches: readonly RunBatch[]) =>
  batches.map(({ events }) =>
    events.map((event) => (event.kind === 'decision' ? event.decision.action : event.kind)).join(' '),
  );
export const now = (minute: number) => AT + (minute + 1) * MINUTE_MS;
export const [SBIN, TCS] = IDS;

/** What ended its positions, when, and at which price. */
export const exits = (batches: readonly RunBatch[]) =>
  batches.flatMap(({ events }) =>
    events
      .flatMap((event) => (event.kind === 'trade' ? [event.trade] : []))
      .map((trade) => [trade.exitRule, (trade.exitAt - AT) / SECOND, trade.exitPaise]),
  );
