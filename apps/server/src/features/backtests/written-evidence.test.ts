import { zBacktestTables } from '@trickdesk/contract';
import { expect, test } from 'vitest';
import type { NamedComparison } from './comparisons.ts';
import { tablesToWire } from './written-evidence.ts';

const figures = { returnPct: 12, maxDrawdownPct: 7, ownReturnPct: 15.678, ownMaxDrawdownPct: 4.321, aheadByPct: 3.678 };

function index(sessions: number, commonSessions: number): NamedComparison {
  const compared = { fromDate: '2019-10-01', toDate: '2022-11-07', figures };
  return { kind: 'index', name: 'NIFTY', beside: { sessions, commonSessions, compared } };
}

test('a comparison over some of the days tells them and what the run made on them; one over all days does not', () => {
  const part = {
    ...{ fromDate: '2019-10-01', toDate: '2022-11-07' },
    ...{ ownReturnPercent: 15.68, ownMaxDrawdownPercent: 4.32 },
  };
  const tables = zBacktestTables.parse(tablesToWire([], [index(900, 800)]));
  expect(tables.comparisons).toEqual([expect.objectContaining({ name: 'NIFTY', returnPercent: 12, part })]);
  expect(tables.notCompared).toBeUndefined();
  expect(tablesToWire([], [index(900, 900)]).comparisons[0]?.part).toBeUndefined();
});

test('what is left out of the comparisons is told with its days', () => {
  const left: NamedComparison = { kind: 'hold', name: 'SBIN', beside: { sessions: 900, commonSessions: 12 } };
  const tables = zBacktestTables.parse(tablesToWire([], [left, index(900, 900)]));
  expect(tables.comparisons.map(({ kind }) => kind)).toEqual(['index']);
  expect(tables.notCompared).toEqual([{ kind: 'hold', name: 'SBIN', days: 12, ofDays: 900 }]);
});
