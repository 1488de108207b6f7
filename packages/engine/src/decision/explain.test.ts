import { expect, test } from 'vitest';
import { createRun } from '../run/run.ts';
import { candles, configOf, definitionOf, feedAsTicks } from '../run/testing/fixtures.ts';
import type { Decision, RunSettings } from '../run/types.ts';
import { explainDecision } from './explain.ts';

const definition = definitionOf({
  entry: { long: 'sma(close, 2) crosses above sma(close, 3) and rsi(close, 2) < 90 and time >= 09:16' },
  exit: { long: 'close < open' },
  risk: { maxTradesPerDay: 1, stopLoss: { kind: 'points', points: 1 } },
  sizing: { method: 'capital_share', percent: 20 },
});

function sentences(rows: readonly (readonly [number, number, number, number])[]): string[] {
  const run = createRun(configOf(definition, { settings: { capitalPaise: 1_00_000_00, quantityMultiplier: 1 } }));
  const events = feedAsTicks(run, candles(rows));
  return events.flatMap((event) => (event.kind === 'decision' ? [explainDecision(event.decision, definition)] : []));
}

test('a decision says what it did, why, with every value, and how large', () => {
  const flat = [100, 100, 100, 100] as const;
  expect(
    sentences([
      flat,
      [99, 99, 99, 99],
      [98, 98, 98, 98],
      [98, 99, 98, 99],
      [99, 99, 99, 99.5],
      [99.5, 99.5, 99.5, 99.5],
      [98, 98, 98, 98],
    ]),
  ).toEqual([
    'Bought 201 SBIN at 99.50: SMA 2 (99.25) crossed above SMA 3 (98.83); RSI 2 (66.67) < 90; time (09:20) >= 09:16; 20 % of ₹1,00,000.00.',
    'Sold 201 SBIN at 98.50: the stop loss was reached.',
  ]);
});

const UP = [100, 101, 100, 101] as const;

test.for<[string, object, Partial<RunSettings>, string]>([
  [
    'share',
    { sizing: { method: 'capital_share', percent: 20 } },
    {},
    'Bought 198 SBIN at 101.00: …; 20 % of ₹1,00,000.00.',
  ],
  [
    'risk, twice',
    { sizing: { method: 'risk_per_trade', percent: 0.2 }, risk: { stopLoss: { kind: 'points', points: 1 } } },
    { quantityMultiplier: 2 },
    'Bought 400 SBIN at 101.00: …; risk 0.2 % of ₹1,00,000.00; at 2 times its quantity.',
  ],
  [
    'risk, and less cash',
    { sizing: { method: 'risk_per_trade', percent: 7 }, risk: { stopLoss: { kind: 'points', points: 1 } } },
    {},
    'Bought 4950 SBIN at 101.00: …; risk 7 % of ₹1,00,000.00; the cash at hand pays for 4950 of 7000.',
  ],
  [
    'share, thrice, and less cash',
    { sizing: { method: 'capital_share', percent: 200 } },
    { quantityMultiplier: 3 },
    'Bought 4950 SBIN at 101.00: …; 200 % of ₹1,00,000.00; at 3 times its quantity; the cash at hand pays for 4950 of 5940.',
  ],
  [
    'fixed, twice',
    {},
    { quantityMultiplier: 2 },
    'Bought 20 SBIN at 101.00: …; fixed quantity; at 2 times its quantity.',
  ],
  // Where cash does not pay for what was meant, nothing is bought: that is said, and no part of it.
  [
    'refused for want of cash, twice',
    { sizing: { method: 'fixed_quantity', quantity: 3_000 } },
    { quantityMultiplier: 2 },
    'Did not buy SBIN at 101.00: the cash at hand does not pay for it. Its rule had come true: …; fixed quantity; at 2 times its quantity.',
  ],
])('a decision says all that made its size: %s', ([, changes, more, sentence]) => {
  const own = definitionOf(changes as Record<string, unknown>);
  const run = createRun(configOf(own, { settings: { capitalPaise: 1_00_000_00, quantityMultiplier: 1, ...more } }));
  const [first] = feedAsTicks(run, candles([UP])).flatMap((event) =>
    event.kind === 'decision' ? [event.decision] : [],
  );
  if (!first) throw new Error('nothing was decided');
  expect(explainDecision(first, own).replace('close (101.00) > open (100.00)', '…')).toBe(sentence);
});

