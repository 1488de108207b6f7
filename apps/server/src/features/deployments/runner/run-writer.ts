import type { Tx } from '@trickdesk/db';
import type { EpochMs } from '@trickdesk/domain';
import {
  type ClosedTrade,
  type DetachedPosition,
  explainDecision,
  type Fill,
  type OpenPosition,
  type RunEvent,
  type StrategyDefinition,
} from '@trickdesk/engine';
import { afterExposure, decideHalt, type Life } from '../rules.ts';
import { activityOf, recordHalt, recordRunActivity } from '../run-activity.ts';
import type { AppliedNews } from './apply-order-news.ts';
import type { EntryGuard, RefusedEntry } from './entry-guard.ts';
import { fillNote } from './fill-note.ts';
import { Flight } from './flight.ts';
import type { DeskRequest } from './live-desk.ts';
import { markNewsApplied } from './news-store.ts';
import {
  cancelOthers,
  closePosition,
  endOrder,
  type FilledOrder,
  fillOrder,
  fillPart,
  insertOrder,
  type Mode,
  openPosition,
  resizePosition,
  setPositionLevels,
} from './orders-store.ts';
import { insertDecision, markApplied, openWrite, type RunKey, storeHalt, updateDeployment } from './store.ts';
import type { Untold } from './tell-run.ts';

/** What one call of the engine led to, and where the run stood right after it. */
export interface RunBatch {
  readonly events: readonly RunEvent[];
  /** `RunnerState` as JSON. */
  readonly state: string;
  readonly lastBarAt: EpochMs | undefined;
  /** Orders that still wait, by intent. */
  readonly pendingIntents: readonly number[];
  readonly positions: readonly OpenPosition[];
  readonly hasExposure: boolean;
  /** The exchange's time of the batch. */
  readonly at: EpochMs;
  readonly commands: readonly bigint[];
  /** Of its orders, where a broker executes them. */
  readonly news?: TakenNews;
  /** Entries of test mode that doubtful prices held back. */
  readonly refused?: readonly RefusedEntry[];
}

/** A piece of news that a batch took, with what it said beyond the engine's events. */
export interface TakenNews extends Pick<AppliedNews, 'orderValues' | 'ended' | 'halt'> {
  readonly id: bigint;
}

/** Nothing happened but that time went on. */
export function isBare({ events, commands, news }: RunBatch): boolean {
  return events.length === 0 && commands.length === 0 && news === undefined;
}

/** Intents that wait after a write of these batches; `undefined` where it leaves them as they were. */
export function pendingAfter(batches: readonly RunBatch[]): ReadonlySet<number> | undefined {
  const last = batches.findLast((batch) => !isBare(batch));
  return last && new Set(last.pendingIntents);
}

export interface WriteFacts {
  readonly key: RunKey;
  readonly mode: Mode;
  readonly accountId: number;
  readonly strategyVersionId: number;
  readonly definition: StrategyDefinition;
  /** Wall clock, for bookkeeping columns. */
  readonly now: Date;
  /** What is told after this write and not in it. */
  readonly untold?: Untold | undefined;
  /** Intents that wait by what is stored, where that is known. */
  readonly pending?: ReadonlySet<number> | undefined;
  /** In test mode. */
  readonly guard?: Pick<EntryGuard, 'keep'> | undefined;
}

/** Rows that a write touched, for the events that tell the browser. */
export interface Written {
  readonly orderIds: ReadonlySet<number>;
  readonly positionIds: ReadonlySet<number>;
  readonly sentences: readonly string[];
  readonly life: Life;
}

/** A write under way. */
export interface Writing {
  /** What is asked of the broker, in order; to be planned before the rest is waited for. */
  readonly requests: readonly DeskRequest[];
  /** Resolves when the statements so far are answered. @throws RunLost when the run is not this runner's any more */
  readonly landed: () => Promise<void>;
  /** Writes what the answers decide. @throws as `landed` */
  readonly finish: () => Promise<Written>;
}

/**
 * Writes batches of one run, in order, in the caller's transaction. Decisions, orders, fills, positions, the day's
 * roll-up and the run's own state commit together, so that a crash finds all of it or none. Statements that need no
 * answer of each other travel together: before the caller commits, it must `finish`.
 */
