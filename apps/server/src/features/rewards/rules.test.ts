import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { collectable, monthOf, tdsOf } from './rules.ts';

const NOTHING = { grossPaise: 0n, tdsPaise: 0n };

describe('tax deducted from rewards', () => {
  test('begins with what passes ₹20,000 in a year, and then is of the whole year', () => {
    const may = tdsOf(12_000_00n, NOTHING, true);
    expect(may).toBe(0n);
    expect(tdsOf(9_000_00n, { grossPaise: 12_000_00n, tdsPaise: may }, true)).toBe(420_00n);
    expect(tdsOf(9_000_00n, { grossPaise: 12_000_00n, tdsPaise: 0n }, false)).toBe(4_200_00n);
    expect(tdsOf(20_000_00n, NOTHING, true)).toBe(0n);
    expect(tdsOf(20_000_01n, NOTHING, true)).toBe(400_00n);
  });

  test('is never more than the reward, and catches up with the next ones', () => {
    const first = tdsOf(100_00n, { grossPaise: 19_950_00n, tdsPaise: 0n }, false);
    expect(first).toBe(100_00n);
    expect(tdsOf(5_000_00n, { grossPaise: 20_050_00n, tdsPaise: first }, false)).toBe(4_910_00n);
  });

  test('is nothing where more was deducted already than is owed, as after a reward that was taken back', () => {
    expect(tdsOf(100_00n, { grossPaise: 20_000_00n, tdsPaise: 402_00n }, true)).toBe(0n);
    expect(tdsOf(100_00n, { grossPaise: 20_000_00n, tdsPaise: 500_00n }, true)).toBe(0n);
    expect(tdsOf(100_00n, { grossPaise: 20_000_00n, tdsPaise: 401_00n }, true)).toBe(1_00n);
  });

  test('is what the year’s rewards owe in whole rupees, however they came', () => {
    const rewards = fc.array(fc.bigInt({ min: 1n, max: 8_000_00n }), { maxLength: 30 });
    fc.assert(
      fc.property(rewards, (all) => {
        let year = NOTHING;
        for (const reward of all) {
          const tds = tdsOf(reward, year, true);
          expect(tds >= 0n && tds <= reward).toBe(true);
          year = { grossPaise: year.grossPaise + reward, tdsPaise: year.tdsPaise + tds };
        }
        const due = year.grossPaise > 20_000_00n ? ((year.grossPaise * 2n + 5_000n) / 10_000n) * 100n : 0n;
        expect(year.tdsPaise <= due).toBe(true);
        // Short of it only while the last reward was too small to hold it.
        const last = all.at(-1) ?? 0n;
        if (last >= 500_00n) expect(year.tdsPaise).toBe(due);
      }),
    );
  });
});

test('a round is a calendar month of India', () => {
  const december = { month: '2026-12', from: new Date('2026-11-30T18:30Z'), before: new Date('2026-12-31T18:30Z') };
  expect(monthOf(Date.UTC(2026, 11, 31, 18, 29))).toEqual(december);
  expect(monthOf(Date.UTC(2026, 10, 30, 18, 30))).toEqual(december);
  expect(monthOf(Date.UTC(2026, 11, 31, 18, 30)).month).toBe('2027-01');
  let month = monthOf(Date.UTC(2026, 0, 31));
  for (const name of ['2026-01', '2026-02', '2026-03', '2026-04', '2026-09', '2026-10', '2026-11']) {
    if (name === '2026-09') month = monthOf(Date.UTC(2026, 8, 15));
    expect(month.month).toBe(name);
    // The next one begins where this one ends.
    const next = monthOf(month.before.getTime());
    expect(next.from).toEqual(month.before);
    month = next;
  }
});

test('what is taken back is at most what is there', () => {
  expect([collectable(5n, 3n), collectable(3n, 5n), collectable(0n, 5n)]).toEqual([3n, 3n, 0n]);
});
