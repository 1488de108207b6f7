import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../lib/use-call.ts';
import type { OutputOfCall } from '../../../lib/wire.ts';
import { Button } from '../../../ui/button.tsx';
import { CodeField } from '../../../ui/form/code-field.tsx';
import { PasswordField } from '../../../ui/form/fields.tsx';
import { FormBox } from '../../../ui/form/form.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import texts from '../../../ui/texts.module.css';
import { QrCode } from './qr-code.tsx';
import css from './second-factor.module.css';

type Begun = OutputOfCall<'enabletwofactor'>;

interface FactorOffProps {
  readonly onCodes: (codes: readonly string[]) => void;
}

/** The way to switch it on: the password, the secret for the app, a first code. */
export function FactorOff({ onCodes }: FactorOffProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const [begun, setBegun] = useState<Begun>();
  const leave = (): void => {
    setOpen(false);
    setBegun(undefined);
  };
  if (begun) return <FirstCode begun={begun} onCodes={onCodes} onLeave={leave} />;
  return (
    <div className={css.part}>
      <p className={texts.quiet}>{t('accounts.secondFactor.offText')}</p>
      {isOpen ? (
        <PasswordFirst onBegun={setBegun} onLeave={leave} />
      ) : (
        <div>
          <Button onClick={() => setOpen(true)}>{t('accounts.secondFactor.begin')}</Button>
        </div>
      )}
    </div>
  );
}

interface PasswordFirstProps {
  readonly onBegun: (begun: Begun) => void;
  readonly onLeave: () => void;
}

function PasswordFirst({ onBegun, onLeave }: PasswordFirstProps) {
  const { t } = useTranslation();
  const begin = useAction('enabletwofactor', { quiet: true });
  const form = useForm({
    initial: { password: '' },
    check: ({ password }) => (password === '' ? { password: t('accounts.problems.passwordMissing') } : {}),
    submit: async (values) => onBegun(await begin.mutateAsync(values)),
  });
  const { ref } = form;
  useEffect(() => ref.current?.querySelector('input')?.focus(), [ref]);
  return (
    <div className={css.form}>
      <FormBox
        form={form}
        verb={t('accounts.secondFactor.begin')}
        beside={
          <span className={css.leave}>
            <Button look="quiet" onClick={onLeave} disabled={form.busy}>
              {t('common.cancel')}
            </Button>
          </span>
        }
      >
        <PasswordField
          {...form.field('password')}
          label={t('accounts.security.current')}
          help={t('accounts.secondFactor.beginNote')}
          autoComplete="current-password"
          maxLength={128}
        />
      </FormBox>
    </div>
  );
}

interface FirstCodeProps extends FactorOffProps {
  readonly begun: Begun;
  readonly onLeave: () => void;
}

/** The secret as a picture and as text; it counts once a code of it was seen. */
function FirstCode({ begun, onCodes, onLeave }: FirstCodeProps) {
  const { t } = useTranslation();
  const confirm = useAction('confirmtwofactor', { quiet: true, refreshes: ['myprofile', 'mysessions'] });
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => (code.trim() === '' ? { code: t('form.codeMissing') } : {}),
    submit: async (values) => onCodes((await confirm.mutateAsync(values)).recoveryCodes),
  });
  const { ref } = form;
  useEffect(() => ref.current?.querySelector('input')?.focus(), [ref]);
  return (
    <div className={css.setup}>
      <QrCode text={begun.otpauthUri} label={t('accounts.secondFactor.qr')} />
      <div className={css.part}>
        <p>{t('accounts.secondFactor.scan')}</p>
        <p className={texts.quiet}>{t('accounts.secondFactor.cannotScan')}</p>
        <code className={texts.code}>{begun.secret.replace(/.{4}(?=.)/g, '$& ')}</code>
        <FormBox
          form={form}
          verb={t('accounts.secondFactor.confirm')}
          beside={
            <span className={css.leave}>
              <Button look="quiet" onClick={onLeave} disabled={form.busy}>
                {t('common.cancel')}
              </Button>
            </span>
          }
        >
          <CodeField {...form.field('code')} help={t('accounts.secondFactor.confirmNote')} />
        </FormBox>
      </div>
    </div>
  );
}
