import { setTimeout as sleep } from 'node:timers/promises';
import type { DecisionRow, OrderRow } from '@trickdesk/contract';
import { CallRefused, type Client } from './client.ts';

/** A call that was answered with 200, and what it promised. */
export type Acknowledged =
  | { readonly kind: 'cloned'; readonly TricksId: number; readonly name: string }
  | { readonly kind: 'started'; readonly TricksId: number }
  | { readonly kind: 'multiplier'; readonly TricksId: number; readonly value: number };

/** Watches an account through its calls while processes die, and remembers everything that it was ever told. */
export interface Witness {
  readonly acknowledged: readonly Acknowledged[];
  readonly orders: ReadonlyMap<number, OrderRow>;
  readonly decisions: ReadonlyMap<number, DecisionRow>;
  /** Answers that say that the product itself was at fault. */
  readonly internalErrors: readonly string[];
  /** Calls that got no answer, or one that promises nothing. */
  readonly unanswered: () => number;
  readonly stop: () => Promise<void>;
}

const LOOK_EVERY_MS = 250;
const ACT_EVERY_MS = 400;

/** @param tricks my-tricks that run; @param strategyId what new copies are made of */
export function startWitness(client: Client, tricks: readonly number[], strategyId: number): Witness {
  const stopped = new AbortController();
  const acknowledged: Acknowledged[] = [];
  const orders = new Map<number, OrderRow>();
  const decisions = new Map<number, DecisionRow>();
  const internalErrors: string[] = [];
  let unanswered = 0;

  /** `undefined` where no promise was made. */
  const attempt = async <Answer>(send: () => Promise<Answer>): Promise<Answer | undefined> => {
    try {
      return await send();
    } catch (error) {
      unanswered += 1;
      if (error instanceof CallRefused && error.code === 'INTERNAL') internalErrors.push(error.message);
      return undefined;
    }
  };
  const look = async (): Promise<void> => {
    const page = await attempt(() => client.send('orderhistory', { is_live: 0, pageSize: 100 }));
    for (const order of page?.test_orderhistory ?? []) orders.set(order.orderId, order);
    for (const TricksId of tricks) {
      const answer = await attempt(() => client.send('trickdetails', { TricksId }));
      for (const decision of answer?.trick_details.decisions ?? []) decisions.set(decision.decisionId, decision);
    }
  };
  const act = async (turn: number): Promise<void> => {
    const name = `Copy ${turn}`;
    const copy = await attempt(() => client.send('toptenclone', { TricksId: strategyId, name }));
    if (!copy) return;
    const { TricksId } = copy;
    acknowledged.push({ kind: 'cloned', TricksId, name });
    const value = 1 + (turn % 5);
    const set = await attempt(() => client.send('setSetting', { TricksId, quantityMultiplier: value }));
    if (set) acknowledged.push({ kind: 'multiplier', TricksId, value });
    // Every fifth copy runs; the others would only make the market of the test crowded.
    if (turn % 5 !== 0) return;
    const started = await attempt(() => client.send('starttrick', { TricksId, idempotencyKey: `start-${turn}` }));
    if (started) acknowledged.push({ kind: 'started', TricksId });
  };
  const every = async (pauseMs: number, work: (turn: number) => Promise<void>): Promise<void> => {
    for (let turn = 0; !stopped.signal.aborted; turn += 1) {
      await work(turn);
      await sleep(pauseMs);
    }
  };
  const working = Promise.all([every(LOOK_EVERY_MS, look), every(ACT_EVERY_MS, act)]);
  return {
    acknowledged,
    orders,
    decisions,
    internalErrors,
    unanswered: () => unanswered,
    stop: async () => {
      stopped.abort();
      await working;
      await look();
    },
  };
}
