import type { BrokerHolding, BrokerPosition } from '@trickdesk/brokers';
import { type DeskMoment, type DeskOrder, isOver, type Line } from './model.ts';
import { type AccountUnits, missingIn, type Taken } from './taken-away.ts';

/** What the broker's books of positions and holdings say together. Holdings are what earlier days left. */
export function accountUnits(positions: readonly BrokerPosition[], holdings: readonly BrokerHolding[]): AccountUnits[] {
  return [
    ...positions.flatMap(({ tradingSymbol, product, netQuantity: quantity }) =>
      product === 'other' ? [] : [{ tradingSymbol, product, quantity }],
    ),
    ...holdings.map(({ tradingSymbol, quantity }) => ({ tradingSymbol, product: 'delivery' as const, quantity })),
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
    lines: Iterable<Line>,
    reading: {
      readonly units: readonly AccountUnits[];
      readonly askedAtWall: number;
      readonly bookAskedAtWall: number;
    },
    now: DeskMoment,
  ): Taken[] {
    const held = [...lines];
    const taken = missingIn(held, reading.units, now);
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
