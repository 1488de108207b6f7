import type { Tx } from '@trickdesk/db';
import type { EpochMs } from '@trickdesk/domain';
import {
  type AdjustedPosition,
  type ClosedTrade,
  type DetachedPosition,
  explainDecision,
  type Fill,
  type RunEvent,
} from '@trickdesk/engine';
import { fillNote } from './fill-note.ts';
import type { Flight } from './flight.ts';
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
  openPosition,
  resizePosition,
  setPositionLevels,
} from './orders-store.ts';
import { resizeOrder } from './resize-order-store.ts';
import { isBare, type RunBatch, type TakenNews, type WriteFacts } from './run-batch.ts';
import { insertDecision, markApplied } from './store.ts';

/** Writes what the batches of one write led to: orders, fills, positions; what is asked of the broker is noted. */
export class EventWriter {
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
    const { news, resized = [] } = batch;
    for (const order of resized) this.orderIds.add(await resizeOrder(this.#tx, this.#facts.key, order));
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
      case 'adjusted':
        return this.#adjusted(event.adjusted, batch);
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

  /** The position stands as the engine left it. */
  async #adjusted({ base, symbol }: AdjustedPosition, { positions }: RunBatch): Promise<void> {
    const position = positions.find((held) => held.base === base);
    if (!position) return;
    const { quantity, entryPaise, entryChargesPaise, amounts } = position;
    const chargesPaise = entryChargesPaise + (amounts?.exitChargesPaise ?? 0);
    const size = { symbol, quantity, entryPaise, entryChargesPaise, chargesPaise };
    const positionId = await resizePosition(this.#tx, this.#facts.key, size);
    if (positionId !== undefined) this.positionIds.add(positionId);
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
      reason: 'Handed over to its owner, unsold. A stop that rests at the broker ends with the session.',
      chargesPaise,
      grossPaise,
      netPaise: grossPaise - chargesPaise,
    });
    this.positionIds.add(positionId);
    this.requests.push({ kind: 'detached', base });
  }
}
