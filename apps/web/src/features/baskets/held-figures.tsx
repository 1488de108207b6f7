import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AppLink } from '../../ui/app-link.tsx';
import { Explained } from '../../ui/figures/explained.tsx';
import { Gain, Money, Percent } from '../../ui/figures/figures.tsx';
import { FiguresStrip } from '../../ui/figures/figures-strip.tsx';
import type { FigureName } from './figure-view.ts';
import css from './held.module.css';
import type { MyBasketDetails } from './my-basket-page.tsx';

interface DetailsProps {
  readonly details: MyBasketDetails;
}

/** What it came to after charges. Each figure opens to what it comes from. */
export function HeldFigures({ details }: DetailsProps) {
  const { t } = useTranslation();
  const { my_basket: basket, returnsExplained } = details;
  const isClosed = basket.status === 'closed';
  const of = (name: FigureName, value: ReactNode) => (
    <AppLink to={`/my-baskets/${basket.myBasketId}?of=${name}`} className={css.figureLink}>
      {value} <span className="td-visually-hidden">{t('baskets.held.opens')}</span>
    </AppLink>
  );
  const items = [
    {
      label: t('baskets.mine.pnl'),
      value: of('pnl', <Gain paise={basket.pnlPaise} live />),
      note: t('figures.afterCharges'),
      lead: true,
    },
    {
      label: t(isClosed ? 'baskets.held.notBack' : 'baskets.mine.invested'),
      value: of('invested', <Money paise={basket.investedPaise} />),
    },
    { label: t('baskets.mine.value'), value: of('value', <Money paise={basket.valuePaise} live />) },
    {
      label: t('baskets.held.cash'),
      value: (
        <Explained ask={{ figure: 'basketCash', myBasketId: basket.myBasketId }} value={basket.cashPaise}>
          <Money paise={basket.cashPaise} />
        </Explained>
      ),
    },
    { label: t('baskets.held.realised'), value: of('realised', <Gain paise={basket.realisedPaise} />) },
    { label: t('baskets.held.unrealised'), value: of('unrealised', <Gain paise={basket.unrealisedPaise} live />) },
    { label: t('baskets.held.charges'), value: of('charges', <Money paise={basket.chargesPaise} />) },
    basket.xirrPercent === undefined
      ? { label: t('baskets.held.return'), value: of('rate', <Percent value={basket.returnPercent} change />) }
      : {
          label: t('baskets.held.xirr'),
          value: of('rate', <Percent value={basket.xirrPercent} change />),
          note: t('baskets.held.aYear'),
        },
  ];
  return (
    <div>
      <FiguresStrip items={items} />
      {returnsExplained === '' ? null : <p className={css.explained}>{returnsExplained}</p>}
      {basket.stalePrices.length > 0 ? (
        <p className={css.explained}>
          {t('baskets.held.stale', { count: basket.stalePrices.length, symbols: basket.stalePrices.join(', ') })}
        </p>
      ) : null}
    </div>
  );
}
