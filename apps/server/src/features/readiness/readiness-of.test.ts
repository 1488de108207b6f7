import {
  createCalendar,
  INTERVAL_MINUTES,
  indiaDateOf,
  indiaMoment,
  MINUTE_MS,
  NSE_CALENDAR,
  type Session,
} from '@trickdesk/domain';
import { compileStrategy, parseDefinition, SessionClock, type StrategyDefinition } from '@trickdesk/engine';
import { chosenThenRandom, scaledCount } from '@trickdesk/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { liveGates, liveRefusal } from '../deployments/live-gates-rules.ts';
import { decideStart, mayEnter, type Phase, type Status } from '../deployments/rules.ts';
import { decideEntry, guardEntry } from '../risk/index.ts';
import { NO_LIMITS } from '../risk/limits.ts';
import { lastEntryAt } from './day-causes.ts';
import type { ReadinessFacts } from './facts.ts';
import { nextEntryOf } from './next-entry.ts';
import { readinessOf } from './readiness-of.ts';
import { holding, readyFacts, withTrick } from './testing/ready-facts.ts';

const codes = (facts: ReadinessFacts): string[] => readinessOf(facts).causes.map(({ code }) => code);

test('with nothing in its way a trick will trade, in test and live', () => {
  for (const mode of ['paper', 'live'] as const) {
    expect(readinessOf(withTrick({ mode }))).toMatchObject({ verdict: 'will_trade', causes: [] });
  }
});

const CALENDAR = createCalendar(NSE_CALENDAR);
/** Nearly always fine, so that most boards have one trouble or none. */
function mostly<T>(fine: fc.Arbitrary<T>, ...others: readonly T[]): fc.Arbitrary<T> {
  return fc.oneof({ weight: 16, arbitrary: fine }, { weight: 1, arbitrary: fc.constantFrom(...others) });
}
const just = fc.constant;

const moment = fc
  .record({
    // A Sunday without and one with a session, a holiday, the muhurat hour, a year without a list.
    date: mostly(
      fc.constantFrom('2026-01-05', '2026-01-09'),
      ...['2026-01-04', '2026-02-01', '2026-01-26', '2025-10-21', '2027-01-05'],
    ),
    minute: fc.oneof(
      { weight: 4, arbitrary: fc.integer({ min: 540, max: 900 }) },
      { weight: 1, arbitrary: fc.integer({ min: 0, max: 1_439 }) },
    ),
  })
  .map(({ date, minute }) => indiaMoment(date, minute));

const definition = fc
  .record({
    interval: fc.constantFrom('1m', '5m', '15m', '1h'),
    from: fc.integer({ min: 555, max: 900 }),
    length: fc.integer({ min: 1, max: 300 }),
    square: fc.integer({ min: 0, max: 60 }),
    weekdays: mostly<readonly number[]>(just([1, 2, 3, 4, 5, 7]), [1], [5], [2, 3]),
    product: fc.constantFrom('INTRADAY', 'DELIVERY'),
    sizing: fc.constantFrom(
      { method: 'fixed_quantity', quantity: 10 },
      { method: 'capital_share', percent: 50 },
      { method: 'risk_per_trade', percent: 1 },
    ),
  })
  .map((parts) => definitionOf(parts))
  .filter((made) => made !== undefined);

