import { addDays } from '@trickdesk/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { capitalGainsTax, financialYearOf } from './capital-gains-tax.ts';
import { type Disposal, fifoLots, type LotTrade } from './tax-lots.ts';

const disposal = (term: Disposal['term'], soldOn: string, gainRupees: number): Disposal => ({
  symbol: 'A',
  boughtOn: '2019-01-01',
  soldOn,
  quantity: 1,
  costPaise: 0,
  proceedsPaise: gainRupees * 100,
  gainPaise: gainRupees * 100,
  term,
});
const short = (rupees: number, soldOn = '2025-06-16') => disposal('short', soldOn, rupees);
const long = (rupees: number, soldOn = '2025-06-16') => disposal('long', soldOn, rupees);
const taxOf = (...disposals: Disposal[]) => capitalGainsTax(disposals, '2025-26');

test('a financial year runs from April to March', () => {
  const days = ['2025-03-31', '2025-04-01', '2026-03-31', '2000-01-15', '1999-04-01'];
  expect(days.map(financialYearOf)).toEqual(['2024-25', '2025-26', '2025-26', '1999-00', '1999-00']);
});

describe('tax on gains', () => {
  test('of the worked example: ₹800 and ₹32 of cess on the short gain, nothing on the long one', () => {
    const base = { symbol: 'A', deductiblePaise: 0, id: 1 };
    const trades: LotTrade[] = [
      { ...base, side: 'buy', quantity: 100, valuePaise: 100 * 500_00, date: '2024-01-10' },
      { ...base, side: 'buy', quantity: 50, valuePaise: 50 * 600_00, date: '2025-03-01' },
      { ...base, side: 'sell', quantity: 120, valuePaise: 120 * 800_00, date: '2025-06-15' },
    ];
    expect(capitalGainsTax(fifoLots(trades).disposals, '2025-26')).toEqual({
      financialYear: '2025-26',
      stcgPaise: 4_000_00,
      ltcgPaise: 30_000_00,
      intradayPaise: 0,
      taxableStcgPaise: 4_000_00,
      taxableLtcgPaise: 0,
      exemptPaise: 30_000_00,
      stcgTaxPaise: 800_00,
      ltcgTaxPaise: 0,
      cessPaise: 32_00,
      totalPaise: 832_00,
      unusedShortLossPaise: 0,
      unusedLongLossPaise: 0,
    });
  });

  test('long gains of ₹2,00,000 in a year cost ₹9,750', () => {
    const tax = taxOf(long(1_50_000), long(50_000));
    expect(tax).toMatchObject({ taxableLtcgPaise: 75_000_00, ltcgTaxPaise: 9_375_00, cessPaise: 375_00 });
    expect(tax.totalPaise).toBe(9_750_00);
  });

  test('the rate is that of the day of the sale; the exemption is that of the year and goes to the dearer rate', () => {
    const before = '2024-07-22';
    const since = '2024-07-23';
    const yearOf = (...disposals: Disposal[]) => capitalGainsTax(disposals, '2024-25');
    expect(yearOf(short(1_000, before), short(1_000, since)).stcgTaxPaise).toBe(150_00 + 200_00);
    // Of ₹1,25,000 free of tax ₹1,00,000 are of the dearer rate: ₹75,000 at 10 % are left.
    expect(yearOf(long(1_00_000, before), long(1_00_000, since)).ltcgTaxPaise).toBe(7_500_00);
    expect(yearOf(long(2_00_000, before)).ltcgTaxPaise).toBe(7_500_00);
    expect(capitalGainsTax([long(2_00_000, '2024-03-28')], '2023-24').ltcgTaxPaise).toBe(10_000_00);
  });

  test('a short loss lowers short gains, then long ones; a long loss only long ones', () => {
    expect(taxOf(short(-3_000), short(1_000), long(1_30_000))).toMatchObject({
      stcgPaise: -2_000_00,
      taxableStcgPaise: 0,
      taxableLtcgPaise: 3_000_00,
      exemptPaise: 1_25_000_00,
      unusedShortLossPaise: 0,
    });
    expect(taxOf(long(-3_000), short(1_000))).toMatchObject({
      ltcgPaise: -3_000_00,
      taxableStcgPaise: 1_000_00,
      taxableLtcgPaise: 0,
      stcgTaxPaise: 200_00,
      unusedLongLossPaise: 3_000_00,
    });
    expect(taxOf(short(-3_000), long(1_000))).toMatchObject({ totalPaise: 0, unusedShortLossPaise: 2_000_00 });
    const overRates = [short(-500, '2024-07-22'), short(2_000, '2024-07-23')];
    expect(capitalGainsTax(overRates, '2024-25').stcgTaxPaise).toBe(300_00);
  });

  test('what was bought and sold on one day is listed, and taxed elsewhere', () => {
    expect(taxOf(disposal('intraday', '2025-06-16', 500), disposal('intraday', '2025-06-17', -200))).toMatchObject({
      intradayPaise: 300_00,
      totalPaise: 0,
    });
  });

  test('other years are left out, and years without rates are refused', () => {
    expect(taxOf(short(1_000, '2026-04-01'), short(1_000, '2025-03-31')).totalPaise).toBe(0);
    for (const year of ['2017-18', '2025-27', '2025', 'FY 25']) {
      expect(() => capitalGainsTax([], year), year).toThrow(RangeError);
    }
  });

  test('is rounded half up to the paisa, once', () => {
    const oddPaise = (gainPaise: number): Disposal => ({ ...long(0), gainPaise });
    // 12.5 % of 4 paise is half a paisa.
    expect(taxOf(oddPaise(1_25_000_04)).ltcgTaxPaise).toBe(1);
    expect(taxOf(oddPaise(1_25_000_03)).ltcgTaxPaise).toBe(0);
    expect(taxOf(oddPaise(1_25_000_02), oddPaise(2)).ltcgTaxPaise).toBe(1);
  });

  test('is never negative, accounts for every gain and loss, and more gain never lowers it', () => {
    const anyDisposal = fc
      .record({
        term: fc.constantFrom<Disposal['term']>('short', 'long', 'intraday'),
        day: fc.nat(364),
        gain: fc.integer({ min: -3_00_000, max: 3_00_000 }),
      })
      .map(({ term, day, gain }) => disposal(term, addDays('2024-04-01', day), gain));
    fc.assert(
      fc.property(fc.array(anyDisposal, { maxLength: 12 }), anyDisposal, (disposals, other) => {
        const tax = capitalGainsTax(disposals, '2024-25');
        const { taxableStcgPaise, taxableLtcgPaise, exemptPaise, unusedShortLossPaise, unusedLongLossPaise } = tax;
        const parts = [taxableStcgPaise, taxableLtcgPaise, exemptPaise, unusedShortLossPaise, unusedLongLossPaise];
        expect(Math.min(tax.totalPaise, ...parts)).toBeGreaterThanOrEqual(0);
        const accounted =
          taxableStcgPaise + taxableLtcgPaise + exemptPaise - unusedShortLossPaise - unusedLongLossPaise;
        expect(accounted).toBe(tax.stcgPaise + tax.ltcgPaise);
        const withOther = capitalGainsTax([...disposals, other], '2024-25').totalPaise;
        if (other.gainPaise >= 0) expect(withOther).toBeGreaterThanOrEqual(tax.totalPaise);
        else expect(withOther).toBeLessThanOrEqual(tax.totalPaise);
      }),
    );
  });
});
