import type { TrickItem } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { count, wholeRupees } from '../../lib/format.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { Percent } from '../../ui/figures/figures.tsx';
import { Sparkline } from '../../ui/figures/sparkline.tsx';
import { TrackLines } from '../../ui/figures/track-lines.tsx';
import { badgeOfRecord, basisLine, drawdownOf } from './basis.ts';
import css from './strategies.module.css';

/** One trick of the catalogue. Its figures never stand without what they rest on. */
export function TrickCard({ trick }: { readonly trick: TrickItem }) {
  const { t } = useTranslation();
  return (
    <article className={css.card}>
      <header className={css.cardHead}>
        <h2 className={css.cardTitle}>
          <AppLink to={`/tricks/${trick.TricksId}`} className={css.cover}>
            {trick.name}
          </AppLink>
        </h2>
        {trick.cloned ? <span className={css.tag}>{t('strategies.cloned')}</span> : null}
      </header>
      <p className={css.summary}>{trick.summary}</p>
      <ul className={css.facts}>
        <li>{t(`strategies.category.${trick.category}`)}</li>
        <li>{t(`strategies.segment.${trick.segment}`)}</li>
        <li>{t(`strategies.risk.${trick.risk}`)}</li>
        <li>{t('strategies.capitalFrom', { amount: wholeRupees(trick.minCapitalPaise) })}</li>
        {trick.planRequired ? <li>{t('strategies.plan', { plan: trick.planRequired })}</li> : null}
      </ul>
      <Record trick={trick} />
      <Figures trick={trick} />
    </article>
  );
}

/** What users made of it: what it is ranked by, so before its back-test. */
function Record({ trick: { record } }: { readonly trick: TrickItem }) {
  const { t } = useTranslation();
  if (!record) return null;
  return (
    <div className={css.cardRecord}>
      <dl className={css.pairs}>
        <div className={css.main}>
          <dt>{t('strategies.record')}</dt>
          <dd>
            <Percent value={record.returnPercent} change />
          </dd>
        </div>
        <div>
          <dt>{t('strategies.rank')}</dt>
          <dd>
            <bdi>{t('strategies.rankOf', { rank: count(record.rank), of: count(record.of) })}</bdi>
          </dd>
        </div>
      </dl>
      <TrackLines track={record} mode={t(`mode.${badgeOfRecord(record)}`)} />
    </div>
  );
}

function Figures({ trick }: { readonly trick: TrickItem }) {
  const { t } = useTranslation();
  if (trick.returnsHidden) return <p className={css.pending}>{t('strategies.returnsHidden')}</p>;
  if (!trick.basis) return <p className={css.pending}>{t('strategies.noFigures')}</p>;
  return (
    <div className={css.cardFoot}>
      <div className={css.cardFigures}>
        <dl className={css.pairs}>
          <div className={css.main}>
            <dt>{t('strategies.backTestReturn')}</dt>
            <dd>
              <Percent value={trick.returnTotalPercent} change />
            </dd>
          </div>
          <div>
            <dt>{t('strategies.drawdown')}</dt>
            <dd>
              <Percent value={drawdownOf(trick)} />
            </dd>
          </div>
          <div>
            <dt>{t('strategies.winRate')}</dt>
            <dd>
              <Percent value={trick.winRatePercent} />
            </dd>
          </div>
        </dl>
        <Sparkline
          values={trick.sparkline ?? []}
          label={t('strategies.curve', { name: trick.name })}
          width={88}
          height={36}
        />
      </div>
      <p className={css.basis}>{basisLine(trick, t)}</p>
    </div>
  );
}
