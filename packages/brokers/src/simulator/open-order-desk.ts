import { hasStandingAuthorisation, OPENING_CASH_PAISE } from './accounts.ts';
import type { MarketClock } from './clock.ts';
import type { Faults } from './faults.ts';
import { depthOf } from './market/depth.ts';
import type { Exchange } from './market/exchange.ts';
import { createOrderDesk, type OrderDesk } from './orders/desk.ts';
import type { SimulatorStore } from './store.ts';

/** Writes a client may send in a second. */
const WRITES_PER_SECOND = 9;
/** More shares than this in one order are refused, as the exchange does for each of its shares. */
export const FREEZE_QUANTITY = 100_000;
/** Wall milliseconds between the broker's answer and the exchange's. */
const LATENCY_MS = { least: 0, most: 5 };

export interface OrderDeskParts {
  readonly exchange: Exchange;
  readonly clock: MarketClock;
  readonly faults: Faults;
  readonly store: SimulatorStore;
  readonly seed: number;
  readonly latencyMs?: { readonly least: number; readonly most: number };
  readonly wall: () => number;
  readonly onError: (what: string, error: unknown) => void;
}

/** The order desk of this market, as it was when its rows were last written; hears every tick before anybody else. */
export async function openOrderDesk(parts: OrderDeskParts): Promise<OrderDesk> {
  const { exchange, clock, faults, store, seed, wall, onError } = parts;
  const { key, frictionless } = exchange.source;
  const desk = createOrderDesk({
    market: exchange,
    depthOf: (quote) => depthOf(quote, frictionless),
    settings: {
      frictions: frictionless ? 'none' : 'real',
      seed,
      latencyMs: parts.latencyMs ?? LATENCY_MS,
      freezeQuantity: FREEZE_QUANTITY,
      openingCashPaise: OPENING_CASH_PAISE,
      hasStandingAuthorisation,
    },
    faults,
    rows: await store.loadOrderRows(key),
    save: (changes) => {
      const { now, paused } = clock.state();
      return store.saveOrderRows(key, changes, { position: now, paused });
    },
    wall,
    writesPerSecond: () => (faults.settings().rateLimit ? WRITES_PER_SECOND : undefined),
    onError,
  });
  exchange.onTick(desk.tick);
  return desk;
}
