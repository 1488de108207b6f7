import type { DeskSend } from '../desk-core.ts';
import { isCover } from '../model.ts';
import type { WriteFault } from './model-broker.ts';

/** What the desk asks of a broker, as its owner would name it. */
export const VERBS = [
  'place entry',
  'place stop',
  'place exit',
  'modify stop',
  'convert to exit',
  'chase',
  'cancel entry',
  'cancel stop',
] as const;
export type Verb = (typeof VERBS)[number];

/** Where a desk dies: at the first request of a verb. */
export const CRASH_POINTS = ['before_write', 'after_write', 'after_send', 'after_answer'] as const;

export interface FaultPlan {
  readonly verb: Verb;
  readonly fault: WriteFault;
}

export interface CrashPlan {
  readonly verb: Verb;
  readonly point: (typeof CRASH_POINTS)[number];
}

export function verbOf({ order, asking }: DeskSend): Verb {
  const isStop = order.shape.kind === 'stop_limit';
  switch (asking.verb) {
    case 'place':
      if (!isCover(order)) return 'place entry';
      return isStop ? 'place stop' : 'place exit';
    case 'modify':
      if (!isStop) return 'chase';
      return asking.wants?.kind === 'limit' ? 'convert to exit' : 'modify stop';
    case 'cancel':
      return isCover(order) ? 'cancel stop' : 'cancel entry';
  }
}

/** Ways to break the desk on purpose. */
export type Spoiling =
  | 'sends twice'
  | 'closes twice'
  | 'places no stop'
  | 'cancels nothing'
  | 'forgets fills'
  | 'repeats fills';

export function isSwallowed(spoilt: Spoiling | undefined, send: DeskSend): boolean {
  const isStop = send.asking.verb === 'place' && verbOf(send) === 'place stop';
  return (spoilt === 'places no stop' && isStop) || (spoilt === 'cancels nothing' && send.asking.verb === 'cancel');
}

export function timesTold(spoilt: Spoiling | undefined): number {
  if (spoilt === 'forgets fills') return 0;
  return spoilt === 'repeats fills' ? 2 : 1;
}