test('a size by volatility that no broker lends for says what cash pays of it', () => {
  const own = definitionOf({ sizing: { method: 'volatility_target', percent: 100, length: 5 } });
  const run = createRun(configOf(own, { settings: { capitalPaise: 1_00_000_00, quantityMultiplier: 1 } }));
  const calm = Array.from({ length: 8 }, (_, i) => [100, 100.05, 100, i % 2 === 0 ? 100 : 100.05] as const);
  const decisions = feedAsTicks(run, candles(calm)).flatMap((event) =>
    event.kind === 'decision' ? [event.decision] : [],
  );
  const entered = decisions.find(({ action }) => action === 'enter');
  if (!entered) throw new Error('nothing was bought');
  expect(explainDecision(entered, own)).toMatch(
    /a year, at a volatility of [\d.]+ %; the cash at hand pays for \d+ of \d+\.$/,
  );
});

test('a decision that was stored before says the size as it did', () => {
  const sizing = { method: 'capital_share', capitalPaise: 1_00_000_00, amountPaise: 20_000_00 };
  const stored: Decision = { ...REFUSED, action: 'enter', condition: 'close > open', sizing };
  expect(explainDecision(stored, definition)).toContain('; 20 % of ₹1,00,000.00.');
});

test('a refusal names the rule that refused', () => {
  const vetoed = explainDecision(
    {
      sequence: 3,
      at: 0,
      base: 0,
      symbol: 'SBIN',
      action: 'veto',
      direction: 'long',
      rule: 'entry',
      veto: 'max_trades_per_day',
      quantity: 0,
      pricePaise: 61_235,
      condition: 'close > open',
      operands: [
        { text: 'close', value: 612.35 },
        { text: 'open', value: 611 },
      ],
    },
    definition,
  );
  expect(vetoed).toBe(
    "Did not buy SBIN at 612.35: the day's number of trades is used up. Its rule had come true: close (612.35) > open (611.00).",
  );
});

const REFUSED = {
  sequence: 1,
  at: 0,
  base: 0,
  symbol: 'SBIN',
  action: 'veto',
  direction: 'long',
  rule: 'entry',
  quantity: 10,
  pricePaise: 61_235,
  operands: [],
} satisfies Decision;

test.each([
  ['account_loss', "the account's loss limit for the day is reached"],
  ['account_trades', "the account's number of trades for the day is used up"],
  ['account_gross', "all positions of the account together would be larger than the account's limit"],
  ['account_net', "bought and sold positions of the account would differ by more than the account's limit"],
  ['account_margin', "it would use more margin than the account's limit allows"],
  ['order_rate', 'too many orders were sent within a short time'],
  ['risk_lock', 'the account is locked against new entries'],
  ['kill_switch', 'the kill switch is on'],
  ['feed_silent', 'no prices are coming in'],
  ['stale_price', 'the last price of this instrument is too old'],
  ['price_jump', 'the price jumped further than can be trusted'],
  ['broker_session', 'the broker is not signed in'],
  ['order_unclear', 'the broker has not said clearly what became of an earlier order'],
  ['broker_refused', 'the broker refused the order'],
] as const)('an entry that %s kept back says so in plain words', (veto, words) => {
  expect(explainDecision({ ...REFUSED, veto }, definition)).toBe(`Did not buy SBIN at 612.35: ${words}.`);
});

test("a refusal ends with the broker's own words where there are some", () => {
  const note = 'Margin short by 120.50';
  const short = { ...REFUSED, direction: 'short', veto: 'broker_refused', note } as const;
  expect(explainDecision(short, definition)).toBe(
    'Did not sell short SBIN at 612.35: the broker refused the order (“Margin short by 120.50”).',
  );
});

test.each([
  ['risk', 'a risk limit was reached'],
  ['kill_switch', 'the kill switch was pulled'],
  ['broker', 'it was closed at the broker, and not by the trick'],
  ['by_hand', 'an order by hand closed it, and not the trick'],
] as const)('an exit by the rule %s says who asked for it', (rule, words) => {
  const exit = { ...REFUSED, action: 'exit', rule } as const;
  expect(explainDecision(exit, definition)).toBe(`Sold 10 SBIN at 612.35: ${words}.`);
});

test('what an entry brought after its exit was decided says why it goes', () => {
  const exit = { ...REFUSED, action: 'exit', rule: 'exit' } as const;
  expect(explainDecision(exit, definition)).toBe(
    'Sold 10 SBIN at 612.35: these were bought after the exit had been decided, and go with it.',
  );
});
