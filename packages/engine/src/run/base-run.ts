import type { Bar } from '@trickdesk/domain';
import { createIntervalBuilder, type IntervalBuilder } from '../bars/index.ts';
import type { BaseProgram, Sources } from '../compile/types.ts';
import type { IntentProgress } from './external-types.ts';
import type { Taken } from './quote.ts';
import type {
  BarMode,
  BaseFacts,
  Direction,
  OpenPosition,
  OrderIntent,
  RunConfig,
  RunState,
  VetoRule,
} from './types.ts';

export type MutablePosition = { -readonly [Key in keyof OpenPosition]: OpenPosition[Key] };

/** Everything that a run keeps of one base. Only the run writes to it. */
export class BaseRun {
  readonly index: number;
  readonly facts: Required<BaseFacts>;
  program: BaseProgram;
  builder: IntervalBuilder;
  /** What a bar that the builder completes is handed to; made once, so that no bar makes a closure. */
  onBuilt: (bar: Bar) => void = () => undefined;
  enabled: boolean;
  position: MutablePosition | undefined;
  /** Those that wait, in the order in which they were made. One list for all: a back-test has ten thousands of intents. */
  readonly #pending: OrderIntent[] = [];
  /** By intent, where it is executed in parts. */
  readonly progress = new Map<number, IntentProgress>();
  /** The last price inside the bar under way, NaN between bars. */
  lastPrice = Number.NaN;
  /** Its moment, where an order waited for somebody else to execute it. */
  lastPriceAt = Number.NaN;
  lastClose = Number.NaN;
  /** Opening of the last bar fed, of any interval, and how it came. */
  lastInputAt = Number.NEGATIVE_INFINITY;
  lastMode: BarMode = 'warmup';
  /** Openings of the bar last decided on and of the one last exited in; NaN before the first. */
  lastBarAt = Number.NaN;
  lastExitBarAt = Number.NaN;
  barsSinceExit = Number.POSITIVE_INFINITY;
  barsHeld = 0;
  adverse = 0;
  favourable = 0;
  squareOffAt = Number.POSITIVE_INFINITY;
  soldOn: string | undefined;
  lastVeto: VetoRule | undefined;
  /** Says something beside a veto only; unknown where a stored one does not tell. */
  lastVetoDirection: Direction | undefined;
  stopTold: number | undefined;
  /** Of the quote that was executed against last. Not stored: a successor sees none but later ones. */
  taken: Taken | undefined;

  readonly #config: RunConfig;
  readonly #sources: Sources;

  constructor(index: number, facts: BaseFacts, { config, sources }: { config: RunConfig; sources: Sources }) {
    this.#config = config;
    this.#sources = sources;
    this.index = index;
    this.facts = factsOf(facts);
    this.enabled = facts.enabled;
    const { strategy, blockBars: capacity, shelves } = config;
    this.program = strategy.createProgram({ capacity, shelf: shelves?.[index], sources });
    this.builder = createIntervalBuilder(config.strategy.definition.interval, config.calendar);
  }

