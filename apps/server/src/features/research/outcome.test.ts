import { type Bar, MINUTE_MS, type ResearchSide } from '@trickdesk/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CallFacts, inUnitsOf, outcomeOf } from './outcome.ts';

const AT = Date.parse('2026-01-05T09:30:00+05:30');
const END = Date.parse('2026-01-05T15:30:00+05:30');

/** Entered where the price stands; a stop at 95, targets at 105 and 110. */
const BUY: CallFacts = {
  ...{ side: 'buy', entryPaise: 100, stopPaise: 95, targetsPaise: [105, 110], referencePaise: 100 },
  ...{ publishedAt: AT, expiresAt: END },
};
/** Its mirror at 100. */
const SELL: CallFacts = { ...BUY, side: 'sell', stopPaise: 105, targetsPaise: [95, 90] };

type Candle = readonly [open: number, high: number, low: number, close: number];

/** A bar a minute from the publication on. */
const barsOf = (candles: readonly Candle[], from = AT): Bar[] =>
  candles.map(([open, high, low, close], i) => ({ openAt: from + i * MINUTE_MS, open, high, low, close, volume: 1 }));
const said = (call: CallFacts, candles: readonly Candle[], now = AT + MINUTE_MS * 60) => {
  const { state, targetsHit, endedAt, resultBps } = outcomeOf(call, barsOf(candles), now);
  return { state, targetsHit, over: endedAt !== undefined, resultBps };
};

const RUNNING = { targetsHit: 0, over: false, resultBps: undefined };

describe('what the market makes of a call', () => {
  test.each<[string, CallFacts, readonly Candle[], object]>([
    ['nothing yet', BUY, [], { ...RUNNING, state: 'not_entered' }],
    ['not touched', { ...BUY, entryPaise: 98 }, [[100, 104, 99, 103]], { ...RUNNING, state: 'not_entered' }],
    ['entered and open', BUY, [[100, 102, 99, 101]], { ...RUNNING, state: 'open' }],
    [
      'the first target runs on',
      BUY,
      [[100, 106, 99, 104]],
      { state: 'target_hit', targetsHit: 1, over: false, resultBps: undefined },
    ],
    [
      'both targets',
      BUY,
      [
        [100, 106, 99, 104],
        [104, 111, 103, 110],
      ],
      { state: 'target_hit', targetsHit: 2, over: true, resultBps: 750 },
    ],
    ['the stop', BUY, [[100, 101, 94, 96]], { state: 'stop_hit', targetsHit: 0, over: true, resultBps: -500 }],
    [
      'a bar that holds stop and target is the stop',
      BUY,
      [
        [100, 101, 99, 100],
        [100, 112, 94, 111],
      ],
      { state: 'stop_hit', targetsHit: 0, over: true, resultBps: -500 },
    ],
    [
      'a stop after a target leaves the target hit',
      BUY,
      [
        [100, 106, 99, 104],
        [104, 104, 94, 95],
      ],
      { state: 'target_hit', targetsHit: 1, over: true, resultBps: 0 },
    ],
    [
      'a bar that opens beyond the stop ends at its open',
      BUY,
      [
        [100, 101, 99, 100],
        [90, 112, 89, 91],
      ],
      { state: 'stop_hit', targetsHit: 0, over: true, resultBps: -1000 },
    ],
    ['a sale, its first target', SELL, [[100, 101, 94, 96]], { ...RUNNING, state: 'target_hit', targetsHit: 1 }],
    ['a sale, its stop', SELL, [[100, 106, 94, 96]], { state: 'stop_hit', targetsHit: 0, over: true, resultBps: -500 }],
  ])('%s', (_, call, candles, outcome) => {
    expect(said(call, candles)).toEqual(outcome);
  });

  test('in the bar of a dip to the entry a target does not count: the high may have been before', () => {
    const dip = { ...BUY, entryPaise: 98 };
    expect(said(dip, [[100, 106, 97, 99]])).toEqual({ ...RUNNING, state: 'open' });
    // One that opens below the entry is in from its open on.
    expect(said(dip, [[97, 106, 97, 99]])).toMatchObject({ state: 'target_hit', targetsHit: 1 });
  });

  test('in the bar of a rise through the entry a target counts, and so does the stop', () => {
    const rise = { ...BUY, referencePaise: 97, entryPaise: 100 };
    expect(said(rise, [[98, 106, 97, 105]])).toMatchObject({ state: 'target_hit', targetsHit: 1 });
    expect(said(rise, [[98, 101, 94, 100]])).toMatchObject({ state: 'stop_hit' });
  });

  test('a bar from before the publication counts for nothing, nor does one after the end', () => {
    const before = barsOf([[100, 120, 80, 100]], AT - MINUTE_MS);
    const after = barsOf([[100, 120, 80, 100]], END);
    expect(outcomeOf(BUY, [...before, ...after], END - 1)).toMatchObject({ state: 'not_entered', events: [] });
  });

  test('its time over, it is expired: with the last price where it was entered, without a result where not', () => {
    expect(said(BUY, [[100, 104, 99, 103]], END)).toEqual({
      ...{ state: 'expired', targetsHit: 0, over: true },
      resultBps: 300,
    });
    const never = said({ ...BUY, entryPaise: 98 }, [[100, 104, 99, 103]], END);
    expect(never).toEqual({ state: 'expired', targetsHit: 0, over: true, resultBps: undefined });
  });

  test('the stop says where its bar held a target, too', () => {
    const { events } = outcomeOf(BUY, barsOf([[100, 112, 94, 111]]), AT + MINUTE_MS);
    expect(events.at(-1)).toEqual({ kind: 'stop', pricePaise: 95, at: AT, heldTarget: true });
  });
});

