import type { TFunction } from 'i18next';
import { count, dayInFull } from '../../lib/format.ts';
import { Gain, Money } from '../../ui/figures/figures.tsx';
import type { TableColumn } from '../../ui/table/column.ts';

/** A purchase that was sold, or a part of one. What the broker does not know of it is not there. */
interface SoldLot {
  readonly boughtOn?: string | undefined;
  readonly soldOn: string;
  readonly quantity: number;
  readonly costPaise?: number | undefined;
  readonly proceedsPaise: number;
  readonly gainPaise?: number | undefined;
}

const rupeesOf = (paise: number | undefined): number | string => (paise === undefined ? '' : paise / 100);

interface LotChoice {
  /** What stands for a day that nobody knows. */
  readonly unknownDay: string;
  /** How soon the proceeds give way where there is little room. */
  readonly proceedsPriority: 2 | 3;
}

/** When a lot was bought and sold, how many, and for how much. */
export const lotColumns = <Row extends SoldLot>(
  t: TFunction,
  { unknownDay, proceedsPriority }: LotChoice,
): TableColumn<Row>[] => [
  {
    id: 'bought',
    header: t('portfolio.tax.bought'),
    priority: 2,
    width: '7.5rem',
    csv: ({ boughtOn }) => boughtOn ?? '',
    cell: ({ boughtOn }) => (boughtOn === undefined ? unknownDay : dayInFull(boughtOn)),
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
    priority: proceedsPriority,
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
