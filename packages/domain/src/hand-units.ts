/** One order of a day, among those of one account in one instrument and product, as far as it tells whose units are whose. */
export interface DayOrder {
  /**
   * `own`: by its owner's hand, through this product. `basket`: of one of their baskets. `foreign`: placed elsewhere. The
   * others are a trick's.
   */
  readonly role: 'entry' | 'exit' | 'protective' | 'own' | 'basket' | 'foreign';
  /** Of a trick's order, the run and the base that it is for. */
  readonly place: string | undefined;
  readonly side: 'buy' | 'sell';
  readonly filledQuantity: number;
  /** This much of it belonged to a position that is closed, or that its owner took over. */
  readonly settledQuantity: number;
  /** No order: it stands for units of a trick that were closed at the broker without the trick. */
  readonly isElsewhere: boolean;
}

/** Whose units a day's orders moved in one instrument and product. Signed: below zero is sold. */
export interface DayUnits {
  readonly own: number;
  /** All that own orders bought or sold, and what was taken over: so much of what tricks lost may be their doing. */
  readonly mostBought: number;
  readonly mostSold: number;
  readonly foreign: number;
  /** By which baskets changed what they hold: a longer holding, with a close of its own. */
  readonly baskets: number;
  /** Opened by tricks and taken over by their owner. */
  readonly handedOver: number;
  /** Closed of tricks' positions by own or foreign orders. */
  readonly taken: number;
  /** By which the positions of tricks changed, what was taken from them included. */
  readonly tricks: number;
}

/** What the account has that is no trick's and no basket's, signed. */
export interface FreeUnits {
  /** Of the day's position. */
  readonly today: number;
  /** Of the position and what earlier days left. */
  readonly inAll: number;
}

export function dayUnits(orders: readonly DayOrder[]): DayUnits {
  const own = orders.filter(({ role }) => role === 'own');
  const ofTricks = orders.filter(({ role }) => role !== 'own' && role !== 'basket' && role !== 'foreign');
  const handed = [...handedOverBy(ofTricks).values()];
  const handedOver = handed.reduce((sum, units) => sum + units, 0);
  const sides = [...own.map(({ side, filledQuantity }) => signed(side, filledQuantity)), ...handed];
  return {
    own: netOf(own),
    mostBought: sides.reduce((sum, units) => sum + Math.max(0, units), 0),
    mostSold: sides.reduce((sum, units) => sum + Math.max(0, -units), 0),
    foreign: netOf(orders.filter(({ role }) => role === 'foreign')),
    baskets: netOf(orders.filter(({ role }) => role === 'basket')),
    handedOver,
    taken: netOf(ofTricks.filter(({ isElsewhere }) => isElsewhere)),
    tricks: netOf(ofTricks) - handedOver,
  };
}

/**
 * What is to be traded away of a position so that nothing is left of what its owner opened by hand: never more than the
 * account has beyond what tricks hold and baskets bought, and never what was opened elsewhere. Signed like the position; shares that were
 * there before the day stay.
 */
export function closableByHand(units: DayUnits, free: FreeUnits, product: 'delivery' | 'intraday'): number {
  const closable = common(common(openedByHand(units, free.today), free.today), free.inAll);
  return product === 'delivery' ? Math.max(0, closable) : closable;
}

/** Units that were taken from tricks were not opened by what took them; what orders elsewhere took is no deed of ours. */
function openedByHand({ own, mostBought, mostSold, handedOver, taken }: DayUnits, freeToday: number): number {
  const foreign = freeToday - (own + handedOver - taken);
  const takenHere = common(taken - common(taken, foreign), taken < 0 ? -mostSold : mostBought);
  return own + handedOver - takenHere;
}

/** The smaller of two on the same side of zero; nothing where they are on different sides. */
function common(a: number, b: number): number {
  if (a > 0 && b > 0) return Math.min(a, b);
  return a < 0 && b < 0 ? Math.max(a, b) : 0;
}

function netOf(orders: readonly Pick<DayOrder, 'side' | 'filledQuantity'>[]): number {
  return orders.reduce((sum, { side, filledQuantity }) => sum + signed(side, filledQuantity), 0);
}

function signed(side: 'buy' | 'sell', quantity: number): number {
  return side === 'buy' ? quantity : -quantity;
}

/**
 * Signed units that each run handed over, by its place; runs that handed nothing over are left out. Of a position that is
 * closed nothing is left; one that was opened before the day shows its end alone.
 */
export function handedOverBy(orders: readonly DayOrder[]): ReadonlyMap<string, number> {
  const places = new Map<string, { units: number; entrySide: 'buy' | 'sell' | undefined }>();
  for (const { place, role, side, settledQuantity } of orders) {
    if (place === undefined) continue;
    const known = places.get(place) ?? { units: 0, entrySide: undefined };
    places.set(place, known);
    known.units += signed(side, settledQuantity);
    if (role === 'entry') known.entrySide = side;
  }
  const handed = new Map<string, number>();
  for (const [place, { units, entrySide }] of places) {
    const left = entrySide === 'sell' ? Math.min(0, units) : Math.max(0, units);
    if (entrySide !== undefined && left !== 0) handed.set(place, left);
  }
  return handed;
}
