import type { MyBasket } from '@trickdesk/contract';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { count, percent } from '../../lib/format.ts';
import { Explained } from '../../ui/figures/explained.tsx';
import { Gain, Money, Percent } from '../../ui/figures/figures.tsx';
import { StateDot } from '../../ui/state-dot.tsx';
import type { TableColumn } from '../../ui/table/column.ts';
import texts from '../../ui/texts.module.css';
import { progressOf, statusTone } from './run-view.ts';

export function useMyBasketColumns(): readonly TableColumn<MyBasket>[] {
  const { t } = useTranslation();
  return useMemo(() => [...stateColumns(t), ...resultColumns(t), ...careColumns(t)], [t]);
}

const stateColumns = (t: TFunction): TableColumn<MyBasket>[] => [
  {
    id: 'name',
    header: t('baskets.name'),
    csv: ({ name }) => name,
    cell: (basket) => (
      <span className={texts.twoLines}>
        <span>{basket.name}</span>
        <span className={texts.sub}>{underWay(basket, t)}</span>
      </span>
    ),
  },
  {
    id: 'status',
    header: t('baskets.mine.status'),
    width: '7rem',
    csv: ({ status }) => t(`baskets.mine.statuses.${status}`),
    cell: (basket) => <StateDot tone={statusTone(basket)}>{t(`baskets.mine.statuses.${basket.status}`)}</StateDot>,
  },
];

const resultColumns = (t: TFunction): TableColumn<MyBasket>[] => [
  {
    id: 'invested',
    header: t('baskets.mine.invested'),
    align: 'end',
    priority: 2,
    width: '8rem',
    csv: ({ investedPaise }) => investedPaise / 100,
    cell: ({ myBasketId, investedPaise }) => (
      <Explained ask={{ figure: 'basketInvested', myBasketId }} value={investedPaise}>
        <Money paise={investedPaise} />
      </Explained>
    ),
  },
  {
    id: 'value',
    header: t('baskets.mine.value'),
    align: 'end',
    width: '8rem',
    csv: ({ valuePaise }) => valuePaise / 100,
    cell: ({ myBasketId, valuePaise }) => (
      <Explained ask={{ figure: 'basketValue', myBasketId }} value={valuePaise}>
        <Money paise={valuePaise} live />
      </Explained>
    ),
  },
  {
    id: 'pnl',
    header: t('baskets.mine.pnl'),
    align: 'end',
    width: '9rem',
    csv: ({ pnlPaise }) => pnlPaise / 100,
    cell: (basket) => (
      <span className={texts.twoLines}>
        <span>
          <Explained ask={{ figure: 'basketPnl', myBasketId: basket.myBasketId }} value={basket.pnlPaise}>
            <Gain paise={basket.pnlPaise} live />
          </Explained>
        </span>
        <span className={texts.sub}>
          <Rate basket={basket} />
        </span>
      </span>
    ),
  },
];

const careColumns = (t: TFunction): TableColumn<MyBasket>[] => [
  {
    id: 'drift',
    header: t('baskets.mine.drift'),
    align: 'end',
    priority: 2,
    width: '8rem',
    csv: ({ driftPercent }) => driftPercent,
    cell: (basket) => (
      <span className={texts.twoLines}>
        <Percent value={basket.status === 'closed' ? undefined : basket.driftPercent} />
        {basket.rebalanceDue ? (
          <span className={texts.sub} title={basket.rebalanceReason}>
            {t('baskets.mine.rebalanceDue')}
          </span>
        ) : null}
      </span>
    ),
  },
  {
    id: 'sip',
    header: t('baskets.mine.sip'),
    priority: 3,
    width: '9rem',
    csv: ({ sip }) => (sip ? sip.amountPaise / 100 : undefined),
    cell: ({ sip }) =>
      sip === undefined || sip.status === 'stopped' ? (
        t('common.none')
      ) : (
        <span className={texts.twoLines}>
          <span data-money="setting">
            <Money paise={sip.amountPaise} form="whole" />
          </span>
          <span className={texts.sub}>
            {t(sip.status === 'paused' ? 'baskets.sip.paused' : `baskets.sip.frequencies.${sip.frequency}`)}
          </span>
        </span>
      ),
  },
];

/** What is under way, or how many shares have no price of today. */
function underWay({ run, stalePrices }: MyBasket, t: TFunction): string | null {
  if (run && run.state !== 'done' && run.state !== 'stopped') {
    const { filled, total } = progressOf(run.orders);
    const words = `${t(`baskets.run.kinds.${run.kind}`)}: ${t(`baskets.run.states.${run.state}`)}`;
    if (total === 0) return words;
    return `${words} · ${t('baskets.run.filledOf', { filled: count(filled), total: count(total) })}`;
  }
  return stalePrices.length > 0 ? t('baskets.mine.stale', { count: stalePrices.length }) : null;
}

function Rate({ basket }: { readonly basket: MyBasket }) {
  const { t } = useTranslation();
  const { myBasketId, xirrPercent, returnPercent } = basket;
  const figure = xirrPercent === undefined ? 'basketReturn' : 'basketXirr';
  return (
    <Explained ask={{ figure, myBasketId }} value={xirrPercent ?? returnPercent}>
      {rateWords(basket, t)}
    </Explained>
  );
}

/** A year's rate where there is one, the whole time's return else: never one under the other's name. */
export function rateWords({ xirrPercent, returnPercent }: MyBasket, t: TFunction): string | null {
  if (xirrPercent !== undefined) return t('baskets.mine.xirrShort', { rate: percent(xirrPercent, true) });
  if (returnPercent !== undefined) return t('baskets.mine.returnShort', { rate: percent(returnPercent, true) });
  return null;
}
