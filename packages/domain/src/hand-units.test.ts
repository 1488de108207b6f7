import fc from 'fast-check';
import { expect, test } from 'vitest';
import { closableByHand, type DayOrder, dayUnits } from './hand-units.ts';

const order = (role: DayOrder['role'], side: 'buy' | 'sell', filledQuantity: number): DayOrder => ({
  ...{ role, side, filledQuantity, settledQuantity: 0, isElsewhere: false },
  place: role === 'own' || role === 'foreign' || role === 'basket' ? undefined : 'run 1',
});

function closable(orders: readonly DayOrder[], product: 'delivery' | 'intraday' = 'intraday'): number {
  const units = dayUnits(orders);
  const free = units.own + units.foreign + units.handedOver - units.taken;
  return closableByHand(units, { today: free, inAll: free }, product);
}

test('what was bought by hand goes, and what a trick holds of the same share stays', () => {
  expect(closable([order('entry', 'buy', 40), order('own', 'buy', 10)])).toBe(10);
});

test('what was sold short by hand is bought back; shares from earlier days that were sold stay sold', () => {
  expect(closable([order('own', 'sell', 10)])).toBe(-10);
  expect(closable([order('own', 'sell', 10)], 'delivery')).toBe(0);
});

test('what was bought elsewhere stays; what was sold elsewhere is not sold again', () => {
  expect(closable([order('own', 'buy', 10), order('foreign', 'buy', 5)])).toBe(10);
  expect(closable([order('own', 'buy', 10), order('foreign', 'sell', 4)])).toBe(6);
  expect(closable([order('own', 'buy', 10), order('foreign', 'sell', 14)])).toBe(0);
  expect(closable([order('foreign', 'buy', 10)])).toBe(0);
});

test('what a basket bought or sold on the day is none of what was done by hand', () => {
  expect(closable([order('basket', 'buy', 10)], 'delivery')).toBe(0);
  expect(closable([order('own', 'buy', 5), order('basket', 'buy', 10)], 'delivery')).toBe(5);
  expect(closable([order('own', 'buy', 5), order('basket', 'sell', 10)], 'delivery')).toBe(5);
  expect(dayUnits([order('basket', 'buy', 10), order('basket', 'sell', 4)])).toMatchObject({ own: 0, baskets: 6 });
});

test('a position that its owner took over from a trick goes too', () => {
  const handed = { ...order('entry', 'buy', 10), settledQuantity: 10 };
  expect(closable([handed])).toBe(10);
  expect(closable([handed, order('own', 'sell', 4)])).toBe(6);
  // One that the trick has closed itself left nothing.
  expect(closable([handed, { ...order('exit', 'sell', 10), settledQuantity: 10 }])).toBe(0);
  // Of one that was opened before today only the end is known.
  expect(closable([{ ...order('exit', 'sell', 10), settledQuantity: 10 }])).toBe(0);
});

test('what was sold by hand of a trick’s position is no short sale, whoever sold it', () => {
  const taken = { ...order('exit', 'sell', 10), isElsewhere: true };
  const entry = order('entry', 'buy', 10);
  expect(closable([entry, order('own', 'sell', 10), taken])).toBe(0);
  expect(closable([entry, order('foreign', 'sell', 10), taken])).toBe(0);
  expect(closable([entry, order('foreign', 'sell', 10), taken, order('own', 'buy', 7)])).toBe(7);
  expect(closable([entry, order('own', 'sell', 10), taken, order('own', 'buy', 10)])).toBe(10);
});

test('less than the day’s position or the whole of the account is never gone below', () => {
  const units = dayUnits([order('own', 'buy', 10)]);
  expect(closableByHand(units, { today: 6, inAll: 100 }, 'delivery')).toBe(6);
  expect(closableByHand(units, { today: 10, inAll: 3 }, 'delivery')).toBe(3);
  expect(closableByHand(units, { today: -2, inAll: 100 }, 'delivery')).toBe(0);
  expect(closableByHand(units, { today: -2, inAll: -2 }, 'intraday')).toBe(0);
});

