import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/use-call.ts';
import type { OutputOfCall } from '../../lib/wire.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { SkeletonLines } from '../../ui/feedback/skeleton.tsx';
import layout from '../../ui/layout.module.css';
import { PageHead } from '../../ui/page-head.tsx';
import { Section } from '../../ui/section.tsx';
import texts from '../../ui/texts.module.css';
import { AadhaarStep } from './aadhaar-step.tsx';
import { Doubts } from './doubts.tsx';
import css from './kyc.module.css';
import { PanStep } from './pan-step.tsx';
import { SandboxValues } from './sandbox-values.tsx';
import { StepState } from './step-state.tsx';

export type Profile = OutputOfCall<'myprofile'>['profile'];

/** Who a person is, step by step: Aadhaar, PAN, and the bank account that withdrawals go to. */
export function KycPage() {
  const { t } = useTranslation();
  const state = useCall('myprofile', {});
  return (
    <>
      <PageHead title={t('kyc.title')} lead={t('kyc.lead')} />
      <Loaded state={state} failed={t('kyc.failed')} skeleton={<SkeletonLines label={t('kyc.loading')} lines={10} />}>
        {({ profile }) => (
          <div className={layout.columns}>
            <div className={layout.stack}>
              <Outcome profile={profile} />
              <AadhaarStep profile={profile} />
              <PanStep profile={profile} />
              <BankStep profile={profile} />
            </div>
            <div className={layout.stack}>
              {profile.kyc.sandbox ? <SandboxValues /> : null}
              <Kept />
            </div>
          </div>
        )}
      </Loaded>
    </>
  );
}

/** Where it stands as a whole; nothing while steps are open, since those say it themselves. */
function Outcome({ profile }: { readonly profile: Profile }) {
  const { t } = useTranslation();
  const { status, doubts, reason } = profile.kyc;
  switch (status) {
    case 'none':
      return null;
    case 'pending':
      return <Doubts doubts={doubts} />;
    case 'rejected':
      return (
        <Section title={t('kyc.rejected')} aside={<StepState status="rejected" />}>
          {reason === undefined ? null : <p>{reason}</p>}
          <p className={texts.quiet}>{t('kyc.rejectedText')}</p>
        </Section>
      );
    case 'verified':
      return (
        <Section title={t('kyc.done')} aside={<StepState status="verified" />}>
          <p className={texts.quiet}>{t(profile.grantedForDemo ? 'kyc.doneForDemo' : 'kyc.doneText')}</p>
          {profile.grantedForDemo ? null : (
            <div className={css.next}>
              <ButtonLink to={profile.bank.status === 'none' ? '/profile/bank' : '/my-tricks?type=Test'} small>
                {t(profile.bank.status === 'none' ? 'kyc.addBank' : 'kyc.toTricks')}
              </ButtonLink>
            </div>
          )}
        </Section>
      );
  }
}

function BankStep({ profile }: { readonly profile: Profile }) {
  const { t } = useTranslation();
  const { bank, kyc } = profile;
  const mayAdd = kyc.pan.masked !== undefined;
  return (
    <Section title={t('kyc.steps.bank')} aside={<StepState status={bank.status} />}>
      <div className={css.row}>
        <p className={texts.quiet}>
          {bank.accountMasked === undefined ? t(mayAdd ? 'kyc.bankText' : 'kyc.bankAfterPan') : bank.accountMasked}
        </p>
        {mayAdd ? (
          <ButtonLink to="/profile/bank" look="quiet" small>
            {t(bank.status === 'none' ? 'kyc.addBank' : 'kyc.seeBank')}
          </ButtonLink>
        ) : null}
      </div>
    </Section>
  );
}

/** What becomes of the numbers, in plain words. */
function Kept() {
  const { t } = useTranslation();
  return (
    <Section title={t('kyc.kept')}>
      <ul className={texts.points}>
        <li>{t('kyc.keptAadhaar')}</li>
        <li>{t('kyc.keptPan')}</li>
        <li>{t('kyc.keptBank')}</li>
      </ul>
    </Section>
  );
}
