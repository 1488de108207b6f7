import { indiaMoment } from '@trickdesk/domain';
import { parseDefinition } from '@trickdesk/engine';
import { SIMULATED_LIVE } from '../../deployments/index.ts';
import { NO_LIMITS } from '../../risk/limits.ts';
import type { HoldingFacts, ReadinessFacts, TrickFacts } from '../facts.ts';

const DAY = '2026-01-05';
const SESSION = { date: DAY, openAt: indiaMoment(DAY, 555), closeAt: indiaMoment(DAY, 930) };

/** A live trick on SBIN at ten in the morning of a plain Monday, with nothing in its way. */
export function readyFacts(): ReadinessFacts {
  const now = indiaMoment(DAY, 600);
  const wallNow = now;
  return {
    day: {
      ...{ date: DAY, now, wallNow, kind: 'session', session: SESSION, holiday: undefined, feed: 'live' },
      next: { date: '2026-01-06', openAt: indiaMoment('2026-01-06', 555), closeAt: indiaMoment('2026-01-06', 930) },
    },
    account: {
      ...{ isKycVerified: true, isTradeActivated: true, isGrantedForDemo: false, killReason: undefined },
      switches: { wallNow, killSwitch: 'none', lockedUntil: undefined, stoppedForDay: false },
      account: { day: DAY, realisedPaise: 0, trades: 0, lines: [], funds: undefined, ordersLastMinute: 0 },
      limits: NO_LIMITS,
      policy: SIMULATED_LIVE.policy,
    },
    trick: trickFacts(now),
  };
}

function trickFacts(now: number): TrickFacts {
  return {
    ...{ id: 7, name: 'Morning', mode: 'live', status: 'running', phase: 'running', statusReason: undefined },
    definition: definition(),
    ...{ capitalPaise: 100_000_00, minCapitalPaise: 10_000_00, quantityMultiplier: 1, squareOffMinute: undefined },
    ...{ maxTradesPerDay: undefined, maxLossPerDayPaise: undefined, tradesToday: 0, realisedTodayPaise: 0 },
    ...{ algo: { id: undefined, approvedOn: undefined }, word: undefined },
    link: {
      ...{ id: 3, clientCode: 'S100001', status: 'linked', statusReason: undefined },
      tokenExpiresAt: indiaMoment('2026-01-06', 300),
      funds: { availablePaise: 10_00_000_00, usedPaise: 0 },
    },
    isRunnerAwake: true,
    bases: [
      {
        ...{ symbol: 'SBIN', isTradeable: true, isDisabled: false, isUnclear: false, lotSize: 1, session: SESSION },
        instrumentKind: 'equity',
        market: {
          wallNow: now,
          isOpen: true,
          clock: { exchangeAt: now, seenAt: now, speed: 1, feed: 'live' },
          last: { pricePaise: 600_00, previousClosePaise: 600_00, at: now },
          minuteClosePaise: undefined,
        },
      },
    ],
    unlistedSources: [],
    holdings: [],
    unreleased: [],
  };
}

function definition(): TrickFacts['definition'] {
  const outcome = parseDefinition({
    format: 1,
    instruments: [{ exchange: 'NSE', symbol: 'SBIN' }],
    interval: '5m',
    product: 'INTRADAY',
    direction: 'long',
    session: { entryFrom: '09:20', entryTo: '14:30', squareOff: '15:05', weekdays: [1, 2, 3, 4, 5] },
    entry: { long: 'close > 1' },
    exit: {},
    risk: { stopLoss: { kind: 'percent', percent: 1 } },
    sizing: { method: 'capital_share', percent: 50 },
  });
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.errors));
  return outcome.definition;
}

export function withTrick(changes: Partial<TrickFacts>): ReadinessFacts {
  const ready = readyFacts();
  return { ...ready, trick: { ...ready.trick, ...changes } };
}

export function holding(symbol: string, heldQuantity: number, restingQuantity: number): HoldingFacts {
  return { symbol, heldQuantity, restingQuantity };
}
