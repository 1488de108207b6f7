import type { RiskSettings } from '@trickdesk/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../lib/use-call.ts';
import { ActionPanel } from '../../ui/action-panel.tsx';
import { Button } from '../../ui/button.tsx';
import facts from '../../ui/facts.module.css';
import { showToast } from '../../ui/feedback/toasts.ts';
import { Moment } from '../../ui/figures/moment.tsx';
import { DayField } from '../../ui/form/day-field.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { Section } from '../../ui/section.tsx';
import texts from '../../ui/texts.module.css';
import { AFTER_RISK, type RiskPanelProps } from './after-risk.ts';
import { lockMoment } from './limit-view.ts';
import css from './risk.module.css';

/** The lock: what holds, and how to set one. */
export function LockSection({ risk }: { readonly risk: RiskSettings }) {
  const { t } = useTranslation();
  const [locking, setLocking] = useState(false);
  const { lock } = risk;
  return (
    <Section title={t('risk.lock.title')}>
      <div className={css.parts}>
        {lock ? (
          <p className={facts.text}>
            {t('risk.lock.holds')} <Moment at={lock.until} wall />
            {t('common.fullStop')} {t('risk.lock.reason', { reason: lock.reason })}
          </p>
        ) : (
          <p className={facts.text}>{t('risk.lock.none')}</p>
        )}
        <Button look="quiet" onClick={() => setLocking(true)}>
          {lock ? t('risk.lock.longer') : t('risk.lock.set')}
        </Button>
      </div>
      <LockPanel opened={locking} onClose={() => setLocking(false)} />
    </Section>
  );
}

function LockPanel({ opened, onClose }: RiskPanelProps) {
  const { t } = useTranslation();
  const lock = useAction('risklock', { quiet: true, refreshes: AFTER_RISK });
  const form = useForm({
    initial: { date: '', time: '15:30', reason: '' },
    fieldOf: (path) => (path === 'until' ? 'date' : path),
    check: ({ date, time, reason }) => ({
      ...(lockMoment(date, time) === undefined ? { date: t('risk.problems.moment') } : {}),
      ...(reason.trim() === '' ? { reason: t('risk.problems.reason') } : {}),
    }),
    submit: async ({ date, time, reason }) => {
      const until = lockMoment(date, time);
      if (until === undefined) return;
      await lock.mutateAsync({ until, reason });
      showToast({ tone: 'done', text: t('risk.lock.done') });
      form.reset();
      onClose();
    },
  });
  return (
    <ActionPanel
      opened={opened}
      onClose={onClose}
      title={t('risk.lock.panelTitle')}
      verb={t('risk.lock.verb')}
      confirmWord={t('risk.lock.word')}
      dangerous
      form={form}
    >
      <ul className={texts.points}>
        <li>{t('risk.lock.stopsEntries')}</li>
        <li>{t('risk.lock.keepsLimits')}</li>
        <li>{t('risk.lock.noWayBack')}</li>
      </ul>
      <div className={css.fields}>
        <DayField
          {...form.field('date')}
          label={t('risk.lock.date')}
          placeholder={t('risk.lock.choose')}
          help={t('risk.lock.dateHelp')}
        />
        <TextField
          {...form.field('time')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={5}
          label={t('risk.lock.time')}
          help={t('risk.lock.timeHelp')}
        />
        <TextField {...form.field('reason')} label={t('risk.lock.why')} help={t('risk.lock.whyHelp')} maxLength={200} />
      </div>
    </ActionPanel>
  );
}
