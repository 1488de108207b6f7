import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../lib/use-call.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { SkeletonLines } from '../../../ui/feedback/skeleton.tsx';
import { Section } from '../../../ui/section.tsx';
import { StateDot } from '../../../ui/state-dot.tsx';
import { FactorOff } from './factor-off.tsx';
import { FactorOn } from './factor-on.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

/** A code of an app beside the password: on, off, and the recovery codes, which are shown once. */
export function SecondFactor() {
  const { t } = useTranslation();
  const state = useCall('myprofile', {});
  const [codes, setCodes] = useState<readonly string[]>();
  const isOn = state.data?.profile.twoFactor;
  return (
    <Section
      title={t('accounts.secondFactor.title')}
      aside={
        isOn === undefined ? null : (
          <StateDot tone={isOn ? 'good' : 'quiet'}>{t(`accounts.secondFactor.${isOn ? 'on' : 'off'}`)}</StateDot>
        )
      }
    >
      {codes ? (
        <RecoveryCodes codes={codes} onKept={() => setCodes(undefined)} />
      ) : (
        <Loaded
          state={state}
          failed={t('accounts.secondFactor.failed')}
          skeleton={<SkeletonLines label={t('accounts.secondFactor.loading')} lines={3} />}
        >
          {({ profile }) => (profile.twoFactor ? <FactorOn onCodes={setCodes} /> : <FactorOff onCodes={setCodes} />)}
        </Loaded>
      )}
    </Section>
  );
}
