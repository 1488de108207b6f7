import { addDays } from '@trickdesk/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { timeWeightedReturn, type ValuedDay } from './twr.ts';

const day = (date: string, valuePaise: number, flowPaise = 0): ValuedDay => ({ date, valuePaise, flowPaise });

describe('the time-weighted return', () => {
  test('takes flows out: 10 % and then 20 %, whatever was put in between', () => {
    const days = [day('2026-01-01', 100_00), day('2026-01-02', 610_00, 500_00), day('2026-01-05', 732_00)];
    expect(timeWeightedReturn(days)).toBeCloseTo(1.1 * 1.2 - 1, 12);
  });

  test('counts what the first purchase cost where a day of nothing stands before it', () => {
    const days = [day('2026-01-01', 0), day('2026-01-02', 99_00, 100_00)];
    expect(timeWeightedReturn(days)).toBeCloseTo(-0.01, 12);
    expect(timeWeightedReturn(days.slice(1))).toBeUndefined();
  });

  test('goes on after everything was taken out and put in again', () => {
    const days = [
      day('2026-01-01', 100_00, 100_00),
      day('2026-01-02', 0, -110_00),
      day('2026-01-05', 0),
      day('2026-01-06', 52_00, 50_00),
    ];
    expect(timeWeightedReturn(days)).toBeCloseTo(1.1 * 1.04 - 1, 12);
  });

  test('of a total loss is −1', () => {
    expect(timeWeightedReturn([day('2026-01-01', 100_00), day('2026-01-02', 0)])).toBe(-1);
  });

  test('is unknown where nothing ever was, and where a value comes from nothing', () => {
    expect(timeWeightedReturn([])).toBeUndefined();
    expect(timeWeightedReturn([day('2026-01-01', 0), day('2026-01-02', 0)])).toBeUndefined();
    expect(timeWeightedReturn([day('2026-01-01', 0), day('2026-01-02', 5_00)])).toBeUndefined();
    expect(timeWeightedReturn([day('2026-01-01', 5_00), day('2026-01-02', 0, 1_00)])).toBeUndefined();
  });

  test('of days out of order is refused', () => {
    expect(() => timeWeightedReturn([day('2026-01-02', 1), day('2026-01-02', 1)])).toThrow(RangeError);
  });

  test('does not depend on what is put in and taken out', () => {
    const anyDays = fc.array(
      fc.record({
        growth: fc.double({ min: 0.9, max: 1.1, noNaN: true }),
        flow: fc.double({ min: -0.9, max: 5, noNaN: true }),
      }),
      { minLength: 1, maxLength: 30 },
    );
    fc.assert(
      fc.property(anyDays, (steps) => {
        let value = 1e9;
        const days = steps.map(({ growth, flow }, i) => {
          const flowPaise = value * flow * 0.9;
          value = value * growth + flowPaise;
          return day(addDays('2026-01-02', i), value, flowPaise);
        });
        const expected = steps.reduce((product, { growth }) => product * growth, 1) - 1;
        expect(timeWeightedReturn([day('2026-01-01', 1e9), ...days])).toBeCloseTo(expected, 7);
      }),
    );
  });
});
