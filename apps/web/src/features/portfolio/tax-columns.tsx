import type { TaxDisposal } from '@trickdesk/contract';
import type { TFunction } from 'i18next';
import { count, dayInFull } from '../../lib/format.ts';
import { Gain, Money } from '../../ui/figures/figures.tsx';
import type { TableColumn } from '../../ui/table/column.ts';
import texts from '../../ui/texts.module.css';

const rupeesOf = (paise: number | undefined): number | string => (paise === undefined ? '' : paise / 100);

/** A row for each purchase that a sale was of. */
export const taxColumns = (t: TFunction): readonly TableColumn<TaxDisposal>[] => [
  ...whatColumns(t),
  ...moneyColumns(t),
];

const whatColumns = (t: TFunction): TableColumn<TaxDisposal>[] => [
  {
    id: 'symbol',
    header: t('portfolio.tax.symbol'),
    csv: ({ symbol }) => symbol,
    cell: ({ symbol, isOtherFund }) => (
      <span className={texts.twoLines}>
        <span>{symbol}</span>
        {isOtherFund ? <span className={texts.sub}>{t('portfolio.tax.otherFund')}</span> : null}
      </span>
    ),
  },
  {
    id: 'account',
    header: t('portfolio.tax.account'),
    priority: 3,
    width: '7rem',
    csv: ({ clientCode }) => clientCode,
    cell: ({ clientCode }) => clientCode,
  },
  {
    id: 'term',
    header: t('portfolio.tax.term'),
    csv: ({ term }) => t(`portfolio.tax.terms.${term}`),
    cell: ({ term }) => t(`portfolio.tax.terms.${term}`),
  },
  {
    id: 'bought',
    header: t('portfolio.tax.bought'),
    priority: 2,
    width: '7.5rem',
    csv: ({ boughtOn }) => boughtOn ?? '',
    cell: ({ boughtOn }) => (boughtOn === undefined ? t('common.none') : dayInFull(boughtOn)),
  },
  {
    id: 'sold',
    header: t('portfolio.tax.sold'),
    width: '7.5rem',
    csv: ({ soldOn }) => soldOn,
    cell: ({ soldOn }) => dayInFull(soldOn),
  },
  {
    id: 'quantity',
    header: t('holdings.quantity'),
    align: 'end',
    width: '5rem',
    csv: ({ quantity }) => quantity,
    cell: ({ quantity }) => count(quantity),
  },
];

const moneyColumns = (t: TFunction): TableColumn<TaxDisposal>[] => [
  {
    id: 'cost',
    header: t('portfolio.tax.cost'),
    align: 'end',
    priority: 3,
    width: '8rem',
    csv: ({ costPaise }) => rupeesOf(costPaise),
    cell: ({ costPaise }) => <Money paise={costPaise} />,
  },
  {
    id: 'proceeds',
    header: t('portfolio.tax.proceeds'),
    align: 'end',
    priority: 2,
    width: '8rem',
    csv: ({ proceedsPaise }) => rupeesOf(proceedsPaise),
    cell: ({ proceedsPaise }) => <Money paise={proceedsPaise} />,
  },
  {
    id: 'gain',
    header: t('portfolio.tax.gain'),
    align: 'end',
    width: '8rem',
    csv: ({ gainPaise }) => rupeesOf(gainPaise),
    cell: ({ gainPaise }) => <Gain paise={gainPaise} />,
  },
];
