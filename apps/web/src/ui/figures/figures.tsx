import { useTranslation } from 'react-i18next';
import {
  directionOf,
  directionOfPercent,
  percent,
  price,
  rupees,
  shortAmount,
  signedRupees,
  wholeRupees,
} from '../../lib/format.ts';
import css from './figures.module.css';
import { StaleMark } from './stale-mark.tsx';
import { useFlash } from './use-flash.ts';

const toneOf = (value: number) => css[directionOf(value)] ?? '';

interface MoneyProps {
  /** Whole paise; absent is shown as a dash. */
  readonly paise: number | undefined;
  /** `short`: lakh and crore with the exact amount on hover. `whole`: no paise where there are none. */
  readonly form?: 'exact' | 'short' | 'whole';
  /** Marked while the feed is stale: what something is worth at the last prices. */
  readonly live?: boolean;
}

/** An amount that is neither gain nor loss: capital, charges, funds. */
export function Money({ paise, form = 'exact', live = false }: MoneyProps) {
  const { t } = useTranslation();
  if (paise === undefined) return <span className={css.figure}>{t('common.none')}</span>;
  const short = form === 'short' ? shortAmount(paise) : undefined;
  if (short) {
    return (
      <span className={css.figure} title={rupees(paise)}>
        {t(`common.${short.word}`, { amount: short.amount })}
      </span>
    );
  }
  const amount = form === 'exact' ? rupees(paise) : wholeRupees(paise);
  if (!live) return <span className={css.figure}>{amount}</span>;
  return (
    <span className={`${css.figure} ${css.price} td-live`}>
      {amount}
      <StaleMark />
    </span>
  );
}

interface GainProps {
  readonly paise: number | undefined;
  /** Marked and faint while the feed is stale, and tinted when it changes. */
  readonly live?: boolean;
}

/** A profit or a loss: told apart by its sign as well as its colour. */
export function Gain({ paise, live = false }: GainProps) {
  const { t } = useTranslation();
  const flash = useFlash(live ? paise : undefined);
  if (paise === undefined) return <span className={css.figure}>{t('common.none')}</span>;
  return (
    <span className={`${css.figure} ${css.price} ${toneOf(paise)} ${live ? 'td-live' : ''}`} data-flash={flash}>
      {signedRupees(paise)}
      {live ? <StaleMark /> : null}
    </span>
  );
}

/** A signed amount without colour: one of the steps to a result, which alone is coloured. */
export function Signed({ paise }: { readonly paise: number }) {
  return <span className={css.figure}>{signedRupees(paise)}</span>;
}

interface PercentProps {
  /** 1.5 means 1.5 %; absent is shown as a dash. */
  readonly value: number | undefined;
  /** With a sign, an arrow and a colour: a change. */
  readonly change?: boolean;
}

export function Percent({ value, change = false }: PercentProps) {
  const { t } = useTranslation();
  if (value === undefined) return <span className={css.figure}>{t('common.none')}</span>;
  return (
    <span className={`${css.figure} ${change ? css[directionOfPercent(value)] : ''}`}>{percent(value, change)}</span>
  );
}

interface PriceProps {
  /** Rupees, as the exchange quotes; absent is shown as a dash. */
  readonly value: number | undefined;
  readonly live?: boolean;
  /** Characters that are always taken, so that nothing moves when a digit is added. */
  readonly width?: number;
}

/** A quoted price. When it changes, its ground is tinted for 300 ms. */
export function Price({ value, live = false, width }: PriceProps) {
  const { t } = useTranslation();
  const flash = useFlash(live ? value : undefined);
  return (
    <span
      className={`${css.figure} ${css.price} ${live ? 'td-live' : ''}`}
      data-flash={flash}
      style={width === undefined ? undefined : { minInlineSize: `${width}ch` }}
    >
      {value === undefined ? t('common.none') : price(value)}
      {live ? <StaleMark /> : null}
    </span>
  );
}
