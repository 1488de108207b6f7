import { type Bar, type EpochMs, type Interval, roundToTick } from '@trickdesk/domain';
import { Account } from './account.ts';
import { BaseRun, type MutablePosition } from './base-run.ts';
import { vetoOf } from './entry-rules.ts';
import { type Execution, SimulatedExecution } from './execution.ts';
import { ExternalExecution } from './external-execution.ts';
import type { BrokerExit, ExternalFill, IntentEnd } from './external-types.ts';
import { Journal } from './journal.ts';
import { hitLevel, levelsAreReady } from './levels.ts';
import { barPath } from './path.ts';
import { type EntrySwitch, type MarketMoment, PositionKeeper } from './position-keeper.ts';
import { signOf } from './prices.ts';
import { SessionClock, TradingDay } from './session-clock.ts';
import { sizeEntry } from './sizing.ts';
import type {
  BarMode,
  Direction,
  OperandValue,
  OrderIntent,
  OutsideExitRule,
  Quote,
  RunConfig,
  RunEvent,
  RunState,
  StrategyRun,
  VetoRule,
} from './types.ts';

/**
 * Starts a run, or goes on with one from its stored state. After a restart feed the earlier bars as `warmup` first:
 * the state holds positions and money, the bars hold the indicators.
 */
export function createRun(config: RunConfig, state?: RunState): StrategyRun {
  return new Run(config, state);
}

/** The back-test uses this class itself, for the account's value and to skip prices that can change nothing. */
export class Run implements StrategyRun {
  readonly bases: readonly BaseRun[];
  readonly account: Account;
  readonly #config: RunConfig;
  readonly #journal = new Journal();
  readonly #day = new TradingDay();
  readonly #clock: SessionClock;
  readonly #keeper: PositionKeeper;
  readonly #execution: Execution;
  /** Set where somebody else executes. */
  readonly #external: ExternalExecution | undefined;
  readonly #entries: EntrySwitch = { areStopped: false, blockedBy: undefined };
  readonly #interval: Interval;
  #mode: BarMode = 'warmup';

  constructor(config: RunConfig, state?: RunState) {
    this.#config = config;
    this.#clock = new SessionClock(config);
    this.account = new Account(config);
    this.bases = config.bases.map((facts, i) => new BaseRun(i, facts, config.strategy, config.calendar));
    this.#interval = config.strategy.definition.interval;
    for (const base of this.bases) base.onBuilt = (bar) => this.#evaluate(base, bar, this.#mode);
    const parts = {
      account: this.account,
      journal: this.#journal,
      day: this.#day,
      clock: this.#clock,
      bases: this.bases,
      entries: this.#entries,
    };
    this.#keeper = new PositionKeeper(parts);
    if (config.execution === 'external') this.#external = new ExternalExecution(config, parts, this.#keeper);
    this.#execution = this.#external ?? new SimulatedExecution(config, parts, this.#keeper);
    if (state) this.#restore(state);
  }

  onPrice(base: number, at: EpochMs, pricePaise: number, quote?: Quote): readonly RunEvent[] {
    const subject = this.#base(base);
    this.completeBars(subject, at, 'live');
    this.#price(subject, at, pricePaise, quote);
    return this.#journal.take();
  }

