import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { routeId } from '../../lib/route-id.ts';
import { useCall } from '../../lib/use-call.ts';
import type { OutputOfCall } from '../../lib/wire.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { FactLine } from '../../ui/catalogue/fact-line.tsx';
import { Tag } from '../../ui/catalogue/tag.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { Skeleton, SkeletonBar } from '../../ui/feedback/skeleton.tsx';
import layout from '../../ui/layout.module.css';
import { PageHead } from '../../ui/page-head.tsx';
import { ClonePanel } from './clone-panel.tsx';
import { ReportSections } from './report-sections.tsx';
import { TrickAbout } from './trick-about.tsx';
import { useReportWatch } from './use-report-watch.ts';

export type TrickDetails = OutputOfCall<'trickerdetails'>['trick_details'];

/** One trick of the catalogue: what it does, what its back-test says, and the way to try it. */
export function TrickPage() {
  const { t } = useTranslation();
  const id = routeId(useParams({ strict: false }).TricksId);
  if (id === undefined) {
    return (
      <>
        <PageHead title={t('strategies.title')} crumb={<BackToAll />} />
        <Empty title={t('strategies.notThereTitle')} text={t('strategies.notThereText')} action={<BackToAll />} />
      </>
    );
  }
  return <Trick id={id} />;
}

function BackToAll() {
  const { t } = useTranslation();
  return <BackLink to="/tricks">{t('strategies.backToAll')}</BackLink>;
}

function Trick({ id }: { readonly id: number }) {
  const { t } = useTranslation();
  const trick = useCall('trickerdetails', { TricksId: id });
  if (trick.data) return <Details trick={trick.data.trick_details} />;
  if (!trick.error) return <TrickSkeleton />;
  return (
    <>
      <PageHead title={t('strategies.title')} crumb={<BackToAll />} />
      <div className={layout.box}>
        <ErrorState failure={trick.error} title={t('strategies.failed')} onRetry={() => void trick.refetch()} />
      </div>
    </>
  );
}

function Details({ trick }: { readonly trick: TrickDetails }) {
  const { t } = useTranslation();
  const [cloning, setCloning] = useState(false);
  useReportWatch(trick.reportStatus);
  return (
    <div className={layout.stack}>
      <PageHead
        title={trick.name}
        lead={trick.summary}
        crumb={<BackToAll />}
        beside={trick.cloned ? <Tag>{t('strategies.cloned')}</Tag> : null}
        actions={
          <>
            <ButtonLink to={`/backtests/new?trick=${trick.TricksId}`} look="quiet">
              {t('strategies.backtest')}
            </ButtonLink>
            <Button onClick={() => setCloning(true)}>
              {trick.cloned ? t('strategies.cloneAgain') : t('strategies.clone')}
            </Button>
          </>
        }
      />
      <FactLine
        facts={[
          t(`strategies.category.${trick.category}`),
          t(`strategies.segment.${trick.segment}`),
          t(`strategies.risk.${trick.risk}`),
          t(`strategies.intervals.${trick.interval}`),
          t('strategies.by', { author: trick.author }),
        ]}
      />
      <div className={layout.columns}>
        <div className={layout.stack}>
          <ReportSections trick={trick} />
        </div>
        <TrickAbout trick={trick} />
      </div>
      <ClonePanel trick={trick} opened={cloning} onClose={() => setCloning(false)} />
    </div>
  );
}

function TrickSkeleton() {
  const { t } = useTranslation();
  return (
    <Skeleton label={t('strategies.loading')}>
      <div className={layout.stack}>
        <SkeletonBar width="320px" height="28px" />
        <SkeletonBar width="60%" />
        <div className={layout.columns}>
          <div className={layout.stack}>
            <SkeletonBar height="160px" />
            <SkeletonBar height="340px" />
            <SkeletonBar height="220px" />
          </div>
          <div className={layout.stack}>
            <SkeletonBar height="260px" />
            <SkeletonBar height="200px" />
          </div>
        </div>
      </div>
    </Skeleton>
  );
}
