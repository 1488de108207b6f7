import type { RaTrade } from '@trickdesk/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { price } from '../../lib/format.ts';
import { Percent } from '../../ui/figures/figures.tsx';
import { Moment } from '../../ui/figures/moment.tsx';
import type { TableColumn } from '../../ui/table/column.ts';
import texts from '../../ui/texts.module.css';
import { CallState, useStateWord } from './call-state.tsx';

export function useCallColumns(): readonly TableColumn<RaTrade>[] {
  const { t } = useTranslation();
  const word = useStateWord();
  return useMemo(
    (): TableColumn<RaTrade>[] => [
      {
        id: 'call',
        header: t('research.call'),
        wide: true,
        csv: ({ side, symbol }) => `${side} ${symbol}`,
        cell: (call) => (
          <span className={texts.twoLines}>
            <span>{t(`research.callOf.${call.side}`, { symbol: call.symbol })}</span>
            {call.name === call.symbol ? null : <span className={texts.sub}>{call.name}</span>}
          </span>
        ),
      },
      {
        id: 'entry',
        header: t('research.entry'),
        align: 'end',
        width: '7rem',
        csv: ({ entryPrice }) => entryPrice,
        cell: ({ entryPrice }) => price(entryPrice),
      },
      {
        id: 'stop',
        header: t('research.stop'),
        align: 'end',
        width: '7rem',
        priority: 2,
        csv: ({ stopPrice }) => stopPrice,
        cell: ({ stopPrice }) => price(stopPrice),
      },
      {
        id: 'targets',
        header: t('research.targets'),
        align: 'end',
        width: '10.5rem',
        priority: 2,
        csv: ({ targets }) => targets.join(' '),
        cell: ({ targets }) => targets.map(price).join(' · '),
      },
      {
        id: 'state',
        header: t('research.outcome'),
        width: '13rem',
        csv: ({ outcome }) => word(outcome),
        cell: ({ outcome, withdrawn }) => <CallState outcome={outcome} withdrawn={withdrawn !== undefined} />,
      },
      {
        id: 'result',
        header: t('research.result'),
        align: 'end',
        width: '7rem',
        priority: 3,
        csv: ({ outcome }) => outcome.resultPercent,
        cell: ({ outcome }) => <Percent value={outcome.resultPercent} change />,
      },
      {
        id: 'time',
        header: t('research.published'),
        width: '9rem',
        sort: { name: 'time', kind: 'time' },
        csv: ({ publishedAt }) => publishedAt,
        cell: ({ publishedAt }) => <Moment at={publishedAt} />,
      },
    ],
    [t, word],
  );
}
