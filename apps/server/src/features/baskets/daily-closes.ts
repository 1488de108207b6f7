import { addDays, type IndiaDate, indiaDateOf, indiaMoment } from '@trickdesk/domain';
import { inUnitsOf } from '@trickdesk/engine';
import type { MarketDataService } from '../market-data/index.ts';

export interface DayClose {
  readonly date: IndiaDate;
  /** Whole paise, in the units of the last day that was asked for. */
  readonly close: number;
}

/** Daily closes of a name, oldest first, of `from` to before `today`. Empty where there are none. */
export async function dailyCloses(
  marketData: Pick<MarketDataService, 'bars' | 'instrument' | 'corporateActions' | 'dataset'>,
  { symbol, from, today }: { readonly symbol: string; readonly from: IndiaDate; readonly today: IndiaDate },
): Promise<DayClose[]> {
  const instrument = await marketData.instrument('NSE', symbol);
  if (!instrument) return [];
  const range = { from: indiaMoment(from), to: indiaMoment(addDays(today, 1)) };
  const bars = await marketData.bars({ symbol, interval: '1d', ...range });
  const actions = await marketData.corporateActions(instrument.id, marketData.dataset);
  return inUnitsOf(today, bars, actions).map(({ openAt, close }) => ({ date: indiaDateOf(openAt), close }));
}
