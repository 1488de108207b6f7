import type { TaxDisposal } from '@trickdesk/contract';
import type { TFunction } from 'i18next';
import type { TableColumn } from '../../ui/table/column.ts';
import texts from '../../ui/texts.module.css';
import { lotColumns } from './lot-columns.tsx';

/** A row for each purchase that a sale was of. */
export const taxColumns = (t: TFunction): readonly TableColumn<TaxDisposal>[] => [
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
  ...lotColumns<TaxDisposal>(t, { unknownDay: t('common.none'), proceedsPriority: 2 }),
];
