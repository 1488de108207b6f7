/** A level that can be moved by hand, as it is being moved. Rupees. */
export interface MovedLevel {
  readonly id: string;
  readonly price: number;
}

const PAISE = 100;
const paiseOf = (rupees: number): number => Math.round(rupees * PAISE);

/** The nearest price that the exchange takes, never below one step. Rupees. */
export function snappedPrice(price: number, tick: number): number {
  const tickPaise = Math.max(1, paiseOf(tick));
  return (Math.max(1, Math.round(paiseOf(price) / tickPaise)) * tickPaise) / PAISE;
}

/** Steps of the exchange's grid up (positive) or down. Rupees. */
export function steppedPrice(price: number, steps: number, tick: number): number {
  return snappedPrice(snappedPrice(price, tick) + steps * tick, tick);
}

/** Another price, or the same as it was: a drag that ends where it began asks nothing. */
export function isMoved(from: number, to: number): boolean {
  return paiseOf(from) !== paiseOf(to);
}

const FEW = 1;
const MANY = 10;

/** Steps that a key asks for; `undefined` for keys that are none of the handle's. Home and End have no meaning here. */
export function stepsOfKey(key: string): number | undefined {
  switch (key) {
    case 'ArrowUp':
    case 'ArrowRight':
      return FEW;
    case 'ArrowDown':
    case 'ArrowLeft':
      return -FEW;
    case 'PageUp':
      return MANY;
    case 'PageDown':
      return -MANY;
    default:
      return undefined;
  }
}

/**
 * Where a pointer has taken a level: the line keeps its distance to the pointer, wherever the handle was grasped.
 *
 * @param grasp y of the pointer less y of the line when the drag began, pixels
 * @param priceAt the price scale; `null` where it has none
 * @returns rupees on the grid, or `undefined` outside the scale
 */
export function draggedPrice(
  pointerY: number,
  grasp: number,
  { priceAt, tick }: { readonly priceAt: (y: number) => number | null; readonly tick: number },
): number | undefined {
  const price = priceAt(pointerY - grasp);
  if (price === null || !Number.isFinite(price) || price <= 0) return undefined;
  return snappedPrice(price, tick);
}
