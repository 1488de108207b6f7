import { describe, expect, test } from 'vitest';
import type { ReasonKey, VerdictFacts, VerdictReason } from './verdict.ts';
import { verdictOf } from './verdict.ts';
import { verdictWords } from './verdict-words.ts';

/** Everything speaks for it. */
const GOOD: VerdictFacts = {
  sessions: 500,
  independentTrades: 80,
  netPaise: 50_000_00,
  deflatedSharpe: {
    sessions: 500,
    sharpe: 0.2,
    skew: 0,
    kurtosis: 3,
    trials: 24,
    luckySharpe: 0.05,
    confidenceUndeflated: 0.9999,
    confidence: 0.99,
  },
  bootstrap: {
    sessions: 500,
    samples: 1000,
    insidePct: 90,
    blockSessions: 8,
    meanDailyPct: { low: 0.05, value: 0.1, high: 0.15 },
    notGainingPct: 0.4,
  },
  randomEntries: {
    samples: 500,
    trades: 80,
    realPaise: 50_000_00,
    meanPaise: 0,
    lowPaise: -20_000_00,
    middlePaise: 1_000_00,
    highPaise: 20_000_00,
    percentile: 100,
    deviationsAbove: 4,
  },
  walkForward: {
    outOfSampleDailyPct: 0.06,
    inSampleDailyPct: 0.1,
    gainingWindows: 3,
    windows: Array.from({ length: 4 }, () => ({
      inSample: { from: 0, to: 1 },
      outOfSample: { from: 1, to: 2 },
      outOfSampleDailyPct: 0.06,
    })),
  },
  costs: { slippageBps: 5, sensitivity: { turnoverPaise: 1, levels: [], breakEvenBps: 25, reserveBps: 20 } },
  capacity: { fills: 160, participationPct: 0.5, capitalPaise: 50_00_000_00 },
  neighbourhood: { best: { parameters: [1], value: 1 }, neighbours: 8, gainingNeighbours: 7, gainingPct: 87.5 },
};

const sharpe = GOOD.deflatedSharpe;
const random = GOOD.randomEntries;
const bootstrap = GOOD.bootstrap;

function reason(facts: VerdictFacts, key: ReasonKey): VerdictReason | undefined {
  return verdictOf(facts).reasons.find((each) => each.key === key);
}

