import {
  type Bar,
  createCalendar,
  indiaMoment,
  type MarketCalendar,
  MINUTE_MS,
  NSE_CALENDAR,
  type Session,
} from '@trickdesk/domain';
import {
  compileStrategy,
  parseDefinition,
  runBacktest,
  SessionClock,
  type StrategyDefinition,
} from '@trickdesk/engine';
import { chosenThenRandom, scaledCount } from '@trickdesk/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NO_LIMITS } from '../risk/index.ts';
import { lastEntryAt } from './day-causes.ts';
import type { BaseFacts, TrickFacts } from './facts.ts';
import { nextEntryOf, sizingCause } from './next-entry.ts';
import { readinessOf } from './readiness-of.ts';
import { readyFacts, withTrick } from './testing/ready-facts.ts';

const DAY = '2026-01-05';
const AUCTION_AT = indiaMoment(DAY, 915);
const WHOLE = createCalendar(NSE_CALENDAR);
/** Every share goes into its closing auction at 15:15. */
const CALENDAR: MarketCalendar = {
  ...WHOLE,
  hoursOf: (_symbol, session) => ({ ...session, closeAt: Math.min(session.closeAt, indiaMoment(session.date, 915)) }),
};

function sessionOf(): Session {
  const session = WHOLE.sessionOn(DAY);
  if (!session) throw new Error('no session');
  return session;
}

interface Rules {
  readonly interval: string;
  readonly product: 'INTRADAY' | 'DELIVERY';
  readonly sizing: object;
  readonly entryTo: string;
  readonly symbols?: readonly string[];
  readonly risk?: object;
}

function definitionOf({
  interval,
  product,
  sizing,
  entryTo,
  symbols = ['SBIN'],
  risk = {},
}: Rules): StrategyDefinition {
  const outcome = parseDefinition({
    ...{ format: 1, instruments: symbols.map((symbol) => ({ exchange: 'NSE', symbol })), interval, product },
    direction: 'long',
    session: {
      ...{ entryFrom: '09:15', entryTo, weekdays: [1, 2, 3, 4, 5] },
      ...(product === 'INTRADAY' ? { squareOff: '15:30' } : {}),
    },
    ...{ entry: { long: 'close > 1' }, exit: {} },
    risk: { stopLoss: { kind: 'percent', percent: 2 }, ...risk },
    sizing,
  });
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.errors));
  return outcome.definition;
}

const ONE = { method: 'fixed_quantity', quantity: 1 };
const product = fc.constantFrom('INTRADAY' as const, 'DELIVERY' as const);

/** Whether the run itself enters on a bar that closes then. */
function mayEnter(definition: StrategyDefinition, openAt: number): boolean {
  const clock = new SessionClock({
    ...{ strategy: compileStrategy(definition), settings: { capitalPaise: 1, quantityMultiplier: 1 } },
    ...{ calendar: CALENDAR, costs: 'none', slippageBps: 0, bases: [] },
  });
  return clock.allowsEntry(openAt, clock.closeOfBar(openAt), 'SBIN');
}

describe('of a share that goes into a closing auction', () => {
  const hours = { ...sessionOf(), closeAt: AUCTION_AT };

  test('the last entry is the last bar on which the run itself may enter', () => {
    const minutes = { '1m': 1, '5m': 5, '15m': 15, '30m': 30, '1h': 60 } as const;
    const rules = fc.record({
      interval: fc.constantFrom(...(Object.keys(minutes) as (keyof typeof minutes)[])),
      ...{ product, entryTo: fc.constantFrom('15:00', '15:10', '15:15', '15:30'), sizing: fc.constant(ONE) },
    });
    fc.assert(
      fc.property(rules, (drawn) => {
        const definition = definitionOf(drawn);
        let last: number | undefined;
        const step = minutes[drawn.interval] * MINUTE_MS;
        for (let at = hours.openAt; at < sessionOf().closeAt; at += step) {
          if (mayEnter(definition, at)) last = Math.min(at + step, sessionOf().closeAt);
        }
        expect(lastEntryAt(hours, { definition, squareOffMinute: undefined }, sessionOf())).toBe(last);
      }),
    );
  });

  test('a daily bar is decided on all the same, at the close of the session', () => {
    const definition = definitionOf({ interval: '1d', product: 'DELIVERY', entryTo: '15:30', sizing: ONE });
    expect(mayEnter(definition, sessionOf().openAt)).toBe(true);
    const ready = withTrick({ definition });
    const now = indiaMoment(DAY, 920);
    const bases = ready.trick.bases.map((base) => ({
      ...{ ...base, session: hours },
      market: { ...base.market, isOpen: false },
    }));
    const board = readinessOf({ ...ready, day: { ...ready.day, now }, trick: { ...ready.trick, bases } });
    expect(board).toMatchObject({ verdict: 'will_trade', causes: [] });
    const spent = { tradesToday: 1, maxTradesPerDay: 1, realisedTodayPaise: -5_00, maxLossPerDayPaise: 5_01 };
    const next = readinessOf({ ...ready, day: { ...ready.day, now }, trick: { ...ready.trick, bases, ...spent } });
    expect(next).toMatchObject({ verdict: 'will_trade', causes: [] });
  });
});

