import type { Badge, PortfolioSale } from '@trickdesk/contract';
import type { TFunction } from 'i18next';
import { count, dayInFull } from '../../lib/format.ts';
import { Gain, Money } from '../../ui/figures/figures.tsx';
import type { TableColumn } from '../../ui/table/column.ts';
import { HolderName } from './spread.tsx';

/** A row for each purchase that a sale was of; in test mode with who sold, live with the account. */
export const saleColumns = (t: TFunction, badge: Badge): readonly TableColumn<PortfolioSale>[] => [
  {
    id: 'symbol',
    header: t('portfolio.overview.instrument'),
    csv: ({ symbol }) => symbol,
    cell: ({ symbol }) => symbol,
  },
  {
    id: 'from',
    header: t(badge === 'test' ? 'portfolio.overview.holder' : 'portfolio.tax.account'),
    priority: 2,
    csv: ({ holder, clientCode }) => holder?.name ?? clientCode ?? '',
    cell: ({ holder, clientCode }) => (holder ? <HolderName holder={holder} /> : clientCode),
  },
  {
    id: 'bought',
    header: t('portfolio.tax.bought'),
    priority: 2,
    width: '7.5rem',
    csv: ({ boughtOn }) => boughtOn ?? '',
    cell: ({ boughtOn }) => (boughtOn === undefined ? t('portfolio.tax.terms.unknown') : dayInFull(boughtOn)),
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
  ...moneyColumns(t),
];

const rupeesOf = (paise: number | undefined): number | string => (paise === undefined ? '' : paise / 100);

const moneyColumns = (t: TFunction): TableColumn<PortfolioSale>[] => [
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
    priority: 3,
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
