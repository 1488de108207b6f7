import { expect, test } from 'vitest';
import { fileColumnsOf } from './column.ts';
import { toCsv } from './csv.ts';
import { type FiledTrade, tradeFile } from './trade-file.ts';

/** Says the name of each text. */
const t = ((key: string) => key) as unknown as Parameters<typeof tradeFile>[0];

const TRADE: FiledTrade = {
  symbol: 'SBIN',
  direction: 'short',
  quantity: 1_250,
  entryAt: '2026-11-12T09:20:00+05:30',
  entryPrice: 612.3,
  exitAt: '2026-11-12T14:55:00+05:30',
  exitPrice: 615,
  exitRule: 'square_off',
  chargesPaise: 142_07,
  pnlPaise: -3517_07,
  reason: 'EMA 20 crossed below EMA 50.',
  adversePercent: -0.9,
  favourablePercent: 0.25,
};

function fileOf(trades: readonly FiledTrade[], afterCharges = true): Record<string, string>[] {
  const columns = tradeFile(t, afterCharges);
  const [head = '', ...lines] = toCsv(
    columns.map(({ header }) => header),
    trades.map((trade) => columns.map(({ value }) => value(trade))),
  ).split('\r\n');
  const names = head.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, i) => [names[i] ?? '', cell])));
}

test('the file of trades tells direction, quantity, both moments with their zone, the rule and the excursions', () => {
  expect(fileOf([TRADE])).toEqual([
    {
      'strategies.trade.symbol': 'SBIN',
      'strategies.trade.side': 'strategies.trade.short',
      'strategies.trade.quantity': '1250',
      'strategies.trade.entryAt': '2026-11-12T09:20:00+05:30',
      'strategies.trade.entryPrice': '612.30',
      'strategies.trade.exitAt': '2026-11-12T14:55:00+05:30',
      'strategies.trade.exitPrice': '615.00',
      'strategies.trade.exitRule': 'strategies.exitRule.square_off',
      'strategies.report.parts.gross': '-3375.00',
      'strategies.trade.charges': '142.07',
      'strategies.report.parts.net': '-3517.07',
      'strategies.trade.favourable': '0.25',
      'strategies.trade.adverse': '-0.90',
      'strategies.trade.reason': 'EMA 20 crossed below EMA 50.',
    },
  ]);
});

test('what was not kept of an older trade is an empty cell, and an unknown rule stands by its name', () => {
  const { adversePercent: _, favourablePercent: __, ...older } = TRADE;
  expect(fileOf([{ ...older, exitRule: 'margin_call' }])).toMatchObject([
    {
      'strategies.trade.favourable': '',
      'strategies.trade.adverse': '',
      'strategies.trade.exitRule': 'margin_call',
    },
  ]);
});

test('a list without columns of its own for the file writes those on screen that have a value, and what else they say', () => {
  const shown = [
    {
      id: 'a',
      header: 'A',
      cell: () => null,
      csv: (row: { a: number }) => row.a,
      csvAlso: [{ header: 'When', value: () => '2026-11-12T09:20:00+05:30' }],
    },
    { id: 'b', header: 'B', cell: () => null },
  ];
  expect(fileColumnsOf(shown, undefined).map(({ header }) => header)).toEqual(['A', 'When']);
  expect(fileColumnsOf(shown, [{ header: 'C', value: ({ a }) => a }]).map(({ header }) => header)).toEqual(['C']);
});

test('a result that no charges were taken off is not called one after charges', () => {
  const [row = {}] = fileOf([{ ...TRADE, chargesPaise: 0, pnlPaise: -3375_00 }], false);
  expect(row['backtests.report.netUncharged']).toBe('-3375.00');
  expect(row).not.toHaveProperty('strategies.report.parts.net');
});
