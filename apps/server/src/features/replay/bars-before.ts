import type { ReplayDay } from '@trickdesk/contract';
import { DAY_MS, type IndiaDate, type Interval, indiaMoment } from '@trickdesk/domain';
import { adjustedBars, PiecedBars } from '@trickdesk/engine';
import { candleOnWire, type MarketDataService } from '../market-data/index.ts';

/** A quarter of days, or a morning of minutes. */
const SHOWN = 60;
/** The day itself is read as well: an ex-date on it changes the units of what came before. */
const OF_THE_DAY = 375;

interface Series {
  readonly exchange: string;
  readonly symbol: string;
  readonly interval: Interval;
  readonly dataset: string;
  readonly date: IndiaDate;
}

/** The last bars before a day, in the units of that day: what a chart showed when it began. Oldest first. */
export async function barsBefore(
  marketData: Pick<MarketDataService, 'bars' | 'instrument' | 'corporateActions'>,
  { date, ...series }: Series,
): Promise<ReplayDay['before']> {
  const from = indiaMoment(date);
  const bars = await marketData.bars({ ...series, to: from + DAY_MS, limit: SHOWN + OF_THE_DAY });
  const instrument = await marketData.instrument(series.exchange, series.symbol);
  const actions = instrument ? await marketData.corporateActions(instrument.id, series.dataset) : [];
  const before: ReplayDay['before'] = [];
  for (const bar of adjustedBars(PiecedBars.from(bars), actions).bars()) {
    if (bar.openAt < from) before.push(candleOnWire(bar));
  }
  return before.slice(-SHOWN);
}
