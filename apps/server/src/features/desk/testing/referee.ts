import { isTerminal } from '@trickdesk/domain';
import { isOver } from '../model.ts';
import { type DeskWorld, PROMISED_MS } from './desk-world.ts';
import type { ModelOrder } from './model-broker.ts';
import type { ModelRun } from './model-run.ts';

export const VIOLATIONS = [
  'duplicate',
  'orphan',
  'naked',
  'lost fill',
  'told twice',
  'short',
  'too much cover',
  'taken from nobody',
] as const;

export interface Violation {
  readonly kind: (typeof VIOLATIONS)[number];
  readonly detail: string;
}

/**
 * Compares what the broker really did with what was wanted and what the runs were told. It believes nothing that the
 * desk says: orders are counted at the broker, by the tags that were given out for each run.
 *
 * What it lets pass, and no more: a position without cover while a fault of a request is younger than two seconds, while
 * the market is closed or stands where its band ends, or the broker does not know the session; a sale too many where a
 * request took effect after its caller had given it up, or its owner closed the position by hand in the same moment.
 *
 * What its owner closes by hand is counted at the broker too: soon no more may rest for a trick than is really left, and
 * no more counts as closed by them than they have really dealt.
 */
export class Referee {
  readonly violations: Violation[] = [];
  /** For how long a position was without cover in all at worst, while the market was open: no fault excuses it here. */
  longestBareMs = 0;
  readonly #world: DeskWorld;
  readonly #bareSince = new Map<ModelRun, number>();
  readonly #uncoveredSince = new Map<ModelRun, number>();
  #tooMuchSince: number | undefined;
  readonly #said = new Set<string>();
  /** What is known within one look, at which nothing happens. */
  #known: { readonly orders: Map<ModelRun, readonly ModelOrder[]>; readonly held: Map<ModelRun, number> } | undefined;

  constructor(world: DeskWorld) {
    this.#world = world;
    world.watch = () => this.look();
  }

  look(): void {
    this.#known = { orders: new Map(), held: new Map() };
    for (const run of this.#world.runs) {
      this.#lookAtCover(run);
      this.#lookAtDoubles(run);
    }
    this.#lookAtTooMuch();
    this.#lookAtTaken();
    this.#known = undefined;
  }

  /** After everything has calmed down: nothing is left over. */
  atEnd(): void {
    for (const run of this.#world.runs) {
      const left = this.#ordersOf(run).filter((order) => !isTerminal(order.state) && !this.#isHanded(order));
      for (const order of left) this.#blame('orphan', `${order.tag} is ${order.state}`);
      if (this.heldOf(run) !== 0) this.#blame('orphan', `run ${run.deploymentId} still holds ${this.heldOf(run)}`);
      this.#compareTold(run);
    }
    for (const order of this.#world.core.orders.values()) {
      if (order.role !== 'own' && !isOver(order)) this.#blame('orphan', `the desk waits for ${order.tag} for ever`);
    }
  }

  blameError(error: unknown): void {
    this.#blame('told twice', error instanceof Error ? error.message : String(error));
  }

  /** Units of the run by what the broker executed. */
  heldOf(run: ModelRun): number {
    const known = this.#known?.held.get(run);
    if (known !== undefined) return known;
    let held = 0;
    for (const order of this.#ordersOf(run)) {
      const before = Math.min(this.#world.handed.get(order.tag ?? '') ?? 0, order.filled);
      held += (order.filled - before) * (order.side === run.entrySide ? 1 : -1);
    }
    held += this.#takenOf(run) * (run.entrySide === 'sell' ? 1 : -1);
    this.#known?.held.set(run, held);
    return held;
  }

  /** Units that the desk has counted as closed by hand, all or those of a day: sold ones above zero. */
  #takenOf({ deploymentId }: ModelRun, day?: string): number {
    const { rows, handed } = this.#world;
    const own = rows.elsewhere().filter((row) => row.deployment_id === deploymentId && !handed.has(row.tag ?? ''));
    const ofDay = own.filter((row) => day === undefined || row.day === day);
    return ofDay.reduce((sum, row) => sum + (row.side === 'sell' ? row.filled_quantity : -row.filled_quantity), 0);
  }