describe('the verdict', () => {
  test('is some evidence only where everything was looked at and speaks for it', () => {
    const verdict = verdictOf(GOOD);
    expect(verdict.evidence).toBe('some');
    expect(verdict.falsePositivePct).toBe(5);
    expect(verdict.reasons).toHaveLength(10);
  });

  const deciding: [ReasonKey, Partial<VerdictFacts>][] = [
    ['enough_data', { sessions: 59 }],
    ['enough_data', { independentTrades: 9.9 }],
    ['net_gain', { netPaise: 0 }],
    ['beyond_luck', { deflatedSharpe: sharpe && { ...sharpe, confidence: 0.949 } }],
    ['interval_above_zero', { bootstrap: bootstrap && { ...bootstrap, notGainingPct: 5.1 } }],
    // 4 deviations above, of which luck explains 0.11 × √499 = 2.46: 1.54 are left, 93.8 %.
    ['beyond_random_entries', { deflatedSharpe: sharpe && { ...sharpe, luckySharpe: 0.11 } }],
    ['beyond_random_entries', { randomEntries: random && { ...random, deviationsAbove: 2 } }],
  ];
  test.each(deciding)('is none where %s speaks against it: %j', (key, change) => {
    const facts = { ...GOOD, ...change };
    expect(verdictOf(facts).evidence).toBe('none');
    expect(reason(facts, key)).toMatchObject({ stance: 'against', decides: true });
    expect(verdictOf(facts).reasons.filter(({ stance }) => stance === 'against')[0]?.key).toBe(key);
  });

  test('is none where there is no deflated Sharpe ratio or no bootstrap', () => {
    expect(verdictOf({ ...GOOD, deflatedSharpe: undefined }).evidence).toBe('none');
    expect(verdictOf({ ...GOOD, bootstrap: undefined }).evidence).toBe('none');
  });

  const walk = GOOD.walkForward;
  const neighbourhood = { best: { parameters: [1], value: 1 } };
  const weakening: [ReasonKey, Partial<VerdictFacts>][] = [
    ['many_trades', { independentTrades: 29 }],
    ['walk_forward_gains', { walkForward: walk && { ...walk, outOfSampleDailyPct: -0.01 } }],
    ['walk_forward_gains', { walkForward: walk && { ...walk, gainingWindows: 1 } }],
    [
      'survives_slippage',
      { costs: { slippageBps: 5, sensitivity: { turnoverPaise: 1, levels: [], breakEvenBps: 9.9 } } },
    ],
    [
      'neighbours_gain',
      { neighbourhood: { best: { parameters: [1], value: 1 }, neighbours: 8, gainingNeighbours: 4, gainingPct: 50 } },
    ],
  ];
  test.each(weakening)('is weak where only %s speaks against it', (key, change) => {
    const facts = { ...GOOD, ...change };
    expect(verdictOf(facts).evidence).toBe('weak');
    expect(reason(facts, key)).toMatchObject({ stance: 'against', decides: false });
  });

  const sensitivity = { turnoverPaise: 1, levels: [] };
  const atTheBound: [ReasonKey, Partial<VerdictFacts>][] = [
    ['enough_data', { sessions: 60 }],
    ['enough_data', { independentTrades: 10 }],
    ['net_gain', { netPaise: 1 }],
    ['beyond_luck', { deflatedSharpe: sharpe && { ...sharpe, confidence: 0.95 } }],
    ['interval_above_zero', { bootstrap: bootstrap && { ...bootstrap, notGainingPct: 5 } }],
    ['many_trades', { independentTrades: 30 }],
    ['walk_forward_gains', { walkForward: walk && { ...walk, gainingWindows: 2 } }],
    // Twice what was taken, and two at least where less was.
    ['survives_slippage', { costs: { slippageBps: 5, sensitivity: { ...sensitivity, breakEvenBps: 10 } } }],
    ['survives_slippage', { costs: { slippageBps: 0, sensitivity: { ...sensitivity, breakEvenBps: 2 } } }],
    ['neighbours_gain', { neighbourhood: { ...neighbourhood, gainingNeighbours: 3, neighbours: 5, gainingPct: 60 } }],
    ['no_look_ahead', { lookAhead: { cuts: 3, decisions: 9, differing: 0 } }],
  ];
  test.each(atTheBound)('has %s for it at the bound itself: %j', (key, change) => {
    expect(reason({ ...GOOD, ...change }, key)?.stance).toBe('for');
  });

  test('needs two basis points to spare even where no slippage was taken, and has seen nothing of its future', () => {
    const spare = { costs: { slippageBps: 0, sensitivity: { ...sensitivity, breakEvenBps: 1.9 } } };
    expect(reason({ ...GOOD, ...spare }, 'survives_slippage')?.stance).toBe('against');
    const seen = { ...GOOD, lookAhead: { cuts: 3, decisions: 9, differing: 1 } };
    expect([verdictOf(seen).evidence, reason(seen, 'no_look_ahead')?.stance]).toEqual(['none', 'against']);
    const none = { walkForward: walk && { ...walk, outOfSampleDailyPct: 0 } };
    expect(reason({ ...GOOD, ...none }, 'walk_forward_gains')?.stance).toBe('against');
  });

  test('shows the days that were seen beside those that were not, where they are known', () => {
    expect(reason(GOOD, 'walk_forward_gains')?.figures).toMatchObject({
      outOfSampleDailyPct: 0.06,
      inSampleDailyPct: 0.1,
    });
    const unknown = { ...GOOD, walkForward: walk && { ...walk, inSampleDailyPct: undefined } };
    expect(reason(unknown, 'walk_forward_gains')?.figures).not.toHaveProperty('inSampleDailyPct');
  });

  const absent: [ReasonKey, keyof VerdictFacts][] = [
    ['beyond_random_entries', 'randomEntries'],
    ['walk_forward_gains', 'walkForward'],
    ['survives_slippage', 'costs'],
    ['neighbours_gain', 'neighbourhood'],
  ];
  test.each(absent)('is weak while %s was not looked at', (key, fact) => {
    const facts = { ...GOOD, [fact]: undefined };
    expect(verdictOf(facts).evidence).toBe('weak');
    expect(reason(facts, key)).toMatchObject({ stance: 'missing', figures: {} });
  });

  test('of a single trial needs no neighbours', () => {
    const facts = { ...GOOD, neighbourhood: undefined, deflatedSharpe: sharpe && { ...sharpe, trials: 1 } };
    expect(verdictOf(facts).evidence).toBe('some');
    expect(reason(facts, 'neighbours_gain')).toBeUndefined();
  });
});

