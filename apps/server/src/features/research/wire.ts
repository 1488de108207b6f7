import type { RaTrade, ResearchOutcome } from '@trickdesk/contract';
import { paiseToRupees, type ResearchSide, toIndiaIso } from '@trickdesk/domain';
import type { ListedCall, OutcomeRow } from './store.ts';

export interface ShownCall {
  readonly symbol: string;
  readonly name: string | null;
  readonly side: ResearchSide;
  readonly entry_paise: number;
  readonly stop_paise: number;
  readonly targets_paise: readonly number[];
  readonly reference_paise: number;
  readonly rationale: string;
  readonly analyst_name: string;
  readonly registration_number: string | null;
  readonly holds_interest: boolean;
  readonly uses_ai: boolean;
  readonly exchange_at: Date;
  readonly expires_at: Date;
  readonly dataset: string;
}

/** Where prices are from. */
interface Market {
  readonly simulated: boolean;
  readonly describeDataset: (dataset: string) => string;
}

/** What people see of a call, also before it is published. */
export function shownToWire(row: ShownCall, market: Market): Omit<RaTrade, 'researchId' | 'outcome' | 'withdrawn'> {
  return {
    ...{ symbol: row.symbol, name: row.name ?? row.symbol, side: row.side, rationale: row.rationale },
    entryPrice: paiseToRupees(row.entry_paise),
    stopPrice: paiseToRupees(row.stop_paise),
    targets: row.targets_paise.map(paiseToRupees),
    referencePrice: paiseToRupees(row.reference_paise),
    publishedAt: toIndiaIso(row.exchange_at.getTime()),
    expiresAt: toIndiaIso(row.expires_at.getTime()),
    analyst: {
      name: row.analyst_name,
      ...(row.registration_number === null ? {} : { registrationNumber: row.registration_number }),
    },
    disclosure: { holdsInterest: row.holds_interest, usesAi: row.uses_ai },
    data: market.describeDataset(row.dataset),
    simulated: market.simulated,
  };
}

export function callToWire(row: ListedCall, market: Market): RaTrade {
  const { withdrawn_exchange_at: withdrawnAt, withdrawn_reason: reason } = row;
  return {
    researchId: row.id,
    ...shownToWire(row, market),
    outcome: outcomeToWire(row),
    ...(withdrawnAt === null || reason === null
      ? {}
      : { withdrawn: { at: toIndiaIso(withdrawnAt.getTime()), reason } }),
  };
}

function outcomeToWire(row: Omit<OutcomeRow, 'research_call_id'>): ResearchOutcome {
  return {
    ...{ state: row.state, targetsHit: row.targets_hit, ended: row.ended_at !== null },
    ...(row.result_bps === null ? {} : { resultPercent: row.result_bps / 100 }),
    event_list: row.events.map(({ kind, target, pricePaise, at, heldTarget }) => ({
      kind,
      ...(target === undefined ? {} : { target }),
      price: paiseToRupees(pricePaise),
      at: toIndiaIso(at),
      ...(heldTarget ? { heldTarget } : {}),
    })),
    seenUntil: toIndiaIso(row.seen_until.getTime()),
  };
}