  /** Forgets every bar; positions and orders stay. */
  restartProgram(): void {
    const { strategy, blockBars: capacity, calendar } = this.#config;
    this.program = strategy.createProgram({ capacity, sources: this.#sources });
    this.builder = createIntervalBuilder(strategy.definition.interval, calendar);
  }

  /** True while a price could change something: an order waits or a position is open. */
  get isActive(): boolean {
    return this.position !== undefined || this.pending.length > 0;
  }

  /** Puts an intent behind those that wait. */
  enqueue(intent: OrderIntent): void {
    this.#pending.push(intent);
  }

  /** The first of those that wait is over. */
  shiftPending(): void {
    if (this.#pending.length === 1) this.#pending.pop();
    else this.#pending.shift();
  }

  get pending(): readonly OrderIntent[] {
    return this.#pending;
  }

  /** Others wait from now on. */
  replacePending(intents: readonly OrderIntent[]): void {
    this.#pending.splice(0, this.#pending.length, ...intents);
  }

  forgetPending(): void {
    this.#pending.length = 0;
  }

  /** How far an intent has come that is executed in parts. */
  progressOf({ id }: OrderIntent): IntentProgress | undefined {
    return this.progress.size === 0 ? undefined : this.progress.get(id);
  }

  pendingExit(): OrderIntent | undefined {
    return this.#pendingFor('exit');
  }

  pendingEntry(): OrderIntent | undefined {
    return this.#pendingFor('entry');
  }

  #pendingFor(purpose: OrderIntent['purpose']): OrderIntent | undefined {
    const { pending } = this;
    // Most often none waits: nothing is made for asking.
    for (let i = 0; i < pending.length; i += 1) if (pending[i]?.purpose === purpose) return pending[i];
    return undefined;
  }

  /** Units of an intent that were executed already. */
  filledOf(intent: OrderIntent): number {
    return this.progressOf(intent)?.filledQuantity ?? 0;
  }

  /** The last price known; right after a restart, before any bar or tick, the entry price stands in. */
  marketPaise(): number {
    if (!Number.isNaN(this.lastPrice)) return this.lastPrice;
    return Number.isNaN(this.lastClose) ? (this.position?.entryPaise ?? 0) : this.lastClose;
  }

  snapshot(): RunState['bases'][number] {
    const { position, lastBarAt, lastExitBarAt, soldOn, lastVeto, lastVetoDirection, stopTold } = this;
    return {
      ...(position ? { position: { ...position } } : {}),
      pending: [...this.pending],
      ...(Number.isNaN(lastBarAt) ? {} : { lastBarAt }),
      ...(Number.isNaN(lastExitBarAt) ? {} : { lastExitBarAt }),
      barsHeld: this.barsHeld,
      adversePaise: this.adverse,
      favourablePaise: this.favourable,
      ...(Number.isFinite(this.barsSinceExit) ? { barsSinceExit: this.barsSinceExit } : {}),
      ...(Number.isNaN(this.lastPrice) ? {} : { lastPricePaise: this.lastPrice }),
      ...(Number.isNaN(this.lastPrice) || Number.isNaN(this.lastPriceAt) ? {} : { lastPriceAt: this.lastPriceAt }),
      ...(soldOn === undefined ? {} : { soldOn }),
      ...(lastVeto === undefined ? {} : { lastVeto, ...(lastVetoDirection ? { lastVetoDirection } : {}) }),
      ...(stopTold === undefined ? {} : { stopToldPaise: stopTold }),
      ...(this.progress.size === 0 ? {} : { progress: [...this.progress.values()] }),
    };
  }

  restore(state: RunState['bases'][number]): void {
    this.position = state.position ? { ...state.position } : undefined;
    this.replacePending(state.pending);
    this.lastBarAt = state.lastBarAt ?? Number.NaN;
    this.lastExitBarAt = state.lastExitBarAt ?? Number.NaN;
    this.barsHeld = state.barsHeld;
    this.adverse = state.adversePaise;
    this.favourable = state.favourablePaise;
    this.barsSinceExit = state.barsSinceExit ?? Number.POSITIVE_INFINITY;
    this.lastPrice = state.lastPricePaise ?? Number.NaN;
    this.lastPriceAt = state.lastPriceAt ?? Number.NaN;
    this.soldOn = state.soldOn;
    this.lastVeto = state.lastVeto;
    this.lastVetoDirection = state.lastVetoDirection;
    this.stopTold = state.stopToldPaise;
    for (const progress of state.progress ?? []) this.progress.set(progress.intentId, progress);
  }
}

/** In one shape, whoever gave them. */
function factsOf(given: BaseFacts): Required<BaseFacts> {
  const { exchange, symbol, tickPaise, lotSize, enabled, kind = 'equity', actions = [] } = given;
  return { exchange, symbol, tickPaise, lotSize, enabled, kind, actions };
}
