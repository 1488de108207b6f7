import type { BasketDetails } from '@trickdesk/contract';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { count } from '../../lib/format.ts';
import { LivePrice } from '../../ui/figures/live-gain.tsx';
import { WeightBar } from '../../ui/figures/weight-bar.tsx';
import { Section } from '../../ui/section.tsx';
import type { TableColumn } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import texts from '../../ui/texts.module.css';

type Constituent = BasketDetails['constituents'][number];

const PRICE_WIDTH = 9;

/** What is in it, how much of each, and why. */
export function Constituents({ basket }: { readonly basket: BasketDetails }) {
  const { t } = useTranslation();
  const { constituents } = basket;
  const columns = useMemo(() => columnsOf(constituents, t), [constituents, t]);
  return (
    <Section
      title={t('baskets.constituentsTitle')}
      note={t('baskets.names', { count: constituents.length, formatted: count(constituents.length) })}
      flush
    >
      <DataTable<Constituent>
        bare
        label={t('baskets.constituentsTitle')}
        columns={columns}
        state={{
          data: { rows: constituents, total: constituents.length, pageSize: Math.max(1, constituents.length) },
          error: null,
          refetch: () => undefined,
        }}
        rowKey={({ symbol }) => symbol}
        empty={null}
      />
    </Section>
  );
}

function columnsOf(constituents: readonly Constituent[], t: TFunction): readonly TableColumn<Constituent>[] {
  const largest = Math.max(...constituents.map(({ weightPercent }) => weightPercent), 0);
  return [
    {
      id: 'name',
      header: t('baskets.nameOfShare'),
      wide: true,
      cell: ({ symbol, name, reason }) => (
        <span className={texts.twoLines}>
          <span>
            <strong>{symbol}</strong> {name === symbol ? null : name}
          </span>
          <span className={texts.sub}>{reason}</span>
        </span>
      ),
    },
    {
      id: 'weight',
      header: t('baskets.weight'),
      align: 'end',
      width: '11rem',
      wide: true,
      cell: ({ weightPercent }) => <WeightBar percent={weightPercent} of={largest} />,
    },
    {
      id: 'price',
      header: t('baskets.lastPrice'),
      align: 'end',
      width: '8rem',
      cell: ({ symbol, lastPrice }) => <LivePrice symbol={symbol} known={lastPrice} width={PRICE_WIDTH} />,
    },
  ];
}
