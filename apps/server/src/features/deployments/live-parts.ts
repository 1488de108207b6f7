import type { LivePolicy } from './live-gates-rules.ts';

/** What going live stands on beyond the product's own rows. */
export interface LiveParts {
  readonly policy: LivePolicy;
  /** Against the owner on the paper fills that going live makes, basis points of the price. */
  readonly slippageBps: number;
  /** How far from the entry the stop at the broker lies where a strategy has none, percent. */
  readonly disasterStopPercent: number;
  /** Hides returns from people who are not verified clients. */
  readonly compliance: boolean;
}

/** A server whose broker is the simulated one. */
export const SIMULATED_LIVE: LiveParts = {
  policy: { environment: 'simulator', operatingMode: 'read_only', missingRegistrations: [] },
  slippageBps: 2,
  disasterStopPercent: 5,
  compliance: false,
};
