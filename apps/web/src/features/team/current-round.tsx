import type { RewardRound } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { count, dayInFull, rupees } from '../../lib/format.ts';
import { Progress } from '../../ui/feedback/progress.tsx';
import { Section } from '../../ui/section.tsx';
import css from './team.module.css';

/** How far one has come in the round of this month, and what it brings. */
export function CurrentRound({ round: { from, to, target, achieved, rewardPaise } }: { readonly round: RewardRound }) {
  const { t, i18n } = useTranslation();
  const days = { from: dayInFull(from, i18n.language), to: dayInFull(to, i18n.language) };
  return (
    <Section title={t('team.round.title')} note={t('team.round.days', days)}>
      <p className={css.text}>
        {t('team.round.text', { count: target, formatted: count(target), reward: rupees(rewardPaise) })}
      </p>
      <Progress
        text={
          achieved >= target
            ? t('team.round.reached', { achieved: count(achieved), target: count(target) })
            : t('team.round.under', { achieved: count(achieved), target: count(target) })
        }
        done={Math.min(achieved, target)}
        total={target}
      />
    </Section>
  );
}