describe('what a trick can pay', () => {
  const sizing = fc.constantFrom(
    ...[1, 3, 10].map((quantity) => ({ method: 'fixed_quantity', quantity })),
    ...[40, 70, 100].map((percent) => ({ method: 'capital_share', percent })),
  );
  const drawn = fc.record({
    ...{ product, sizing, pricePaise: fc.integer({ min: 10_000, max: 40_000 }).map((paise) => paise - (paise % 5)) },
    // Around what a few of them cost, with their charges.
    shares: fc.constantFrom(1, 2, 3, 10),
    more: fc.integer({ min: -3_000, max: 6_000 }),
  });

  /** The first that the engine decides, with this capital at this price. */
  function decided(definition: StrategyDefinition, capitalPaise: number, pricePaise: number) {
    const bars: Bar[] = [0, 1].map((n) => ({
      ...{ openAt: sessionOf().openAt + n * 5 * MINUTE_MS, volume: 1_000 },
      ...{ open: pricePaise, high: pricePaise, low: pricePaise, close: pricePaise },
    }));
    const facts = { exchange: 'NSE', symbol: 'SBIN', tickPaise: 5, lotSize: 1, kind: 'equity', enabled: true } as const;
    const { decisions } = runBacktest({
      ...{ strategy: compileStrategy(definition), bases: [facts], series: [bars], sources: [], interval: '5m' },
      ...{ settings: { capitalPaise, quantityMultiplier: 1 }, calendar: WHOLE, costs: 'angelone', slippageBps: 0 },
      ...{ tradeFrom: sessionOf().openAt, until: sessionOf().closeAt, closeAtEnd: false },
    });
    return decisions[0];
  }

  test('is what the engine says, to the paisa of its charges', () => {
    const money = chosenThenRandom([drawn], { chosen: 200, random: scaledCount('sizes foreseen', 400) });
    let refused = 0;
    fc.assert(
      fc.property(drawn, ({ pricePaise, shares, more, ...rules }) => {
        const definition = definitionOf({ ...rules, interval: '5m', entryTo: '15:00' });
        const bound = rules.product === 'DELIVERY' ? pricePaise * shares : Math.ceil((pricePaise * shares) / 5);
        const capitalPaise = Math.max(100, bound + more);
        const [trick, base] = trickAt(definition, pricePaise, { capitalPaise });
        const first = decided(definition, capitalPaise, pricePaise);
        if (first?.veto) refused += 1;
        expect(first?.action).toBe(sizingCause(trick, base) ? 'veto' : 'enter');
        if (!first?.veto) expect(nextEntryOf(trick, base)?.quantity).toBe(first?.quantity);
      }),
      money,
    );
    expect(refused).toBeGreaterThan(money.numRuns / 20);
  });

  test('is what its run has by now, not what it began with', () => {
    const definition = definitionOf({ interval: '5m', product: 'DELIVERY', entryTo: '15:00', sizing: ONE });
    const at = (capitalPaise: number, own: number | undefined) => {
      const money = own === undefined ? undefined : { capitalPaise: own, freePaise: own };
      const [trick, base] = trickAt(definition, 600_00, { capitalPaise, money });
      return sizingCause(trick, base)?.sentence;
    };
    expect(at(650_00, undefined)).toBeUndefined();
    expect(at(650_00, 590_00)).toBe(
      'SBIN costs ₹600.00: of its capital of ₹650.00, ₹590.00 is free now, which does not pay 1 of them.',
    );
    expect(at(500_00, 650_00)).toBeUndefined();
  });
});

