import type { TrickItem } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { count, wholeRupees } from '../../lib/format.ts';
import { CardFoot, CatalogueCard, NoFigures } from '../../ui/catalogue/catalogue-card.tsx';
import { FactLine } from '../../ui/catalogue/fact-line.tsx';
import { Tag } from '../../ui/catalogue/tag.tsx';
import { Percent } from '../../ui/figures/figures.tsx';
import { Sparkline } from '../../ui/figures/sparkline.tsx';
import { TrackLines } from '../../ui/figures/track-lines.tsx';
import { badgeOfRecord, basisLine, drawdownOf } from './basis.ts';
import css from './strategies.module.css';

/** One trick of the catalogue. Its figures never stand without what they rest on. */
export function TrickCard({ trick }: { readonly trick: TrickItem }) {
  const { t } = useTranslation();
  return (
    <CatalogueCard
      name={trick.name}
      to={`/tricks/${trick.TricksId}`}
      tags={trick.cloned ? <Tag>{t('strategies.cloned')}</Tag> : null}
      summary={trick.summary}
      facts={
        <FactLine
          facts={[
            t(`strategies.category.${trick.category}`),
            t(`strategies.segment.${trick.segment}`),
            t(`strategies.risk.${trick.risk}`),
            t('strategies.capitalFrom', { amount: wholeRupees(trick.minCapitalPaise) }),
            trick.planRequired && t('strategies.plan', { plan: trick.planRequired }),
          ]}
        />
      }
    >
      <Record trick={trick} />
      <Figures trick={trick} />
    </CatalogueCard>
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
  if (trick.returnsHidden) return <NoFigures>{t('strategies.returnsHidden')}</NoFigures>;
  if (!trick.basis) return <NoFigures>{t('strategies.noFigures')}</NoFigures>;
  return (
    <CardFoot basis={basisLine(trick, t)}>
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
    </CardFoot>
  );
}
