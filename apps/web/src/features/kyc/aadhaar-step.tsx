import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Section } from '../../ui/section.tsx';
import { Segments } from '../../ui/segments.tsx';
import texts from '../../ui/texts.module.css';
import { DigiLocker } from './digilocker.tsx';
import css from './kyc.module.css';
import type { Profile } from './kyc-page.tsx';
import { OtpRoute } from './otp-route.tsx';
import { StepState } from './step-state.tsx';

const ROUTES = ['otp', 'digilocker'] as const;

/** Aadhaar, by a code or through DigiLocker. */
export function AadhaarStep({ profile }: { readonly profile: Profile }) {
  const { t } = useTranslation();
  const { aadhaar, otpRoute } = profile.kyc;
  const [route, setRoute] = useState<(typeof ROUTES)[number]>(otpRoute ? 'otp' : 'digilocker');
  const isOpen = aadhaar.status === 'none';
  return (
    <Section title={t('kyc.steps.aadhaar')} aside={<StepState status={aadhaar.status} />}>
      {isOpen ? (
        <div className={css.step}>
          {otpRoute ? (
            <Segments
              label={t('kyc.route')}
              value={route}
              options={ROUTES.map((value) => ({ value, label: t(`kyc.routes.${value}`) }))}
              onChange={setRoute}
            />
          ) : null}
          {route === 'otp' ? <OtpRoute /> : <DigiLocker />}
        </div>
      ) : (
        <p className={texts.quiet}>{aadhaar.masked ?? t('kyc.notChecked')}</p>
      )}
    </Section>
  );
}
