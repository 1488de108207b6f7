import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { count, rupees } from '../../lib/format.ts';
import { DetailDrawer } from '../../ui/detail-drawer.tsx';
import { Gain, Money, Percent, Signed } from '../../ui/figures/figures.tsx';
import { useListState } from '../../ui/table/list-state.ts';
import { PartsTable } from '../../ui/table/parts-table.tsx';
import { dayWithYear } from './basis.ts';
import { type FigureName, figureIn, sumsOf } from './figure-view.ts';
import type { MyBasketDetails } from './my-basket-page.tsx';
import { OrdersParts } from './order-parts.tsx';
import css from './plan.module.css';

interface DetailsProps {
  readonly details: MyBasketDetails;
}

/** What one figure comes from, down to the flows, orders and lots; its sum is the figure. */
export function FigureDrawer({ details }: DetailsProps) {
  const { t } = useTranslation();
  const list = useListState();
  const figure = figureIn(list.query);
  return (
    <DetailDrawer
      opened={figure !== undefined}
      onClose={() => list.show({ of: undefined })}
      title={figure ? t(`baskets.parts.titles.${figure}`) : ''}
    >
      {figure ? (
        <div className={css.box}>
          <p className={css.quiet}>{t(`baskets.parts.explain.${figure}`)}</p>
          <Parts figure={figure} details={details} />
        </div>
      ) : null}
    </DetailDrawer>
  );
}

function Parts({ figure, details }: DetailsProps & { readonly figure: FigureName }): ReactNode {
  switch (figure) {
    case 'invested':
      return <Flows details={details} />;
    case 'value':
      return <Value details={details} />;
    case 'realised':
      return <Disposals details={details} />;
    case 'unrealised':
      return <Unrealised details={details} />;
    case 'charges':
      return <OrdersParts details={details} />;
    case 'pnl':
      return <Result details={details} />;
    case 'rate':
      return <Rates details={details} />;
  }
}

function Flows({ details }: DetailsProps) {
  const { t } = useTranslation();
  return (
    <PartsTable
      head={[t('baskets.parts.day'), t('baskets.parts.amount')]}
      rows={details.flow_list.map(({ date, cause, amountPaise }, i) => ({
        key: `${date} ${cause} ${i}`,
        name: `${dayWithYear(date)} · ${t(`baskets.parts.causes.${cause}`)}`,
        cells: [<Signed key="amount" paise={amountPaise} />],
      }))}
      sum={<Money paise={sumsOf(details).invested} />}
    />
  );
}

function Value({ details }: DetailsProps) {
  const { t } = useTranslation();
  return (
    <PartsTable
      head={[t('baskets.nameOfShare'), t('baskets.plan.value')]}
      rows={[
        ...details.holdings.map(({ symbol, quantity, valuePaise }) => ({
          key: symbol,
          name: t('baskets.parts.shares', { quantity: count(quantity), symbol }),
          cells: [<Money key="value" paise={valuePaise} />],
        })),
        {
          key: '',
          name: t('baskets.held.cash'),
          cells: [<Money key="value" paise={details.my_basket.cashPaise} />],
        },
      ]}
      sum={<Money paise={sumsOf(details).value} />}
    />
  );
}

function Disposals({ details }: DetailsProps) {
  const { t } = useTranslation();
  if (details.disposals.length === 0) return <p>{t('baskets.parts.nothingSold')}</p>;
  return (
    <PartsTable
      head={[t('baskets.parts.sold'), t('baskets.parts.gain')]}
      rows={details.disposals.map((sale, i) => ({
        key: `${sale.symbol} ${sale.boughtOn} ${sale.soldOn} ${i}`,
        name: t('baskets.parts.shares', { quantity: count(sale.quantity), symbol: sale.symbol }),
        notes: [
          t(`baskets.parts.held.${sale.term}`, { from: dayWithYear(sale.boughtOn), to: dayWithYear(sale.soldOn) }),
          t('baskets.parts.costThenSold', { cost: rupees(sale.costPaise), proceeds: rupees(sale.proceedsPaise) }),
        ],
        cells: [<Gain key="gain" paise={sale.gainPaise} />],
      }))}
      sum={<Gain paise={sumsOf(details).realised} />}
    />
  );
}

function Unrealised({ details }: DetailsProps) {
  const { t } = useTranslation();
  return (
    <PartsTable
      head={[t('baskets.nameOfShare'), t('baskets.parts.gain')]}
      rows={details.holdings.map((holding) => ({
        key: holding.symbol,
        name: t('baskets.parts.shares', { quantity: count(holding.quantity), symbol: holding.symbol }),
        notes: [
          t('baskets.parts.costNowWorth', { cost: rupees(holding.costPaise), value: rupees(holding.valuePaise) }),
        ],
        cells: [<Gain key="gain" paise={holding.pnlPaise} />],
      }))}
      sum={<Gain paise={sumsOf(details).unrealised} />}
    />
  );
}

/** What selling has realised and what is held has gained, less the tax that no tax return counts. */
function Result({ details }: DetailsProps) {
  const { t } = useTranslation();
  const { my_basket: basket } = details;
  return (
    <PartsTable
      head={[t('baskets.parts.part'), t('baskets.parts.amount')]}
      rows={[
        { key: 'realised', name: t('baskets.held.realised'), cells: [<Signed key="a" paise={basket.realisedPaise} />] },
        {
          key: 'unrealised',
          name: t('baskets.held.unrealised'),
          cells: [<Signed key="a" paise={basket.unrealisedPaise} />],
        },
        { key: 'stt', name: t('baskets.parts.stt'), cells: [<Signed key="a" paise={-basket.sttPaise} />] },
      ]}
      sum={<Gain paise={basket.pnlPaise} />}
      note={t('baskets.parts.chargesWithin')}
    />
  );
}

function Rates({ details }: DetailsProps) {
  const { t } = useTranslation();
  const { my_basket: basket, returnsExplained } = details;
  return (
    <>
      <PartsTable
        head={[t('baskets.parts.part'), t('baskets.parts.rate')]}
        rows={[
          {
            key: 'return',
            name: t('baskets.held.return'),
            cells: [<Percent key="r" value={basket.returnPercent} change />],
          },
          { key: 'xirr', name: t('baskets.held.xirr'), cells: [<Percent key="r" value={basket.xirrPercent} change />] },
        ]}
      />
      {returnsExplained === '' ? null : <p>{returnsExplained}</p>}
      {basket.xirrPercent === undefined ? <p className={css.quiet}>{t('baskets.parts.noXirr')}</p> : null}
      <Flows details={details} />
    </>
  );
}