function definitionOf(parts: {
  interval: string;
  from: number;
  length: number;
  square: number;
  weekdays: readonly number[];
  product: string;
  sizing: object;
}): StrategyDefinition | undefined {
  const time = (minute: number): string =>
    `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
  const to = Math.min(930, parts.from + parts.length);
  const isIntraday = parts.product === 'INTRADAY';
  const outcome = parseDefinition({
    format: 1,
    instruments: [{ exchange: 'NSE', symbol: 'SBIN' }],
    interval: parts.interval,
    product: parts.product,
    direction: 'long',
    session: {
      entryFrom: time(parts.from),
      entryTo: time(to),
      ...(isIntraday ? { squareOff: time(Math.min(930, to + parts.square)) } : {}),
      weekdays: parts.weekdays,
    },
    entry: { long: 'close > 1' },
    exit: { long: 'close < 1' },
    risk: { stopLoss: { kind: 'percent', percent: 1 } },
    sizing: parts.sizing,
  });
  return outcome.ok ? outcome.definition : undefined;
}

const facts: fc.Arbitrary<ReadinessFacts> = fc
  .record({
    now: moment,
    definition,
    mode: fc.constantFrom('paper' as const, 'live' as const),
    life: mostly<readonly [Status, Phase]>(
      just(['running', 'running']),
      ...([
        ['running', 'stopping'],
        ['running', 'exiting'],
        ['stopped', 'idle'],
        ['halted', 'idle'],
      ] as const),
    ),
    link: mostly<'fine' | 'none' | 'expired' | 'error' | 'over'>(just('fine'), 'none', 'expired', 'error', 'over'),
    available: mostly(just(10_00_000_00), 100_00, 9_000_00, 20_000_00),
    kill: mostly<'none' | 'account' | 'product'>(just('none'), 'account', 'product'),
    lockedForMs: mostly<number | undefined>(just(undefined), -1, 0, 1, 60_000),
    realised: mostly(just(0), -4_990_00, -5_000_00, -9_000_00),
    maxLoss: fc.constantFrom(undefined, 5_000_00),
    maxGross: mostly<number | undefined>(just(undefined), 100_00, 30_000_00, 60_000_00),
    stoppedForDay: mostly(just(false), true),
    kyc: mostly(just(true), false),
    awake: mostly(just(true), false),
    gone: mostly(just(false), true),
    sourceGone: mostly(just(false), true),
    disabled: mostly(just(false), true),
    unclear: mostly(just(false), true),
    feed: mostly<'live' | 'stale' | 'down'>(just('live'), 'stale', 'down'),
    priceAgeMs: mostly(just(0), 30_000, 120_000),
    trades: fc.integer({ min: 0, max: 3 }),
    maxTrades: mostly<number | undefined>(just(undefined), 2),
  })
  .map((drawn) => {
    const { now, life, link, mode } = drawn;
    const ready = withTrick({ mode, definition: drawn.definition });
    const date = indiaDateOf(now);
    const session = CALENDAR.sessionOn(date);
    const isOpen = session !== undefined && now >= session.openAt && now < session.closeAt;
    const [base] = ready.trick.bases;
    if (!base) throw new Error('a trick without a base');
    const wallNow = ready.day.wallNow;
    const linked = ready.trick.link;
    const status =
      link === 'expired' ? ('expired' as const) : link === 'error' ? ('error' as const) : ('linked' as const);
    return {
      day: {
        ...ready.day,
        date,
        now,
        kind: CALENDAR.kindOf(date),
        session,
        next: CALENDAR.nextSession(now),
        feed: drawn.feed,
      },
      account: {
        ...ready.account,
        isKycVerified: drawn.kyc,
        killReason: drawn.kill === 'none' ? undefined : 'asked for',
        switches: {
          wallNow,
          killSwitch: drawn.kill,
          lockedUntil: drawn.lockedForMs === undefined ? undefined : wallNow + drawn.lockedForMs,
          stoppedForDay: drawn.stoppedForDay,
        },
        account: { ...ready.account.account, day: date, realisedPaise: drawn.realised },
        limits: { ...NO_LIMITS, maxLossPerDayPaise: drawn.maxLoss, maxGrossExposurePaise: drawn.maxGross },
      },
      trick: {
        ...ready.trick,
        status: life[0],
        phase: life[1],
        tradesToday: drawn.trades,
        maxTradesPerDay: drawn.maxTrades,
        isRunnerAwake: drawn.awake,
        link:
          link === 'none' || !linked
            ? undefined
            : {
                ...linked,
                status,
                tokenExpiresAt: link === 'over' ? wallNow : linked.tokenExpiresAt,
                funds: { availablePaise: drawn.available, usedPaise: 0 },
              },
        unlistedSources: drawn.sourceGone ? ['NIFTY'] : [],
        bases: [
          {
            ...base,
            session,
            isTradeable: !drawn.gone,
            isDisabled: drawn.disabled,
            isUnclear: drawn.unclear,
            market: {
              ...base.market,
              isOpen,
              clock: { exchangeAt: now, seenAt: wallNow, speed: 1, feed: drawn.feed },
              last: { pricePaise: 600_00, previousClosePaise: 600_00, at: now - drawn.priceAgeMs },
            },
          },
        ],
      },
    };
  });
const boards = chosenThenRandom([facts], { chosen: 300, random: scaledCount('boards at random', 600) });

/** The last bar on which the run may enter in that session: the engine's own clock says. */
function lastBarOf({ trick }: ReadinessFacts, session: Session): number | undefined {
  const clock = new SessionClock({
    strategy: compileStrategy(trick.definition),
    settings: {
      capitalPaise: trick.capitalPaise,
      quantityMultiplier: 1,
      ...(trick.squareOffMinute === undefined ? {} : { squareOffMinute: trick.squareOffMinute }),
    },
    calendar: CALENDAR,
    costs: 'none',
    slippageBps: 0,
    bases: [],
  });
  const { interval } = trick.definition;
  if (interval === '1d') throw new Error('not drawn');
  let last: number | undefined;
  for (let openAt = session.openAt; openAt < session.closeAt; openAt += INTERVAL_MINUTES[interval] * MINUTE_MS) {
    const closeAt = clock.closeOfBar(openAt);
    if (clock.allowsEntry(openAt, closeAt, 'SBIN')) last = closeAt;
  }
  return last;
}

function hasBarAhead(facts: ReadinessFacts): boolean {
  const { session, now } = facts.day;
  if (!session || now === undefined) return false;
  const last = lastBarOf(facts, session);
  return last !== undefined && last >= now;
}

test('the last entry of a day is the last bar on which the run itself may enter, to the minute', () => {
  const squareOff = fc.option(fc.integer({ min: 556, max: 930 }), { nil: undefined });
  const date = fc.constantFrom('2026-01-05', '2026-01-07', '2025-10-21');
  fc.assert(
    fc.property(definition, date, squareOff, (drawn, day, squareOffMinute) => {
      const every = { ...drawn, session: { ...drawn.session, weekdays: [1, 2, 3, 4, 5, 6, 7] } };
      const ready = withTrick({ definition: every, squareOffMinute });
      const session = CALENDAR.sessionOn(day);
      if (!session) throw new Error('no session');
      expect(lastEntryAt(session, ready.trick)).toBe(lastBarOf(ready, session));
    }),
    { numRuns: boards.numRuns },
  );
});

/** What then happens: the bar comes, the run asks, the desk asks the gate, the broker looks at its funds. */
function entryIsRefused(facts: ReadinessFacts): boolean {
  const { day, account, trick } = facts;
  const [base] = trick.bases;
  if (!base || !mayEnter(trick) || !trick.isRunnerAwake || day.feed !== 'live' || !hasBarAhead(facts)) return true;
  if (!base.isTradeable || base.isDisabled || base.isUnclear) return true;
  if (trick.maxTradesPerDay !== undefined && trick.tradesToday >= trick.maxTradesPerDay) return true;
  if (trick.mode === 'paper') return guardEntry('SBIN', base.market) !== undefined;
  const entry = nextEntryOf(trick, base);
  if (!entry || !trick.link) return true;
  const product = trick.definition.product === 'DELIVERY' ? ('delivery' as const) : ('intraday' as const);
  const decision = decideEntry(
    {
      switches: {
        ...account.switches,
        broker: { isLinked: trick.link.status === 'linked', tokenExpiresAt: trick.link.tokenExpiresAt },
      },
      market: base.market,
      account: { ...account.account, funds: trick.link.funds },
      limits: account.limits,
    },
    { ...entry, symbol: 'SBIN', product, instrumentKind: 'equity' },
  );
  const value = entry.quantity * entry.pricePaise;
  const blocked = product === 'delivery' ? value : Math.ceil(value / 5);
  return !decision.allowed || blocked > (trick.link.funds?.availablePaise ?? 0);
}

/** What a start would be answered. */
function startIsRefused({ day, account, trick }: ReadinessFacts): boolean {
  const gone = trick.bases.filter(({ isTradeable }) => !isTradeable).map(({ symbol }) => symbol);
  const goneSymbols = [...gone, ...trick.unlistedSources];
  const capital = { capitalPaise: BigInt(trick.capitalPaise), minCapitalPaise: BigInt(trick.minCapitalPaise) };
  const start = decideStart({ status: trick.status, phase: trick.phase, ...capital, goneSymbols });
  if (!start.allowed || trick.mode === 'paper') return !start.allowed;
  const gates = liveGates(
    {
      ...{ isKycVerified: account.isKycVerified, isTradeActivated: account.isTradeActivated, isGrantedForDemo: false },
      ...capital,
      link: trick.link,
      algo: trick.algo,
      goneSymbols,
      killReason: account.killReason,
      lockedUntil: account.switches.lockedUntil,
      hasPrices: day.now !== undefined,
      now: day.wallNow,
    },
    account.policy,
  );
  return liveRefusal(gates) !== undefined;
}

test('the board predicts what then happens: an entry is refused if and only if it says so', () => {
  let trading = 0;
  fc.assert(
    fc.property(facts, (drawn) => {
      const predicted = readinessOf(drawn).verdict === 'will_not';
      if (!predicted) trading += 1;
      expect(entryIsRefused(drawn)).toBe(predicted);
    }),
    boards,
  );
  process.stdout.write(`readiness: ${boards.numRuns} boards compared with what happens, ${trading} of them trade\n`);
  expect(trading).toBeGreaterThan(boards.numRuns / 20);
});

/** Causes that do not stand against a start: a stopped trick may be started on a holiday, and with little money. */
const AFTER_START = new Set<string>([
  ...[
    'stopped',
    'holiday',
    'calendar_unknown',
    'special_hours',
    'weekday',
    'after_last_entry',
    'funds',
    'account_loss',
  ],
  ...[
    'account_limit',
    'bases_disabled',
    'unclear_order',
    'trick_trades',
    'trick_loss',
    'feed_silent',
    'price_doubtful',
  ],
]);

test('a stopped trick names what its start would be refused for, and nothing else as such', () => {
  let starting = 0;
  fc.assert(
    fc.property(facts, (drawn) => {
      const stopped = { ...drawn, trick: { ...drawn.trick, status: 'stopped' as const, phase: 'idle' as const } };
      const named = codes(stopped).filter((code) => !AFTER_START.has(code));
      if (named.length === 0) starting += 1;
      expect(startIsRefused(stopped)).toBe(named.length > 0);
    }),
    boards,
  );
  expect(starting).toBeGreaterThan(boards.numRuns / 20);
});

test('what keeps a trick from trading is said with the place that mends it', () => {
  const linked = readyFacts().trick.link;
  if (!linked) throw new Error('no link');
  const expired = readinessOf(withTrick({ link: { ...linked, status: 'expired' } }));
  expect(expired.causes).toEqual([
    {
      code: 'broker_session',
      sentence: 'Your broker session has ended. Sign in at the broker to enter again.',
      action: { label: 'Sign in again', to: '/profile/broker' },
    },
  ]);
  const refused = readinessOf(withTrick({ link: { ...linked, status: 'error', statusReason: 'Invalid totp' } }));
  expect(refused.causes.map(({ code, sentence }) => [code, sentence])).toEqual([
    ['broker_refused', 'The broker turned account S100001 away: Invalid totp'],
  ]);
});

test('a live position without a stop at the broker says why none rests, and when it will', () => {
  const held = holding('SBIN', 100, 0);
  const night = indiaMoment('2026-01-05', 20 * 60);
  const at = (now: number, more = {}) => {
    const ready = withTrick({ holdings: [held], ...more });
    return readinessOf({ ...ready, day: { ...ready.day, now } }).stop;
  };
  expect(at(indiaMoment('2026-01-05', 600))).toMatchObject({ rests: false, needed: true });
  expect(at(indiaMoment('2026-01-05', 600)).why).toContain('watch it yourself');
  expect(at(night).why).toContain('Trading is closed, and no stop can rest for SBIN.');
  expect(at(indiaMoment('2026-01-05', 8 * 60)).why).toContain('placed again when trading opens at 09:15');
  expect(at(indiaMoment('2026-01-05', 929), { holdings: [holding('SBIN', 100, 100)] })).toMatchObject({ rests: true });
  // Every order at the broker is for one day, whatever was last heard of it.
  expect(at(night, { holdings: [holding('SBIN', 100, 100)] }).why).toContain('no stop can rest for SBIN.');
  expect(at(night, { holdings: [] })).toMatchObject({ rests: false, needed: false });
});

test('in the closing auction of a share nothing enters, and no stop rests', () => {
  const ready = withTrick({ holdings: [holding('SBIN', 100, 0)] });
  const [base] = ready.trick.bases;
  if (!base?.session) throw new Error('no session');
  const session = { ...base.session, closeAt: indiaMoment('2026-01-05', 915) };
  const auction = { ...ready, day: { ...ready.day, now: indiaMoment('2026-01-05', 920) } };
  const { causes, stop } = readinessOf({ ...auction, trick: { ...auction.trick, bases: [{ ...base, session }] } });
  expect(causes.map(({ code }) => code)).toContain('after_last_entry');
  expect(stop.why).toContain('SBIN is in the closing auction, which takes no stops.');
});