  /** What its owner has closed of what runs of that side hold: by hand, and beyond what was handed over to be closed. */
  #closedOf(entrySide: 'buy' | 'sell'): number {
    const { broker, runs, handed, made } = this.#world;
    const { today } = this.#world.moment();
    let dealt = 0;
    const takenOver = { buy: 0, sell: 0 };
    for (const { tag = '', side, filled } of broker.orders) {
      const run = made.get(tag)?.run;
      const own = (side === 'buy' ? 1 : -1) * (run ? Math.min(handed.get(tag) ?? 0, filled) : filled);
      if (run && handed.get(tag) !== Number.POSITIVE_INFINITY) takenOver[run.entrySide] += own;
      else dealt += own;
    }
    for (const run of runs) dealt += this.#takenOf(run, today);
    // A short position that was taken over is below zero, and what buys it back is no purchase of a run's.
    const left = entrySide === 'buy' ? -dealt : dealt;
    return left <= 0 ? 0 : Math.max(0, left - Math.abs(takenOver[entrySide]));
  }

  #lookAtTooMuch(): void {
    const { wall, isOpen, hasSession, runs, settings } = this.#world;
    const isTooMuch = (['buy', 'sell'] as const).some((side) => {
      const group = runs.filter((run) => run.entrySide === side);
      const held = group.reduce((sum, run) => sum + Math.max(0, this.heldOf(run)), 0);
      const closed = this.#closedOf(side);
      const covered = group.reduce((sum, run) => sum + this.#coveredOf(run), 0);
      return closed > 0 && covered > Math.max(0, held - closed);
    });
    if (!isTooMuch || !isOpen || !hasSession) this.#tooMuchSince = undefined;
    else this.#tooMuchSince ??= wall;
    const since = this.#tooMuchSince;
    const patienceMs = settings.idleBookEveryMs + PROMISED_MS;
    if (since !== undefined && wall - since > patienceMs) this.#blame('too much cover', `since ${since}`);
  }

  #lookAtTaken(): void {
    const { broker, made, rows, handed } = this.#world;
    for (const side of ['buy', 'sell'] as const) {
      const dealt = broker.all
        .filter((order) => order.side === side)
        .map(({ tag = '', filled }) => (made.has(tag) && handed.get(tag) !== Number.POSITIVE_INFINITY ? 0 : filled))
        .reduce((sum, units) => sum + units, 0);
      const taken = rows.elsewhere().reduce((sum, row) => (row.side === side ? sum + row.filled_quantity : sum), 0);
      if (taken > dealt) this.#blame('taken from nobody', `${taken} count as ${side} by hand, ${dealt} were`);
    }
  }

  #coveredOf(run: ModelRun): number {
    return this.#ordersOf(run)
      .filter((order) => order.side !== run.entrySide && !isTerminal(order.state) && !this.#isHanded(order))
      .reduce((sum, order) => sum + order.shape.quantity - order.filled, 0);
  }

  #ordersOf(run: ModelRun): readonly ModelOrder[] {
    const known = this.#known?.orders.get(run);
    if (known) return known;
    const { made, broker } = this.#world;
    const orders = broker.all.filter((order) => order.tag !== undefined && made.get(order.tag)?.run === run);
    this.#known?.orders.set(run, orders);
    return orders;
  }

  #isHanded({ tag = '' }: ModelOrder): boolean {
    return this.#world.handed.get(tag) === Number.POSITIVE_INFINITY;
  }

  #lookAtCover(run: ModelRun): void {
    const { wall, isOpen, hasSession, disturbedUntil } = this.#world;
    const covered = this.#coveredOf(run);
    const held = this.heldOf(run);
    const isCovered = held <= covered || held <= 0 || !isOpen || !hasSession || this.#isAtEdge(run);
    if (isCovered) this.#uncoveredSince.delete(run);
    else {
      const uncoveredSince = this.#uncoveredSince.get(run) ?? wall;
      this.#uncoveredSince.set(run, uncoveredSince);
      this.longestBareMs = Math.max(this.longestBareMs, wall - uncoveredSince);
    }
    if (isCovered || wall < disturbedUntil) {
      this.#bareSince.delete(run);
      return;
    }
    const since = this.#bareSince.get(run) ?? wall;
    this.#bareSince.set(run, since);
    if (wall - since > PROMISED_MS) this.#blame('naked', `run ${run.deploymentId} since ${since}`);
  }

  /** The market stands where its band ends: no trigger can rest there, and nothing trades beyond. */
  #isAtEdge({ entrySide }: ModelRun): boolean {
    const { broker, lastPaise } = this.#world;
    return lastPaise === (entrySide === 'buy' ? broker.band?.lowerPaise : broker.band?.upperPaise);
  }

  #lookAtDoubles(run: ModelRun): void {
    const orders = this.#ordersOf(run);
    const tags = new Set(orders.map((order) => order.tag));
    if (tags.size < orders.length) this.#blame('duplicate', 'one tag was accepted twice');
    for (const intent of run.intents.filter((own) => own.purpose === 'entry')) {
      const quantity = orders
        .filter(({ tag = '' }) => this.#world.made.get(tag)?.order.tradeOrderId === intent.id)
        .filter(({ tag = '' }) => this.#world.made.get(tag)?.order.role === 'entry')
        .reduce((sum, order) => sum + order.shape.quantity, 0);
      if (quantity > intent.quantity) this.#blame('duplicate', `entry ${intent.intent_id} is for ${quantity}`);
    }
    const isLate = orders.some(({ tag = '' }) => this.#isCover(tag) && this.#world.broker.late.has(tag));
    const isByHand = this.#takenOf(run) !== 0;
    if (this.heldOf(run) < 0 && !isLate && !isByHand && run.detached === 0)
      this.#blame('short', `run ${run.deploymentId}`);
  }

  #isCover(tag: string): boolean {
    const known = this.#world.made.get(tag);
    return known !== undefined && known.order.role !== 'entry';
  }

  #compareTold(run: ModelRun): void {
    const entered = this.#ordersOf(run)
      .filter((order) => this.#world.made.get(order.tag ?? '')?.order.role === 'entry')
      .reduce((sum, order) => sum + order.filled, 0);
    const { toldIn, toldOut, detached, held } = run;
    if (toldIn > entered) this.#blame('told twice', `${toldIn} of ${entered} were told`);
    if (toldIn < entered && !run.isHalted) this.#blame('lost fill', `${toldIn} of ${entered} were told`);
    if (held !== 0) this.#blame('lost fill', `the run believes to hold ${held}`);
    if (toldIn !== toldOut + detached + held) this.#blame('lost fill', `${toldIn} in, ${toldOut} out`);
  }

  #blame(kind: Violation['kind'], detail: string): void {
    const key = `${kind} ${detail}`;
    if (this.#said.has(key)) return;
    this.#said.add(key);
    this.violations.push({ kind, detail: `${detail} at ${this.#world.wall}` });
  }
}
