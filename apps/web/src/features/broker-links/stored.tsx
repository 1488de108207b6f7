import { useTranslation } from 'react-i18next';
import { Section } from '../../ui/section.tsx';
import css from './broker.module.css';

/** In plain words: what is kept, what is forgotten, what cannot be done. */
export function Stored() {
  const { t } = useTranslation();
  return (
    <Section title={t('brokerLinks.storedTitle')}>
      <dl className={css.facts}>
        <div>
          <dt>{t('brokerLinks.storedKept')}</dt>
          <dd>{t('brokerLinks.storedKeptText')}</dd>
        </div>
        <div>
          <dt>{t('brokerLinks.storedForgotten')}</dt>
          <dd>{t('brokerLinks.storedForgottenText')}</dd>
        </div>
        <div>
          <dt>{t('brokerLinks.storedNever')}</dt>
          <dd>{t('brokerLinks.storedNeverText')}</dd>
        </div>
      </dl>
    </Section>
  );
}
