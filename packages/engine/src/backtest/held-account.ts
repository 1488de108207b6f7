import {
  type EpochMs,
  type IndiaDate,
  indiaDateOf,
  indiaDayNumber,
  indiaMoment,
  weekdayBefore,
} from '@trickdesk/domain';
import {
  buyAndHold,
  type CommonSessions,
  type Comparison,
  commonSessions,
  compareWith,
  type DailyValue,
  type EquityPoint,
  followedDays,
  type HeldInstrument,
  indexAsEquity,
} from '../metrics/index.ts';
import type { BaseFacts } from '../run/types.ts';
import { adjustedBars } from './ex-dates.ts';
import { type BarSeries, PiecedBars } from './pieced-bars.ts';

export interface HoldingInput {
  /** The run's own, one point a session. */
  readonly equity: readonly EquityPoint[];
  readonly startCapitalPaise: number;
  readonly bases: readonly Pick<BaseFacts, 'symbol' | 'actions'>[];
  /** For each base the bars of the run. */
  readonly series: readonly BarSeries[];
  /** Bars before it only warmed indicators. */
  readonly tradeFrom: EpochMs;
  /** What buying so many units of a base costs at that price; nothing when absent. */
  readonly chargesPaise?: ((base: number, quantity: number, pricePaise: number) => number) | undefined;
}

/** Of a run that another account covers in part, fewer common sessions than this say nothing; nor do fewer than half. */
const FEWEST_COMMON_SESSIONS = 20;

/** A run beside another account, over the sessions on which the prices of that one are known. */
export interface BesideAccount {
  /** Of the run. */
  readonly sessions: number;
  /** Those that are compared, or would be if they were not too few. */
  readonly commonSessions: number;
  /** Absent where too few sessions are common. */
  readonly compared?: {
    /** First and last session that is compared. */
    readonly fromDate: IndiaDate;
    readonly toDate: IndiaDate;
    /** Of both accounts over these sessions, from the capital that the run had before them. */
    readonly figures: Comparison;
  };
}

/**
 * The run beside somebody who bought its instruments for the same capital at the first opening on which all of them had
 * prices, and held them.
 *
 * @returns `undefined` where the run has no session, or no capital left when the comparison would begin
 */
export function besideHolding(input: HoldingInput): BesideAccount | undefined {
  const sessions = input.equity.map(({ date }) => date);
  const bars = input.bases.map(({ actions }, i) => {
    const all = adjustedBars(PiecedBars.from(input.series[i] ?? []), actions);
    return all.rows(all.firstRowAt(input.tradeFrom));
  });
  const common = commonSessions(
    sessions,
    bars.map((each) => {
      const closes = dailyCloses(each);
      const [first, last] = [closes[0], closes.at(-1)];
      return first && last && { first: first.date, last: last.date };
    }),
  );
  return beside(input, common, (days, capitalPaise) => {
    const from = Math.max(input.tradeFrom, indiaMoment(days[0] ?? ''));
    const instruments = input.bases.map(({ symbol }, i) => {
      const own = bars[i] ?? PiecedBars.from([]);
      return heldInstrument(symbol, own.rows(own.firstRowAt(from)));
    });
    return buyAndHold(instruments, days, capitalPaise, input.chargesPaise);
  });
}

/**
 * The run beside an index that nobody can buy, so it is without charges.
 *
 * @param index its daily closes, oldest first, best with one before the first session
 * @returns `undefined` where the run has no session, or no capital left when the comparison would begin
 */
export function besideIndex(
  input: Pick<HoldingInput, 'equity' | 'startCapitalPaise'>,
  index: readonly DailyValue[],
): BesideAccount | undefined {
  const sessions = input.equity.map(({ date }) => date);
  const common = commonSessions(sessions, [followedDays(index)]);
  return beside(input, common, (days, capitalPaise) => indexAsEquity(index, days, capitalPaise));
}

function beside(
  { equity, startCapitalPaise }: Pick<HoldingInput, 'equity' | 'startCapitalPaise'>,
  { from, to }: CommonSessions,
  accountOn: (sessions: readonly IndiaDate[], capitalPaise: number) => readonly EquityPoint[],
): BesideAccount | undefined {
  if (equity.length === 0) return undefined;
  const counts = { sessions: equity.length, commonSessions: to - from };
  const own = equity.slice(from, to);
  const [first, last] = [own[0], own.at(-1)];
  const isWhole = own.length === equity.length;
  const isEnough = isWhole || (own.length >= FEWEST_COMMON_SESSIONS && own.length * 2 >= equity.length);
  if (!first || !last || !isEnough) return counts;
  const before = equity[from - 1] ?? { date: weekdayBefore(first.date), equityPaise: startCapitalPaise };
  const other = accountOn(
    own.map(({ date }) => date),
    before.equityPaise,
  );
  if (other.length === 0) return { ...counts, commonSessions: 0 };
  const figures = compareWith({ own, other, startCapitalPaise: before.equityPaise, startDate: before.date });
  return figures && { ...counts, compared: { fromDate: first.date, toDate: last.date, figures } };
}

function heldInstrument(symbol: string, bars: PiecedBars): HeldInstrument {
  const first = bars.pieces[0]?.read();
  return { symbol, firstOpenPaise: first?.open[0] ?? 0, closes: dailyCloses(bars) };
}

/** The last close of each Indian day that has a bar, whole paise, oldest first. */
export function dailyCloses(series: BarSeries): DailyValue[] {
  const closes: DailyValue[] = [];
  for (const { read } of PiecedBars.from(series).pieces) {
    const { time, close } = read();
    for (let row = 0; row < time.length; row += 1) {
      const at = time[row] ?? 0;
      const isLastOfDay = row + 1 === time.length || indiaDayNumber(time[row + 1] ?? 0) !== indiaDayNumber(at);
      if (!isLastOfDay) continue;
      const date = indiaDateOf(at);
      // A piece may begin within a day.
      if (closes.at(-1)?.date === date) closes.pop();
      closes.push({ date, value: close[row] ?? 0 });
    }
  }
  return closes;
}
