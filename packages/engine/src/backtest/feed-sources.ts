import { type CorporateAction, type Interval, indiaMoment } from '@trickdesk/domain';
import type { SourceBars } from '../compile/source-bars.ts';
import { type MutableBar, readRow } from './columns.ts';
import { ExDates } from './ex-dates.ts';
import { type BarSeries, PiecedBars } from './pieced-bars.ts';

/** Bars of an instrument that conditions read and nobody trades. */
export interface SourceSeries {
  /** Oldest first; no moment twice. */
  readonly bars: BarSeries;
  /** Oldest first, as those of a base. */
  readonly actions?: readonly CorporateAction[];
}

/** Feeds all bars that a source will ever have: what is read of them is asked for by time. */
export function feedSource(source: SourceBars, { bars, actions }: SourceSeries, interval: Interval): void {
  const series = PiecedBars.from(bars);
  const exDates = new ExDates(series, actions, 'with');
  const bar: MutableBar = { openAt: 0, open: 0, high: 0, low: 0, close: 0, volume: 0 };
  series.pieces.forEach(({ read, count }, i) => {
    const rows = read();
    const start = series.startOf(i);
    for (let row = 0; row < count; row += 1) {
      if (start + row === exDates.row) crossExDate(source, exDates, start + row, interval);
      readRow(rows, row, bar);
      source.push(bar, interval);
    }
  });
  // Others trade on a day on which it does not.
  crossExDate(source, exDates, series.length, interval);
}

function crossExDate(source: SourceBars, exDates: ExDates, row: number, interval: Interval): void {
  while (exDates.row === row) {
    const action = exDates.take();
    if (!action) return;
    const at = indiaMoment(action.exDate);
    source.restart({ at, history: [{ bars: exDates.before(row).bars(), interval }] });
  }
}
