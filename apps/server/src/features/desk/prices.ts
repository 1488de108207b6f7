import type { BrokerSide } from '@trickdesk/brokers';
import { roundToTick } from '@trickdesk/domain';
import type { DeskSettings } from './desk-settings.ts';
import { type DeskInstrument, type Line, type OrderShape, opposite } from './model.ts';

/** A limit so far beyond the price, against us, that it trades at once unless the market jumps. Whole paise, on the tick. */
export function protectedLimit(
  side: BrokerSide,
  pricePaise: number,
  { tickPaise, bps }: { readonly tickPaise: number; readonly bps: number },
): number {
  const away = side === 'buy' ? 1 + bps / 10_000 : 1 - bps / 10_000;
  const limit = roundToTick(pricePaise * away, tickPaise, side === 'buy' ? 'up' : 'down');
  return Math.max(limit, tickPaise);
}

/** Would trade now: its limit is at the price or beyond it. */
export function isMarketable(side: BrokerSide, limitPaise: number, lastPaise: number): boolean {
  return side === 'buy' ? limitPaise >= lastPaise : limitPaise <= lastPaise;
}

/** The trigger of a stop on that side was reached. */
export function isTriggered(side: BrokerSide, triggerPaise: number, lastPaise: number): boolean {
  return side === 'buy' ? lastPaise >= triggerPaise : lastPaise <= triggerPaise;
}

/** A stop that becomes a limit order somewhat beyond its trigger. */
export function stopShape(line: Line, stopPaise: number, quantity: number, settings: DeskSettings): OrderShape {
  const { instrument } = line;
  const side = opposite(line.entrySide);
  const { tickPaise } = instrument;
  const triggerPaise = roundToTick(stopPaise, tickPaise, 'nearest');
  const pricePaise = protectedLimit(side, triggerPaise, { tickPaise, bps: settings.stopProtectionBps });
  return { kind: 'stop_limit', quantity, pricePaise, triggerPaise };
}

/** Where the stop lies that the broker keeps although the strategy has none. */
export function disasterStop(line: Line, averagePaise: number, settings: DeskSettings): number {
  const down = line.entrySide === 'buy';
  const factor = down ? 1 - settings.disasterStopBps / 10_000 : 1 + settings.disasterStopBps / 10_000;
  return roundToTick(averagePaise * factor, line.instrument.tickPaise, down ? 'down' : 'up');
}

/** Cuts a quantity into orders that the exchange takes, each whole lots. */
export function slices(quantity: number, instrument: DeskInstrument, freezeQuantity: number): number[] {
  const most = Math.max(instrument.lotSize, Math.floor(freezeQuantity / instrument.lotSize) * instrument.lotSize);
  const cut: number[] = [];
  for (let left = quantity; left > 0; left -= most) cut.push(Math.min(left, most));
  return cut;
}
