import type { ParityDay, ParityReportRow, ParitySide, ParityTrade } from '@trickdesk/contract';
import { toIndiaIso } from '@trickdesk/domain';
import type { ParityLeg } from './facts.ts';
import type { TradeParity } from './rules.ts';
import type { ParityReport, RecentDay } from './service.ts';

/** Reports in the words of the wire. */

export function reportToWire({ day, mode, at, body }: ParityReport, simulated: boolean): ParityReportRow {
  const { parity, from } = body;
  return {
    day,
    badge: badgeOf(mode, simulated),
    madeAt: at.toISOString(),
    from,
    expectedNetPaise: parity.expectedNetPaise,
    doneNetPaise: parity.doneNetPaise,
    differencePaise: parity.differencePaise,
    parts: [...parity.parts],
    unexplained: parity.unexplained,
    // A report of an earlier release does not say.
    unquoted: (parity.unquoted as number | undefined) ?? 0,
    trades: parity.trades.map(tradeToWire),
  };
}

function badgeOf(mode: string, simulated: boolean): ParityReportRow['badge'] {
  if (mode !== 'live') return 'test';
  return simulated ? 'live_simulated' : 'live';
}

/** A day in figures. */
export function dayToWire({ day, mode, parity }: RecentDay, simulated: boolean): ParityDay {
  const { trades, differencePaise, parts, unexplained } = parity;
  const compared = trades.filter(({ what }) => what === 'matched').length;
  const paidPaise = trades.reduce(
    (sum, { expected, done }) => sum + (done?.chargesPaise ?? 0) - (expected?.chargesPaise ?? 0),
    0,
  );
  return {
    day,
    badge: badgeOf(mode, simulated),
    compared,
    apart: trades.length - compared,
    grossDifferencePaise: differencePaise + paidPaise,
    differencePaise,
    parts: [...parts],
    unexplained,
  };
}

function tradeToWire(trade: TradeParity): ParityTrade {
  const { expected, done, cause } = trade;
  const side = expected ?? done;
  return {
    key: `${trade.key} ${side?.direction ?? ''}`,
    what: trade.what,
    symbol: side?.symbol ?? '',
    direction: side?.direction ?? 'long',
    ...(expected ? { expected: sideToWire(expected, trade.expectedNetPaise) } : {}),
    ...(done ? { done: sideToWire(done, trade.doneNetPaise) } : {}),
    differencePaise: trade.differencePaise,
    parts: [...trade.parts],
    unquoted: [...((trade.unquoted as TradeParity['unquoted'] | undefined) ?? [])],
    ...(cause === undefined ? {} : { cause }),
  };
}

interface Side {
  readonly quantity: number;
  readonly chargesPaise: number;
  readonly entry: ParityLeg;
  readonly exit: ParityLeg | undefined;
}

function sideToWire({ quantity, chargesPaise, entry, exit }: Side, netPaise: number): ParitySide {
  return {
    quantity,
    entryAt: toIndiaIso(entry.at),
    entryPrice: entry.pricePaise / 100,
    ...(exit ? { exitAt: toIndiaIso(exit.at), exitPrice: exit.pricePaise / 100, exitRule: exit.rule } : {}),
    chargesPaise,
    netPaise,
  };
}
