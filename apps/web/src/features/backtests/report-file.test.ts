import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fieldLines } from './report-file.ts';

test('a report becomes a line for each of its values, named as the call names them', () => {
  const report = { netPnlPaise: -5, basis: { simulated: true }, monthly: [{ month: '2026-01' }, { month: '2026-02' }] };
  expect(fieldLines(report)).toEqual([
    ['netPnlPaise', -5],
    ['basis.simulated', 'true'],
    ['monthly.0.month', '2026-01'],
    ['monthly.1.month', '2026-02'],
  ]);
  expect(fieldLines({ sharpe: undefined })).toEqual([]);
});

test('no value is lost, and each field is there once', () => {
  const anyReport = fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/), fc.array(fc.record({ paise: fc.integer() })));
  fc.assert(
    fc.property(anyReport, (report) => {
      const lines = fieldLines(report);
      expect(lines.map(([, value]) => value)).toEqual(
        Object.values(report).flatMap((rows) => rows.map((row) => row.paise)),
      );
      expect(new Set(lines.map(([field]) => field)).size).toBe(lines.length);
    }),
  );
});
