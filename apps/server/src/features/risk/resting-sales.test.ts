import { expect, test } from 'vitest';
import type { AccountFacts, EntryFacts, HeldLine } from './figures.ts';
import { NO_LIMITS, type RiskLimits } from './limits.ts';
import { decideEntry } from './rules.ts';

const WALL = Date.UTC(2026, 0, 5, 5);
const EMPTY: AccountFacts = {
  day: '2026-01-05',
  realisedPaise: 0,
  trades: 0,
  lines: [],
  funds: undefined,
  ordersLastMinute: 0,
};
const LINE: HeldLine = {
  isByHand: false,
  symbol: 'SBIN',
  product: 'intraday',
  instrumentKind: 'equity',
  openingQuantity: 0,
  previousClosePaise: 600_00,
  lastPaise: 600_00,
  fills: [],
  resting: [],
};
const ENTRY: EntryFacts = {
  symbol: 'SBIN',
  product: 'intraday',
  instrumentKind: 'equity',
  side: 'buy',
  quantity: 100,
  pricePaise: 601_00,
  lastPaise: 600_00,
};

function decide(account: AccountFacts, limits: Partial<RiskLimits>, entry = ENTRY) {
  const broker = { isLinked: true, tokenExpiresAt: WALL + 1 };
  return decideEntry(
    {
      switches: { wallNow: WALL, killSwitch: 'none', lockedUntil: undefined, stoppedForDay: false, broker },
      market: { wallNow: WALL, isOpen: false, clock: undefined, last: undefined, minuteClosePaise: undefined },
      account,
      limits: { ...NO_LIMITS, ...limits },
    },
    entry,
  );
}

test('a sale by hand of shares bought before the day takes no room from entries while it rests, as when it is filled', () => {
  const resting = [{ side: 'sell' as const, quantity: 1_000, pricePaise: 610_00 }];
  const line = { ...LINE, isByHand: true, product: 'delivery' as const, resting };
  const limits = { maxGrossExposurePaise: 100_000_00, maxNetExposurePaise: 100_000_00, maxLossPerDayPaise: 500_00 };
  const funds = { availablePaise: 200_000_00, usedPaise: 0 };
  const account = { ...EMPTY, lines: [line], funds };
  expect(decide(account, { ...limits, maxMarginPercent: 10 })).toMatchObject({ allowed: true });
});

test('of shares bought by hand today a resting sale counts: it may leave the account short in all', () => {
  const fills = [{ side: 'buy' as const, quantity: 100, valuePaise: 60_000_00 }];
  const resting = [{ side: 'sell' as const, quantity: 150, pricePaise: 600_00 }];
  const bought = { ...LINE, isByHand: true, product: 'delivery' as const, fills, resting };
  const short = { ...LINE, symbol: 'INFY', fills: [{ side: 'sell' as const, quantity: 100, valuePaise: 60_000_00 }] };
  const entry = { ...ENTRY, symbol: 'INFY', side: 'sell', quantity: 1, pricePaise: 600_00 } as const;
  const decision = decide({ ...EMPTY, lines: [bought, short] }, {}, entry);
  expect(decision).toMatchObject({ allowed: true, worst: { netPaise: 60_600_00, grossPaise: 120_600_00 } });
});
