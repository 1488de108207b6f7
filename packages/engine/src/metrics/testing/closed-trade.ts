import { type IndiaDate, indiaMoment } from '@trickdesk/domain';
import type { ClosedTrade } from '../../run/types.ts';

/** A trade of 10 SBIN bought at ₹100.00 and sold at ₹101.00 on 15 September 2026 without charges, but for the changes. */
export function closedTrade(change: Partial<ClosedTrade> = {}): ClosedTrade {
  return {
    base: 0,
    symbol: 'SBIN',
    direction: 'long',
    quantity: 10,
    entryAt: indiaMoment('2026-09-15', 560),
    entryPaise: 100_00,
    exitAt: indiaMoment('2026-09-15', 600),
    exitPaise: 101_00,
    grossPaise: 10_00,
    chargesPaise: 0,
    netPaise: 10_00,
    exitRule: 'exit',
    entrySequence: 1,
    exitSequence: 2,
    adversePaise: 0,
    favourablePaise: 0,
    ...change,
  };
}

/** A trade from one day to another, both included, in that order. */
export function tradeOver(from: IndiaDate, to: IndiaDate = from, minute = 560): ClosedTrade {
  return closedTrade({ entryAt: indiaMoment(from, minute), exitAt: indiaMoment(to, minute + 5) });
}
