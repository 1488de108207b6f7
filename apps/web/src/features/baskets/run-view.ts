import type { BasketRun, MyBasket } from '@trickdesk/contract';
import type { StateTone } from '../../ui/state-dot.tsx';

type RunOrder = BasketRun['orders'][number];
export type RepairVerb = 'complete' | 'reverse' | 'stop';

export interface RunProgress {
  readonly filled: number;
  readonly total: number;
}

/**
 * How far a run is, name by name: an order that ended unfilled and was placed anew at a later session counts once, by
 * its last try.
 */
export function progressOf(orders: readonly Pick<RunOrder, 'symbol' | 'side' | 'status' | 'placedAt'>[]): RunProgress {
  const last = new Map<string, (typeof orders)[number]>();
  for (const order of orders) {
    const key = `${order.side} ${order.symbol}`;
    const known = last.get(key);
    if (!known || Date.parse(order.placedAt) >= Date.parse(known.placedAt)) last.set(key, order);
  }
  const tries = [...last.values()];
  return { filled: tries.filter(({ status }) => status === 'filled').length, total: tries.length };
}

const RUN_TONES: Readonly<Record<BasketRun['state'], StateTone>> = {
  working: 'busy',
  waiting: 'busy',
  done: 'good',
  given_up: 'bad',
  stopped: 'quiet',
};
export const runTone = ({ state }: Pick<BasketRun, 'state'>): StateTone => RUN_TONES[state];

const STATUS_TONES: Readonly<Record<MyBasket['status'], StateTone>> = {
  opening: 'busy',
  open: 'good',
  closing: 'busy',
  closed: 'quiet',
};
export const statusTone = ({ status }: Pick<MyBasket, 'status'>): StateTone => STATUS_TONES[status];

const ORDER_TONES: Readonly<Record<RunOrder['status'], StateTone>> = {
  intended: 'busy',
  sent: 'busy',
  filled: 'good',
  partly_filled: 'busy',
  unfilled: 'quiet',
  rejected: 'bad',
};
export const basketOrderTone = (status: RunOrder['status']): StateTone => ORDER_TONES[status];

/** What its owner can do about a run: what has not ended can be stopped, what waits or gave up can be tried now. */
export function verbsOf(run: Pick<BasketRun, 'kind' | 'state'> | undefined): readonly RepairVerb[] {
  if (run?.state === 'working') return ['stop'];
  if (run?.state !== 'waiting' && run?.state !== 'given_up') return [];
  return run.kind === 'open' ? ['complete', 'reverse', 'stop'] : ['complete', 'stop'];
}

/** Whether something is under way that another order would get in the way of. */
export const isBusy = ({ run }: Pick<MyBasket, 'run'>): boolean =>
  run !== undefined && (run.state === 'working' || run.state === 'waiting');
