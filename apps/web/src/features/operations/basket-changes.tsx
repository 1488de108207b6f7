import type { OpsBasketDetails } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { dayInFull, percent } from '../../lib/format.ts';
import facts from '../../ui/facts.module.css';
import { Section } from '../../ui/section.tsx';
import { ScrollPart } from '../../ui/table/scroll-part.tsx';
import css from './operations.module.css';

type Version = OpsBasketDetails['change_list'][number];

/** Every version, newest first: since when, why, and each weight before and after. The newest is open. */
export function BasketChanges({ versions }: { readonly versions: readonly Version[] }) {
  const { t } = useTranslation();
  return (
    <Section title={t('operations.baskets.versions')} note={t('operations.baskets.versionsNote')}>
      {versions.length === 0 ? <p className={facts.text}>{t('operations.baskets.noVersion')}</p> : null}
      <ol className={css.versions}>
        {versions.map((version, place) => (
          <li key={version.version}>
            <OneVersion version={version} opened={place === 0} />
          </li>
        ))}
      </ol>
    </Section>
  );
}

function OneVersion({ version, opened }: { readonly version: Version; readonly opened: boolean }) {
  const { t, i18n } = useTranslation();
  const day = dayInFull(version.since, i18n.language);
  return (
    <details open={opened}>
      <summary className={css.versionHead}>
        <strong>{day}</strong> <span>{t('strategies.version', { version: version.version })}</span>
      </summary>
      <p className={facts.text}>{version.reason}</p>
      <WeightChanges label={t('operations.baskets.weightsOf', { day })} changes={version.changes} />
    </details>
  );
}

interface WeightChangesProps {
  readonly label: string;
  readonly changes: readonly Pick<Version['changes'][number], 'symbol' | 'beforePercent' | 'afterPercent'>[];
}

/** Weights before and after, by symbol. */
export function WeightChanges({ label, changes }: WeightChangesProps) {
  const { t } = useTranslation();
  return (
    <ScrollPart label={label}>
      <table className={css.diff}>
        <thead>
          <tr>
            <th scope="col">{t('baskets.nameOfShare')}</th>
            <th scope="col">{t('operations.acts.before')}</th>
            <th scope="col">{t('operations.acts.after')}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ symbol, beforePercent, afterPercent }) => (
            <tr key={symbol}>
              <th scope="row">
                <bdi>{symbol}</bdi>
              </th>
              <td>{beforePercent === 0 ? t('common.none') : percent(beforePercent)}</td>
              <td>{afterPercent === 0 ? t('common.none') : percent(afterPercent)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollPart>
  );
}
