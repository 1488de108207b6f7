import type { BrokerSide } from '@trickdesk/brokers';
import { isWithinBand, nearestInBand, type PriceBand, roundToTick } from '@trickdesk/domain';
import type { DeskSettings } from './desk-settings.ts';
import { type DeskInstrument, type DeskMoment, type Line, type OrderShape, opposite } from './model.ts';

/**
 * A limit so far beyond the price, against us, that it trades at once unless the market jumps. Whole paise, on the tick.
 *
 * @param band beyond which the exchange takes no price
 */
export function protectedLimit(
  side: BrokerSide,
  pricePaise: number,
  { tickPaise, bps, band }: { readonly tickPaise: number; readonly bps: number; readonly band?: PriceBand | undefined },
): number {
  const away = side === 'buy' ? 1 + bps / 10_000 : 1 - bps / 10_000;
  const limit = Math.max(roundToTick(pricePaise * away, tickPaise, side === 'buy' ? 'up' : 'down'), tickPaise);
  return band ? nearestInBand(limit, band, tickPaise) : limit;
}

type BandMoment = Pick<DeskMoment, 'lastPaise' | 'bandOf'>;

/**
 * The band of the day that prices of an instrument must keep to; `undefined` where none is known. A market that trades
 * beyond the one that is known shows that the exchange has shifted it: an exit must not wait within the old one.
 *
 * @param last where the market stands, as far as is known
 */
export function bandOf(
  { id }: Pick<DeskInstrument, 'id'>,
  now: BandMoment,
  last = now.lastPaise(id),
): PriceBand | undefined {
  const band = now.bandOf?.(id);
  return band && (last === undefined || isWithinBand(last, band)) ? band : undefined;
}

/** Would trade now: its limit is at the price or beyond it. */
export function isMarketable(side: BrokerSide, limitPaise: number, lastPaise: number): boolean {
  return side === 'buy' ? limitPaise >= lastPaise : limitPaise <= lastPaise;
}

/** The trigger of a stop on that side was reached. */
export function isTriggered(side: BrokerSide, triggerPaise: number, lastPaise: number): boolean {
  return side === 'buy' ? lastPaise >= triggerPaise : lastPaise <= triggerPaise;
}

/**
 * A stop that becomes a limit order somewhat beyond its trigger.
 *
 * @param limits with a band, a stop beyond it rests at its edge: nearer than it was wished for, and not refused
 */
export function stopShape(
  line: Line,
  stop: { readonly stopPaise: number; readonly quantity: number },
  { settings, band }: { readonly settings: DeskSettings; readonly band?: PriceBand | undefined },
): OrderShape {
  const { tickPaise } = line.instrument;
  const wished = roundToTick(stop.stopPaise, tickPaise, 'nearest');
  const triggerPaise = band ? nearestInBand(wished, band, tickPaise) : wished;
  const limits = { tickPaise, bps: settings.stopProtectionBps, band };
  const pricePaise = protectedLimit(opposite(line.entrySide), triggerPaise, limits);
  return { kind: 'stop_limit', quantity: stop.quantity, pricePaise, triggerPaise };
}

/** Where the stop lies that the broker keeps although the strategy has none. */
export function disasterStop(line: Line, averagePaise: number, settings: DeskSettings): number {
  const down = line.entrySide === 'buy';
  const factor = down ? 1 - settings.disasterStopBps / 10_000 : 1 + settings.disasterStopBps / 10_000;
  return roundToTick(averagePaise * factor, line.instrument.tickPaise, down ? 'down' : 'up');
}

/** Cuts a quantity into orders that the exchange takes, each whole lots. */
export function slices(
  quantity: number,
  { lotSize }: Pick<DeskInstrument, 'lotSize'>,
  freezeQuantity: number,
): number[] {
  const most = Math.max(lotSize, Math.floor(freezeQuantity / lotSize) * lotSize);
  const cut: number[] = [];
  for (let left = quantity; left > 0; left -= most) cut.push(Math.min(left, most));
  return cut;
}

/**
 * The limit of an entry: protected, and no further than the exchange takes today. Whole paise, on the tick.
 *
 * @param referencePaise what it was decided by, where the desk has heard of no price
 */
export function entryLimit(
  side: BrokerSide,
  {
    instrument,
    referencePaise,
  }: { readonly instrument: Pick<DeskInstrument, 'id' | 'tickPaise'>; readonly referencePaise: number },
  { now, settings }: { readonly now: BandMoment; readonly settings: Pick<DeskSettings, 'entryProtectionBps'> },
): number {
  const { tickPaise } = instrument;
  const pricePaise = now.lastPaise(instrument.id) ?? referencePaise;
  const limits = { tickPaise, bps: settings.entryProtectionBps, band: bandOf(instrument, now, pricePaise) };
  return protectedLimit(side, pricePaise, limits);
}
