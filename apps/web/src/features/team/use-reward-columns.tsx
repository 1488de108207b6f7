import type { RewardEntry } from '@trickdesk/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { rupees } from '../../lib/format.ts';
import { Money, Signed } from '../../ui/figures/figures.tsx';
import { Moment } from '../../ui/figures/moment.tsx';
import { StateDot, type StateTone } from '../../ui/state-dot.tsx';
import type { TableColumn } from '../../ui/table/column.ts';
import texts from '../../ui/texts.module.css';
import css from './team.module.css';

const TONES = { paid: 'good', withheld: 'busy', refused: 'bad', taken_back: 'quiet' } as const satisfies Record<
  RewardEntry['state'],
  StateTone
>;

export function useRewardColumns(): readonly TableColumn<RewardEntry>[] {
  const { t } = useTranslation();
  return useMemo(
    (): TableColumn<RewardEntry>[] => [
      {
        id: 'time',
        header: t('team.rewards.time'),
        sort: { name: 'time', kind: 'time' },
        width: '9rem',
        csv: ({ at }) => at,
        cell: ({ at }) => <Moment at={at} wall />,
      },
      {
        id: 'sentence',
        header: t('team.rewards.what'),
        wide: true,
        csv: (entry) => [entry.sentence, entry.reason].filter(Boolean).join(' '),
        cell: (entry) => <What entry={entry} />,
      },
      {
        id: 'state',
        header: t('team.rewards.state'),
        width: '8rem',
        csv: (entry) =>
          entry.cause === 'reversal' ? t('team.rewards.reversal') : t(`team.rewards.states.${entry.state}`),
        cell: ({ cause, state }) =>
          cause === 'reversal' ? (
            <StateDot tone="quiet">{t('team.rewards.reversal')}</StateDot>
          ) : (
            <StateDot tone={TONES[state]}>{t(`team.rewards.states.${state}`)}</StateDot>
          ),
      },
      {
        id: 'gross',
        header: t('team.rewards.gross'),
        align: 'end',
        width: '8rem',
        priority: 2,
        csv: ({ grossPaise }) => (grossPaise === undefined ? undefined : grossPaise / 100),
        cell: ({ grossPaise }) => <Money paise={grossPaise} />,
      },
      {
        id: 'tds',
        header: t('team.rewards.tds'),
        align: 'end',
        width: '8rem',
        priority: 2,
        csv: ({ tdsPaise }) => (tdsPaise === undefined ? undefined : tdsPaise / 100),
        cell: ({ tdsPaise }) => <Money paise={tdsPaise} />,
      },
      {
        id: 'amount',
        header: t('team.rewards.amount'),
        align: 'end',
        width: '8rem',
        csv: (entry) => signedPaise(entry) / 100,
        cell: (entry) => <Signed paise={signedPaise(entry)} />,
      },
      {
        id: 'balance',
        header: t('team.rewards.balance'),
        align: 'end',
        width: '9rem',
        priority: 3,
        csv: ({ balancePaise }) => (balancePaise === undefined ? undefined : balancePaise / 100),
        cell: ({ balancePaise }) => <Money paise={balancePaise} />,
      },
    ],
    [t],
  );
}

/** What happened, why it is withheld, and what is still to be collected. */
function What({ entry: { sentence, reason, cause, uncollectedPaise } }: { readonly entry: RewardEntry }) {
  const { t } = useTranslation();
  return (
    <span className={texts.twoLines}>
      <span className={css.sentence}>{sentence}</span>
      {reason === undefined ? null : <span className={texts.sub}>{reason}</span>}
      {cause === 'reward' && uncollectedPaise > 0 ? (
        <span className={texts.sub}>{t('team.rewards.uncollected', { sum: rupees(uncollectedPaise) })}</span>
      ) : null}
    </span>
  );
}

function signedPaise({ type, amountPaise }: RewardEntry): number {
  return type === 'C' ? amountPaise : -amountPaise;
}