describe('the words', () => {
  test('of some evidence state the rate of error', () => {
    const { sentence, reasons } = verdictWords(verdictOf(GOOD));
    expect(sentence).toBe(
      'Some evidence of an edge: everything that was looked at speaks for it. A strategy without an edge gets this far in at most 5 of 100 cases.',
    );
    expect(reasons).toEqual([
      'There are 500 sessions and 80 independent trades to judge by.',
      'After charges it gained ₹50,000.00.',
      '24 sets of parameters were tried, and the result is more than the luck of choosing: 99 % sure.',
      'Put together anew from its own days, it still gains in 99.6 % of the cases.',
      'It did better than 100 % of runs that entered at random times.',
      '80 independent trades are enough for an average.',
      'Chosen anew on past days only, it gained 0.060 % a day on the days after, in 3 of 4 periods.',
      'The same trades break even at a slippage of 0.25 %; 0.05 % is counted.',
      '95 of 100 fills took at most 0.5 % of what was traded in their bar; they stay within 5 % up to a capital of ₹50,00,000.00.',
      '7 of the 8 parameter sets next to the best gain, too.',
    ]);
  });

  test.each([
    [9.96, 'The same trades break even at a slippage of 0.099 %, and should bear 0.10 %.'],
    [-3.14, 'The same trades break even at a slippage of −0.032 %, and should bear 0.10 %.'],
    [10, 'The same trades break even at a slippage of 0.10 %; 0.05 % is counted.'],
    [1234.56, 'The same trades break even at a slippage of 12.345 %; 0.05 % is counted.'],
  ])('of a break-even at %d hundredths of a percent are in percent, and never more than it', (breakEvenBps, words) => {
    const costs = { slippageBps: 5, sensitivity: { turnoverPaise: 1, levels: [], breakEvenBps } };
    expect(verdictWords(verdictOf({ ...GOOD, costs })).reasons).toContain(words);
  });

  test.each([
    [0, 'None of the 8 parameter sets next to the best gains; it takes 60 %. The best may be a lucky peak.'],
    [4, 'Only 4 of the 8 parameter sets next to the best gain; it takes 60 %. The best may be a lucky peak.'],
  ])('of %d neighbours that gain say how few they are', (gaining, words) => {
    const neighbourhood = GOOD.neighbourhood && {
      ...GOOD.neighbourhood,
      gainingNeighbours: gaining,
      gainingPct: gaining * 12.5,
    };
    expect(verdictWords(verdictOf({ ...GOOD, neighbourhood })).reasons).toContain(words);
  });

  test('of a run without charges do not say that they were taken off', () => {
    const said = (netPaise: number) =>
      verdictWords(verdictOf({ ...GOOD, netPaise, isWithoutCharges: true })).reasons[1];
    expect(said(100_00)).toBe('Before charges, which are not counted, it gained ₹100.00.');
    expect(said(0)).toBe('Before charges, which are not counted, it gained nothing: ₹0.00.');
  });

  test('of fills that are large beside the market name the capital that is not', () => {
    const facts = { ...GOOD, capacity: { fills: 9, participationPct: 12.341, capitalPaise: 2_00_000_00 } };
    expect(verdictOf(facts).evidence).toBe('weak');
    expect(verdictWords(verdictOf(facts)).sentence).toContain(
      'Fills took up to 12.35 % of what was traded in their bar: orders as large as that move the price. With ₹2,00,000.00 they stay within 5 %.',
    );
  });

  test('of none begin with what decides, and do not round a shortfall away', () => {
    const facts = { ...GOOD, deflatedSharpe: sharpe && { ...sharpe, confidence: 0.9499 } };
    expect(verdictWords(verdictOf(facts)).sentence).toBe(
      'No evidence of an edge. 24 sets of parameters were tried, and luck alone may explain the result: 94.9 % sure, and it takes 95 %.',
    );
    const nearly = verdictWords(verdictOf({ ...GOOD, independentTrades: 9.97 })).sentence;
    expect(nearly).toContain('with 9.9 independent trades are too few to judge by: it takes 60 and 10');
    const few = { ...GOOD, sessions: 40, deflatedSharpe: undefined, bootstrap: undefined };
    expect(verdictWords(verdictOf(few)).sentence).toContain('are too few to judge by: it takes 60 and 10');
    const one = { ...few, sessions: 1, independentTrades: 1 };
    expect(verdictWords(verdictOf(one)).sentence).toContain('1 session with 1 independent trade are too few');
  });

  test('of weak evidence say what is against it, or what was not looked at', () => {
    expect(verdictWords(verdictOf({ ...GOOD, independentTrades: 12.34 })).sentence).toContain(
      'It rests on 12.3 independent trades; 30 are better.',
    );
    expect(verdictWords(verdictOf({ ...GOOD, costs: undefined })).sentence).toContain(
      'What worse fills would cost was not looked at.',
    );
    expect(verdictWords(verdictOf({ ...GOOD, randomEntries: undefined })).sentence).toContain(
      'Its trades could not be compared with entries at random times, so a market that moved for everybody may look like an edge. That weakens it.',
    );
  });

  test('of a run without a trade do not say that its trades could not be compared', () => {
    const idle = { ...GOOD, independentTrades: 0, randomEntries: undefined };
    expect(verdictWords(verdictOf(idle)).reasons).toContain('It was not compared with random entries.');
  });

  test('of a capital that is used up say so, and not that there are too few days', () => {
    const usedUp = { ...GOOD, netPaise: -1_00, deflatedSharpe: undefined, bootstrap: undefined, isUsedUp: true };
    const { sentence, reasons } = verdictWords(verdictOf(usedUp));
    expect(sentence).toBe('No evidence of an edge. After charges it gained nothing: −₹1.00.');
    expect(reasons).toContain('Nothing was left of the capital before the last day, so there is no Sharpe ratio.');
    expect(reasons).toContain('Days after which nothing is left cannot be put together anew.');
    expect(reasons.join()).not.toMatch(/too few|too little|could not be compared/);
  });

  test('are there for each reason, whichever way it speaks', () => {
    const bad: VerdictFacts = { sessions: 0, independentTrades: 0, netPaise: -1, deflatedSharpe: sharpe, bootstrap };
    for (const facts of [GOOD, bad, { ...bad, deflatedSharpe: undefined, bootstrap: undefined }]) {
      const verdict = verdictOf(facts);
      const { reasons } = verdictWords(verdict);
      expect(reasons).toHaveLength(verdict.reasons.length);
      for (const words of reasons) expect(words).not.toMatch(/undefined|NaN|Infinity/);
    }
  });
});

test('what has looked ahead is no evidence, whatever else speaks for it; what was not checked is not spoken of', () => {
  const checked = (differing: number) => verdictOf({ ...GOOD, lookAhead: { cuts: 5, decisions: 1, differing } });
  expect(checked(0).evidence).toBe('some');
  expect(verdictWords(checked(0)).reasons[0]).toMatch(/no later price: 1 decision checked at 5 cut points, 0 differ\./);
  expect(checked(1).evidence).toBe('none');
  expect(verdictWords(checked(1)).sentence).toMatch(
    /^No evidence of an edge\. It looked at later prices: .* 1 differ on/,
  );
  expect(verdictOf(GOOD).reasons.map(({ key }) => key)).not.toContain('no_look_ahead');
});
