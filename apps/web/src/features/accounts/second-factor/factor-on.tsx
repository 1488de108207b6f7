import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../lib/use-call.ts';
import { Button } from '../../../ui/button.tsx';
import { showToast } from '../../../ui/feedback/toasts.ts';
import { CodeField } from '../../../ui/form/code-field.tsx';
import { PasswordField } from '../../../ui/form/fields.tsx';
import { FormBox } from '../../../ui/form/form.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import texts from '../../../ui/texts.module.css';
import css from './second-factor.module.css';

interface FactorOnProps {
  readonly onCodes: (codes: readonly string[]) => void;
}

/** What can be done with one that is on: new recovery codes, or off again; both take the password and a code. */
export function FactorOn({ onCodes }: FactorOnProps) {
  const { t } = useTranslation();
  const [deed, setDeed] = useState<'renew' | 'switchOff'>();
  return (
    <div className={css.part}>
      <p className={texts.quiet}>{t('accounts.secondFactor.onText')}</p>
      {deed ? (
        <Proven key={deed} deed={deed} onCodes={onCodes} onLeave={() => setDeed(undefined)} />
      ) : (
        <div className={css.deeds}>
          <Button look="quiet" onClick={() => setDeed('renew')}>
            {t('accounts.secondFactor.renew')}
          </Button>
          <Button look="quiet" onClick={() => setDeed('switchOff')}>
            {t('accounts.secondFactor.switchOff')}
          </Button>
        </div>
      )}
    </div>
  );
}

interface ProvenProps extends FactorOnProps {
  readonly deed: 'renew' | 'switchOff';
  readonly onLeave: () => void;
}

function Proven({ deed, onCodes, onLeave }: ProvenProps) {
  const { t } = useTranslation();
  const renew = useAction('newrecoverycodes', { quiet: true });
  const switchOff = useAction('disabletwofactor', { quiet: true, refreshes: ['myprofile'] });
  const form = useForm({
    initial: { password: '', code: '' },
    check: ({ password, code }) => ({
      ...(password === '' ? { password: t('accounts.problems.passwordMissing') } : {}),
      ...(code.trim() === '' ? { code: t('form.codeMissing') } : {}),
    }),
    submit: async (values) => {
      if (deed === 'renew') return onCodes((await renew.mutateAsync(values)).recoveryCodes);
      await switchOff.mutateAsync(values);
      showToast({ tone: 'done', text: t('accounts.secondFactor.isOff') });
    },
  });
  return (
    <div className={css.form}>
      <p>{t(`accounts.secondFactor.${deed}Text`)}</p>
      <FormBox
        form={form}
        verb={t(`accounts.secondFactor.${deed}`)}
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
          autoComplete="current-password"
          maxLength={128}
        />
        <CodeField {...form.field('code')} />
      </FormBox>
    </div>
  );
}
