import { type Bar, type CorporateAction, type IndiaDate, indiaMoment } from '@trickdesk/domain';
import { inNewUnits } from '../run/corporate-action.ts';
import type { BarColumns } from './columns.ts';
import type { PiecedBars } from './pieced-bars.ts';

interface DatedRow {
  /** The first that is in the new units. */
  readonly row: number;
  readonly action: CorporateAction;
}

/** The ex-dates of a series by the row of their first bar. What lies before the first row changes nothing. */
export class ExDates {
  readonly #series: PiecedBars;
  readonly #dates: readonly DatedRow[];
  #next = 0;

  /** @param last whether one after the last row counts as well, as if a row followed */
  constructor(series: PiecedBars, actions: readonly CorporateAction[] = [], last: 'with' | 'without' = 'without') {
    this.#series = series;
    const rows = series.length + (last === 'with' ? 1 : 0);
    this.#dates = actions
      .map((action) => ({ row: series.firstRowAt(indiaMoment(action.exDate)), action }))
      .filter(({ row }) => row > 0 && row < rows)
      .sort((a, b) => a.row - b.row);
  }

  /** The next of them; infinite after the last. */
  get row(): number {
    return this.#dates[this.#next]?.row ?? Number.POSITIVE_INFINITY;
  }

  /** Goes over the next one. */
  take(): CorporateAction | undefined {
    const date = this.#dates[this.#next];
    this.#next += 1;
    return date?.action;
  }

  /** The rows before one, in the units of those ex-dates that were gone over. */
  before(row: number): PiecedBars {
    return inLastUnits(this.#series.rows(0, row), this.#dates.slice(0, this.#next));
  }
}

/** A whole series in the units of its last day: without the jumps that no holder felt. Volumes are in those units too. */
export function adjustedBars(series: PiecedBars, actions: readonly CorporateAction[] = []): PiecedBars {
  const dates = new ExDates(series, actions);
  while (dates.row < Number.POSITIVE_INFINITY) dates.take();
  return dates.before(series.length);
}

function inLastUnits(series: PiecedBars, dates: readonly DatedRow[]): PiecedBars {
  if (dates.length === 0) return series;
  const lastRow = dates.at(-1)?.row ?? 0;
  return series.map(({ piece, start }) =>
    start >= lastRow ? piece : { ...piece, read: () => adjustedRows(piece.read(), start, dates) },
  );
}

/** @param start the first row of the piece in its series */
function adjustedRows(rows: BarColumns, start: number, dates: readonly DatedRow[]): BarColumns {
  const adjusted = {
    time: rows.time,
    open: rows.open.slice(),
    high: rows.high.slice(),
    low: rows.low.slice(),
    close: rows.close.slice(),
    volume: rows.volume.slice(),
  };
  for (const [i, { row }] of dates.entries()) {
    // Rows between two ex-dates go over all the later ones at once: rounded once, they are as near as they can be.
    const ratio = ratioOf(dates.slice(i).map(({ action }) => action));
    const from = Math.max(0, (dates[i - 1]?.row ?? 0) - start);
    const end = Math.min(rows.time.length, row - start);
    for (let at = from; at < end; at += 1) {
      for (const name of ['open', 'high', 'low', 'close'] as const) {
        adjusted[name][at] = inNewUnits(rows[name][at] ?? 0, ratio.price);
      }
      adjusted.volume[at] = ((rows.volume[at] ?? 0) * ratio.units.newUnits) / ratio.units.oldUnits;
    }
  }
  return adjusted;
}

/**
 * Bars as a chart of that day shows them: what opened before an ex-date up to the day is in the units after it.
 *
 * @param actions oldest first
 */
export function inUnitsOf(day: IndiaDate, bars: readonly Bar[], actions: readonly CorporateAction[]): readonly Bar[] {
  const known = actions.filter(({ exDate }) => exDate <= day);
  const first = bars[0];
  const last = known.at(-1);
  if (!last || !first || first.openAt >= indiaMoment(last.exDate)) return bars;
  const dates = known.map((action, i) => ({ at: indiaMoment(action.exDate), ...ratioOf(known.slice(i)) }));
  return bars.map((bar) => {
    const ratio = dates.find(({ at }) => bar.openAt < at);
    return ratio ? inRatio(bar, ratio) : bar;
  });
}

function inRatio(bar: Bar, { price, units }: ReturnType<typeof ratioOf>): Bar {
  return {
    openAt: bar.openAt,
    open: inNewUnits(bar.open, price),
    high: inNewUnits(bar.high, price),
    low: inNewUnits(bar.low, price),
    close: inNewUnits(bar.close, price),
    volume: (bar.volume * units.newUnits) / units.oldUnits,
  };
}

type Ratio = Pick<CorporateAction, 'oldUnits' | 'newUnits'>;

/** What several of them make of prices, and of units: a demerger changes the price alone. */
export function ratioOf(actions: readonly CorporateAction[]): { readonly price: Ratio; readonly units: Ratio } {
  const product = (some: readonly CorporateAction[]): Ratio => ({
    oldUnits: some.reduce((so, { oldUnits }) => so * oldUnits, 1),
    newUnits: some.reduce((so, { newUnits }) => so * newUnits, 1),
  });
  return { price: product(actions), units: product(actions.filter(({ kind }) => kind !== 'demerger')) };
}
