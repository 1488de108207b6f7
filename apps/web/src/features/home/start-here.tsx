import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { AppLink } from '../../ui/app-link.tsx';
import { Section } from '../../ui/section.tsx';
import type { Home } from './api.ts';
import css from './home.module.css';

type Step = Home['checklist'][number];

const LEADS: Readonly<Partial<Record<Step['step'], string>>> = {
  broker: '/profile/broker',
  first_trick: '/tricks',
  kyc: '/profile/kyc',
  plan: '/activate',
};

/** The first steps of a new person: those that can be taken now. It goes when all are done. */
export function StartHere({ steps }: { readonly steps: readonly Step[] }) {
  const { t } = useTranslation();
  const shown = steps.filter((step) => step.available);
  const done = shown.filter((step) => step.done).length;
  if (done === shown.length) return null;
  return (
    <Section title={t('home.start.title')} note={t('home.start.note', { done, total: shown.length })}>
      <ol className={css.steps}>
        {shown.map((step) => (
          <StepCard key={step.step} step={step} />
        ))}
      </ol>
    </Section>
  );
}

function StepCard({ step }: { readonly step: Step }) {
  const { t } = useTranslation();
  const name = t(`home.start.${step.step}`);
  const to = LEADS[step.step];
  const Mark = step.done ? IconCircleCheckFilled : IconCircle;
  return (
    <li className={css.step} data-done={step.done}>
      <Mark size={20} {...(step.done ? { 'aria-label': t('home.start.done') } : { 'aria-hidden': true })} />
      <p>{to && !step.done ? <AppLink to={to}>{name}</AppLink> : name}</p>
      <p>{t(`home.start.${step.step}Text`)}</p>
    </li>
  );
}
