import { MINUTE_MS } from '@trickdesk/domain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayBarOf } from './history.ts';
import { dayOfMinutes, packMinutes, unpackMinutes } from './packed-bars.ts';
import { createSyntheticSource } from './synthetic.ts';

const OPEN_AT = Date.parse('2025-07-07T09:15:00+05:30');

const anyMinutes = fc
  .array(fc.tuple(fc.nat(1_000_000), fc.nat(500), fc.nat(500), fc.nat(500), fc.nat(10_000_000)), { maxLength: 375 })
  .map((rows) =>
    rows.map(([base, body, above, below, volume], t) => {
      const [open, close] = [base + 600, base + 600 + body];
      return { openAt: OPEN_AT + t * MINUTE_MS, open, high: close + above, low: open - below, close, volume };
    }),
  );

test('minutes come out of their packed form as they went in, and so does the day over them', () => {
  fc.assert(
    fc.property(anyMinutes, (bars) => {
      const packed = packMinutes(bars);
      expect(unpackMinutes(packed, OPEN_AT)).toEqual(bars);
      expect(dayOfMinutes(packed, OPEN_AT)).toEqual(dayBarOf(bars, OPEN_AT));
    }),
  );
});

test('the days of shares are the same whether an index asked for them first or nobody did', () => {
  const [from, to] = ['2025-06-02', '2025-07-04'];
  const [alone, afterIndex] = [createSyntheticSource({ seed: 3 }), createSyntheticSource({ seed: 3 })];
  for (const { token, kind } of afterIndex.instruments) if (kind === 'index') afterIndex.dailyBars(token, from, to);
  for (const { token, kind } of alone.instruments) {
    if (kind !== 'index') expect(afterIndex.dailyBars(token, from, to)).toEqual(alone.dailyBars(token, from, to));
  }
});
