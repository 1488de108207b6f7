import { addDays, type CorporateAction } from '@trickdesk/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fifoLots, type LotTrade } from './tax-lots.ts';

type Rest = Partial<Pick<LotTrade, 'symbol' | 'deductiblePaise' | 'id'>>;
const trade = (side: 'buy' | 'sell', quantity: number, rupees: number, date: string, rest: Rest = {}): LotTrade => ({
  symbol: 'A',
  side,
  quantity,
  valuePaise: quantity * rupees * 100,
  deductiblePaise: 0,
  date,
  id: 1,
  ...rest,
});
const action = (exDate: string, kind: CorporateAction['kind'], oldUnits: number, newUnits: number) => ({
  symbol: 'A',
  exDate,
  kind,
  oldUnits,
  newUnits,
});

describe('lots of shares', () => {
  test('of the worked example leave first in, first out', () => {
    const { lots, disposals } = fifoLots([
      trade('buy', 100, 500, '2024-01-10'),
      trade('buy', 50, 600, '2025-03-01'),
      trade('sell', 120, 800, '2025-06-15'),
    ]);
    expect(disposals.map(({ quantity, gainPaise, term }) => [quantity, gainPaise, term])).toEqual([
      [100, 30_000_00, 'long'],
      [20, 4_000_00, 'short'],
    ]);
    expect(lots).toEqual([{ symbol: 'A', boughtOn: '2025-03-01', quantity: 30, costPaise: 30 * 600_00 }]);
  });

  test('are long from the day after twelve months', () => {
    const termOf = (boughtOn: string, soldOn: string) =>
      fifoLots([trade('buy', 1, 10, boughtOn), trade('sell', 1, 11, soldOn)]).disposals[0]?.term;
    expect(termOf('2024-01-10', '2025-01-10')).toBe('short');
    expect(termOf('2024-01-10', '2025-01-11')).toBe('long');
    expect(termOf('2024-02-29', '2025-02-28')).toBe('short');
    expect(termOf('2024-02-29', '2025-03-01')).toBe('long');
    expect(termOf('2023-02-28', '2024-02-29')).toBe('long');
  });

  test('charges raise the cost and lower the proceeds, each part by its share', () => {
    const { lots, disposals } = fifoLots([
      trade('buy', 3, 100, '2026-01-05', { deductiblePaise: 1_00 }),
      trade('sell', 1, 120, '2026-01-06', { deductiblePaise: 50 }),
      trade('sell', 1, 120, '2026-01-07', { deductiblePaise: 50 }),
    ]);
    // ₹301 over three shares: ₹100.33, then half of ₹200.67 rounded up, and what is left.
    expect(disposals.map(({ costPaise, proceedsPaise }) => [costPaise, proceedsPaise])).toEqual([
      [100_33, 119_50],
      [100_34, 119_50],
    ]);
    expect(lots[0]?.costPaise).toBe(100_33);
  });

  test('what is bought and sold on one day is matched first, in whichever order, and is speculation', () => {
    const { lots, disposals } = fifoLots([
      trade('buy', 10, 100, '2026-01-05'),
      trade('sell', 8, 130, '2026-01-06', { id: 1 }),
      trade('buy', 5, 120, '2026-01-06', { id: 2 }),
    ]);
    expect(disposals.map(({ boughtOn, quantity, gainPaise, term }) => [boughtOn, quantity, gainPaise, term])).toEqual([
      ['2026-01-06', 5, 50_00, 'intraday'],
      ['2026-01-05', 3, 90_00, 'short'],
    ]);
    expect(lots).toEqual([{ symbol: 'A', boughtOn: '2026-01-05', quantity: 7, costPaise: 700_00 }]);
  });

  test('of a day leave in the order of their numbers', () => {
    const { lots } = fifoLots([
      trade('buy', 1, 200, '2026-01-05', { id: 2 }),
      trade('buy', 1, 100, '2026-01-05', { id: 1 }),
      trade('sell', 1, 130, '2026-01-06'),
    ]);
    expect(lots.map(({ costPaise }) => costPaise)).toEqual([200_00]);
  });

  test('more sold than held is refused, whatever other shares there are', () => {
    const trades = [trade('buy', 5, 10, '2026-01-05'), trade('buy', 5, 10, '2026-01-05', { symbol: 'B' })];
    expect(() => fifoLots([...trades, trade('sell', 6, 10, '2026-01-06')])).toThrow('more of A is sold on 2026-01-06');
    expect(() => fifoLots([...trades, trade('sell', 5, 10, '2026-01-04')])).toThrow(RangeError);
    expect(() => fifoLots([trade('buy', 0, 10, '2026-01-05')])).toThrow(RangeError);
    expect(() => fifoLots([trade('buy', 1.5, 10, '2026-01-05')])).toThrow(RangeError);
  });

  test('a split makes more shares of the same cost; trades of the ex-date are in new ones', () => {
    const { lots, disposals } = fifoLots(
      [
        trade('buy', 10, 500, '2024-01-10'),
        trade('buy', 5, 100, '2024-06-03'),
        trade('sell', 30, 120, '2024-06-03', { id: 2 }),
      ],
      [action('2024-06-03', 'split', 1, 5)],
    );
    expect(disposals.map(({ quantity, costPaise, term }) => [quantity, costPaise, term])).toEqual([
      [5, 500_00, 'intraday'],
      [25, 2_500_00, 'short'],
    ]);
    expect(lots).toEqual([{ symbol: 'A', boughtOn: '2024-01-10', quantity: 25, costPaise: 2_500_00 }]);
  });

  test('of which each gives no whole share are rounded together, and no cost is lost', () => {
    const trades = [
      trade('buy', 1, 100, '2024-01-10'),
      trade('buy', 1, 200, '2024-01-11'),
      trade('buy', 2, 300, '2024-01-12'),
    ];
    const bonus = fifoLots(trades, [action('2024-06-03', 'bonus', 2, 3)]);
    expect(bonus.lots.map(({ quantity, costPaise }) => [quantity, costPaise])).toEqual([
      [1, 100_00],
      [2, 200_00],
      [3, 600_00],
    ]);
    const merged = fifoLots(trades, [action('2024-06-03', 'split', 2, 1), action('2024-06-04', 'split', 3, 2)]);
    expect(merged.lots).toEqual([{ symbol: 'A', boughtOn: '2024-01-12', quantity: 1, costPaise: 900_00 }]);
    const toLast = fifoLots(trades.slice(1), [action('2024-06-03', 'split', 2, 1)]);
    expect(toLast.lots.map(({ quantity, costPaise }) => [quantity, costPaise])).toEqual([[1, 800_00]]);
    const restLeft = fifoLots([...trades, trade('buy', 1, 50, '2024-01-13')], [action('2024-06-03', 'split', 2, 1)]);
    expect(restLeft.lots.map(({ quantity, costPaise }) => [quantity, costPaise])).toEqual([
      [1, 300_00],
      [1, 650_00],
    ]);
    const same = fifoLots(trades, [
      action('2024-06-03', 'demerger', 3, 2),
      { ...action('2024-06-03', 'split', 1, 2), symbol: 'B' },
    ]);
    expect(same).toEqual(fifoLots(trades));
  });
});

