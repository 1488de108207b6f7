import type { TFunction } from 'i18next';
import { plainRupees } from '../../lib/format.ts';
import type { FileColumn } from './column.ts';

/** A trade of a back-test, as far as its file tells of it. */
export interface FiledTrade {
  readonly symbol: string;
  readonly direction: 'long' | 'short';
  readonly quantity: number;
  /** ISO 8601 with India's offset, as the server tells it. */
  readonly entryAt: string;
  /** Rupees. */
  readonly entryPrice: number;
  readonly exitAt: string;
  readonly exitPrice: number;
  readonly exitRule: string;
  readonly chargesPaise: number;
  /** After charges. */
  readonly pnlPaise: number;
  readonly reason: string;
  /** Percent of the entry price; absent of trades that were stored without. */
  readonly adversePercent?: number | undefined;
  readonly favourablePercent?: number | undefined;
}

const KNOWN_RULES = [
  'exit',
  'stop',
  'target',
  'trailing',
  'square_off',
  'max_hold',
  'owner_exit',
  'end_of_data',
  'ex_date',
] as const;

/** Why a trade was left, in words; a rule that this page does not know by its name. */
export function exitRuleText(rule: string, t: TFunction): string {
  const known = KNOWN_RULES.find((each) => each === rule);
  return known ? t(`strategies.exitRule.${known}`) : rule;
}

/**
 * The columns of a file of trades: everything that is known of each, one fact a column, so that a program can add up and
 * sort. Amounts are rupees with two decimals, moments ISO 8601 with India's offset.
 *
 * @param afterCharges whether charges were counted: a result that none were taken off is not called one after charges
 */
export function tradeFile(t: TFunction, afterCharges: boolean): readonly FileColumn<FiledTrade>[] {
  const trade = 'strategies.trade';
  const net = t(afterCharges ? 'strategies.report.parts.net' : 'backtests.report.netUncharged');
  return [
    { header: t(`${trade}.symbol`), value: ({ symbol }) => symbol },
    { header: t(`${trade}.side`), value: ({ direction }) => t(`${trade}.${direction}`) },
    { header: t(`${trade}.quantity`), value: ({ quantity }) => quantity },
    { header: t(`${trade}.entryAt`), value: ({ entryAt }) => entryAt },
    { header: t(`${trade}.entryPrice`), value: ({ entryPrice }) => entryPrice.toFixed(2) },
    { header: t(`${trade}.exitAt`), value: ({ exitAt }) => exitAt },
    { header: t(`${trade}.exitPrice`), value: ({ exitPrice }) => exitPrice.toFixed(2) },
    { header: t(`${trade}.exitRule`), value: ({ exitRule }) => exitRuleText(exitRule, t) },
    {
      header: t('strategies.report.parts.gross'),
      value: ({ pnlPaise, chargesPaise }) => plainRupees(pnlPaise + chargesPaise),
    },
    { header: t(`${trade}.charges`), value: ({ chargesPaise }) => plainRupees(chargesPaise) },
    { header: net, value: ({ pnlPaise }) => plainRupees(pnlPaise) },
    { header: t(`${trade}.favourable`), value: ({ favourablePercent }) => favourablePercent?.toFixed(2) },
    { header: t(`${trade}.adverse`), value: ({ adversePercent }) => adversePercent?.toFixed(2) },
    { header: t(`${trade}.reason`), value: ({ reason }) => reason },
  ];
}
