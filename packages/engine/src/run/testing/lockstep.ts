import type { Bar } from '@trickdesk/domain';
import type { StrategyDefinition } from '../../definition/index.ts';
import { barPath } from '../path.ts';
import { createRun } from '../run.ts';
import type { StrategyRun } from '../strategy-run.ts';
import type { ClosedTrade, Decision, Fill, RunConfig, RunEvent } from '../types.ts';
import { configOf } from './fixtures.ts';

/** A run of its own execution beside one that is told the very same fills at the very same moments. */
export class Lockstep {
  readonly simulated: StrategyRun;
  external: StrategyRun;
  readonly simulatedEvents: RunEvent[] = [];
  readonly externalEvents: RunEvent[] = [];
  readonly #external: RunConfig;

  constructor(definition: StrategyDefinition, changes: Partial<RunConfig>) {
    this.simulated = createRun(configOf(definition, changes));
    this.#external = configOf(definition, { ...changes, execution: 'external' });
    this.external = createRun(this.#external);
  }

  feed(bars: readonly Bar[], base = 0): void {
    for (const bar of bars) {
      for (const { at, pricePaise } of barPath(bar, '1m')) this.#both((run) => run.onPrice(base, at, pricePaise));
      this.#both((run) => run.onBar(base, bar, '1m', 'live'));
    }
  }

  /** Another object goes on from the stored state of the external run. */
  restart(seen: readonly Bar[]): void {
    this.external = createRun(this.#external, JSON.parse(JSON.stringify(this.external.state())));
    for (const bar of seen) this.external.onBar(0, bar, '1m', 'warmup');
  }

  #both(act: (run: StrategyRun) => readonly RunEvent[]): void {
    const led = act(this.simulated);
    this.simulatedEvents.push(...led);
    this.externalEvents.push(...act(this.external));
    for (const event of led) if (event.kind === 'fill') this.#tell(event.fill);
  }

  #tell({ intentId, at, quantity, pricePaise }: Fill): void {
    this.externalEvents.push(...this.external.onFill({ intentId, at, quantity, valuePaise: quantity * pricePaise }));
    // Cash did not pay for all of it: the matcher shrank the order, a broker would have cancelled the rest.
    const waits = this.external.state().bases.some((base) => base.pending.some(({ id }) => id === intentId));
    if (waits) this.externalEvents.push(...this.external.onIntentEnd({ intentId, at, reason: 'cancelled' }));
  }
}

export function decisionsIn(events: readonly RunEvent[]): Decision[] {
  return events.flatMap((event) => (event.kind === 'decision' ? [event.decision] : []));
}

export function tradesIn(events: readonly RunEvent[]): ClosedTrade[] {
  return events.flatMap((event) => (event.kind === 'trade' ? [event.trade] : []));
}
