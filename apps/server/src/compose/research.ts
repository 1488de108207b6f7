import type { Accounts } from '../features/accounts/index.ts';
import type { MarketDataService } from '../features/market-data/index.ts';
import { createResearchDesk, createResearchService, lookAtCalls } from '../features/research/index.ts';
import type { CalledParts } from './bound-calls.ts';
import type { Foundation } from './foundation.ts';
import { type Repetition, repeat } from './repeat.ts';

/** How soon an outcome follows the market. Each look reads every bar of the calls that run: in a hurried market, too. */
const LOOK_EVERY_MS = 10_000;

/** Calls of the research analyst: who reads them, and who publishes. */
export function openResearch(
  { database, clock, settings }: Foundation,
  { marketData, accounts }: { readonly marketData: MarketDataService; readonly accounts: Accounts },
): Pick<CalledParts, 'research' | 'researchDesk'> {
  const { compliance, registrations, researchAnalystName: name } = settings;
  const analyst = { name, registrationNumber: registrations.researchAnalyst };
  return {
    research: createResearchService({ database, marketData, compliance }),
    researchDesk: createResearchDesk({
      ...{ database, clock, marketData, analyst },
      secondFactor: accounts.secondFactor,
    }),
  };
}

/** What the market makes of every call that is not over. */
export function repeatOutcomes({ database, log }: Foundation, marketData: MarketDataService): Repetition {
  return repeat(
    LOOK_EVERY_MS,
    () => lookAtCalls({ database, marketData, log }),
    (error) => log.error({ error }, 'the outcomes of calls could not be looked at'),
  );
}
