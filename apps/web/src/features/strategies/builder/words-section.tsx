import { useTranslation } from 'react-i18next';
import { Section } from '../../../ui/section.tsx';
import texts from '../../../ui/texts.module.css';
import css from './builder.module.css';
import { placeName } from './place-name.ts';
import type { Checker } from './use-checker.ts';

/** What the trick does and what it may do at most, in plain words; else everything that is to be mended first. */
export function WordsSection({ checker }: { readonly checker: Checker }) {
  const { t } = useTranslation();
  const { checked, failed } = checker;
  if (!checked || failed) {
    return (
      <Section title={t('builder.contract')}>
        <p className={failed ? css.error : css.quiet}>{t(failed ? 'builder.stopped' : 'builder.reading')}</p>
      </Section>
    );
  }
  const { errors, contract, rules = [] } = checked;
  if (!contract) {
    return (
      <Section title={t('builder.toMend', { count: errors.length })} note={t('builder.toMendNote')}>
        <ul className={texts.points}>
          {errors.map(({ path, message }) => (
            <li key={`${path} ${message}`}>
              <PlaceName path={path} /> {message}
            </li>
          ))}
        </ul>
      </Section>
    );
  }
  return (
    <Section title={t('builder.contract')} note={t('builder.contractNote')}>
      <ul className={texts.points}>
        {contract.sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <h3 className={css.conditionTitle}>{t('builder.rules')}</h3>
      <ol className={texts.numbered}>
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ol>
    </Section>
  );
}

function PlaceName({ path }: { readonly path: string }) {
  const { t } = useTranslation();
  const name = placeName(path, t);
  return name === '' ? null : <span className={css.path}>{t('builder.place', { name })}</span>;
}
