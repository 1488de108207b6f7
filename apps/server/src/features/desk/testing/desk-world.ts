import { indiaDateOf, type PriceBand } from '@trickdesk/domain';
import { DeskCore, type DeskSend } from '../desk-core.ts';
import { DESK_DEFAULTS, type DeskSettings } from '../desk-settings.ts';
import { type Alarm, type DeskEffects, isEmpty } from '../effects.ts';
import { newOrder } from '../make-order.ts';
import { type DeskInstrument, type DeskMoment, type DeskOrder, isOver, type Line } from '../model.ts';
import type { LineNews } from '../news.ts';
import { newRow } from '../order-row.ts';
import { entryLimit, slices } from '../prices.ts';
import { newLine, restoreDesk } from '../restore-desk.ts';
import { type DeskStep, stepOf } from '../store-step.ts';
import type { TradeLine } from '../trade-lines.ts';
import { DeskRows } from './desk-rows.ts';
import {
  type CrashPlan,
  type FaultPlan,
  isSwallowed,
  type Spoiling,
  timesTold,
  type Verb,
  verbOf,
} from './disturbances.ts';
import { KnownBand } from './known-band.ts';
import { ModelBroker, type WriteFault } from './model-broker.ts';
import { ModelReads } from './model-reads.ts';
import { ModelRun } from './model-run.ts';

export const SBIN: DeskInstrument = {
  id: 1,
  exchange: 'NSE',
  symbol: 'SBIN',
  token: '3045',
  tradingSymbol: 'SBIN-EQ',
  kind: 'equity',
  tickPaise: 5,
  lotSize: 1,
};

const DAY_MS = 86_400_000;
const MORNING = Date.UTC(2025, 6, 7, 4);
const BEAT_MS = 100;
/** What the promise allows, and what one fault of the broker may cost on top: until the book has shown it. */
export const PROMISED_MS = 2_000;
const FAULT_COSTS_MS = 2_000;
/** A desk that has just taken the account up hears of the next trade, and of none before it. */
const FIRST_PRICE_MS = 300;
/** A session that the broker does not know is replaced after so long. */
const SIGN_IN_MS = 1_000;

export interface WorldOptions {
  readonly sides: readonly ('buy' | 'sell')[];
  readonly freezeQuantity?: number;
  /** The exchange's price band, which the desk reads; absent: the exchange takes every price. */
  readonly band?: PriceBand | undefined;
}

/** A crash in the middle of a step: whoever is on the stack stops here. */
class Crash extends Error {}

/** The desk against the model broker, with rows in memory, on a clock that the test moves. One line for each run. */
export class DeskWorld {
  wall = 1_000_000;
  lastPaise = 600_00;
  depth = 1_000_000;
  isOpen = true;
  hasSession = true;
  readonly settings: DeskSettings;
  readonly broker: ModelBroker;
  readonly rows = new DeskRows();
  readonly runs: readonly ModelRun[];
  core: DeskCore;
  readonly news: LineNews[] = [];
  readonly alarms: Alarm[] = [];
  readonly lines: TradeLine[] = [];
  /** The next requests go wrong this way, one each. */
  faults: (WriteFault | 'none')[] = [];
  /** The next request of a verb goes wrong, or the desk dies at it. */
  faultAt: FaultPlan | undefined;
  crashAt: CrashPlan | undefined;
  crashes = 0;
  /** How this world is broken on purpose, to see that the referee notices. */
  spoilt: Spoiling | undefined;
  /** What was asked of the broker so far. */
  readonly asked = new Set<Verb>();
  /** Until here a fault of the broker keeps a position from being covered. */
  disturbedUntil = 0;
  /** Of each tag, what it was made for. */
  readonly made = new Map<
    string,
    { readonly run: ModelRun; readonly side: 'buy' | 'sell'; readonly order: DeskOrder }
  >();
  /** Of each tag that was handed over to its owner, what it had traded before. */
  readonly handed = new Map<string, number>();
  /** Runs that held something over the last night. */
  readonly carried = new Set<ModelRun>();
  /** Looks at the world after each step of time. */
  watch: (() => void) | undefined;
  #days = 0;
  #today = indiaDateOf(MORNING);
  readonly #reads: ModelReads;
  #signInAt = 0;
  #pricedFromWall = 0;
  #band: KnownBand | undefined;

