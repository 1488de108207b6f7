import { useTranslation } from 'react-i18next';
import { wholeRupees } from '../../lib/format.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { Section } from '../../ui/section.tsx';
import type { Result } from './result.tsx';
import css from './robo.module.css';

interface SuitsProps {
  readonly suits: Result['suits'];
}

/** Everything of the catalogues whose risk suits the profile, by name: none is put before another. */
export function Suits({ suits }: SuitsProps) {
  const { t } = useTranslation();
  const { basket_list: baskets, trick_list: tricks } = suits;
  return (
    <>
      <Section title={t('robo.suits.baskets')} note={t('robo.suits.byName')}>
        <SuitList
          none={t('robo.suits.noBaskets')}
          items={baskets.map(({ basketId, minInvestmentPaise: least, ...rest }) => ({
            ...{ ...rest, path: `/baskets/${basketId}` },
            least: least === undefined ? undefined : t('robo.suits.from', { least: wholeRupees(least) }),
          }))}
        />
      </Section>
      <Section title={t('robo.suits.tricks')} note={t('robo.suits.byName')}>
        <SuitList
          none={t('robo.suits.noTricks')}
          items={tricks.map(({ TricksId, minCapitalPaise: least, ...rest }) => ({
            ...{ ...rest, path: `/tricks/${TricksId}` },
            least: t('robo.suits.from', { least: wholeRupees(least) }),
          }))}
        />
      </Section>
    </>
  );
}

interface SuitItem {
  readonly path: string;
  readonly name: string;
  readonly summary: string;
  readonly risk: 'low' | 'medium' | 'high';
  readonly least: string | undefined;
}

function SuitList({ items, none }: { readonly items: readonly SuitItem[]; readonly none: string }) {
  const { t } = useTranslation();
  if (items.length === 0) return <p className={css.small}>{none}</p>;
  return (
    <ul className={css.rows}>
      {items.map(({ path, name, summary, risk, least }) => (
        <li key={path} className={css.row}>
          <div className={css.words}>
            <span className={css.title}>
              <AppLink to={path}>{name}</AppLink>
            </span>
            <span className={css.small}>{summary}</span>
          </div>
          <div className={css.share}>
            <span>{t(`robo.suits.risks.${risk}`)}</span>
            {least === undefined ? null : <span className={css.small}>{least}</span>}
          </div>
        </li>
      ))}
    </ul>
  );
}