export async function beginWrite(tx: Tx, facts: WriteFacts, batches: readonly RunBatch[]): Promise<Writing> {
  const last = batches.at(-1);
  if (!last) throw new RangeError('nothing to write');
  const flight = new Flight();
  const untold = facts.untold && JSON.stringify(facts.untold);
  const { state: json, lastBarAt } = last;
  const before = flight.add(openWrite(tx, facts.key, { json, lastBarAt, at: facts.now, untold }));
  const writer = new EventWriter(tx, facts, flight);
  try {
    for (const batch of batches) await writer.writeBatch(batch);
  } catch (error) {
    // Whose run it is comes first: a run that is lost finds other rows than it expects.
    await flight.landed();
    throw error;
  }
  const { orderIds, positionIds, sentences, requests, lastDecisionAt } = writer;
  const finish = async (): Promise<Written> => {
    await flight.landed();
    const written = { orderIds, positionIds, sentences };
    if (facts.untold) return { ...written, life: await before };
    const events = batches.flatMap((batch) => batch.events);
    await recordRunActivity(tx, facts, activityOf(events, facts.definition));
    const refused = batches.flatMap((batch) => batch.refused ?? []);
    const { accountId, key } = facts;
    if (refused.length > 0) await facts.guard?.keep(tx, { accountId, deploymentId: key.deploymentId }, refused);
    const halt = batches.findLast(({ news }) => news?.halt !== undefined)?.news?.halt;
    return { ...written, life: await storeLife(tx, facts, { before: await before, halt, last, lastDecisionAt }) };
  };
  return { requests, landed: () => flight.landed(), finish };
}

/** The same where no order is to leave: all of it, at once. */
export async function writeBatches(tx: Tx, facts: WriteFacts, batches: readonly RunBatch[]): Promise<Written> {
  return (await beginWrite(tx, facts, batches)).finish();
}

interface LifeChange {
  readonly before: Life;
  readonly halt: string | undefined;
  readonly last: RunBatch;
  readonly lastDecisionAt: EpochMs | undefined;
}

async function storeLife(tx: Tx, { key, accountId, now }: WriteFacts, change: LifeChange): Promise<Life> {
  const { before, halt, last, lastDecisionAt } = change;
  const { hasExposure } = last;
  const life = halt === undefined ? afterExposure(before, hasExposure) : decideHalt({ ...before, hasExposure });
  const ended = life.phase === 'idle' && before.phase !== 'idle';
  if (ended || lastDecisionAt !== undefined) {
    await updateDeployment(tx, key.deploymentId, { life, lastDecisionAt, stoppedAt: ended ? now : undefined });
  }
  if (halt !== undefined) {
    await storeHalt(tx, key.deploymentId, { life, reason: halt, at: now });
    await recordHalt(tx, { ...key, accountId, sentence: halt, now });
  }
  return life;
}

class EventWriter {
  readonly orderIds = new Set<number>();
  readonly positionIds = new Set<number>();
  readonly sentences: string[] = [];
  readonly requests: DeskRequest[] = [];
  lastDecisionAt: EpochMs | undefined;
  readonly #tx: Tx;
  readonly #facts: WriteFacts;
  readonly #reasons = new Map<number, string>();
  readonly #exits = new Map<string, FilledOrder>();
  readonly #flight: Flight;
  #pending: ReadonlySet<number> | undefined;

  constructor(tx: Tx, facts: WriteFacts, flight: Flight) {
    this.#tx = tx;
    this.#facts = facts;
    this.#flight = flight;
    this.#pending = facts.pending;
  }

  async writeBatch(batch: RunBatch): Promise<void> {
    const { news } = batch;
    for (const event of batch.events) await this.#write(event, batch);
    if (news?.ended) await this.#end(news.ended);
    for (const { intentId, at, sentence: note } of batch.refused ?? []) {
      await this.#end({ kind: 'ended', intentId, at, reason: 'refused', note });
    }
    if (!isBare(batch)) this.#cancelBeyond(batch);
    this.#flight.add(markApplied(this.#tx, batch.commands, this.#facts.now));
    if (news) this.#flight.add(markNewsApplied(this.#tx, [news.id], this.#facts.now));
  }

