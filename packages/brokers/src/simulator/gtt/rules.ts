import { DAY_MS, type EpochMs } from '@trickdesk/domain';
import { z } from 'zod';

/** `NEW`: kept; `ACTIVE`: it has met its first price. The broker documents no word for the last two ends. */
export const GTT_STATUSES = ['NEW', 'ACTIVE', 'SENTTOEXCHANGE', 'CANCELLED', 'EXPIRED', 'REJECTED'] as const;

export const zGttRule = z.strictObject({
  id: z.number().int(),
  clientCode: z.string(),
  status: z.enum(GTT_STATUSES),
  exchange: z.string(),
  token: z.string(),
  tradingSymbol: z.string(),
  side: z.enum(['BUY', 'SELL']),
  product: z.enum(['DELIVERY', 'MARGIN']),
  quantity: z.number(),
  disclosedQuantity: z.number(),
  pricePaise: z.number(),
  triggerPaise: z.number(),
  /** Whether the price must rise or fall to the trigger, as it stood when the rule was made or changed. */
  fires: z.enum(['at_or_above', 'at_or_below']),
  /** Moments of the exchange's clock. */
  createdAt: z.number(),
  updatedAt: z.number(),
  expiresAt: z.number(),
});
export type GttRule = z.infer<typeof zGttRule>;

/** What a caller may say of a rule; numbers that could not be read are NaN. */
export interface GttRequest {
  readonly exchange: string;
  readonly token: string;
  readonly tradingSymbol: string;
  readonly side: string;
  readonly product: string;
  readonly quantity: number;
  readonly disclosedQuantity: number;
  readonly pricePaise: number;
  readonly triggerPaise: number;
  /** Days. */
  readonly timePeriod: number;
}

export interface GttInstrument {
  readonly exchange: string;
  readonly tradingSymbol: string;
  readonly tickPaise: number;
  readonly lotSize: number;
  readonly tradable: boolean;
}

export interface GttRefusal {
  readonly kind: 'refused';
  readonly code: string;
  readonly message: string;
}

export const LONGEST_DAYS = 365;

const REFUSALS = {
  AB9001: 'Invalid Parameters',
  AB9004: 'Invalid Status Array Size',
  AB9006: 'Invalid Order Quantity',
  AB9007: 'Invalid Disclosed Quantity',
  AB9008: 'Invalid Price',
  AB9009: 'Invalid Trigger Price',
  AB9010: 'Invalid Exchange Segment',
  AB9011: 'Invalid Symbol Token',
  AB9012: 'Invalid Trading Symbol',
  AB9013: 'Invalid Rule ID',
  AB9014: 'Invalid Order Side',
  AB9015: 'Invalid Product Type',
  AB9016: 'Invalid Time Period',
  AB9017: 'Invalid Page Value',
  AB9018: 'Invalid Count Value',
} as const;
export type GttCode = keyof typeof REFUSALS;

export function gttRefusal(code: GttCode): GttRefusal {
  return { kind: 'refused', code, message: REFUSALS[code] };
}

/** What is wrong with a request for a rule, by the first field that is; `undefined` where nothing is. */
export function faultOf(request: GttRequest, instrument: GttInstrument | undefined): GttCode | undefined {
  const { quantity, disclosedQuantity, timePeriod } = request;
  if (request.exchange !== 'NSE' && request.exchange !== 'BSE') return 'AB9010';
  if (!instrument?.tradable || instrument.exchange !== request.exchange) return 'AB9011';
  if (instrument.tradingSymbol !== request.tradingSymbol) return 'AB9012';
  if (sideOf(request.side) === undefined) return 'AB9014';
  if (productOf(request.product) === undefined) return 'AB9015';
  if (!isWhole(quantity) || quantity < 1 || quantity % instrument.lotSize !== 0) return 'AB9006';
  if (!isWhole(disclosedQuantity) || disclosedQuantity < 0 || disclosedQuantity > quantity) return 'AB9007';
  if (!isPrice(request.pricePaise, instrument.tickPaise)) return 'AB9008';
  if (!isPrice(request.triggerPaise, instrument.tickPaise)) return 'AB9009';
  return isWhole(timePeriod) && timePeriod >= 1 && timePeriod <= LONGEST_DAYS ? undefined : 'AB9016';
}

export function sideOf(word: string): GttRule['side'] | undefined {
  return word === 'BUY' || word === 'SELL' ? word : undefined;
}

export function productOf(word: string): GttRule['product'] | undefined {
  return word === 'DELIVERY' || word === 'MARGIN' ? word : undefined;
}

function isWhole(value: number): boolean {
  return Number.isSafeInteger(value);
}

function isPrice(paise: number, tickPaise: number): boolean {
  return isWhole(paise) && paise > 0 && paise % tickPaise === 0;
}

/** Whether the rule still waits for its price. */
export function isWaiting(rule: Pick<GttRule, 'status'>): boolean {
  return rule.status === 'NEW' || rule.status === 'ACTIVE';
}

/** @param lastPaise the price that the rule was made at: a trigger above it waits for a rise, any other for a fall */
export function firesWhen(triggerPaise: number, lastPaise: number): GttRule['fires'] {
  return triggerPaise > lastPaise ? 'at_or_above' : 'at_or_below';
}

/** What a traded price does to a waiting rule. */
export function onPrice(rule: GttRule, pricePaise: number, at: EpochMs): 'expires' | 'fires' | 'waits' {
  if (at >= rule.expiresAt) return 'expires';
  const reached = rule.fires === 'at_or_above' ? pricePaise >= rule.triggerPaise : pricePaise <= rule.triggerPaise;
  return reached ? 'fires' : 'waits';
}

export function expiryOf(createdAt: EpochMs, days: number): EpochMs {
  return createdAt + days * DAY_MS;
}
