import { createRandom } from '@trickdesk/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type HeldTrade, type RandomEntryInput, randomEntries } from './random-entries.ts';
import { placeAnywhere, placeWithinSessions } from './random-places.ts';

const anyHoldings = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 8 });

describe('random places', () => {
  test('of positions over nights do not overlap and end within the data', () => {
    fc.assert(
      fc.property(anyHoldings, fc.integer({ min: 0, max: 30 }), fc.integer(), (holdings, idle, seed) => {
        const held = holdings.reduce((sum, holding) => sum + holding, 0);
        const bars = held + idle + 1;
        const places = placeAnywhere(holdings, bars)?.draw(createRandom(seed)) ?? [];
        const spans = holdings.map((holding, i) => ({ from: places[i] ?? -1, to: (places[i] ?? -1) + holding }));
        spans.sort((a, b) => a.from - b.from);
        spans.forEach(({ from }, i) => {
          expect(from).toBeGreaterThanOrEqual(spans[i - 1]?.to ?? 0);
        });
        expect(spans.at(-1)?.to).toBeLessThan(bars);
      }),
    );
  });

  test('reach every place, and each place about as often', () => {
    const counts = new Array<number>(9).fill(0);
    const placing = placeAnywhere([2], 11);
    const random = createRandom('places');
    for (let i = 0; i < 9_000; i += 1) {
      const [from = -1] = placing?.draw(random) ?? [];
      counts[from] = (counts[from] ?? 0) + 1;
    }
    for (const count of counts) expect(Math.abs(count - 1_000)).toBeLessThan(150);
  });

  test('within sessions never cross from one into the next, and do not overlap where there is room', () => {
    const session = [1, 1, 1, 1, 1, 1, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3];
    const placing = placeWithinSessions([3, 1, 4], session);
    const random = createRandom('sessions');
    for (let i = 0; i < 300; i += 1) {
      const [three = -1, one = -1, four = -1] = placing?.draw(random) ?? [];
      expect(session[three + 3]).toBe(session[three]);
      expect(session[one + 1]).toBe(session[one]);
      expect(session[four + 4]).toBe(session[four]);
      expect(one >= three && one < three + 3).toBe(false);
    }
  });

  test('within sessions begin where that is allowed and end where they may be held, or anywhere if they fit nowhere so', () => {
    const session = [1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2];
    const use = [1, 2, 2, 2, 1, 0, 1, 1, 1, 1, 1, 0];
    const placesOf = (holding: number) => {
      const placing = placeWithinSessions([holding], session, use);
      const random = createRandom('allowed', holding);
      return [...new Set(Array.from({ length: 200 }, () => placing?.draw(random)[0]))].sort();
    };
    expect(placesOf(0)).toEqual([1, 2, 3]);
    expect(placesOf(1)).toEqual([1, 2, 3]);
    expect(placesOf(2)).toEqual([1, 2]);
    expect(placesOf(3)).toEqual([1]);
    expect(placesOf(4)).toEqual([0, 1, 6, 7]);
  });

  test('are none where a position fits nowhere', () => {
    expect(placeAnywhere([5], 5)).toBeUndefined();
    expect(placeWithinSessions([3], [1, 1, 1, 2, 2, 2])).toBeUndefined();
    expect(placeWithinSessions([1], [])).toBeUndefined();
  });

  test('of positions that overlapped in truth may overlap', () => {
    const places = placeAnywhere([4, 4, 4], 6)?.draw(createRandom(1)) ?? [];
    expect(places.every((from) => from === 0 || from === 1)).toBe(true);
  });
});

function held(change: Partial<HeldTrade> = {}): HeldTrade {
  return {
    symbol: 'SBIN',
    direction: 'long',
    quantity: 10,
    entryPaise: 100_00,
    holdingBars: 1,
    overnight: true,
    netPaise: 0,
    ...change,
  };
}

function entries(change: Partial<RandomEntryInput>, openPaise: readonly number[]) {
  return randomEntries({
    trades: [held()],
    barsOf: () => ({ openPaise, closePaise: openPaise, session: openPaise.map(() => 1) }),
    costPaise: () => 0,
    seed: 1,
    samples: 200,
    ...change,
  });
}