  constructor({ sides, freezeQuantity, band }: WorldOptions = { sides: ['buy'] }) {
    this.settings = freezeQuantity === undefined ? DESK_DEFAULTS : { ...DESK_DEFAULTS, freezeQuantity };
    this.#reads = new ModelReads(this.settings);
    this.runs = sides.map((side, index) => new ModelRun(index + 1, side));
    this.broker = new ModelBroker({
      now: () => this.wall,
      isOpen: () => this.isOpen,
      lastPaise: () => this.lastPaise,
      depth: () => this.depth,
      freezeQuantity: this.settings.freezeQuantity,
      onReport: (report) => this.core.onReport(report, this.moment()),
    });
    this.broker.band = band;
    this.#band = band && new KnownBand(this.wall);
    this.core = this.#newCore();
  }

  moment(): DeskMoment {
    const at = MORNING + this.#days * DAY_MS;
    return {
      wall: this.wall,
      at,
      today: this.#today,
      isOpen: this.isOpen,
      canAct: this.hasSession,
      lastPaise: () => (this.wall >= this.#pricedFromWall ? this.lastPaise : undefined),
      bandOf: () => this.#band?.in(this),
      awaitsBand: () => this.#band?.isAwaited(this) === true,
    };
  }

  lineOf(run: ModelRun): Line {
    const line = this.core.lines.get(`${run.deploymentId} 1 0`);
    return line ?? newLine({ ...PLACE, deploymentId: run.deploymentId, instrument: SBIN, algo: undefined });
  }

  /** The run wants in: its intent and its orders are stored together, and sent then. */
  enter(quantity: number, run = this.#first()): void {
    this.#guarded(() => {
      const now = this.moment();
      const line = this.lineOf(run);
      const side = run.entrySide;
      const place = { instrument: SBIN, referencePaise: this.lastPaise };
      const pricePaise = entryLimit(side, place, { now, settings: this.settings });
      const crash = this.#takeCrash('place entry');
      if (crash === 'before_write') throw new Crash();
      const intent = run.want('entry', quantity);
      const orders = slices(quantity, SBIN, this.settings.freezeQuantity).map((size) => {
        const shape = { kind: 'limit', quantity: size, pricePaise } as const;
        const ids = { intentId: intent.intent_id, tradeOrderId: intent.id };
        const order = newOrder(line, { role: 'entry', side, shape, now, tag: this.#newTag(run, side), ...ids });
        order.rowId = this.rows.insert(newRow(order, { brokerLinkId: 1, at: now.at, wall: now.wall }));
        this.#note(order, run);
        return order;
      });
      if (crash === 'after_write') throw new Crash();
      if (crash) this.crashAt = { verb: 'place entry', point: crash };
      this.core.lines.set(`${run.deploymentId} 1 0`, line);
      for (const order of orders) this.core.add(order);
      line.entrySide = side;
      line.entry = { intentId: intent.intent_id, quantity, sinceWall: now.wall, sinceAt: now.at, withdrawn: false };
      this.#step('touched');
    });
  }

  /** The run wants out. */
  leave(rule: 'exit' | 'stop' = 'exit', run = this.#first()): void {
    this.#guarded(() => {
      const intent = run.want('exit', run.held, rule);
      const line = this.lineOf(run);
      const ids = { intentId: intent.intent_id, tradeOrderId: intent.id };
      line.exit = { ...ids, quantity: run.held, rule, sinceWall: this.wall, toldQuantity: 0 };
      this.core.touch(line);
      this.#step('touched');
    });
  }

  /** Lets time pass in steps of ten milliseconds. */
  run(ms: number): void {
    for (const end = this.wall + ms; this.wall < end; ) {
      this.wall += 10;
      if (this.#signInAt === this.wall) this.hasSession = true;
      this.#guarded(() => {
        this.broker.beat();
        this.#read();
        this.#step(this.wall % BEAT_MS === 0 ? 'all' : 'touched');
      });
      this.#runsTake();
      this.watch?.();
    }
  }

  /** Nothing is under way but stops that rest. */
  get isQuiet(): boolean {
    const isAtRest = (order: DeskOrder): boolean =>
      isOver(order) || (order.progress.state === 'trigger_pending' && !order.asking && !order.shapeUnclear);
    const isWaiting = this.runs.some((run) => run.openIntents().length + run.untaken().length > 0);
    return this.broker.isQuiet && !isWaiting && [...this.core.orders.values()].every(isAtRest);
  }

  moveStop(stopPaise: number, run = this.#first()): void {
    run.stopPaise = stopPaise;
    const line = this.lineOf(run);
    line.stopPaise = stopPaise;
    this.core.touch(line);
  }

  withdraw(run: ModelRun): void {
    const { entry } = this.lineOf(run);
    if (!entry) return;
    entry.withdrawn = true;
    for (const intent of run.intents) if (intent.intent_id === entry.intentId) intent.withdrawn = true;
  }

  /** The owner takes the position over, in the transaction of the run. */
  detach(run: ModelRun): void {
    run.take();
    if (run.held === 0) return;
    const line = this.lineOf(run);
    const orders = [...line.orders];
    this.core.detach(line);
    run.detach();
    for (const order of orders) {
      const { tag } = order;
      this.handed.set(tag, order.role === 'own' ? Number.POSITIVE_INFINITY : order.progress.filledQuantity);
    }
    const ids = (own: boolean) => orders.filter((order) => (order.role === 'own') === own).map((order) => order.rowId);
    this.rows.detach(ids(true), ids(false));
  }

  /** The exchange closes, and opens again the next morning. */
  night(isTold: boolean): void {
    this.isOpen = false;
    this.broker.endDay(isTold);
    // Somebody is signed in at some time of the evening: what no book of the day has shown is lost to the desk.
    this.hasSession = true;
    this.run(this.settings.idleBookEveryMs + 1_500);
    this.#days += 1;
    this.carried.clear();
    for (const run of this.runs) if (run.held > 0 || this.lineOf(run).orders.length > 0) this.carried.add(run);
    this.#today = indiaDateOf(this.moment().at);
    this.broker.startDay();
    this.#band &&= new KnownBand(this.wall);
    this.run(500);
    this.isOpen = true;
  }

  /** For so long a fault outside may keep a position from being covered. */
  disturb(ms: number): void {
    this.disturbedUntil = Math.max(this.disturbedUntil, this.wall + ms);
  }

  /** Another desk takes the account up with what is stored; requests under way go on by themselves. */
  restart(): void {
    const now = this.moment();
    this.crashes += 1;
    this.#pricedFromWall = this.wall + FIRST_PRICE_MS;
    this.#band &&= new KnownBand(this.wall);
    this.core = this.#newCore();
    restoreDesk(this.core, {
      rows: this.rows.unsettled(now.today),
      intents: this.runs.flatMap((run) => run.openIntents()),
      positions: this.runs.flatMap((run) => run.position()),
      untaken: this.runs.flatMap((run) => run.untaken()),
      instruments: new Map([['SBIN', SBIN]]),
      algos: new Map(),
      wall: this.wall,
    });
    for (const order of this.core.orders.values()) {
      const known = this.made.get(order.tag);
      if (known) this.made.set(order.tag, { ...known, order });
    }
    this.#reads.restart();
  }

  #first(): ModelRun {
    const [run] = this.runs;
    if (!run) throw new Error('a world has a run');
    return run;
  }

  #newCore(): DeskCore {
    return new DeskCore(this.settings, (line, wanted, now) => {
      const run = this.runs[line.deploymentId - 1] ?? this.#first();
      const order = newOrder(line, { ...wanted, now, tag: this.#newTag(run, wanted.side) });
      this.#note(order, run);
      return order;
    });
  }

  #newTag(run: ModelRun, side: 'buy' | 'sell'): string {
    return `t${run.deploymentId}${side}${this.made.size + 1}`;
  }

  #note(order: DeskOrder, run: ModelRun): void {
    this.made.set(order.tag, { run, side: order.side, order });
  }

  #guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      if (!(error instanceof Crash)) throw error;
      this.restart();
    }
  }

  #takeCrash(verb: CrashPlan['verb']): CrashPlan['point'] | undefined {
    if (this.crashAt?.verb !== verb) return undefined;
    const { point } = this.crashAt;
    this.crashAt = undefined;
    return point;
  }

  /** As the shell does: what a commit has stored already goes out at once, the rest after it is stored. */
  #step(scope: 'touched' | 'all'): void {
    const sends = this.core.plan(this.moment(), scope);
    const effects = this.core.takeEffects();
    if (isEmpty(effects)) return;
    const step = stepOf(effects, { brokerLinkId: 1, at: this.moment().at, wall: this.wall });
    const point = sends.map((send) => this.#takeCrash(verbOf(send))).find((found) => found !== undefined);
    if (point === 'before_write') throw new Crash();
    const isNew = new Set(effects.created);
    if (point !== 'after_write') for (const send of sends) if (!isNew.has(send.order)) this.#send(send, point);
    // A request about an order that is stored leaves before its own trace is.
    if (point === 'after_send' && sends.every((send) => !isNew.has(send.order))) throw new Crash();
    this.#store(step, effects);
    if (point === 'after_write') throw new Crash();
    for (const send of sends) if (isNew.has(send.order)) this.#send(send, point);
    if (point === 'after_send') throw new Crash();
  }

  #store(step: DeskStep, { news, alarms }: DeskEffects): void {
    this.rows.store(step);
    this.news.push(...news);
    this.alarms.push(...alarms);
    this.lines.push(...step.lines);
    for (const { line, news: told } of news) {
      for (let i = 0; i < timesTold(this.spoilt); i += 1) this.runs[line.deploymentId - 1]?.tell(told);
    }
  }

  #runsTake(): void {
    for (const run of this.runs) {
      if (!run.take() || run.held === 0 || run.stopPaise !== undefined) continue;
      this.moveStop(run.entrySide === 'buy' ? this.lastPaise - 6_00 : this.lastPaise + 6_00, run);
    }
  }

  #read(): void {
    if (!this.hasSession) return;
    this.#reads.book(this.core, this.broker, this.moment());
    if (this.wall % BEAT_MS === 0) this.#reads.single(this.core, this.broker, this.moment());
  }

  #send(send: DeskSend, point: CrashPlan['point'] | undefined): void {
    const { core } = this;
    this.asked.add(verbOf(send));
    if (isSwallowed(this.spoilt, send)) return;
    if (this.spoilt === 'sends twice') this.broker.ask(send, 'none', () => undefined);
    if (this.spoilt === 'closes twice' && verbOf(send) === 'place exit') this.#sendCopy(send);
    const fault = this.#faultOf(send);
    if (fault !== 'none') this.disturb(FAULT_COSTS_MS);
    this.broker.ask(send, fault, (outcome) => {
      // An answer to a desk that is gone reaches nobody.
      if (this.core !== core) return;
      if (outcome.kind === 'not_sent' && outcome.cause === 'session_expired') this.#endSession();
      core.onAnswer(send.order, send.asking, outcome, this.moment());
      if (point === 'after_answer') throw new Crash();
    });
  }

  #sendCopy({ order, asking }: DeskSend): void {
    const copy = { ...order, tag: `${order.tag}x` };
    const run = this.made.get(order.tag)?.run ?? this.#first();
    this.#note(copy, run);
    this.broker.ask({ order: copy, asking }, 'none', () => undefined);
  }

  #faultOf(send: DeskSend): WriteFault | 'none' {
    if (this.faultAt?.verb !== verbOf(send)) return this.faults.shift() ?? 'none';
    const { fault } = this.faultAt;
    this.faultAt = undefined;
    return fault;
  }

  #endSession(): void {
    this.hasSession = false;
    this.#signInAt = this.wall + SIGN_IN_MS;
  }
}

const PLACE = { runNumber: 1, accountId: 1, base: 0, product: 'intraday' } as const;
