import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallFailure } from '../../lib/call-failure.ts';
import { useAction } from '../../lib/use-call.ts';
import type { OutputOfCall } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/feedback/toasts.ts';
import { CheckField, TextField } from '../../ui/form/fields.tsx';
import { FormBox } from '../../ui/form/form.tsx';
import { textsOf, useForm } from '../../ui/form/use-form.ts';
import texts from '../../ui/texts.module.css';
import css from './kyc.module.css';
import { aadhaarProblems, type CodeValues, clockText, codeProblems, digitsOf } from './kyc-input.ts';
import { REFRESHED_BY_KYC, VERIFIED_LASTS_MS } from './told.ts';
import { useCountdown } from './use-countdown.ts';

interface Sent extends Readonly<OutputOfCall<'sendAdharOTP'>['response']> {
  readonly sentAt: number;
}

/** First the number and the consent, then the code that UIDAI sends; the number stays in its field all the while. */
export function OtpRoute() {
  const { t } = useTranslation();
  const [sent, setSent] = useState<Sent>();
  const send = useAction('sendAdharOTP', {
    quiet: true,
    onMessage: (text) => showToast({ tone: 'note', text, lastsMs: VERIFIED_LASTS_MS }),
  });
  const form = useForm({
    initial: { aadhaarNumber: '', consent: false },
    check: (values) => textsOf(aadhaarProblems(values), (problem) => t(`kyc.problems.${problem}`)),
    submit: async ({ aadhaarNumber }) => {
      const { response } = await send.mutateAsync({ aadhaarNumber: digitsOf(aadhaarNumber), consent: true });
      setSent({ ...response, sentAt: Date.now() });
    },
  });
  if (sent) {
    const number = digitsOf(form.values.aadhaarNumber).slice(-4);
    return (
      <CodeForm
        key={sent.requestId}
        sent={sent}
        lastDigits={number}
        resending={form.busy}
        resendFailure={form.failure}
        onResend={form.onSubmit}
        onLeave={() => setSent(undefined)}
      />
    );
  }
  return (
    <div className={css.form}>
      <FormBox form={form} verb={t('kyc.sendCode')}>
        <TextField
          {...form.field('aadhaarNumber')}
          label={t('kyc.aadhaarNumber')}
          help={t('kyc.aadhaarHelp')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={14}
        />
        <CheckField {...form.field('consent')} label={t('kyc.consent')} />
      </FormBox>
    </div>
  );
}

interface CodeFormProps {
  readonly sent: Sent;
  readonly lastDigits: string;
  readonly resending: boolean;
  readonly resendFailure: unknown;
  readonly onResend: ReturnType<typeof useForm>['onSubmit'];
  readonly onLeave: () => void;
}

/** The code, how long it lasts, and another one where none came. */
function CodeForm({ sent, lastDigits, resending, resendFailure, onResend, onLeave }: CodeFormProps) {
  const { t } = useTranslation();
  const left = useCountdown(Date.parse(sent.expiresAt));
  const resendIn = useCountdown(sent.sentAt + sent.resendAfterSeconds * 1000);
  const form = useCodeForm(sent.requestId);
  const { ref } = form;
  useEffect(() => ref.current?.querySelector('input')?.focus(), [ref]);
  return (
    <div className={css.form}>
      <p className={texts.quiet}>{t('kyc.codeSent', { digits: lastDigits })}</p>
      <FormBox
        form={form}
        verb={t('kyc.checkCode')}
        beside={
          <span className={css.leave}>
            <Button look="quiet" onClick={onLeave} disabled={form.busy}>
              {t('kyc.otherNumber')}
            </Button>
          </span>
        }
      >
        <TextField
          {...form.field('otp')}
          label={t('kyc.code')}
          help={left > 0 ? t('kyc.codeLasts', { time: clockText(left) }) : t('kyc.codePast')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
        />
      </FormBox>
      <form className={css.resend} onSubmit={onResend}>
        <Button type="submit" look="quiet" small busy={resending} disabled={resendIn > 0}>
          {resendIn > 0 ? t('kyc.resendIn', { time: clockText(resendIn) }) : t('kyc.resend')}
        </Button>
        {resendFailure instanceof CallFailure ? (
          <span className={css.trouble} role="alert">
            {resendFailure.message}
          </span>
        ) : null}
      </form>
    </div>
  );
}

/** A wrong code is an answer and no failure: it is told at the field, with the tries that are left. */
function useCodeForm(requestId: string) {
  const { t } = useTranslation();
  const check = useAction('validateAdharOTP', { quiet: true, refreshes: REFRESHED_BY_KYC });
  return useForm<CodeValues>({
    initial: { otp: '' },
    check: (values) => textsOf(codeProblems(values), (problem) => t(`kyc.problems.${problem}`)),
    submit: async ({ otp }) => {
      const { status } = await check.mutateAsync({ requestId, otp: digitsOf(otp) });
      switch (status.statusCode) {
        case 101:
          return showToast({ tone: 'done', text: t('kyc.aadhaarDone'), lastsMs: VERIFIED_LASTS_MS });
        case 102:
          throw atCode(t('kyc.wrongCode', { count: status.triesLeft, formatted: String(status.triesLeft) }));
        case 103:
          throw atCode(t('kyc.codePast'));
        case 104:
          throw atCode(t('kyc.noTriesLeft'));
      }
    },
  });
}

function atCode(message: string): CallFailure {
  return new CallFailure({ code: 'INVALID_INPUT', status: 422, message, errors: [{ path: 'otp', message }] });
}
