import { roundToTick } from './instrument.ts';
import { formatPaise } from './money.ts';

/** The prices that the exchange takes for an instrument on a day, both ends included. Whole paise. */
export interface PriceBand {
  readonly lowerPaise: number;
  readonly upperPaise: number;
}

export function isWithinBand(pricePaise: number, { lowerPaise, upperPaise }: PriceBand): boolean {
  return pricePaise >= lowerPaise && pricePaise <= upperPaise;
}

/** The nearest price on the tick that the exchange takes: a price of the band stays as it is. Whole paise. */
export function nearestInBand(pricePaise: number, { lowerPaise, upperPaise }: PriceBand, tickPaise: number): number {
  const [lowest, highest] = [roundToTick(lowerPaise, tickPaise, 'up'), roundToTick(upperPaise, tickPaise, 'down')];
  return Math.min(Math.max(pricePaise, lowest), highest);
}

/**
 * What somebody tells of a band, in whole paise.
 *
 * @returns `undefined` where it is none: brokers write zeros for what they do not know
 */
export function toPriceBand(lowerPaise: number | undefined, upperPaise: number | undefined): PriceBand | undefined {
  const isKnown = lowerPaise !== undefined && upperPaise !== undefined && upperPaise > 0 && lowerPaise < upperPaise;
  return isKnown ? { lowerPaise, upperPaise } : undefined;
}

/** Of a price beyond it, as its owner reads it. */
export function beyondBandWords({ lowerPaise, upperPaise }: PriceBand): string {
  const [lower, upper] = [formatPaise(lowerPaise), formatPaise(upperPaise)];
  return `The exchange takes prices from ${lower} to ${upper} today.`;
}
