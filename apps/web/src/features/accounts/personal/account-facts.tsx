import { useTranslation } from 'react-i18next';
import facts from '../../../ui/facts.module.css';
import { MomentDay } from '../../../ui/figures/moment.tsx';
import { Section } from '../../../ui/section.tsx';
import type { Profile } from './personal-input.ts';

/** What the account is known by; none of it can be changed here. */
export function AccountFacts({ profile }: { readonly profile: Profile }) {
  const { t } = useTranslation();
  const rows = [
    { label: t('accounts.personal.email'), value: <bdi>{profile.email}</bdi> },
    { label: t('accounts.personal.username'), value: <bdi>{profile.username}</bdi> },
    { label: t('accounts.personal.memberSince'), value: <MomentDay at={profile.memberSince} /> },
    { label: t('accounts.personal.referralCode'), value: <bdi>{profile.referralCode}</bdi> },
  ];
  return (
    <Section title={t('accounts.personal.account')}>
      <dl className={facts.facts}>
        {rows.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
