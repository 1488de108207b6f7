import type { BrokerHolding, BrokerPosition } from '@trickdesk/brokers';
import { type DeliveredOrder, unitsOf } from './delivered-orders.ts';
import { type DeskMoment, type DeskOrder, isOver, type Line } from './model.ts';
import { type AccountUnits, type Known, missingIn, type Taken } from './taken-away.ts';

/** What the broker's books of positions and holdings say together. Holdings are what earlier days left. */
export function accountUnits(
  positions: readonly BrokerPosition[],
  holdings: readonly BrokerHolding[],
  delivered: readonly DeliveredOrder[],
): AccountUnits[] {
  const intraday = positions.filter((row) => row.product === 'intraday');
  const dealt = positions.filter((row) => row.product === 'delivery');
  const symbols = new Set([...dealt, ...holdings].map(({ tradingSymbol }) => tradingSymbol));
  return [
    ...intraday.map(({ tradingSymbol, netQuantity: quantity }) => ({
      ...{ tradingSymbol, product: 'intraday' as const, quantity },
    })),
    ...[...symbols].map((tradingSymbol) => {
      const isOf = (row: { readonly tradingSymbol: string }): boolean => row.tradingSymbol === tradingSymbol;
      const held = holdings.filter(isOf).reduce((sum, { quantity }) => sum + quantity, 0);
      const net = dealt.filter(isOf).reduce((sum, { netQuantity }) => sum + netQuantity, 0);
      const quantity = unitsOf(tradingSymbol, { held, net }, delivered);
      return { tradingSymbol, product: 'delivery' as const, quantity };
    }),
  ];
}

/**
 * Compares what the account has with what its tricks hold. The broker's books change one after another, so only what
 * two readings show some seconds apart, with a look into the order book between them and nothing moving meanwhile, is
 * believed.
 */
export class AccountCheck {
  readonly #afterMs: number;
  #suspected: { readonly missing: string; readonly atWall: number } | undefined;

  /** @param afterMs how long it must be so at least */
  constructor(afterMs: number) {
    this.#afterMs = afterMs;
  }

  /** The next reading should come soon. */
  get isDoubtful(): boolean {
    return this.#suspected !== undefined;
  }

  /**
   * @param askedAtWall when the positions were asked for
   * @param bookAskedAtWall when the last order book that was taken in was asked for
   */
  take(
    known: Known,
    reading: {
      readonly units: readonly AccountUnits[];
      readonly askedAtWall: number;
      readonly bookAskedAtWall: number;
    },
    now: DeskMoment,
  ): Taken[] {
    const held = [...known.lines];
    const taken = missingIn({ ...known, lines: held }, reading.units, now);
    // tidy: told-in-hindi because two looks are compared by it
    const missing = taken.map(({ line, quantity }) => `${signatureOf(line)} less ${quantity}`).join(', ');
    const before = this.#suspected;
    this.#suspected = undefined;
    if (taken.length === 0 || taken.some(({ line }) => !isStill(line, held))) return [];
    const isSame = before?.missing === missing && reading.bookAskedAtWall > before.atWall;
    if (isSame && reading.askedAtWall - before.atWall >= this.#afterMs) return taken;
    // The first that saw it counts, until it has been so for long enough.
    this.#suspected = before?.missing === missing ? before : { missing, atWall: reading.askedAtWall };
    return [];
  }
}

/** No order of the instrument may just be trading. */
function isStill({ instrument }: Line, lines: readonly Line[]): boolean {
  const alike = lines.filter((line) => line.instrument.id === instrument.id);
  return alike.every(({ orders }) => orders.every((order) => isOver(order) || isResting(order)));
}

function isResting({ progress, asking, shapeUnclear }: DeskOrder): boolean {
  return progress.state === 'trigger_pending' && !asking && !shapeUnclear;
}

function signatureOf({ deploymentId, runNumber, base, orders }: Line): string {
  const filled = orders.map(({ tag, progress }) => `${tag}:${progress.filledQuantity}`).join(' ');
  return `${deploymentId}/${runNumber}/${base} ${filled}`;
}