  onBar(base: number, bar: Bar, interval: Interval, mode: BarMode): readonly RunEvent[] {
    const subject = this.#base(base);
    // A bar that came before is known already: feeding it again changes nothing.
    if (bar.openAt <= subject.lastInputAt) return this.#journal.take();
    this.completeBars(subject, bar.openAt, mode);
    if (mode === 'missed') this.#walk(subject, bar, interval);
    subject.lastInputAt = bar.openAt;
    subject.lastClose = bar.close;
    if (mode !== 'warmup') subject.lastPrice = Number.NaN;
    this.#mode = mode;
    if (interval === this.#interval) this.#evaluate(subject, bar, mode);
    else subject.builder.push(bar, interval, subject.onBuilt);
    subject.lastMode = mode;
    return this.#journal.take();
  }

  /**
   * Decides on a bar of the strategy's interval that has ended without its last minutes' trades, before a later price
   * can act. It closed in the mode of its last part.
   */
  completeBars(base: BaseRun, at: EpochMs, now: BarMode): void {
    if (now !== 'warmup') this.#day.rollTo(at);
    this.#mode = base.lastMode === 'missed' ? 'missed' : now;
    base.builder.closeBefore(at, base.onBuilt);
  }

  /**
   * Takes a bar's whole path at once where no point of it can fill, stop, reach or square off anything: what remains is
   * how far the price went. Answers whether it did; otherwise the points must be walked.
   */
  passQuietBar(base: BaseRun, bar: Bar, lastPointAt: EpochMs): boolean {
    const { position } = base;
    if (!position || base.pending.length > 0 || lastPointAt >= base.squareOffAt) return false;
    const isLong = position.direction === 'long';
    const best = isLong ? bar.high : bar.low;
    const worst = isLong ? bar.low : bar.high;
    const sign = signOf(position.direction);
    const extremePaise = sign * (best - position.extremePaise) > 0 ? best : position.extremePaise;
    // The tightest that the stop can become inside this bar.
    const stop = this.#keeper.tightestStop(base, position, extremePaise);
    if (stop !== undefined && sign * (worst - stop) <= 0) return false;
    if (position.targetPaise !== undefined && sign * (best - position.targetPaise) >= 0) return false;
    base.adverse = Math.min(base.adverse, sign * (worst - position.entryPaise));
    base.favourable = Math.max(base.favourable, sign * (best - position.entryPaise));
    position.extremePaise = extremePaise;
    return true;
  }

  exitAll(at: EpochMs): readonly RunEvent[] {
    for (const base of this.bases) this.#exitFor(base, at, 'owner_exit');
    return this.#journal.take();
  }

  exitBase(base: number, at: EpochMs, rule: OutsideExitRule): readonly RunEvent[] {
    this.#exitFor(this.#base(base), at, rule);
    return this.#journal.take();
  }

  #exitFor(base: BaseRun, at: EpochMs, rule: OutsideExitRule): void {
    this.#execution.withdrawEntries(base, { at, rule, veto: rule === 'kill_switch' ? rule : 'stopped' });
    const { position } = base;
    if (!position || base.pendingExit()) return;
    const { direction, quantity } = position;
    this.#execution.exit(base, { at, action: 'exit', direction, rule, quantity, pricePaise: base.marketPaise() });
  }

  stopEntries(): void {
    this.#entries.areStopped = true;
  }

  resumeEntries(): void {
    this.#entries.areStopped = false;
  }

  entriesBlocked(reason: VetoRule | undefined): void {
    this.#entries.blockedBy = reason;
  }

  onFill(fill: ExternalFill): readonly RunEvent[] {
    const execution = this.#executedElsewhere();
    this.#day.rollTo(fill.at);
    execution.onFill(fill);
    return this.#journal.take();
  }

  onIntentEnd(end: IntentEnd): readonly RunEvent[] {
    this.#execution.onIntentEnd(end);
    return this.#journal.take();
  }

  onBrokerExit(exit: BrokerExit): readonly RunEvent[] {
    this.#executedElsewhere().onBrokerExit(exit, this.#base(exit.base));
    return this.#journal.take();
  }

  pendingExitOf(base: number): OrderIntent | undefined {
    return this.#base(base).pendingExit();
  }

