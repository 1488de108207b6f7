import type { LiveParts } from '../features/deployments/index.ts';
import { DESK_DEFAULTS } from '../features/desk/index.ts';
import type { Settings } from '../platform/settings.ts';

const BPS_OF_PERCENT = 100;

/** Whether any order may leave this server at all: always to the simulated broker, to a real one as its mode says. */
export function mayTrade(settings: Settings): boolean {
  const { policy } = livePartsOf(settings);
  if (policy.environment === 'simulator' || policy.operatingMode === 'self') return true;
  return policy.operatingMode === 'provider' && policy.missingRegistrations.length === 0;
}

/** What this server may do with real orders, as its settings say. */
export function livePartsOf(settings: Settings): LiveParts {
  const { researchAnalyst, algoProvider } = settings.registrations;
  const missing = [
    researchAnalyst === undefined ? 'RESEARCH_ANALYST_NUMBER' : undefined,
    algoProvider === undefined ? 'ALGO_PROVIDER_NUMBER' : undefined,
  ];
  return {
    policy: {
      environment: settings.market === 'angelone' ? 'live' : 'simulator',
      operatingMode: settings.operatingMode,
      missingRegistrations: missing.filter((name) => name !== undefined),
    },
    slippageBps: settings.paperSlippageBps,
    disasterStopPercent: DESK_DEFAULTS.disasterStopBps / BPS_OF_PERCENT,
    compliance: settings.compliance,
  };
}
