import { useTranslation } from 'react-i18next';
import { count } from '../../lib/format.ts';
import { Price } from '../../ui/figures/figures.tsx';
import { Moment } from '../../ui/figures/moment.tsx';
import texts from '../../ui/texts.module.css';
import css from './orders.module.css';

export function SymbolCell({ symbol, trickName }: { readonly symbol: string; readonly trickName: string }) {
  return (
    <span className={texts.twoLines}>
      <span>{symbol}</span>
      <span className={`${texts.sub} ${css.cut}`} title={trickName}>
        {trickName}
      </span>
    </span>
  );
}

export function SideCell({ side, quantity }: { readonly side: 'buy' | 'sell'; readonly quantity: number }) {
  const { t } = useTranslation();
  return t(side === 'buy' ? 'orders.long' : 'orders.short', { quantity: count(quantity) });
}

interface PriceAndTimeProps {
  readonly price: number | undefined;
  readonly at: string | undefined;
}

export function PriceAndTime({ price, at }: PriceAndTimeProps) {
  return (
    <span className={`${texts.twoLines} ${css.figures}`}>
      <Price value={price} />
      <span className={texts.sub}>
        <Moment at={at} />
      </span>
    </span>
  );
}
