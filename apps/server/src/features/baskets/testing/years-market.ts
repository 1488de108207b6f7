import { createRandom, type IndiaDate, type Random } from '@trickdesk/domain';
import type { PlannedOrder } from '@trickdesk/engine';
import type { ActionsOf } from '../standing.ts';
import type { NameNow } from '../wanted-orders.ts';

export const NAMES = ['ASIAN', 'BEL', 'CIPLA', 'DABUR', 'EICHER', 'FUND', 'GAIL', 'HDFC', 'ITC', 'JSW'] as const;
const FUND = 'FUND';
const TICK = 5;
/** How often, of all days of a name. */
const HALTED = 0.001;
const LOCKED = 0.004;
const QUIET = 0.02;
const WILD_DAY = 0.01;
const LONGEST_HALT = 9;
const SPLIT_AFTER = 300;
const SPLIT_INTO = 5;

interface Name {
  readonly symbol: string;
  pricePaise: number;
  lowPaise: number;
  highPaise: number;
  volume: number;
  haltedFor: number;
  isLocked: boolean;
}

/**
 * Years of prices of ten names that end in trouble now and then: suspended for some sessions, locked at a price band,
 * hardly traded, or wild. Equal seeds give equal years.
 */
export class YearsMarket {
  readonly actions: ActionsOf;
  readonly #names = new Map<string, Name>();
  readonly #random: Random;
  readonly #splitOn: IndiaDate;
  #isWild = false;

  constructor(seed: number, days: readonly IndiaDate[]) {
    this.#random = createRandom('market of years', seed);
    for (const symbol of NAMES) {
      const pricePaise = Math.round((40_00 + this.#random.next() ** 2 * 3_000_00) / TICK) * TICK;
      const bounds = { lowPaise: 0, highPaise: 0, volume: 0, haltedFor: 0, isLocked: false };
      this.#names.set(symbol, { symbol, pricePaise, ...bounds });
    }
    this.#splitOn = days[SPLIT_AFTER + this.#random.int(200)] ?? '';
    const split = { exDate: this.#splitOn, kind: 'split' as const, oldUnits: 1, newUnits: SPLIT_INTO };
    this.actions = new Map([[this.splits, [split]]]);
  }

  /** The name whose shares become five on one day. */
  readonly splits = 'GAIL';

  /** @returns whether a share became five this morning */
  startDay(day: IndiaDate): boolean {
    const isSplit = day === this.#splitOn;
    this.#isWild = this.#random.next() < WILD_DAY;
    for (const name of this.#names.values()) this.#wake(name, isSplit && name.symbol === this.splits);
    return isSplit;
  }

  #wake(name: Name, isSplit: boolean): void {
    const { next, gauss, int } = this.#random;
    const before = isSplit ? onTick(name.pricePaise / SPLIT_INTO) : name.pricePaise;
    name.haltedFor = name.haltedFor > 0 ? name.haltedFor - 1 : 0;
    if (name.haltedFor === 0 && next() < HALTED) name.haltedFor = 1 + int(LONGEST_HALT);
    const band = [0.05, 0.1, 0.2][int(3)] ?? 0.2;
    name.lowPaise = Math.ceil((before * (1 - band)) / TICK) * TICK;
    name.highPaise = Math.floor((before * (1 + band)) / TICK) * TICK;
    name.isLocked = next() < LOCKED;
    name.volume = next() < QUIET ? 20 + int(2_000) : 200_000 + int(2_000_000);
    const moved = onTick(before * (1 + 0.0004 + 0.014 * gauss()));
    const locked = next() < 0.5 ? name.lowPaise : name.highPaise;
    name.pricePaise = name.haltedFor > 0 ? before : name.isLocked ? locked : within(name, moved);
  }

  /** A few seconds pass. */
  tick(): void {
    const step = this.#isWild ? 0.006 : 0.0002;
    for (const name of this.#names.values()) {
      if (name.isLocked || name.haltedFor > 0) continue;
      name.pricePaise = within(name, onTick(name.pricePaise * (1 + step * this.#random.gauss())));
    }
  }

  names(): Map<string, NameNow> {
    return new Map(
      [...this.#names.values()].map(({ symbol, pricePaise, haltedFor }) => [
        symbol,
        { pricePaise, tickPaise: TICK, isOpen: haltedFor === 0, instrumentKind: symbol === FUND ? 'etf' : 'equity' },
      ]),
    );
  }

  priceOf(symbol: string): number {
    return this.#names.get(symbol)?.pricePaise ?? 0;
  }

  /** The last price as the desk of test mode sees it; none of a name that is suspended. */
  seen(symbol: string, at: number) {
    const name = this.#names.get(symbol);
    if (!name || name.haltedFor > 0) return undefined;
    return { pricePaise: name.pricePaise, volume: name.volume, at, tickPaise: TICK, slippageBps: 5 };
  }

  /** The exchange refuses an order whose limit lies beyond the day's band. */
  refuses({ symbol, side }: PlannedOrder, limitPaise: number): boolean {
    const name = this.#names.get(symbol);
    if (!name) return true;
    return side === 'buy' ? limitPaise > name.highPaise : limitPaise < name.lowPaise;
  }

  /** Nothing of the market keeps these names from being traded today, at calm prices and in any quantity. */
  allows(symbols: Iterable<string>): boolean {
    if (this.#isWild) return false;
    return [...symbols].every((symbol) => {
      const name = this.#names.get(symbol);
      return name !== undefined && name.haltedFor === 0 && !name.isLocked && name.volume >= 200_000;
    });
  }
}

function onTick(paise: number): number {
  return Math.max(TICK, Math.round(paise / TICK) * TICK);
}

function within({ lowPaise, highPaise }: Name, paise: number): number {
  return Math.min(highPaise, Math.max(lowPaise, paise));
}
