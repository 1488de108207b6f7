import type { BrokerDetails } from '@trickdesk/contract';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../lib/use-call.ts';
import { showToast } from '../../ui/feedback/toasts.ts';
import { CheckField, PasswordField, TextField } from '../../ui/form/fields.tsx';
import { FormBox } from '../../ui/form/form.tsx';
import { textsOf, useForm } from '../../ui/form/use-form.ts';
import { Section } from '../../ui/section.tsx';
import css from './broker.module.css';
import { linkInput, linkProblems } from './link-input.ts';

const SimHint = lazy(async () => ({ default: (await import('./sim-hint.tsx')).SimHint }));

interface LinkFormProps {
  /** The account whose session has ended and is signed in again. */
  readonly again: BrokerDetails | undefined;
  readonly simulated: boolean;
  /** Whether this server may keep a PIN and a secret. */
  readonly mayStore: boolean;
  readonly onDone?: () => void;
}

/** Signs in at the broker. PIN and code go straight there; a refusal keeps what was typed. */
export function LinkForm({ again, simulated, mayStore, onDone }: LinkFormProps) {
  const { t } = useTranslation();
  const link = useAction('linkangelone', {
    quiet: true,
    refreshes: ['getangelone', 'headerdata', 'home', 'readiness'],
  });
  const form = useForm({
    initial: { clientCode: again?.clientCode ?? '', apiKey: '', pin: '', totp: '', daily: false, totpSecret: '' },
    check: (values) => textsOf(linkProblems(values), (problem) => t(`brokerLinks.problems.${problem}`)),
    submit: async (values) => {
      const { broker_angelone_details: account } = await link.mutateAsync(linkInput(values));
      showToast({ tone: 'done', text: t('brokerLinks.linked', { clientCode: account.clientCode }) });
      onDone?.();
    },
  });
  return (
    <Section title={again ? t('brokerLinks.linkAgainTitle') : t('brokerLinks.linkTitle')}>
      {simulated ? (
        <Suspense fallback={<div className={css.hintPlace} />}>
          <SimHint clientCode={again?.clientCode} onFill={form.set} />
        </Suspense>
      ) : null}
      <FormBox form={form} verb={again ? t('brokerLinks.linkAgain') : t('brokerLinks.link')}>
        {again ? (
          <p>
            {t('brokerLinks.clientCode')} <strong>{again.clientCode}</strong>
          </p>
        ) : (
          <TextField
            {...form.field('clientCode')}
            label={t('brokerLinks.clientCode')}
            help={t('brokerLinks.clientCodeHelp')}
            autoComplete="off"
            maxLength={16}
          />
        )}
        <PasswordField
          {...form.field('apiKey')}
          label={t('brokerLinks.apiKey')}
          help={t('brokerLinks.apiKeyHelp')}
          autoComplete="off"
          maxLength={64}
        />
        <PasswordField
          {...form.field('pin')}
          label={t('brokerLinks.pin')}
          help={t('brokerLinks.pinHelp')}
          autoComplete="off"
          inputMode="numeric"
          maxLength={4}
        />
        {form.values.daily ? (
          <PasswordField
            {...form.field('totpSecret')}
            label={t('brokerLinks.totpSecret')}
            help={t('brokerLinks.totpSecretHelp')}
            autoComplete="off"
            maxLength={64}
          />
        ) : (
          <TextField
            {...form.field('totp')}
            label={t('brokerLinks.totp')}
            help={t('brokerLinks.totpHelp')}
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={6}
          />
        )}
        {mayStore ? (
          <CheckField {...form.field('daily')} label={t('brokerLinks.daily')} help={t('brokerLinks.dailyHelp')} />
        ) : null}
      </FormBox>
    </Section>
  );
}
