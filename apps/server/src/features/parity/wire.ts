import type { ParityReportRow, ParitySide, ParityTrade } from '@trickdesk/contract';
import { toIndiaIso } from '@trickdesk/domain';
import type { ParityLeg } from './facts.ts';
import type { TradeParity } from './rules.ts';
import type { ParityReport } from './service.ts';

/** Reports in the words of the wire. */

export function reportToWire({ day, mode, at, body }: ParityReport, simulated: boolean): ParityReportRow {
  const { parity, from } = body;
  return {
    day,
    badge: mode === 'live' ? (simulated ? 'live_simulated' : 'live') : 'test',
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