  detach(base: number, at: EpochMs): readonly RunEvent[] {
    const execution = this.#executedElsewhere();
    this.#day.rollTo(at);
    execution.detach(this.#base(base), at);
    return this.#journal.take();
  }

  #executedElsewhere(): ExternalExecution {
    if (!this.#external) throw new Error('this run executes its own intents');
    return this.#external;
  }

  setLevels(
    base: number,
    levels: { stopPaise?: number; targetPaise?: number; trailing?: boolean },
  ): readonly RunEvent[] {
    const subject = this.#base(base);
    const { position } = subject;
    if (!position) return this.#journal.take();
    const onGrid = (paise: number): number => roundToTick(paise, subject.facts.tickPaise, 'nearest');
    const isMadeFixed = levels.trailing === false && this.#keeper.fixStop(subject, position);
    if (levels.trailing === true) delete position.isTrailingOff;
    if (levels.stopPaise !== undefined) position.stopPaise = onGrid(levels.stopPaise);
    if (levels.targetPaise !== undefined) position.targetPaise = onGrid(levels.targetPaise);
    if (position.amounts) {
      const own = {
        ...(levels.stopPaise === undefined && !isMadeFixed ? {} : { isStopOwn: true as const }),
        ...(levels.targetPaise === undefined ? {} : { isTargetOwn: true as const }),
      };
      position.amounts = { ...position.amounts, ...own };
    }
    this.#keeper.tellLevels(subject);
    return this.#journal.take();
  }

  enableBase(base: number, enabled: boolean): void {
    this.#base(base).enabled = enabled;
  }

  finish(at: EpochMs): readonly RunEvent[] {
    if (this.#external) throw new Error('a run that somebody else executes has no end of data');
    for (const base of this.bases) {
      base.pending = [];
      if (this.#config.closeAtEnd !== false) {
        this.#execution.exitNow(base, 'end_of_data', { at, marketPaise: base.marketPaise() });
      }
    }
    return this.#journal.take();
  }

  state(): RunState {
    const { date, trades, realisedPaise } = this.#day;
    const { account } = this;
    return {
      format: 1,
      sequence: this.#journal.sequence,
      cashPaise: account.cashPaise,
      day: { date, trades, realisedPaise },
      bases: this.bases.map((base) => base.snapshot()),
      entriesStopped: this.#entries.areStopped,
      ...(this.#entries.blockedBy === undefined ? {} : { entriesBlocked: this.#entries.blockedBy }),
      totals: {
        realisedPaise: account.realisedPaise,
        chargesPaise: account.chargesPaise,
        trades: account.trades,
        ...(account.detachedPaise === 0 ? {} : { detachedPaise: account.detachedPaise }),
      },
    };
  }

  operands(base: number): readonly OperandValue[] {
    return this.#base(base).program.operands();
  }

  #restore(state: RunState): void {
    if (state.bases.length !== this.bases.length) {
      throw new RangeError(`the stored state has ${state.bases.length} instruments, the strategy ${this.bases.length}`);
    }
    this.#journal.sequence = state.sequence;
    this.account.cashPaise = state.cashPaise;
    this.account.realisedPaise = state.totals.realisedPaise;
    this.account.chargesPaise = state.totals.chargesPaise;
    this.account.trades = state.totals.trades;
    this.account.detachedPaise = state.totals.detachedPaise ?? 0;
    this.#entries.areStopped = state.entriesStopped;
    this.#entries.blockedBy = state.entriesBlocked;
    this.#day.restore(state.day);
    this.bases.forEach((base, i) => {
      const stored = state.bases[i];
      if (stored) base.restore(stored);
      if (base.position) base.squareOffAt = this.#clock.squareOffAt(base.position.entryAt, base.facts.symbol);
    });
  }

  #base(index: number): BaseRun {
    const base = this.bases[index];
    if (!base) throw new RangeError(`there is no base ${index}`);
    return base;
  }

  /** The bar's own prices, for a bar that nobody watched. */
  #walk(base: BaseRun, bar: Bar, interval: Interval): void {
    if (!base.isActive) return;
    for (const { at, pricePaise } of barPath(bar, interval)) this.#price(base, at, pricePaise);
  }

