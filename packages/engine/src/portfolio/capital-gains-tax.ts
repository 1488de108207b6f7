import { type IndiaDate, mulDiv, toSafePaise } from '@trickdesk/domain';
import type { Disposal } from './tax-lots.ts';

const WHOLE_BPS = 10_000n;

/**
 * Listed shares with transaction tax paid, by day of sale, in basis points: sections 111A and 112A, since April 2026
 * sections 196 and 198 of the Income-tax Act 2025. A change of a rate is a new row.
 */
const RATES = [
  { from: '2018-04-01', short: 1_500, long: 1_000 },
  { from: '2024-07-23', short: 2_000, long: 1_250 },
] as const;

/** By financial year: what of its long gains is free of tax, whole paise, and the health and education cess on tax. */
const YEARS = [
  { from: '2018-19', exemptPaise: 1_00_000_00, cessBps: 400 },
  { from: '2024-25', exemptPaise: 1_25_000_00, cessBps: 400 },
] as const;

/** Whole paise. */
export interface CapitalGainsTax {
  readonly financialYear: string;
  /** Short gains less short losses. */
  readonly stcgPaise: number;
  /** Long gains less long losses, before the exemption. */
  readonly ltcgPaise: number;
  /** Of shares bought and sold on one day. Speculative business income: taxed with other income, so not here. */
  readonly intradayPaise: number;
  /** What remains of each after losses and the exemption; never below zero. */
  readonly taxableStcgPaise: number;
  readonly taxableLtcgPaise: number;
  /** What of the exemption was used. */
  readonly exemptPaise: number;
  readonly stcgTaxPaise: number;
  readonly ltcgTaxPaise: number;
  readonly cessPaise: number;
  /** Tax and cess. */
  readonly totalPaise: number;
  /** Losses that found no gain in this year. */
  readonly unusedShortLossPaise: number;
  readonly unusedLongLossPaise: number;
}

/** The financial year of a day, April to March: `2025-26`. */
export function financialYearOf(date: IndiaDate): string {
  const year = Number(date.slice(0, 4)) - (date.slice(5, 7) < '04' ? 1 : 0);
  return `${year}-${String((year + 1) % 100).padStart(2, '0')}`;
}

/**
 * Tax on what was sold in a financial year. Losses lower gains of their own term first; a short loss then lowers long
 * gains, a long loss nothing else. Where a year has two rates, losses and the exemption go to the dearer one first, which
 * the law leaves open. Not counted: losses of earlier years, surcharge, the rebate and the free part of other income, and
 * the value of 31 January 2018 for what was bought before.
 *
 * @param financialYear `2025-26`; disposals of others are left out
 * @returns whole paise; each tax and the cess rounded half up once
 * @throws RangeError for what is no financial year, or one before 2018-19
 */
export function capitalGainsTax(disposals: readonly Disposal[], financialYear: string): CapitalGainsTax {
  const rules = rulesOf(financialYear);
  const ofYear = disposals.filter(({ soldOn }) => financialYearOf(soldOn) === financialYear);
  const short = netByRate(ofYear, 'short');
  const long = netByRate(ofYear, 'long');
  const stcgPaise = sumOf(short);
  const ltcgPaise = sumOf(long);
  const unusedLongLossPaise = setOff(long, lossesOf(long));
  const unusedShortLossPaise = setOff(long, setOff(short, lossesOf(short)));
  const exemptPaise = rules.exemptPaise - setOff(long, rules.exemptPaise);
  const stcgTaxPaise = taxOn(short);
  const ltcgTaxPaise = taxOn(long);
  const cessPaise = share(BigInt(stcgTaxPaise + ltcgTaxPaise) * BigInt(rules.cessBps));
  return {
    financialYear,
    stcgPaise,
    ltcgPaise,
    intradayPaise: ofYear.filter(({ term }) => term === 'intraday').reduce((sum, { gainPaise }) => sum + gainPaise, 0),
    taxableStcgPaise: sumOf(short),
    taxableLtcgPaise: sumOf(long),
    exemptPaise,
    stcgTaxPaise,
    ltcgTaxPaise,
    cessPaise,
    totalPaise: stcgTaxPaise + ltcgTaxPaise + cessPaise,
    unusedShortLossPaise,
    unusedLongLossPaise,
  };
}

/** Gains less losses of the days that have one rate. */
interface RateNet {
  readonly bps: number;
  paise: number;
}

function rulesOf(financialYear: string): (typeof YEARS)[number] {
  const rules = YEARS.findLast(({ from }) => from <= financialYear);
  if (!rules || financialYear !== financialYearOf(`${financialYear.slice(0, 4)}-04-01`)) {
    throw new RangeError(`no rates for ${financialYear}`);
  }
  return rules;
}

/** The dearest rate first. */
function netByRate(disposals: readonly Disposal[], term: 'short' | 'long'): RateNet[] {
  const nets = RATES.map((row) => ({ from: row.from, bps: row[term], paise: 0 })).toReversed();
  for (const { soldOn, gainPaise } of disposals.filter((disposal) => disposal.term === term)) {
    const net = nets.find(({ from }) => from <= soldOn);
    if (net) net.paise += gainPaise;
  }
  return nets.toSorted((a, b) => b.bps - a.bps);
}

function sumOf(nets: readonly RateNet[]): number {
  return nets.reduce((sum, { paise }) => sum + paise, 0);
}

/** Takes the nets that are losses out of the list, as one amount. */
function lossesOf(nets: RateNet[]): number {
  let loss = 0;
  for (const net of nets) {
    if (net.paise >= 0) continue;
    loss -= net.paise;
    net.paise = 0;
  }
  return loss;
}

/** Lowers gains by an amount, the dearest first, none below zero. @returns what is left of the amount */
function setOff(gains: RateNet[], amountPaise: number): number {
  let left = amountPaise;
  for (const gain of gains) {
    const used = Math.min(left, gain.paise);
    gain.paise -= used;
    left -= used;
  }
  return left;
}

function taxOn(nets: readonly RateNet[]): number {
  return share(nets.reduce((sum, { bps, paise }) => sum + BigInt(bps) * BigInt(paise), 0n));
}

function share(paiseBps: bigint): number {
  return toSafePaise(mulDiv(paiseBps, 1n, WHOLE_BPS, 'half_up'));
}