describe('random entries', () => {
  /** Each bar brings ₹1: every entry gains the same, whenever it is. */
  const rising = Array.from({ length: 50 }, (_, i) => 100_00 + i * 1_00);

  test('say nothing where no price moves, and gain with everybody where all prices rise', () => {
    const flat = new Array<number>(50).fill(100_00);
    const found = entries({ trades: [held({ netPaise: 0 })] }, flat);
    expect(found).toMatchObject({ realPaise: 0, meanPaise: 0, lowPaise: 0, highPaise: 0, percentile: 0 });
    expect(found?.deviationsAbove).toBeUndefined();
    // ₹1,000 buy 10 units at ₹100 and 7 at ₹149: between ₹10 and ₹7 for one bar.
    const up = entries({ trades: [held({ netPaise: 10_00 })] }, rising);
    expect(up?.meanPaise).toBeGreaterThan(7_00);
    expect(up?.meanPaise).toBeLessThan(10_00);
  });

  test('of a short lose there, and all pay the costs of what they would have traded', () => {
    const found = entries(
      {
        trades: [held({ direction: 'short' })],
        costPaise: ({ quantity, entryPaise, exitPaise }) => {
          expect(exitPaise - entryPaise).toBe(1_00);
          return quantity * 50;
        },
      },
      rising,
    );
    expect(found?.highPaise).toBeLessThanOrEqual(-7 * 1_50);
    expect(found?.lowPaise).toBeGreaterThanOrEqual(-10 * 1_50);
  });

  test('are told by the ends and the middle of what they bring', () => {
    // Whoever enters at bar i gains i rupees: from ₹0 to ₹99, each as often.
    const steps = [1_00_000_00];
    for (let i = 0; i < 100; i += 1) steps.push((steps[i] ?? 0) + i * 1_00);
    const trades = [held({ quantity: 1, entryPaise: 1_00_000_00 })];
    const found = entries({ trades, samples: 4_000 }, steps);
    expect(Math.abs((found?.lowPaise ?? 0) - 5_00)).toBeLessThan(2_00);
    expect(Math.abs((found?.middlePaise ?? 0) - 49_50)).toBeLessThan(4_00);
    expect(Math.abs((found?.highPaise ?? 0) - 94_00)).toBeLessThan(2_00);
  });

  test('buy one unit at least, however little the money', () => {
    const found = entries({ trades: [held({ quantity: 1, entryPaise: 1_00 })] }, rising);
    expect(found).toMatchObject({ lowPaise: 1_00, highPaise: 1_00 });
  });

  test('of several instruments enter each where it trades', () => {
    const falling = rising.map((price) => 500_00 - price * 2);
    const found = entries(
      {
        trades: ['SBIN', 'INFY'].map((symbol) => held({ symbol, quantity: 1, entryPaise: 1_00 })),
        barsOf: (symbol) => {
          const openPaise = symbol === 'SBIN' ? rising : falling;
          return { openPaise, closePaise: openPaise, session: openPaise.map(() => 1) };
        },
      },
      rising,
    );
    // A unit of the one gains ₹1 in a bar, and one of the other loses ₹2.
    expect(found).toMatchObject({ lowPaise: -1_00, highPaise: -1_00 });
  });

  test('are the same for the same seed', () => {
    expect(entries({ seed: 'a' }, rising)).toEqual(entries({ seed: 'a' }, rising));
    expect(entries({ seed: 'b' }, rising)).not.toEqual(entries({ seed: 'a' }, rising));
  });

  test('put a result that only foresight gives above all of them', () => {
    const random = createRandom('walk');
    const walk = Array.from({ length: 400 }, () => Math.round(100_00 + 1_00 * random.gauss()));
    const best = walk.slice(1).map((price, i) => ({ i, gain: price - (walk[i] ?? 0) }));
    best.sort((a, b) => b.gain - a.gain);
    const trades = best.slice(0, 20).map(({ gain }) => held({ netPaise: 10 * gain }));
    const found = entries({ trades }, walk);
    expect(found?.percentile).toBe(100);
    expect(found?.deviationsAbove).toBeGreaterThan(4);
  });

  test('have the mean and deviation that theory gives', () => {
    // 30 holdings of one bar on independent days of ±₹1 for 10 units: deviation ₹10 × √30, mean 0.
    const random = createRandom('coins');
    let price = 5_000_00;
    const coins = Array.from({ length: 3_000 }, () => {
      price += random.next() < 0.5 ? 1_00 : -1_00;
      return price;
    });
    const trades = Array.from({ length: 30 }, () => held({ entryPaise: 5_000_00, netPaise: 1_83 }));
    const found = entries({ trades, samples: 2_000 }, coins);
    expect(found?.deviationsAbove).toBeGreaterThan(0.8);
    expect(found?.deviationsAbove).toBeLessThan(1.2);
  });

  test('are none without a trade, without bars, and where a trade fits nowhere', () => {
    expect(entries({ trades: [] }, rising)).toBeUndefined();
    expect(entries({ barsOf: () => undefined }, rising)).toBeUndefined();
    expect(entries({ trades: [held({ holdingBars: 50 })] }, rising)).toBeUndefined();
  });

  test('refuse a holding time that is not whole bars', () => {
    expect(() => entries({ trades: [held({ holdingBars: -1 })] }, rising)).toThrow(RangeError);
    expect(() => entries({ trades: [held({ holdingBars: 0.5 })] }, rising)).toThrow(RangeError);
    expect(() => entries({ samples: 0 }, rising)).toThrow(RangeError);
  });
});
