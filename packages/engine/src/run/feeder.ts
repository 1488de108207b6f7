import type { Bar, EpochMs, Interval } from '@trickdesk/domain';
import type { BaseRun } from './base-run.ts';
import type { History } from './corporate-action.ts';
import type { SessionClock } from './session-clock.ts';

/** Feeds programs bars of the strategy's interval, with the times that go with them. */
export class Feeder {
  readonly #clock: SessionClock;
  readonly #interval: Interval;
  /** Filled anew for each bar. */
  readonly #times = { closeMinute: 0, sessionOpenMinute: 0, sessionCloseMinute: 0 };

  constructor(clock: SessionClock, interval: Interval) {
    this.#clock = clock;
    this.#interval = interval;
  }

  /** @returns when the bar closed */
  feed(base: BaseRun, bar: Bar): EpochMs {
    const closeAt = this.#clock.closeOfBar(bar.openAt);
    const times = this.#times;
    times.closeMinute = this.#clock.minuteOf(closeAt);
    times.sessionOpenMinute = this.#clock.openMinuteOf(bar.openAt);
    times.sessionCloseMinute = this.#clock.sessionCloseMinuteOf(bar.openAt);
    base.program.push(bar, times);
    return closeAt;
  }

  /** From the first bar on, with other bars than it was fed before. Nothing is decided on them. */
  feedAnew(base: BaseRun, history: History): void {
    base.restartProgram();
    const feed = (bar: Bar): EpochMs => this.feed(base, bar);
    for (const { bars, interval } of history) {
      for (const bar of bars) {
        if (interval === this.#interval) feed(bar);
        else base.builder.push(bar, interval, feed);
      }
    }
  }
}
