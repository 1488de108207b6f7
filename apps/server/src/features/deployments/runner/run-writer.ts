import type { Tx } from '@trickdesk/db';
import type { EpochMs } from '@trickdesk/domain';
import {
  type ClosedTrade,
  explainDecision,
  type Fill,
  type RunEvent,
  type StrategyDefinition,
} from '@trickdesk/engine';
import { afterExposure, type Life } from '../rules.ts';
import {
  cancelOthers,
  closePosition,
  type FilledOrder,
  fillOrder,
  insertOrder,
  openPosition,
  setPositionLevels,
} from './orders-store.ts';
import { insertDecision, lockLife, markApplied, type RunKey, storeRunState, updateDeployment } from './store.ts';

/** What one call of the engine led to, and where the run stood right after it. */
export interface RunBatch {
  readonly events: readonly RunEvent[];
  /** `RunnerState` as JSON. */
  readonly state: string;
  readonly lastBarAt: EpochMs | undefined;
  /** Orders that still wait, by intent. */
  readonly pendingIntents: readonly number[];
  readonly hasExposure: boolean;
  /** The exchange's time of the batch. */
  readonly at: EpochMs;
  readonly commands: readonly bigint[];
}

export interface WriteFacts {
  readonly key: RunKey;
  readonly accountId: number;
  readonly strategyVersionId: number;
  readonly definition: StrategyDefinition;
  /** Wall clock, for bookkeeping columns. */
  readonly now: Date;
}

/** Rows that a write touched, for the events that tell the browser. */
export interface Written {
  readonly orderIds: ReadonlySet<number>;
  readonly positionIds: ReadonlySet<number>;
  readonly sentences: readonly string[];
  readonly life: Life;
}

/**
 * Writes batches of one run, in order, in the caller's transaction. Decisions, orders, fills, positions, the day's
 * roll-up and the run's own state commit together, so that a crash finds all of it or none.
 *
 * @throws RunLost when the run is not this runner's any more
 */
export async function writeBatches(tx: Tx, facts: WriteFacts, batches: readonly RunBatch[]): Promise<Written> {
  const last = batches.at(-1);
  if (!last) throw new RangeError('nothing to write');
  await storeRunState(tx, facts.key, { json: last.state, lastBarAt: last.lastBarAt, at: facts.now });
  const before = await lockLife(tx, facts.key);
  const writer = new EventWriter(tx, facts);
  for (const batch of batches) {
    for (const event of batch.events) await writer.write(event);
    if (batch.events.length > 0 || batch.commands.length > 0) await writer.cancelBeyond(batch);
    await markApplied(tx, batch.commands, facts.now);
  }
  const life = afterExposure(before, last.hasExposure);
  const ended = life.phase === 'idle' && before.phase !== 'idle';
  if (ended || writer.lastDecisionAt !== undefined) {
    await updateDeployment(tx, facts.key.deploymentId, {
      life,
      lastDecisionAt: writer.lastDecisionAt,
      stoppedAt: ended ? facts.now : undefined,
    });
  }
  return { orderIds: writer.orderIds, positionIds: writer.positionIds, sentences: writer.sentences, life };
}

class EventWriter {
  readonly orderIds = new Set<number>();
  readonly positionIds = new Set<number>();
  readonly sentences: string[] = [];
  lastDecisionAt: EpochMs | undefined;
  readonly #tx: Tx;
  readonly #facts: WriteFacts;
  readonly #reasons = new Map<number, string>();
  readonly #exits = new Map<string, FilledOrder>();

  constructor(tx: Tx, facts: WriteFacts) {
    this.#tx = tx;
    this.#facts = facts;
  }

  async write(event: RunEvent): Promise<void> {
    switch (event.kind) {
      case 'decision':
        return this.#decision(event);
      case 'intent':
        return this.#intent(event);
      case 'fill':
        return this.#fill(event.fill);
      case 'levels':
        return this.#levels(event);
      case 'trade':
        return this.#trade(event.trade);
    }
  }

  async cancelBeyond(batch: RunBatch): Promise<void> {
    const ids = await cancelOthers(this.#tx, this.#facts.key, {
      intentIds: batch.pendingIntents,
      at: batch.at,
      note: 'withdrawn before it was filled',
    });
    for (const id of ids) this.orderIds.add(id);
  }

  async #decision({ decision }: Extract<RunEvent, { kind: 'decision' }>): Promise<void> {
    const { key, strategyVersionId, definition } = this.#facts;
    const sentence = explainDecision(decision, definition);
    await insertDecision(this.#tx, {
      deploymentId: key.deploymentId,
      runNumber: key.runNumber,
      sequence: decision.sequence,
      at: decision.at,
      symbol: decision.symbol,
      action: decision.action,
      sentence,
      strategyVersionId,
      body: JSON.stringify(decision),
    });
    this.#reasons.set(decision.sequence, sentence);
    this.sentences.push(sentence);
    this.lastDecisionAt = decision.at;
  }

  async #intent({ intent }: Extract<RunEvent, { kind: 'intent' }>): Promise<void> {
    const { key, accountId } = this.#facts;
    const id = await insertOrder(this.#tx, {
      accountId,
      deploymentId: key.deploymentId,
      runNumber: key.runNumber,
      intentId: intent.id,
      symbol: intent.symbol,
      side: intent.side,
      purpose: intent.purpose,
      quantity: intent.quantity,
      reason: this.#reasons.get(intent.decisionSequence) ?? '',
      at: intent.at,
    });
    this.orderIds.add(id);
  }

  async #fill(fill: Fill): Promise<void> {
    const { key, accountId } = this.#facts;
    const order = await fillOrder(this.#tx, {
      deploymentId: key.deploymentId,
      runNumber: key.runNumber,
      intentId: fill.intentId,
      at: fill.at,
      quantity: fill.quantity,
      pricePaise: fill.pricePaise,
      chargesPaise: fill.chargesPaise,
    });
    this.orderIds.add(order.id);
    if (fill.purpose === 'exit') {
      this.#exits.set(fill.symbol, order);
      return;
    }
    const positionId = await openPosition(this.#tx, {
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

  async #levels({ levels }: Extract<RunEvent, { kind: 'levels' }>): Promise<void> {
    const symbol = this.#facts.definition.instruments[levels.base]?.symbol;
    if (symbol === undefined) throw new Error(`base ${levels.base} is not one of the definition's`);
    const positionId = await setPositionLevels(this.#tx, this.#facts.key, symbol, {
      stopPaise: levels.stopPaise,
      targetPaise: levels.targetPaise,
      trailing: levels.trailing,
    });
    if (positionId !== undefined) this.positionIds.add(positionId);
  }

  async #trade(trade: ClosedTrade): Promise<void> {
    const order = this.#exits.get(trade.symbol);
    if (!order) throw new Error(`a trade in ${trade.symbol} was closed without an exit order`);
    this.#exits.delete(trade.symbol);
    const positionId = await closePosition(this.#tx, this.#facts.key, {
      accountId: this.#facts.accountId,
      symbol: trade.symbol,
      at: trade.exitAt,
      pricePaise: trade.exitPaise,
      chargesPaise: trade.chargesPaise,
      grossPaise: trade.grossPaise,
      netPaise: trade.netPaise,
      order,
    });
    this.positionIds.add(positionId);
  }
}
