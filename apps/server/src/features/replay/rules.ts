import { type EpochMs, type IndiaDate, indiaDateOf, type MarketCalendar, type Session } from '@trickdesk/domain';

export interface ReplayDays {
  readonly session: Session;
  /** The sessions of the run on both sides of it. */
  readonly previous: IndiaDate | undefined;
  readonly next: IndiaDate | undefined;
}

/** When a run was up. */
export interface RunSpan {
  readonly run_number: number;
  readonly mode: 'paper' | 'live';
  readonly started_exchange_at: Date;
  /** What was fed to it last. */
  readonly last_bar_at: Date | null;
}

/**
 * The runs that a day is told of: those that were up on it, the live ones where there are any, since what was done with paper
 * money is not added to what was not. Where none was up, the newest that had begun: what it would have seen.
 *
 * @param runs oldest first, at least one of them begun before the session's close
 * @returns oldest first
 */
export function runsOfDay<Run extends RunSpan>(runs: readonly Run[], { openAt, closeAt }: Session): readonly Run[] {
  const begun = runs.filter((run) => run.started_exchange_at.getTime() < closeAt);
  const wereUp = begun.filter(({ last_bar_at: last }) => last !== null && last.getTime() >= openAt);
  const live = wereUp.filter(({ mode }) => mode === 'live');
  if (live.length > 0) return live;
  return wereUp.length > 0 ? wereUp : begun.slice(-1);
}

/**
 * Which session of a run is replayed: the one asked for, or the newest that has begun.
 *
 * @param startedAt when the run began, by the exchange's clock
 * @param now of the exchange
 * @returns `none` where no session of the run has begun yet, `other_day` where the day asked for is no session of it
 */
export function chooseDay(
  calendar: Pick<MarketCalendar, 'sessionOn' | 'previousSession' | 'nextSession'>,
  run: { readonly startedAt: EpochMs; readonly now: EpochMs },
  asked: IndiaDate | undefined,
): ReplayDays | 'none' | 'other_day' {
  const isOfRun = (session: Session | undefined): session is Session =>
    session !== undefined && session.closeAt > run.startedAt && session.openAt <= run.now;
  const today = calendar.sessionOn(indiaDateOf(run.now));
  const newest = isOfRun(today) ? today : calendar.previousSession(run.now);
  if (!isOfRun(newest)) return 'none';
  const session = asked === undefined ? newest : calendar.sessionOn(asked);
  if (!isOfRun(session)) return 'other_day';
  const before = calendar.previousSession(session.openAt - 1);
  const after = calendar.nextSession(session.closeAt);
  return {
    session,
    previous: isOfRun(before) ? before.date : undefined,
    next: isOfRun(after) ? after.date : undefined,
  };
}
