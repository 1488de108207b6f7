import { mulDiv } from '@trickdesk/domain';
import { percent, RATE_SCALE, type RateClass } from './schedule.ts';

/** Brokerage of one executed order: a share of its turnover between a floor and a cap. Whole paise. */
export interface BrokerageRule {
  readonly rate: bigint;
  readonly capPaise: bigint;
  readonly floorPaise: bigint;
}

export interface BrokerTariff {
  readonly brokerage: Readonly<Record<RateClass, BrokerageRule>>;
  /** The depository's debit for shares leaving the account, before GST. */
  readonly dpPaise: bigint;
  /** Whether the broker passes the investor protection contribution on. */
  readonly passesIpft: boolean;
}

export type TariffName = 'angelone' | 'zerodha';

/** No broker may take more than this share of an order's value. */
export const SEBI_CAP = percent('2.5');

const NOTHING: BrokerageRule = { rate: 0n, capPaise: 0n, floorPaise: 0n };
const FLAT_20: BrokerageRule = { rate: RATE_SCALE, capPaise: 20_00n, floorPaise: 20_00n };
const ANGEL_CASH: BrokerageRule = { rate: percent('0.1'), capPaise: 20_00n, floorPaise: 5_00n };
const ZERODHA_PERCENT: BrokerageRule = { rate: percent('0.03'), capPaise: 20_00n, floorPaise: 0n };

/** As the brokers published them in autumn 2026; earlier tariffs are not kept, so an old day is priced at these. */
export const TARIFFS: Readonly<Record<TariffName, BrokerTariff>> = {
  angelone: {
    brokerage: { delivery: ANGEL_CASH, intraday: ANGEL_CASH, future: FLAT_20, option: FLAT_20 },
    dpPaise: 20_00n,
    passesIpft: true,
  },
  zerodha: {
    brokerage: { delivery: NOTHING, intraday: ZERODHA_PERCENT, future: ZERODHA_PERCENT, option: FLAT_20 },
    dpPaise: 13_00n,
    passesIpft: true,
  },
};

/** Brokerage of one order, whole paise, half up. The floor never lifts it beyond the regulator's cap. */
export function brokerageOf(rule: BrokerageRule, turnoverPaise: bigint): bigint {
  const share = mulDiv(turnoverPaise, rule.rate, RATE_SCALE, 'half_up');
  const legal = mulDiv(turnoverPaise, SEBI_CAP, RATE_SCALE, 'down');
  return smaller(larger(smaller(share, rule.capPaise), rule.floorPaise), legal);
}

// Math.min and Math.max refuse bigint.
function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
