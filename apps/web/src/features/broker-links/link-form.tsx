import type { BrokerDetails } from '@trickdesk/contract';
import { Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../lib/use-call.ts';
import { Button } from '../../ui/button.tsx';
import { later } from '../../ui/feedback/later.tsx';
import { showToast } from '../../ui/feedback/toasts.ts';
import { CheckField, PasswordField, TextField } from '../../ui/form/fields.tsx';
import { FormBox } from '../../ui/form/form.tsx';
import { textsOf, useForm } from '../../ui/form/use-form.ts';
import { Section } from '../../ui/section.tsx';
import css from './broker.module.css';
import { linkInput, linkProblems } from './link-input.ts';

const SimHint = later(async () => (await import('./sim-hint.tsx')).SimHint);

interface LinkFormProps {
  readonly kind: 'first' | 'another' | 'again';
  /** The account that is signed in again. */
  readonly again: BrokerDetails | undefined;
  readonly linkedCodes: readonly string[];
  readonly simulated: boolean;
  /** Whether this server may keep a PIN and a secret. */
  readonly mayStore: boolean;
  readonly onDone: () => void;
  /** Closes a form that was opened by hand: that one takes the focus too. */
  readonly onLeave: (() => void) | undefined;
}

/** Signs in at the broker. PIN and code go straight there; a refusal keeps what was typed. */
export function LinkForm({ kind, again, linkedCodes, simulated, mayStore, onDone, onLeave }: LinkFormProps) {
  const { t } = useTranslation();
  const link = useAction('linkangelone', {
    quiet: true,
    refreshes: ['getangelone', 'headerdata', 'home', 'readiness'],
  });
  const form = useForm({
    initial: { clientCode: again?.clientCode ?? '', apiKey: '', pin: '', totp: '', daily: false, totpSecret: '' },
    check: (values) =>
      textsOf(linkProblems(values, again ? [] : linkedCodes), (problem) =>
        t(`brokerLinks.problems.${problem}`, { clientCode: values.clientCode.trim().toUpperCase() }),
      ),
    // Signing in again there is no field for the code: what is refused about it stands above the button.
    fieldOf: (path) => (again && path === 'clientCode' ? '' : path),
    submit: async (values) => {
      const { broker_angelone_details: account } = await link.mutateAsync(linkInput(values));
      showToast({ tone: 'done', text: t('brokerLinks.linked', { clientCode: account.clientCode }) });
      onDone();
    },
  });
  const { ref } = form;
  const asked = onLeave !== undefined;
  useEffect(() => {
    if (asked) ref.current?.querySelector('input')?.focus();
  }, [asked, ref]);
  return (
    <Section title={t(`brokerLinks.formTitle.${kind}`)}>
      {simulated ? (
        <Suspense fallback={<div className={css.hintPlace} />}>
          <SimHint clientCode={again?.clientCode} linkedCodes={linkedCodes} onFill={form.set} />
        </Suspense>
      ) : null}
      <FormBox
        form={form}
        verb={again ? t('brokerLinks.linkAgain') : t('brokerLinks.link')}
        beside={
          onLeave ? (
            <span className={css.leave}>
              <Button look="quiet" onClick={onLeave} disabled={form.busy}>
                {t('common.cancel')}
              </Button>
            </span>
          ) : null
        }
      >
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
        {again?.autoSignIn && !form.values.daily ? <p className={css.warning}>{t('brokerLinks.endsDaily')}</p> : null}
      </FormBox>
    </Section>
  );
}
