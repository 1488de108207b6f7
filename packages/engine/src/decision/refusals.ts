import type { StrategyDefinition } from '../definition/schema.ts';
import type { Decision, VetoRule } from '../run/types.ts';
import { vetoWords } from './explain.ts';

export interface Refusals {
  readonly veto: VetoRule;
  /** A signal that stays on for many bars is refused once for each reason, so this is at most the bars on which it was. */
  readonly times: number;
  /** One sentence. */
  readonly words: string;
}

/** How often entries were refused by each rule, most often first, in words. */
export function refusalsOf(decisions: readonly Decision[], definition: StrategyDefinition): Refusals[] {
  const times = new Map<VetoRule, number>();
  for (const { action, veto } of decisions) {
    if (action === 'veto' && veto !== undefined) times.set(veto, (times.get(veto) ?? 0) + 1);
  }
  return [...times]
    .map(([veto, many]) => ({ veto, times: many, words: wordsOf(many, vetoWords(veto, definition)) }))
    .sort((a, b) => b.times - a.times);
}

function wordsOf(times: number, why: string): string {
  return times === 1 ? `Refused once: ${why}.` : `Refused ${times} times: ${why}.`;
}