  #price(base: BaseRun, at: EpochMs, pricePaise: number, quote?: Quote): void {
    const held = base.position;
    if (base.pending.length > 0) this.#execution.onPrice(base, { at, marketPaise: pricePaise, quote });
    // A position opened by this very price has not seen the market move yet.
    if (held !== undefined && base.position === held) this.#movePosition(base, { at, marketPaise: pricePaise, quote });
    base.lastPrice = pricePaise;
  }

  #movePosition(base: BaseRun, moment: MarketMoment): void {
    const { position } = base;
    const { marketPaise: pricePaise } = moment;
    if (!position) return;
    if (!base.pendingExit() && this.#exitAtPrice(base, position, moment)) return;
    this.#keeper.markExcursion(base, position, pricePaise);
    if (signOf(position.direction) * (pricePaise - position.extremePaise) > 0) position.extremePaise = pricePaise;
  }

  /** Whether this price ended the position, or has it ended. */
  #exitAtPrice(base: BaseRun, position: MutablePosition, moment: MarketMoment): boolean {
    const { at, marketPaise } = moment;
    if (this.#config.stopFrom !== 'next_bar' || base.barsHeld > 0) {
      const stop = this.#keeper.stopOf(base, position);
      const hit = hitLevel(position, stop, { previousPaise: base.lastPrice, pricePaise: marketPaise });
      if (hit) {
        const { levelPaise } = hit;
        this.#execution.exitNow(base, hit.rule, { ...moment, marketPaise: hit.marketPaise, levelPaise });
        return true;
      }
    }
    if (at < base.squareOffAt) return false;
    this.#execution.exitNow(base, 'square_off', moment);
    return true;
  }

  #evaluate(base: BaseRun, bar: Bar, mode: BarMode): void {
    const closeAt = this.#clock.closeOfBar(bar.openAt);
    base.program.push(bar, this.#clock.minuteOf(closeAt), this.#clock.openMinuteOf(bar.openAt));
    if (mode === 'warmup') return;
    if (bar.openAt <= base.lastBarAt) return;
    base.lastBarAt = bar.openAt;
    base.barsSinceExit += 1;
    this.#execution.beforeBar(base, closeAt);
    if (base.position) this.#evaluateExit(base, bar, closeAt);
    this.#evaluateEntry(base, bar, { closeAt, mode });
  }

  #evaluateExit(base: BaseRun, bar: Bar, closeAt: EpochMs): void {
    const { position, program } = base;
    if (!position) return;
    base.barsHeld += 1;
    const { direction, quantity } = position;
    program.position.inPosition = true;
    program.position.bars = base.barsHeld;
    program.position.profitPercent = signOf(direction) * (bar.close / position.entryPaise - 1) * 100;
    const condition = direction === 'long' ? program.exitLong : program.exitShort;
    const fires = condition?.fires() === true;
    const maxHold = this.#config.strategy.definition.risk.maxHoldBars;
    if (!base.pendingExit() && (fires || (maxHold !== undefined && base.barsHeld >= maxHold))) {
      const facts = {
        at: closeAt,
        action: 'exit',
        direction,
        quantity,
        pricePaise: bar.close,
        barOpenAt: bar.openAt,
      } as const;
      const reason = fires ? ({ rule: 'exit', condition } as const) : ({ rule: 'max_hold' } as const);
      this.#execution.exit(base, { ...facts, ...reason });
    }
    program.position.inPosition = false;
    if (program.trailing && this.#keeper.stopOf(base, position)?.paise !== base.stopTold) this.#keeper.tellLevels(base);
  }

  #evaluateEntry(base: BaseRun, bar: Bar, { closeAt, mode }: { closeAt: EpochMs; mode: BarMode }): void {
    const direction = firedDirection(base);
    if (direction === undefined || !levelsAreReady(base.program)) {
      base.lastVeto = undefined;
      return;
    }
    const { program } = base;
    const condition = direction === 'long' ? program.entryLong : program.entryShort;
    const moment = { base, bases: this.bases, direction, mode, pricePaise: bar.close, barOpenAt: bar.openAt, closeAt };
    const rules = { entries: this.#entries, day: this.#day, clock: this.#clock };
    const ruled = vetoOf(this.#config, { ...moment, ...rules });
    const common = {
      at: closeAt,
      direction,
      rule: 'entry',
      pricePaise: bar.close,
      barOpenAt: bar.openAt,
      condition,
    } as const;
    const place = { account: this.account, bases: this.bases, base };
    const sized =
      ruled === undefined
        ? sizeEntry(this.#config, place, { direction, pricePaise: bar.close, at: closeAt })
        : undefined;
    const veto = ruled ?? sized?.veto;
    const quantity = sized?.quantity ?? 0;
    if (veto === undefined) {
      this.#execution.enter(base, { ...common, action: 'enter', quantity, sizing: sized?.sizing });
    } else if (veto !== base.lastVeto) {
      // A signal that stays on for many bars is refused once for each reason, not on every bar.
      this.#journal.decide(base, { ...common, action: 'veto', veto, quantity, sizing: sized?.sizing });
    }
    base.lastVeto = veto;
  }
}

/** Long is asked first: a definition whose both entries fire on one bar goes long. */
function firedDirection({ program }: BaseRun): Direction | undefined {
  if (program.entryLong?.fires() === true) return 'long';
  return program.entryShort?.fires() === true ? 'short' : undefined;
}
