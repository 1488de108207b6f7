import {
  type ClosedTrade,
  type Fill,
  parseDefinition,
  type RunEvent,
  type StrategyDefinition,
} from '@trickdesk/engine';
import { expect, test } from 'vitest';
import { modeWords, runLines, tradeNews, tradeTitle } from './run-activity-rules.ts';

const fill: Fill = {
  intentId: 2,
  at: 1_000,
  base: 0,
  symbol: 'SBIN',
  side: 'sell',
  purpose: 'exit',
  quantity: 40,
  pricePaise: 615_00,
  chargesPaise: 12_34,
};
const trade = (netPaise: number): ClosedTrade => ({
  base: 0,
  symbol: 'SBIN',
  direction: 'long',
  quantity: 40,
  entryAt: 0,
  entryPaise: 612_30,
  exitAt: 1_000,
  exitPaise: 615_00,
  grossPaise: 108_00,
  chargesPaise: 24_68,
  netPaise,
  exitRule: 'exit',
  entrySequence: 1,
  exitSequence: 2,
  adversePaise: 0,
  favourablePaise: 0,
});

test.each([
  [['paper', true], 'Test'],
  [['live', true], 'Live (simulated broker)'],
  [['live', false], 'Live'],
] as const)('an alert of %j begins with %s', ([mode, simulated], words) => {
  expect(modeWords(mode, simulated)).toBe(words);
});

test('an exit is told with its result after charges, which always bears a sign', () => {
  const events = (net: number): RunEvent[] => [
    { kind: 'fill', fill },
    { kind: 'trade', trade: trade(net) },
  ];
  const title = (net: number) => tradeNews(events(net)).map((news) => tradeTitle(news, 'Test'));
  expect(title(83_32)).toEqual(['Test: Sold 40 SBIN at ₹615.00, +\u2060₹83.32 after charges']);
  expect(title(-83_32)).toEqual(['Test: Sold 40 SBIN at ₹615.00, −\u2060₹83.32 after charges']);
});

test('of an exit in parts of one moment the last alone is told with the result', () => {
  const part = (intentId: number, quantity: number): RunEvent => ({
    kind: 'fill',
    fill: { ...fill, intentId, quantity },
  });
  const events: RunEvent[] = [part(2, 15), part(2, 25), { kind: 'trade', trade: trade(83_32) }];
  expect(tradeNews(events).map((news) => tradeTitle(news, 'Live'))).toEqual([
    'Live: Sold 15 SBIN at ₹615.00',
    'Live: Sold 25 SBIN at ₹615.00, +\u2060₹83.32 after charges',
  ]);
});

test('an entry is told without a result, whatever another position made', () => {
  const entry: Fill = { ...fill, side: 'buy', purpose: 'entry', pricePaise: 612_30 };
  const news = tradeNews([
    { kind: 'fill', fill: entry },
    { kind: 'trade', trade: trade(1) },
  ]);
  expect(news.map((each) => tradeTitle(each, 'Live'))).toEqual(['Live: Bought 40 SBIN at ₹612.30']);
});

test.each([
  ['buy', 'entry', 'Live: Bought 40 SBIN at ₹615.00'],
  ['sell', 'entry', 'Live: Sold short 40 SBIN at ₹615.00'],
  ['sell', 'exit', 'Live: Sold 40 SBIN at ₹615.00'],
  ['buy', 'exit', 'Live: Bought back 40 SBIN at ₹615.00'],
] as const)(
  'to %s for an %s is told as “%s”, so that a trick that turns does not seem to sell twice',
  (side, purpose, title) => {
    const news = tradeNews([{ kind: 'fill', fill: { ...fill, side, purpose } }]);
    expect(news.map((each) => tradeTitle(each, 'Live'))).toEqual([title]);
  },
);

function definitionOf(): StrategyDefinition {
  const parsed = parseDefinition({
    format: 1,
    ...{ instruments: [{ exchange: 'NSE', symbol: 'SBIN' }], interval: '5m', product: 'INTRADAY', direction: 'long' },
    session: { entryFrom: '09:20', entryTo: '14:00', squareOff: '15:10', weekdays: [1, 2, 3, 4, 5] },
    entry: { long: 'close > 1' },
    exit: { long: 'close < 1' },
    risk: { stopLoss: { kind: 'percent', percent: 1 } },
    sizing: { method: 'fixed_quantity', quantity: 40 },
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed));
  return parsed.definition;
}

test('what was handed over and what was withdrawn stand in the log, with the reason', () => {
  const facts = { base: 0, symbol: 'SBIN', direction: 'long', entryAt: 0, entrySequence: 1 } as const;
  const costs = { costPaise: 0, grossPaise: 0, chargesPaise: 0 };
  const lines = runLines(
    [
      { kind: 'detached', detached: { ...facts, ...costs, at: 5, quantity: 40, entryPaise: 612_30 } },
      { kind: 'withdrawn', withdrawn: { intentId: 3, at: 6, base: 0 } },
    ],
    definitionOf(),
  );
  expect(lines).toEqual([
    {
      kind: 'notice',
      symbol: 'SBIN',
      exchangeAt: 5,
      sentence:
        '40 SBIN, entered at ₹612.30, went over to you, unsold: you detached them from this trick. A stop that rests for them at the broker is your own order now. It ends with the session, and no other follows: place one yourself, or sell.',
    },
    {
      kind: 'notice',
      symbol: 'SBIN',
      exchangeAt: 6,
      sentence:
        'Withdrew what was not filled of the order to open a position in SBIN: the trick does not enter any more.',
    },
  ]);
});

test('a fill against a quote says what crossing the spread cost; one without says nothing of it', () => {
  const lineOf = (facts: Partial<Fill>) =>
    runLines([{ kind: 'fill', fill: { ...fill, ...facts } }], definitionOf()).map(({ sentence }) => sentence);
  expect(lineOf({})).toEqual(['Sold 40 SBIN at ₹615.00; charges ₹12.34.']);
  expect(lineOf({ spreadPaise: 4_00 })).toEqual([
    'Sold 40 SBIN at ₹615.00; charges ₹12.34; crossing the spread cost ₹4.00.',
  ]);
});
