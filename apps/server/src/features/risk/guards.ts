import { type EpochMs, formatPaise } from '@trickdesk/domain';

/** What is known of the market at the moment of an entry. */
export interface MarketFacts {
  /** Our clock. */
  readonly wallNow: EpochMs;
  /** Continuous trading is on by the exchange's calendar. */
  readonly isOpen: boolean;
  /** The feed's own word; `undefined` before its first. */
  readonly clock:
    | {
        readonly exchangeAt: EpochMs;
        readonly seenAt: EpochMs;
        readonly speed: number;
        readonly feed: 'live' | 'stale' | 'down';
      }
    | undefined;
  /** Of the instrument; `undefined` where it has none. */
  readonly last: { readonly pricePaise: number; readonly previousClosePaise: number; readonly at: EpochMs } | undefined;
  /** Close of the last whole minute of this session; `undefined` in its first. */
  readonly minuteClosePaise: number | undefined;
}

export interface GuardSettings {
  /** The feed writes its clock about once a second of ours. */
  readonly silentAfterMs: number;
  /** How old an instrument's price may be by the exchange's clock … */
  readonly staleAfterMs: number;
  /** … and by ours, which is more where the market runs faster than the clock on the wall. */
  readonly staleWallMs: number;
  /** A move against the last whole minute, in basis points. */
  readonly jumpBps: number;
  /** A move against the close of the day before: the widest band that the exchange gives a share. */
  readonly bandBps: number;
}

export const GUARD_DEFAULTS: GuardSettings = {
  silentAfterMs: 5_000,
  staleAfterMs: 60_000,
  staleWallMs: 3_000,
  jumpBps: 500,
  bandBps: 2_000,
};

export interface GuardVeto {
  readonly rule: 'feed_silent' | 'stale_price' | 'price_jump';
  readonly sentence: string;
}

/** Whether the prices can be trusted enough to enter by them. Exits do not ask. */
export function guardEntry(symbol: string, market: MarketFacts, settings = GUARD_DEFAULTS): GuardVeto | undefined {
  if (!market.isOpen) return undefined;
  return silence(market, settings) ?? staleness(symbol, market, settings) ?? jump(symbol, market, settings);
}

function silence({ clock, wallNow }: MarketFacts, { silentAfterMs }: GuardSettings): GuardVeto | undefined {
  if (!clock) return { rule: 'feed_silent', sentence: 'No price has come from the market yet. Entries wait for it.' };
  const silentMs = wallNow - clock.seenAt;
  if (clock.feed !== 'down' && clock.feed !== 'stale' && silentMs <= silentAfterMs) return undefined;
  const since = silentMs > silentAfterMs ? ` for ${Math.round(silentMs / 1000)} seconds` : '';
  return {
    rule: 'feed_silent',
    sentence: `The market feed has been silent${since} while trading is open. Entries wait until prices come again.`,
  };
}

function staleness(symbol: string, market: MarketFacts, settings: GuardSettings): GuardVeto | undefined {
  const { clock, last, wallNow } = market;
  if (!last) return { rule: 'stale_price', sentence: `${symbol} has no price yet. Entries in it wait for one.` };
  if (!clock) return undefined;
  const exchangeNow = clock.exchangeAt + Math.max(0, wallNow - clock.seenAt) * clock.speed;
  const ageMs = exchangeNow - last.at;
  if (ageMs <= Math.max(settings.staleAfterMs, settings.staleWallMs * clock.speed)) return undefined;
  return {
    rule: 'stale_price',
    sentence: `The last price of ${symbol} is ${Math.round(ageMs / 1000)} seconds old by the exchange’s clock. Entries in it wait for a new one.`,
  };
}

function jump(symbol: string, { last, minuteClosePaise }: MarketFacts, settings: GuardSettings): GuardVeto | undefined {
  if (!last) return undefined;
  const { pricePaise, previousClosePaise } = last;
  if (minuteClosePaise !== undefined && isBeyond(pricePaise, minuteClosePaise, settings.jumpBps)) {
    return jumpVeto(symbol, pricePaise, `${formatPaise(minuteClosePaise)} at the end of the minute before`);
  }
  if (isBeyond(pricePaise, previousClosePaise, settings.bandBps)) {
    return jumpVeto(symbol, pricePaise, `${formatPaise(previousClosePaise)} at the last close, beyond the daily band`);
  }
  return undefined;
}

function jumpVeto(symbol: string, pricePaise: number, from: string): GuardVeto {
  const sentence = `${symbol} jumped to ${formatPaise(pricePaise)} from ${from}. No entry by a price that may be wrong.`;
  return { rule: 'price_jump', sentence };
}

function isBeyond(pricePaise: number, fromPaise: number, bps: number): boolean {
  return fromPaise > 0 && Math.abs(pricePaise - fromPaise) * 10_000 > fromPaise * bps;
}
