import type { StrategyDefinition } from '../definition/schema.ts';
import type { RunConfig } from './types.ts';

/**
 * What the definition and the owner of a run bind it by, put together once. Every rule is there, in one shape, whatever a
 * definition leaves out: they are asked on each signal.
 */
export interface RunRules {
  readonly isDelivery: boolean;
  /** The tighter of the definition's and the owner's; infinite where there is none. */
  readonly maxLossPerDayPaise: number;
  readonly maxTradesPerDay: number;
  readonly maxOpenPositions: number;
  readonly maxHoldBars: number;
  /** Levels act from the bar after the entry's on; otherwise from the fill on. */
  readonly sparesEntryBar: boolean;
  /** 0 where none is asked for. */
  readonly cooldownBars: number;
  readonly sizingMethod: StrategyDefinition['sizing']['method'];
  /** Units of a fixed size, and percent of any other; 0 for the one that is not asked for. */
  readonly quantity: number;
  readonly percent: number;
  readonly quantityMultiplier: number;
}

export function rulesOf({ strategy, settings, stopFrom }: RunConfig): RunRules {
  const { product, risk, sizing } = strategy.definition;
  return {
    isDelivery: product === 'DELIVERY',
    maxLossPerDayPaise: tighter(settings.maxLossPerDayPaise, risk.maxLossPerDayPaise),
    maxTradesPerDay: tighter(settings.maxTradesPerDay, risk.maxTradesPerDay),
    maxOpenPositions: risk.maxOpenPositions ?? Number.POSITIVE_INFINITY,
    maxHoldBars: risk.maxHoldBars ?? Number.POSITIVE_INFINITY,
    sparesEntryBar: stopFrom === 'next_bar',
    cooldownBars: risk.cooldownBars ?? 0,
    sizingMethod: sizing.method,
    quantity: sizing.method === 'fixed_quantity' ? sizing.quantity : 0,
    percent: sizing.method === 'fixed_quantity' ? 0 : sizing.percent,
    quantityMultiplier: settings.quantityMultiplier,
  };
}

function tighter(one: number | undefined, other: number | undefined): number {
  return Math.min(one ?? Number.POSITIVE_INFINITY, other ?? Number.POSITIVE_INFINITY);
}
