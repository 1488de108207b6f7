import { type EpochMs, indiaDateOf, type ResearchSide, rupeesToPaise } from '@trickdesk/domain';
import { Refusal } from '../../http/refusal.ts';
import type { ResearchDeskParts } from './parts.ts';
import { levelFaults, validityFault } from './rules.ts';
import type { ShownCall } from './wire.ts';

/** A call as it is drawn up, prices in rupees. */
export interface Draft {
  readonly symbol: string;
  readonly side: ResearchSide;
  readonly entryPrice: number;
  readonly stopPrice: number;
  readonly targets: readonly number[];
  /** A day in Asia/Kolkata. */
  readonly validUntil: string;
  readonly rationale: string;
  readonly holdsInterest: boolean;
  readonly usesAi: boolean;
}

/** The market at a moment of the exchange. */
export interface MarketMoment {
  readonly now: EpochMs;
  readonly referencePaise: number;
}

const EXCHANGE = 'NSE';

/** The market as it is. @throws Refusal `PRICE_UNKNOWN` */
export async function marketNow({ marketData }: ResearchDeskParts, symbol: string): Promise<MarketMoment> {
  const [{ now }, [last]] = await Promise.all([
    marketData.marketState(),
    marketData.lastPrices([{ exchange: EXCHANGE, symbol }]),
  ]);
  if (now === undefined || !last) throw new Refusal('PRICE_UNKNOWN');
  return { now, referencePaise: last.pricePaise };
}

/**
 * A call as it would be published at a moment.
 *
 * @throws Refusal `INSTRUMENT_UNKNOWN`, `PRICE_UNKNOWN`, `RESEARCH_NOT_REGISTERED`, `INVALID_INPUT` with what is wrong where
 */
export async function checkDraft(
  parts: ResearchDeskParts,
  draft: Draft,
  { analystName, momentOf }: { readonly analystName: string; readonly momentOf: () => Promise<MarketMoment> },
): Promise<ShownCall & { readonly exchange: string; readonly targets_paise: number[] }> {
  const { marketData, analyst } = parts;
  if (!marketData.simulated && analyst.registrationNumber === undefined) throw new Refusal('RESEARCH_NOT_REGISTERED');
  const instrument = await marketData.instrument(EXCHANGE, draft.symbol);
  if (!instrument?.active || instrument.kind === 'index') throw new Refusal('INSTRUMENT_UNKNOWN');
  const { now, referencePaise } = await momentOf();
  const session = marketData.calendar.sessionOn(draft.validUntil);
  const until = { validUntil: draft.validUntil, today: indiaDateOf(now) };
  const late = validityFault({ ...until, hasTime: session !== undefined && session.closeAt > now });
  const errors = [
    ...levelFaults({ ...draft, tickPaise: instrument.tickPaise, referencePaise }),
    ...(late ? [late] : []),
  ];
  if (errors.length > 0 || !session) throw new Refusal('INVALID_INPUT', { errors });
  return {
    ...{ dataset: marketData.dataset, exchange: EXCHANGE, symbol: draft.symbol, name: instrument.name },
    ...{ side: draft.side, rationale: draft.rationale, reference_paise: referencePaise },
    entry_paise: rupeesToPaise(draft.entryPrice),
    stop_paise: rupeesToPaise(draft.stopPrice),
    targets_paise: draft.targets.map(rupeesToPaise),
    analyst_name: analyst.name ?? analystName,
    registration_number: analyst.registrationNumber ?? null,
    ...{ holds_interest: draft.holdsInterest, uses_ai: draft.usesAi },
    exchange_at: new Date(now),
    expires_at: new Date(session.closeAt),
  };
}