  async #write(event: RunEvent, batch: RunBatch): Promise<void> {
    switch (event.kind) {
      case 'decision':
        return this.#decision(event);
      case 'intent':
        return this.#intent(event, batch);
      case 'fill':
        return event.fill.filledQuantity === undefined ? this.#fill(event.fill) : this.#part(event.fill, batch);
      case 'levels':
        return this.#levels(event);
      case 'trade':
        return this.#trade(event.trade);
      case 'detached':
        return this.#detached(event.detached);
      case 'withdrawn':
        this.requests.push({ kind: 'withdrawn', intentId: event.withdrawn.intentId });
    }
  }

  async #end({ intentId, at, reason, note }: NonNullable<TakenNews['ended']>): Promise<void> {
    const state = reason === 'cancelled' ? 'cancelled' : 'rejected';
    const id = await endOrder(this.#tx, this.#facts.key, { intentId, at, state, note });
    if (id !== undefined) this.orderIds.add(id);
  }

  /** What the run no longer wants: a statement only where something it wanted is gone. */
  #cancelBeyond(batch: RunBatch): void {
    const pending = new Set(batch.pendingIntents);
    const made = batch.events.flatMap((event) => (event.kind === 'intent' ? [event.intent.id] : []));
    const isAllThere = this.#pending && [...this.#pending, ...made].every((id) => pending.has(id));
    this.#pending = pending;
    if (!isAllThere) this.#flight.add(this.#cancelOthers(batch));
  }

  async #cancelOthers({ pendingIntents: intentIds, at }: RunBatch): Promise<void> {
    const ids = await cancelOthers(this.#tx, this.#facts.key, {
      intentIds,
      at,
      note: 'withdrawn before it was filled',
    });
    for (const id of ids) this.orderIds.add(id);
  }

  #decision({ decision }: Extract<RunEvent, { kind: 'decision' }>): void {
    const { key, strategyVersionId, definition } = this.#facts;
    const sentence = explainDecision(decision, definition);
    const { sequence, at, symbol, action } = decision;
    const { deploymentId, runNumber } = key;
    const body = JSON.stringify(decision);
    const row = { deploymentId, runNumber, sequence, at, symbol, action, sentence, strategyVersionId, body };
    this.#flight.add(insertDecision(this.#tx, row));
    this.#reasons.set(decision.sequence, sentence);
    this.sentences.push(sentence);
    this.lastDecisionAt = decision.at;
  }

  #intent({ intent }: Extract<RunEvent, { kind: 'intent' }>, batch: RunBatch): void {
    const { key, accountId, mode } = this.#facts;
    const made = insertOrder(this.#tx, {
      mode,
      accountId,
      deploymentId: key.deploymentId,
      runNumber: key.runNumber,
      intentId: intent.id,
      symbol: intent.symbol,
      side: intent.side,
      purpose: intent.purpose,
      quantity: intent.quantity,
      decisionSequence: intent.decisionSequence,
      reason: this.#reasons.get(intent.decisionSequence),
      at: intent.at,
    });
    const tradeOrderId = this.#flight.add(this.#noteOrder(made));
    // One that the broker has executed already is not asked of it again.
    if (batch.pendingIntents.includes(intent.id)) {
      this.requests.push({ kind: 'intent', placed: { intent, tradeOrderId } });
    }
  }

  async #noteOrder(made: Promise<number>): Promise<number> {
    const id = await made;
    this.orderIds.add(id);
    return id;
  }

  async #fill(fill: Fill): Promise<void> {
    const { key, accountId, mode } = this.#facts;
    const noteOf = (wanted: number) => fillNote({ ...fill, wanted, isLast: true });
    const order = await fillOrder(this.#tx, { ...key, ...fill, noteOf });
    this.orderIds.add(order.id);
    if (fill.purpose === 'exit') {
      this.#exits.set(fill.symbol, order);
      return;
    }
    const positionId = await openPosition(this.#tx, {
      mode,
      accountId,
      deploymentId: key.deploymentId,
      runNumber: key.runNumber,
      symbol: fill.symbol,
      direction: fill.side === 'buy' ? 'long' : 'short',
      quantity: fill.quantity,
      at: fill.at,
      pricePaise: fill.pricePaise,
      chargesPaise: fill.chargesPaise,
      order,
    });
    this.positionIds.add(positionId);
  }

  /** What was executed of an order: the position stands as the engine left it with this part. */
  async #part(fill: Fill, { positions, news }: RunBatch): Promise<void> {
    const { key, accountId, mode } = this.#facts;
    const {
      filledQuantity = fill.quantity,
      isComplete = true,
      valuePaise = 0,
      orderValuePaise = valuePaise,
      at,
    } = fill;
    const whole = news?.orderValues.get(fill.intentId) ?? orderValuePaise;
    const averagePaise = Math.round(whole / filledQuantity);
    const noteOf = (wanted: number) => fillNote({ ...fill, quantity: filledQuantity, wanted, isLast: false });
    const order = await fillPart(this.#tx, { ...key, ...fill, filledQuantity, averagePaise, isComplete, noteOf });
    this.orderIds.add(order.id);
    if (fill.purpose === 'exit') this.#exits.set(fill.symbol, order);
    // A turn may stand there already. A trade closes the position with all that belongs to it.
    const direction = (fill.side === 'buy') === (fill.purpose === 'entry') ? 'long' : 'short';
    const position = positions.find((held) => held.base === fill.base && held.direction === direction);
    if (!position) return;
    const { symbol, quantity, entryPaise, entryChargesPaise, amounts } = position;
    const chargesPaise = entryChargesPaise + (amounts?.exitChargesPaise ?? 0);
    const size = { symbol, quantity, entryPaise, entryChargesPaise, chargesPaise };
    const resized = await resizePosition(this.#tx, key, size);
    const opened = {
      mode,
      accountId,
      ...key,
      ...size,
      direction: position.direction,
      at,
      pricePaise: entryPaise,
      order,
    };
    this.positionIds.add(resized ?? (await openPosition(this.#tx, opened)));
  }

  async #levels({ levels }: Extract<RunEvent, { kind: 'levels' }>): Promise<void> {
    const symbol = this.#facts.definition.instruments[levels.base]?.symbol;
    if (symbol === undefined) throw new Error(`base ${levels.base} is not one of the definition's`);
    const positionId = await setPositionLevels(this.#tx, this.#facts.key, symbol, {
      stopPaise: levels.stopPaise,
      targetPaise: levels.targetPaise,
      trailing: levels.trailing,
    });
    if (positionId !== undefined) this.positionIds.add(positionId);
    this.requests.push({ kind: 'levels', levels });
  }

  async #trade(trade: ClosedTrade): Promise<void> {
    const order = this.#exits.get(trade.symbol);
    if (!order) throw new Error(`a trade in ${trade.symbol} was closed without an exit order`);
    this.#exits.delete(trade.symbol);
    const { mode, accountId, key } = this.#facts;
    const positionId = await closePosition(this.#tx, key, {
      mode,
      accountId,
      symbol: trade.symbol,
      quantity: trade.quantity,
      at: trade.exitAt,
      entryPaise: trade.entryPaise,
      exit: { pricePaise: trade.exitPaise, orderId: order.id },
      reason: order.reason,
      chargesPaise: trade.chargesPaise,
      grossPaise: trade.grossPaise,
      netPaise: trade.netPaise,
    });
    this.positionIds.add(positionId);
  }

  async #detached(detached: DetachedPosition): Promise<void> {
    const { base, symbol, quantity, at, entryPaise, grossPaise, chargesPaise } = detached;
    const { mode, accountId, key } = this.#facts;
    const positionId = await closePosition(this.#tx, key, {
      mode,
      accountId,
      symbol,
      quantity,
      at,
      entryPaise,
      exit: undefined,
      reason: 'Handed over to its owner, unsold. Its stop stays at the broker.',
      chargesPaise,
      grossPaise,
      netPaise: grossPaise - chargesPaise,
    });
    this.positionIds.add(positionId);
    this.requests.push({ kind: 'detached', base });
  }
}
