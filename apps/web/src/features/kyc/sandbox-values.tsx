import { useTranslation } from 'react-i18next';
import facts from '../../ui/facts.module.css';
import { Section } from '../../ui/section.tsx';
import css from './kyc.module.css';

/** The fixed numbers of the sandbox; the README has the others. */
const VALUES = [
  ['aadhaar', '9999 4105 7058'],
  ['code', '123456'],
  ['pan', 'ABCPE1234F'],
  ['ifsc', 'HDFC0001234'],
  ['account', '1234 5678 0000'],
] as const;

/** Shown where nobody is looked up: which numbers the sandbox answers to. */
export function SandboxValues() {
  const { t } = useTranslation();
  return (
    <Section title={t('kyc.sandbox')}>
      <p className={css.lead}>{t('kyc.sandboxText')}</p>
      <dl className={facts.facts}>
        {VALUES.map(([name, value]) => (
          <div key={name}>
            <dt>{t(`kyc.sandboxValues.${name}`)}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