const anyCandle = fc
  .tuple(fc.integer({ min: 80, max: 120 }), fc.nat(12), fc.nat(12), fc.integer({ min: 80, max: 120 }))
  .map(
    ([open, up, down, close]): Candle => [
      open,
      Math.max(open, close) + up,
      Math.max(1, Math.min(open, close) - down),
      close,
    ],
  );
const anySide = fc.constantFrom<ResearchSide>('buy', 'sell');

test('what is known of a call at a moment does not change what was known before: a call that is over stays as it was', () => {
  fc.assert(
    fc.property(fc.array(anyCandle, { maxLength: 30 }), fc.nat(30), anySide, (candles, cut, side) => {
      const call = side === 'buy' ? BUY : SELL;
      const whole = outcomeOf(call, barsOf(candles), AT);
      const early = outcomeOf(call, barsOf(candles.slice(0, cut)), AT);
      expect(whole.events.slice(0, early.events.length)).toEqual(early.events);
      if (early.endedAt !== undefined) expect(whole).toEqual(early);
    }),
  );
});

test('no bar that touches the stop of an entered call gives a target, whatever else it holds', () => {
  fc.assert(
    fc.property(fc.array(anyCandle, { minLength: 1, maxLength: 30 }), anySide, (candles, side) => {
      const call = side === 'buy' ? BUY : SELL;
      const bars = barsOf(candles);
      for (const event of outcomeOf(call, bars, AT).events) {
        const bar = bars.find(({ openAt }) => openAt === event.at);
        const holdsStop = bar && (side === 'buy' ? bar.low <= call.stopPaise : bar.high >= call.stopPaise);
        if (event.kind === 'target') expect(holdsStop).toBe(false);
      }
    }),
  );
});

test('after a split prices are told in the units of the publication', () => {
  const split = [{ exDate: '2026-01-06', oldUnits: 1, newUnits: 5 }];
  const bars = [
    ...barsOf([[500, 510, 490, 505]]),
    ...barsOf([[101, 102, 100, 101]], Date.parse('2026-01-06T09:15:00+05:30')),
  ];
  expect(inUnitsOf(AT, bars, split).map(({ open }) => open)).toEqual([500, 505]);
});