describe('of several shares', () => {
  test('and several changes of unit everything comes in the order of its days', () => {
    const trades = [
      trade('buy', 3, 10, '2024-01-10'),
      trade('buy', 2, 10, '2024-01-11', { symbol: 'B' }),
      trade('buy', 3, 10, '2024-01-12'),
      trade('sell', 1, 10, '2024-02-01', { symbol: 'B' }),
      trade('sell', 1, 10, '2024-01-31'),
      trade('sell', 1, 10, '2024-02-02'),
    ];
    const { lots, disposals } = fifoLots(trades);
    expect(lots.map(({ boughtOn }) => boughtOn)).toEqual(['2024-01-10', '2024-01-11', '2024-01-12']);
    expect(disposals.map(({ soldOn }) => soldOn)).toEqual(['2024-01-31', '2024-02-01', '2024-02-02']);
    const actions = [action('2024-03-01', 'split', 2, 1), action('2024-04-01', 'split', 1, 5)];
    const quantities = (order: typeof actions) =>
      fifoLots([trade('buy', 3, 10, '2024-01-10')], order).lots.map(({ quantity }) => quantity);
    expect(quantities(actions)).toEqual([5]);
    expect(quantities(actions.toReversed())).toEqual([5]);
  });
});

describe('whatever is bought and sold', () => {
  const step = fc.record({
    symbol: fc.constantFrom('A', 'B'),
    days: fc.nat(90),
    sells: fc.boolean(),
    quantity: fc.integer({ min: 1, max: 50 }),
    valuePaise: fc.integer({ min: 1, max: 50_000_00 }),
    deductiblePaise: fc.nat(100_00),
  });
  /** Sales are cut to what is held. */
  const anyTrades = fc.array(step, { maxLength: 60 }).map((steps) => {
    const held = new Map<string, number>();
    const trades: LotTrade[] = [];
    let date = '2023-12-01';
    for (const [id, { days, sells, ...rest }] of steps.entries()) {
      date = addDays(date, days % 3 === 0 ? 0 : days);
      const has = held.get(rest.symbol) ?? 0;
      const quantity = sells ? Math.min(rest.quantity, has) : rest.quantity;
      if (quantity === 0) continue;
      held.set(rest.symbol, has + (sells ? -quantity : quantity));
      trades.push({ ...rest, side: sells ? 'sell' : 'buy', quantity, date, id });
    }
    return trades;
  });
  const sum = <T>(list: readonly T[], of: (item: T) => number) => list.reduce((total, item) => total + of(item), 0);

  test('shares are conserved, and costs and proceeds add up to the paisa', () => {
    fc.assert(
      fc.property(anyTrades, (trades) => {
        const { lots, disposals } = fifoLots(trades);
        const buys = trades.filter(({ side }) => side === 'buy');
        const sells = trades.filter(({ side }) => side === 'sell');
        for (const symbol of ['A', 'B']) {
          const of = <T extends { symbol: string }>(list: readonly T[]) =>
            list.filter((item) => item.symbol === symbol);
          const left = sum(of(lots), ({ quantity }) => quantity);
          const gone = sum(of(disposals), ({ quantity }) => quantity);
          expect(left + gone).toBe(sum(of(buys), ({ quantity }) => quantity));
          expect(gone).toBe(sum(of(sells), ({ quantity }) => quantity));
          const paid = sum(of(buys), ({ valuePaise, deductiblePaise }) => valuePaise + deductiblePaise);
          expect(sum(of(lots), ({ costPaise }) => costPaise) + sum(of(disposals), ({ costPaise }) => costPaise)).toBe(
            paid,
          );
          const received = sum(of(sells), ({ valuePaise, deductiblePaise }) => valuePaise - deductiblePaise);
          expect(sum(of(disposals), ({ proceedsPaise }) => proceedsPaise)).toBe(received);
        }
        expect([...lots, ...disposals].every(({ quantity, costPaise }) => quantity > 0 && costPaise >= 0)).toBe(true);
        for (const { gainPaise, proceedsPaise, costPaise } of disposals)
          expect(gainPaise).toBe(proceedsPaise - costPaise);
      }),
    );
  });

  test('the oldest leave first, and none before it was bought; of one day is speculation and nothing else is', () => {
    fc.assert(
      fc.property(anyTrades, (trades) => {
        const { lots, disposals } = fifoLots(trades);
        for (const symbol of ['A', 'B']) {
          const ofShare = disposals.filter((disposal) => disposal.symbol === symbol);
          expect(ofShare.every(({ boughtOn, soldOn, term }) => (boughtOn === soldOn) === (term === 'intraday'))).toBe(
            true,
          );
          expect(ofShare.every(({ boughtOn, soldOn }) => boughtOn <= soldOn)).toBe(true);
          const held = ofShare.filter(({ term }) => term !== 'intraday').map(({ boughtOn }) => boughtOn);
          expect(held).toEqual(held.toSorted());
          const open = lots.filter((lot) => lot.symbol === symbol).map(({ boughtOn }) => boughtOn);
          expect([...held.slice(-1), ...open]).toEqual([...held.slice(-1), ...open].toSorted());
        }
      }),
    );
  });

  test('the order in which trades are told changes nothing, and a split no cost', () => {
    const anyAction = fc.record({ newUnits: fc.integer({ min: 1, max: 10 }), after: fc.nat(400) });
    fc.assert(
      fc.property(anyTrades, anyAction, (trades, { newUnits, after }) => {
        expect(fifoLots(trades.toReversed())).toEqual(fifoLots(trades));
        const buys = trades.filter(({ side }) => side === 'buy');
        const exDate = addDays('2023-12-01', after);
        const split = fifoLots(buys, [{ symbol: 'A', exDate, kind: 'split', oldUnits: 1, newUnits }]);
        const plain = fifoLots(buys);
        expect(split.lots.map(({ costPaise }) => costPaise)).toEqual(plain.lots.map(({ costPaise }) => costPaise));
        const scaled = plain.lots.map(({ symbol, boughtOn, quantity }) =>
          symbol === 'A' && boughtOn < exDate ? quantity * newUnits : quantity,
        );
        expect(split.lots.map(({ quantity }) => quantity)).toEqual(scaled);
      }),
    );
  });
});
