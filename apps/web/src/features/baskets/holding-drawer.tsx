import type { Holding } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { count } from '../../lib/format.ts';
import { DetailDrawer } from '../../ui/detail-drawer.tsx';
import { Gain, Money } from '../../ui/figures/figures.tsx';
import { useListState } from '../../ui/table/list-state.ts';
import { PartsTable } from '../../ui/table/parts-table.tsx';
import { dayWithYear } from './basis.ts';
import css from './plan.module.css';

/** The tax lots of one holding: when each was bought, for how much, and whether its gain would be short or long term. */
export function HoldingDrawer({ holdings }: { readonly holdings: readonly Holding[] }) {
  const { t } = useTranslation();
  const list = useListState();
  const holding = holdings.find(({ symbol }) => symbol === list.query['holding']);
  return (
    <DetailDrawer
      opened={holding !== undefined}
      onClose={() => list.show({ holding: undefined })}
      title={holding ? t('holdings.lotsOf', { symbol: holding.symbol }) : ''}
    >
      {holding ? (
        <div className={css.box}>
          <dl className={css.facts}>
            <dt>{t('holdings.cost')}</dt>
            <dd>
              <Money paise={holding.costPaise} />
            </dd>
            <dt>{t('baskets.plan.value')}</dt>
            <dd>
              <Money paise={holding.valuePaise} />
            </dd>
            <dt>{t('holdings.pnl')}</dt>
            <dd>
              <Gain paise={holding.pnlPaise} />
            </dd>
          </dl>
          {holding.lots.length === 0 ? (
            <p className={css.quiet}>{t('holdings.noLots')}</p>
          ) : (
            <PartsTable
              head={[t('holdings.bought'), t('holdings.quantity'), t('holdings.cost')]}
              rows={holding.lots.map((lot, i) => ({
                key: `${lot.boughtOn} ${i}`,
                name: dayWithYear(lot.boughtOn),
                notes: [t(`holdings.terms.${lot.term}`)],
                cells: [<span key="quantity">{count(lot.quantity)}</span>, <Money key="cost" paise={lot.costPaise} />],
              }))}
              sum={<Money paise={holding.lots.reduce((sum, { costPaise }) => sum + costPaise, 0)} />}
            />
          )}
        </div>
      ) : null}
    </DetailDrawer>
  );
}
