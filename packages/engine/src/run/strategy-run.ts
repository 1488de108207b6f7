import type { Bar, EpochMs, Interval } from '@trickdesk/domain';
import type { UnitChange } from '../compile/source-bars.ts';
import type { ExDate } from './corporate-action.ts';
import type { BrokerExit, ExternalFill, IntentEnd } from './external-types.ts';
import type { Calm, PassedPrices } from './quiet-bars.ts';
import type {
  BarMode,
  LevelChange,
  OperandValue,
  OrderIntent,
  OutsideExitRule,
  Quote,
  RunEvent,
  RunState,
  VetoRule,
} from './types.ts';

/**
 * One strategy running over its bases. The same object serves the back-test, test mode and live: a back-test calls
 * `onPrice` for the four points of each bar's path and then `onBar`; the others call `onPrice` for each tick and `onBar`
 * when the feed closes a bar. Live also tells what became of the intents (`RunConfig.execution`).
 */
export interface StrategyRun {
  /**
   * A price of a base. Fills what waits, then lets stop, target and trailing act. Where somebody else executes it fills
   * nothing, withdraws entries that are too late, and makes exits only while none is pending.
   *
   * @param quote what the market showed last; where it can be used, orders cross its spread and take no more than it
   * shows. Without one they are filled at the price, with slippage
   */
  onPrice(base: number, at: EpochMs, pricePaise: number, quote?: Quote): readonly RunEvent[];
  /**
   * A closed bar of the finest interval that is stored (usually one minute); the run builds its own interval from it.
   * In `missed` mode the run walks the bar's path itself.
   */
  onBar(base: number, bar: Bar, interval: Interval, mode: BarMode): readonly RunEvent[];
  /**
   * A base had no trades up to this moment but those that were told: a bar of the strategy's interval that has ended by
   * then is decided on, without its last minutes. At one moment bases come in their order, whether with a bar or without.
   */
  onQuiet(base: number, until: EpochMs, mode: BarMode): readonly RunEvent[];
  /**
   * A closed bar of an instrument that conditions read (`CompiledStrategy.sources`). Those that closed by the close of a
   * base's bar come before that one; nothing is decided on them. One that came before changes nothing.
   */
  onSourceBar(source: number, bar: Bar, interval: Interval): void;
  /**
   * Before the first bar of an ex-date of a base: from here on its prices are in other units. Conditions read all earlier
   * bars in those; what the run holds and waits for is taken over, and where something is held, that is told.
   *
   * @throws Error where somebody else executes and something is held or under way; an entry that waits for the opening is taken over
   */
  onExDate(base: number, exDate: ExDate): readonly RunEvent[];
  /** The same of a source: from then on values are those of a reader who began with these bars. */
  restartSource(source: number, units: UnitChange): void;
  /** The owner sells everything: pending entries are withdrawn, an exit is made for every position. */
  exitAll(at: EpochMs): readonly RunEvent[];
  /** No new entries from now on; exits go on. */
  stopEntries(): void;
  resumeEntries(): void;
  /**
   * Takes back what waits of entries that nobody wants any more: all of a stopped run, those of an instrument that is
   * switched off. With their next price it does so by itself, which over a night is the one that they would be filled at.
   */
  withdrawUnwanted(at: EpochMs): readonly RunEvent[];
  /** The owner moved the levels of an open position, or says whether its stop follows the price, where the rules let it. */
  setLevels(base: number, levels: LevelChange): readonly RunEvent[];
  enableBase(base: number, enabled: boolean): void;
  /** Somebody outside the strategy has one base's position sold; its waiting entries are withdrawn. */
  exitBase(base: number, at: EpochMs, rule: OutsideExitRule): readonly RunEvent[];
  /** While a reason is set, every entry signal is vetoed with it; exits go on. */
  entriesBlocked(reason: VetoRule | undefined): void;
  /**
   * Whoever executes tells of a part. The first of an entry opens the position, later ones enlarge it; the one that
   * makes it flat closes the trade.
   *
   * @throws RangeError when the intent is not pending, or the part is more than is left of it
   */
  onFill(fill: ExternalFill): readonly RunEvent[];
  /**
   * Whoever executes tells that no more fills come. An exit that was not complete lets the exit rules act again. Where the
   * run executes itself, an entry is refused with it before its first price.
   *
   * @throws RangeError when the intent is not pending
   */
  onIntentEnd(end: IntentEnd): readonly RunEvent[];
  /**
   * Makes the decision and the intent of an exit that the broker has begun, so that its fills can follow. Nothing while
   * an exit of the base is pending: that intent (`pendingExitOf`) takes the fills.
   *
   * @throws RangeError when no position is open or the quantity is more than it holds
   */
  onBrokerExit(exit: BrokerExit): readonly RunEvent[];
  /** The exit intent of a base that is under way. */
  pendingExitOf(base: number): OrderIntent | undefined;
  /**
   * The position leaves the run without a sale. The cash that it bound stays out (delivery) or becomes free (intraday);
   * its charges, and the result of parts sold before, are realised; it is no trade. A cooldown begins as after an exit.
   *
   * @throws RangeError while an intent of the base is pending: its end comes first
   */
  detach(base: number, at: EpochMs): readonly RunEvent[];
  /** At the end of a back-test's data: an open position is closed at the last price and marked so. Simulated only. */
  finish(at: EpochMs): readonly RunEvent[];
  state(): RunState;
  /**
   * Prices of a base that need not be told one by one, until it is told of anything else: they order nothing, end nothing
   * and complete no bar. How far they went is told by `passPrices` before whatever comes next.
   */
  calmOf(base: number): Calm;
  passPrices(base: number, passed: PassedPrices): void;
  /** Values of every operand at the last closed bar, to say why nothing fired. */
  operands(base: number): readonly OperandValue[];
}
