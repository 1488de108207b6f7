import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keyOf, useAction, useCall } from '../../lib/use-call.ts';
import type { OutputOfCall } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/feedback/toasts.ts';
import { CheckField } from '../../ui/form/fields.tsx';
import { FormBox } from '../../ui/form/form.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import texts from '../../ui/texts.module.css';
import css from './kyc.module.css';
import { REFRESHED_BY_KYC, VERIFIED_LASTS_MS } from './told.ts';

type Started = OutputOfCall<'startdigilocker'>;

/** A person agrees on DigiLocker's own page; this one waits for it and goes on by itself. */
export function DigiLocker() {
  const { t } = useTranslation();
  const [started, setStarted] = useState<Started>();
  const [ended, setEnded] = useState<'denied' | 'expired'>();
  const start = useAction('startdigilocker', { quiet: true });
  const form = useForm({
    initial: { consent: false },
    check: ({ consent }) => (consent ? {} : { consent: t('kyc.problems.consentMissing') }),
    submit: async () => {
      setEnded(undefined);
      setStarted(await start.mutateAsync({ consent: true }));
    },
  });
  if (started) {
    return (
      <Waiting
        started={started}
        onEnd={(state) => {
          setStarted(undefined);
          setEnded(state);
        }}
      />
    );
  }
  return (
    <div className={css.form}>
      <p className={texts.quiet}>{t('kyc.digilockerText')}</p>
      {ended ? (
        <p className={css.trouble} role="alert">
          {t(`kyc.digilockerEnd.${ended}`)}
        </p>
      ) : null}
      <FormBox form={form} verb={t('kyc.startDigilocker')}>
        <CheckField {...form.field('consent')} label={t('kyc.digilockerConsent')} />
      </FormBox>
    </div>
  );
}

const ASK_EVERY_MS = 2_000;

interface WaitingProps {
  readonly started: Started;
  readonly onEnd: (state: 'denied' | 'expired') => void;
}

function Waiting({ started, onEnd }: WaitingProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { requestId } = started;
  const status = useCall('digilockerstatus', { requestId });
  const state = status.data?.state ?? 'waiting';
  useEffect(() => {
    if (state !== 'waiting') return;
    const timer = setInterval(
      () => void client.invalidateQueries({ queryKey: keyOf('digilockerstatus', { requestId }) }),
      ASK_EVERY_MS,
    );
    return () => clearInterval(timer);
  }, [client, requestId, state]);
  useEffect(() => {
    if (state === 'denied' || state === 'expired') onEnd(state);
    if (state !== 'verified') return;
    showToast({ tone: 'done', text: t('kyc.aadhaarDone'), lastsMs: VERIFIED_LASTS_MS });
    for (const name of REFRESHED_BY_KYC) void client.invalidateQueries({ queryKey: keyOf(name) });
  }, [client, onEnd, state, t]);
  return (
    <div className={css.form}>
      <p className={texts.quiet} role="status">
        {t('kyc.digilockerWaits')}
      </p>
      <div className={css.row}>
        <a className={css.open} href={started.url} target="_blank" rel="noreferrer">
          {t('kyc.openDigilocker')}
        </a>
        <Button look="quiet" small onClick={() => onEnd('expired')}>
          {t('common.cancel')}
        </Button>
      </div>
    </div>
  );
}