function trickAt(
  definition: StrategyDefinition,
  pricePaise: number,
  changes: Partial<TrickFacts>,
): [TrickFacts, BaseFacts] {
  const { trick } = withTrick({ definition, ...changes });
  const [base] = trick.bases;
  if (!base?.market.last) throw new Error('no price');
  const last = { ...base.market.last, pricePaise, previousClosePaise: pricePaise };
  return [trick, { ...base, market: { ...base.market, last } }];
}

describe('what a trick holds', () => {
  const definition = definitionOf({
    ...{ interval: '5m', product: 'DELIVERY', entryTo: '15:00', symbols: ['SBIN', 'INFY'] },
    sizing: { method: 'capital_share', percent: 50 },
  });
  const boardOf = (held: readonly string[], changes: Partial<TrickFacts> = {}, limits = NO_LIMITS) => {
    const ready = readyFacts();
    const { link } = ready.trick;
    const poor = link && { ...link, funds: { availablePaise: 100_00, usedPaise: 50_000_00 } };
    const bases = ['SBIN', 'INFY'].flatMap((symbol) =>
      ready.trick.bases.map((base) => ({ ...base, symbol, isHeld: held.includes(symbol) })),
    );
    const trick = { ...ready.trick, ...{ definition, link: poor, bases, ...changes } };
    return readinessOf({ ...ready, account: { ...ready.account, limits }, trick });
  };

  test('takes its own funds: they are not asked for again before it is sold', () => {
    expect(boardOf(['SBIN', 'INFY'])).toMatchObject({ verdict: 'will_trade' });
    expect(boardOf(['SBIN', 'INFY'], {}, { ...NO_LIMITS, maxGrossExposurePaise: 1_00 }).verdict).toBe('will_trade');
    expect(boardOf(['SBIN']).causes.map(({ code, sentence }) => [code, sentence.slice(0, 22)])).toEqual([
      ['funds', 'Its next entry in INFY'],
    ]);
  });

  test('is as much as it may hold at once: nothing else is entered then', () => {
    const one = { definition: { ...definition, risk: { ...definition.risk, maxOpenPositions: 1 } } };
    expect(boardOf(['SBIN'], one).verdict).toBe('will_trade');
    expect(boardOf([], one).verdict).toBe('will_not');
  });

  test('does not keep what stands above all entries from being said', () => {
    const link = readyFacts().trick.link;
    expect(boardOf(['SBIN', 'INFY'], { link: link && { ...link, status: 'expired' } }).causes[0]?.code).toBe(
      'broker_session',
    );
  });
});

test('in test mode, prices that hold an entry back are said too', () => {
  const ready = withTrick({ mode: 'paper' });
  const [base] = ready.trick.bases;
  if (!base?.market.last) throw new Error('no price');
  const codesAt = (last: Partial<typeof base.market.last>) => {
    const market = { ...base.market, last: { ...base.market.last, ...last } };
    const bases = [{ ...base, market }] as typeof ready.trick.bases;
    return readinessOf({ ...ready, trick: { ...ready.trick, bases } }).causes.map(({ code }) => code);
  };
  expect(codesAt({})).toEqual([]);
  expect(codesAt({ pricePaise: 780_00 })).toEqual(['price_doubtful']);
  expect(codesAt({ at: ready.day.wallNow - 120_000 })).toEqual(['price_doubtful']);
});

test('a halted trick names what its start would be refused for, with the place that mends it', () => {
  const halted = withTrick({ status: 'halted', phase: 'idle', statusReason: 'A fault.', word: 'beyond' });
  const account = { ...halted.account, isKycVerified: false, isTradeActivated: false };
  const { causes } = readinessOf({ ...halted, account });
  expect(causes.map(({ code, action }) => [code, action?.to])).toEqual([
    ['halted', '/my-tricks/7'],
    ['kyc', '/profile/kyc'],
    ['activation', '/activate'],
    ['acknowledgement', '/my-tricks/7'],
  ]);
});

test('a live trick that goes on where the server lets no orders leave any more is told that, and not to wait', () => {
  const ready = withTrick({ isRunnerAwake: false });
  const policy = { environment: 'live', operatingMode: 'read_only', missingRegistrations: [] } as const;
  const { causes } = readinessOf({ ...ready, account: { ...ready.account, policy } });
  expect(causes.map(({ code }) => code)).toEqual(['operating_mode']);
  const paper = { ...ready.trick, mode: 'paper' as const, isRunnerAwake: true };
  expect(readinessOf({ ...ready, trick: paper, account: { ...ready.account, policy } }).causes).toEqual([]);
});