type Deed = { readonly who: 'own' | 'foreign' | 'enter' | 'exit' | 'detach'; readonly units: number };
const anyDeeds = (who: readonly Deed['who'][]) =>
  fc.array(
    fc.record({
      who: fc.constantFrom(...who),
      units: fc.integer({ min: -50, max: 50 }).filter((units) => units !== 0),
    }),
    { maxLength: 25 },
  );

/** One trick and its owner in one share. What is closed by hand of the trick's position is counted as taken at once. */
class Day {
  readonly orders: DayOrder[] = [];
  position = 0;
  held = 0;
  #place = 1;

  do({ who, units }: Deed): void {
    if (who === 'own' || who === 'foreign') this.#byHand(who, units);
    else if (who === 'detach') this.#settle(0);
    else if (who === 'enter' && this.held === 0) this.#trade('entry', units);
    else if (who === 'exit' && this.held !== 0) this.#exit(Math.min(Math.abs(units), Math.abs(this.held)));
  }

  get byOwner(): number {
    return this.position - this.held;
  }

  #byHand(role: 'own' | 'foreign', units: number): void {
    this.orders.push(order(role, units > 0 ? 'buy' : 'sell', Math.abs(units)));
    this.position += units;
    const over = this.byOwner;
    // Beyond what is theirs it was the trick's.
    if (this.held > 0 && over < 0) this.#take(-Math.min(this.held, -over));
    if (this.held < 0 && over > 0) this.#take(Math.min(-this.held, over));
  }

  #take(units: number): void {
    this.#add({ ...order('exit', units > 0 ? 'buy' : 'sell', Math.abs(units)), isElsewhere: true });
    this.held += units;
    if (this.held === 0) this.#settle(0);
  }

  #exit(units: number): void {
    this.#trade('exit', this.held > 0 ? -units : units);
    if (this.held === 0) this.#settle(0);
  }

  #trade(role: 'entry' | 'exit', units: number): void {
    this.#add(order(role, units > 0 ? 'buy' : 'sell', Math.abs(units)));
    this.held += units;
    this.position += units;
  }

  #add(made: DayOrder): void {
    this.orders.push({ ...made, place: `run ${this.#place}` });
  }

  /** Its position is closed, or is its owner's from now on. */
  #settle(held: number): void {
    for (const [at, known] of this.orders.entries()) {
      if (known.place === `run ${this.#place}`) this.orders[at] = { ...known, settledQuantity: known.filledQuantity };
    }
    this.held = held;
    this.#place += 1;
  }
}

function played(deeds: readonly Deed[]): { day: Day; units: number } {
  const day = new Day();
  for (const deed of deeds) day.do(deed);
  const units = dayUnits(day.orders);
  const free = { today: day.position - units.tricks, inAll: day.position - day.held };
  expect(free.today).toBe(free.inAll);
  return { day, units: closableByHand(units, free, 'intraday') };
}

test('whatever the day was, never more is closed than is the owner’s, and no side is turned', () => {
  fc.assert(
    fc.property(anyDeeds(['own', 'foreign', 'enter', 'exit', 'detach']), (deeds) => {
      const { day, units } = played(deeds);
      expect(Math.abs(units)).toBeLessThanOrEqual(Math.abs(day.byOwner));
      expect(units === 0 || Math.sign(units) === Math.sign(day.byOwner)).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

test('where nothing was traded elsewhere, the owner is flat afterwards', () => {
  fc.assert(
    fc.property(anyDeeds(['own', 'enter', 'exit', 'detach']), (deeds) => {
      const { day, units } = played(deeds);
      expect(day.byOwner - units).toBe(0);
    }),
    { numRuns: 2_000 },
  );
});

test('where nothing was traded by hand here, nothing is closed', () => {
  fc.assert(
    fc.property(anyDeeds(['foreign', 'enter', 'exit']), (deeds) => {
      expect(Math.abs(played(deeds).units)).toBe(0);
    }),
    { numRuns: 2_000 },
  );
});
