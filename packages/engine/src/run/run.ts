import { type Bar, type EpochMs, type Interval, indiaMoment } from '@trickdesk/domain';
import { BarClock } from '../bars/index.ts';
import type { SourceBars, UnitChange } from '../compile/source-bars.ts';
import { Account } from './account.ts';
import { BaseRun, type MutablePosition } from './base-run.ts';
import { adjustHoldings, type ExDate, entersWithNothing, leavesNothing } from './corporate-action.ts';
import { Decider } from './decider.ts';
import { type Execution, SimulatedExecution } from './execution.ts';
import { ExternalExecution } from './external-execution.ts';
import type { BrokerExit, ExternalFill, IntentEnd } from './external-types.ts';
import { Feeder } from './feeder.ts';
import { Journal } from './journal.ts';
import { barPath } from './path.ts';
import { type EntrySwitch, type MarketMoment, PositionKeeper, type RunParts } from './position-keeper.ts';
import { signOf } from './prices.ts';
import { type Calm, type PassedPrices, QuietBars } from './quiet-bars.ts';
import { RoundTrips } from './round-trips.ts';
import { rulesOf } from './run-rules.ts';
import { restoreState, stateOf } from './run-state.ts';
import { SessionClock, TradingDay } from './session-clock.ts';
import type { StrategyRun } from './strategy-run.ts';
import type {
  BarMode,
  LevelChange,
  OperandValue,
  OrderIntent,
  OutsideExitRule,
  Quote,
  RunConfig,
  RunEvent,
  RunState,
  VetoRule,
} from './types.ts';
import { signalOf } from './watched.ts';

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
  /** As the strategy names them. */
  readonly sources: readonly SourceBars[];
  readonly account: Account;
  readonly quiet: QuietBars;
  /** Absent where trades are not made at once. */
  readonly roundTrips: RoundTrips | undefined;
  readonly #config: RunConfig;
  readonly #journal: Journal;
  readonly #day = new TradingDay();
  readonly #clock: SessionClock;
  readonly #parts: RunParts;
  readonly #feeder: Feeder;
  readonly #keeper: PositionKeeper;
  readonly #execution: Execution;
  readonly #decider: Decider;
  /** Set where somebody else executes. */
  readonly #external: ExternalExecution | undefined;
  readonly #entries: EntrySwitch = { areStopped: false, blockedBy: undefined };
  readonly #interval: Interval;
  /** Of bars that are walked along their paths. */
  #given: BarClock | undefined;
  #mode: BarMode = 'warmup';
  /** The price at hand. Filled anew for each, in the room that the fraction makes for a moment: nobody keeps it. */
  readonly #market: { -readonly [Key in keyof MarketMoment]: MarketMoment[Key] } = {
    ...{ at: 0.5, marketPaise: 0, quote: undefined },
  };

  constructor(config: RunConfig, state?: RunState) {
    this.#config = config;
    this.#journal = new Journal(config);
    this.#clock = new SessionClock(config);
    this.account = new Account(config);
    const sources = config.strategy.createSources(config.calendar);
    this.sources = [...sources.values()];
    this.bases = config.bases.map((facts, i) => new BaseRun(i, facts, { config, sources }));
    this.#interval = config.strategy.definition.interval;
    this.#feeder = new Feeder(this.#clock, this.#interval);
    for (const base of this.bases) base.onBuilt = (bar) => this.#evaluate(base, bar, this.#mode);
    const parts = {
      rules: rulesOf(config),
      account: this.account,
      journal: this.#journal,
      day: this.#day,
      clock: this.#clock,
      bases: this.bases,
      entries: this.#entries,
    };
    this.#parts = parts;
    this.#keeper = new PositionKeeper(parts);
    this.quiet = new QuietBars(this.#keeper, this.#day, config.record);
    this.roundTrips = RoundTrips.of(config, parts);
    if (config.execution === 'external') this.#external = new ExternalExecution(config, parts, this.#keeper);
    this.#execution = this.#external ?? new SimulatedExecution(config, parts, this.#keeper);
    this.#decider = new Decider(parts, { execution: this.#execution, keeper: this.#keeper });
    if (state) restoreState(parts, state);
    else if (config.dayBefore) this.#day.restore(config.dayBefore);
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
    if (mode === 'missed' && subject.isActive) {
      if (this.#given?.interval !== interval) this.#given = new BarClock(this.#config.calendar, interval);
      for (const { at, pricePaise } of barPath(bar, interval, this.#given)) this.#price(subject, at, pricePaise);
    }
    subject.lastInputAt = bar.openAt;
    subject.lastClose = bar.close;
    if (mode !== 'warmup') subject.lastPrice = Number.NaN;
    this.#mode = mode;
    if (interval === this.#interval) this.#evaluate(subject, bar, mode);
    else subject.builder.push(bar, interval, subject.onBuilt);
    subject.lastMode = mode;
    return this.#journal.take();
  }

  onQuiet(base: number, until: EpochMs, mode: BarMode): readonly RunEvent[] {
    const subject = this.#base(base);
    const endsAt = subject.builder.endsAt();
    // Its last part had no trade, and somebody watched that: whatever was missed of it before.
    if (endsAt === until && mode === 'live') subject.lastMode = mode;
    if (endsAt <= until) this.completeBars(subject, endsAt, mode);
    return this.#journal.take();
  }

  onExDate(base: number, exDate: ExDate): readonly RunEvent[] {
    const subject = this.#base(base);
    if (this.#external?.isGivenOut(subject)) throw new Error('what a broker holds is handed over before an ex-date');
    if (subject.isActive) this.comeTo(exDate.at);
    return this.adjust(subject, exDate);
  }

  restartSource(source: number, units: UnitChange): void {
    this.#source(source).restart(units);
  }

  onSourceBar(source: number, bar: Bar, interval: Interval): void {
    this.#source(source).push(bar, interval);
  }

  /**
   * As `completeBars` where bars come whole, so that none is being built. With a new day the one before ends for every
   * base; the next call tells of it, or `takeUntold` where none may come.
   */
  comeTo(at: EpochMs): void {
    if (at < this.#day.endsAt) return;
    for (const base of this.bases) this.#execution.endDay(base);
    this.#day.rollTo(at);
  }

  /** What has happened since the last call that told of what happened. */
  takeUntold(): readonly RunEvent[] {
    return this.#journal.take();
  }

  /** A price inside the bar that the run has come to. */
  priceAtHand(base: BaseRun, at: EpochMs, pricePaise: number): readonly RunEvent[] {
    this.#price(base, at, pricePaise);
    return this.#journal.take();
  }

  /** A live bar of the strategy's interval that its program has worked on already, and has at hand. */
  onBarAtHand(base: BaseRun, bar: Bar): readonly RunEvent[] {
    base.lastInputAt = bar.openAt;
    base.lastClose = bar.close;
    base.lastPrice = Number.NaN;
    this.#decide(base, bar, this.#clock.closeOfBar(bar.openAt), 'live');
    base.lastMode = 'live';
    return this.#journal.take();
  }

  /**
   * From the next bar on, prices of the base are in the units of an ex-date: its program is fed `history`, all earlier
   * bars in those units, and what it holds and waits for is taken over.
   */
  adjust(base: BaseRun, { action, at, history }: ExDate): readonly RunEvent[] {
    this.#feeder.feedAnew(base, history);
    const tooFew = { at: indiaMoment(action.exDate), veto: 'quantity_zero' } as const;
    if (leavesNothing(base, action)) this.#execution.endBeforeExDate(base, tooFew.at);
    if (entersWithNothing(base, action)) this.#execution.withdrawEntries(base, tooFew);
    const adjusted = adjustHoldings(base, action, at);
    if (adjusted) {
      this.account.cashPaise += adjusted.receivedPaise;
      this.#journal.adjust(adjusted);
      this.#keeper.tellLevels(base);
    }
    return this.#journal.take();
  }

  /**
   * Decides on a bar of the strategy's interval that has ended without its last minutes' trades, before a later price
   * can act. It closed in the mode of its last part.
   */
  completeBars(base: BaseRun, at: EpochMs, now: BarMode): void {
    const { builder, lastMode } = base;
    const endsAt = builder.endsAt();
    this.#mode = lastMode === 'missed' ? 'missed' : now;
    if (endsAt <= at) {
      // On the day that it was a bar of.
      if (now !== 'warmup') this.comeTo(endsAt);
      builder.closeBefore(at, base.onBuilt);
    }
    if (now !== 'warmup') this.comeTo(at);
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
    this.comeTo(at);
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

  withdrawUnwanted(at: EpochMs): readonly RunEvent[] {
    for (const base of this.bases) {
      if (!this.#entries.areStopped && base.enabled) continue;
      this.#execution.withdrawEntries(base, { at, veto: this.#entries.areStopped ? 'stopped' : 'base_disabled' });
    }
    return this.#journal.take();
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

  setLevels(base: number, levels: LevelChange): readonly RunEvent[] {
    this.#keeper.setLevels(this.#base(base), levels);
    return this.#journal.take();
  }

  enableBase(base: number, enabled: boolean): void {
    this.#base(base).enabled = enabled;
  }

  finish(at: EpochMs): readonly RunEvent[] {
    if (this.#external) throw new Error('a run that somebody else executes has no end of data');
    for (const base of this.bases) {
      base.forgetPending();
      if (this.#config.closeAtEnd !== false) {
        this.#execution.exitNow(base, 'end_of_data', { at, marketPaise: base.marketPaise() });
      }
    }
    return this.#journal.take();
  }

  state(): RunState {
    return stateOf(this.#parts);
  }

  calmOf(base: number): Calm {
    return this.quiet.calmOf(this.#base(base));
  }

  passPrices(base: number, passed: PassedPrices): void {
    this.quiet.passPrices(this.#base(base), passed);
  }

  operands(base: number): readonly OperandValue[] {
    return this.#base(base).program.operands();
  }

  #base(index: number): BaseRun {
    const base = this.bases[index];
    if (!base) throw new RangeError(`there is no base ${index}`);
    return base;
  }

  #source(index: number): SourceBars {
    const source = this.sources[index];
    if (!source) throw new RangeError(`there is no source ${index}`);
    return source;
  }

  #price(base: BaseRun, at: EpochMs, pricePaise: number, quote?: Quote): void {
    const held = base.position;
    const moment = this.#market;
    moment.at = at;
    moment.marketPaise = pricePaise;
    moment.quote = quote;
    if (base.pending.length > 0) this.#execution.onPrice(base, moment);
    const { position } = base;
    if (position !== undefined) {
      if (position === held) this.#movePosition(base, moment);
      else this.#leaveIfPassed(base, position, moment);
    }
    base.lastPrice = pricePaise;
  }

  /** A position that this very price has opened has not seen the market move: no price before it counts. */
  #leaveIfPassed(base: BaseRun, position: MutablePosition, moment: MarketMoment): void {
    base.lastPrice = Number.NaN;
    this.#exitAtPrice(base, position, moment);
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
    const step = { previousPaise: base.lastPrice, pricePaise: marketPaise };
    const hit = this.#keeper.levelReached(base, position, step);
    if (hit) {
      const { levelPaise } = hit;
      this.#execution.exitNow(base, hit.rule, { ...moment, marketPaise: hit.marketPaise, levelPaise });
      return true;
    }
    if (at < base.squareOffAt) return false;
    this.#execution.exitNow(base, 'square_off', moment);
    return true;
  }

  #evaluate(base: BaseRun, bar: Bar, mode: BarMode): void {
    const closeAt = this.#feeder.feed(base, bar);
    this.#config.watch?.(bar, () => signalOf(base.index, base.program, { bar, closeAt }));
    if (mode === 'warmup' || bar.openAt <= base.lastBarAt) return;
    this.#decide(base, bar, closeAt, mode);
  }

  #decide(base: BaseRun, bar: Bar, closeAt: EpochMs, mode: BarMode): void {
    base.lastBarAt = bar.openAt;
    base.barsSinceExit += 1;
    this.#execution.beforeBar(base, closeAt);
    if (base.position) this.#decider.exit(base, bar, closeAt);
    this.#decider.entry(base, bar, closeAt, mode);
  }
}
