import type { Badge, PortfolioSale } from '@trickdesk/contract';
import type { TFunction } from 'i18next';
import type { TableColumn } from '../../ui/table/column.ts';
import { lotColumns } from './lot-columns.tsx';
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
  ...lotColumns<PortfolioSale>(t, { unknownDay: t('portfolio.tax.terms.unknown'), proceedsPriority: 3 }),
];
