import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { routeId } from '../../lib/route-id.ts';
import { readRulesToTest } from '../../lib/rules-to-test.ts';
import { session } from '../../lib/send.ts';
import { useCall } from '../../lib/use-call.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { Skeleton, SkeletonBar } from '../../ui/feedback/skeleton.tsx';
import layout from '../../ui/layout.module.css';
import { PageHead } from '../../ui/page-head.tsx';
import { Section } from '../../ui/section.tsx';
import { useListState } from '../../ui/table/list-state.ts';
import css from './backtests.module.css';
import { StartForm } from './start-form.tsx';
import { namedBy, type StartValues, type Subject, valuesOf } from './start-input.ts';
import { TrickChoice } from './trick-choice.tsx';

/**
 * What is to be tested. It stands in the address, so that other pages lead here: `trick` names a trick, `of` a back-test
 * that is to be made again, and `rules` says that they come unsaved from the builder.
 */
export function StartBacktestPage() {
  const { t } = useTranslation();
  const list = useListState();
  const TricksId = routeId(list.query['trick']);
  const again = routeId(list.query['of']);
  return (
    <div className={layout.stack}>
      <PageHead
        title={t('backtests.new')}
        lead={t('backtests.newLead')}
        crumb={<BackLink to="/backtests">{t('backtests.title')}</BackLink>}
      />
      <div className={css.narrow}>
        <Section title={t('backtests.form.title')}>
          <div className={layout.stack}>
            {again !== undefined ? (
              <Again key={again} BacktestId={again} />
            ) : list.query['rules'] !== undefined ? (
              <OfRules />
            ) : (
              <>
                <TrickChoice value={TricksId} onChange={(id) => list.set({ trick: id?.toString() })} />
                {TricksId === undefined ? null : <Of key={TricksId} subject={{ TricksId }} />}
              </>
            )}
          </div>
        </Section>
      </div>
    </div>
  );
}

/** A back-test that was made before, with all that was asked for then. */
function Again({ BacktestId }: { readonly BacktestId: number }) {
  const { t } = useTranslation();
  const made = useCall('getUserBacktest', { BacktestId });
  return (
    <Loaded state={made} failed={t('backtests.failedToLoad')} skeleton={<FormSkeleton />}>
      {({ backtest }) => {
        if (!backtest) return null;
        const { TricksId, definition = {}, name } = backtest;
        return (
          <>
            <p>{t('backtests.form.again', { name, id: BacktestId })}</p>
            <Of subject={TricksId === undefined ? { definition, name } : { TricksId }} before={valuesOf(backtest)} />
          </>
        );
      }}
    </Loaded>
  );
}

/** What stands in the builder and is saved nowhere. */
function OfRules() {
  const { t } = useTranslation();
  const kept = useMemo(() => readRulesToTest(localStorage, session.user()?.userId), []);
  const { name = '', writtenAt = '/builder' } = kept ?? {};
  const subject = kept && { definition: kept.definition, ...(name === '' ? {} : { name }) };
  return (
    <>
      <p>
        {kept
          ? t('backtests.form.unsaved', { name: name || t('backtests.form.unnamed') })
          : t('backtests.form.noRules')}
      </p>
      <div>
        <ButtonLink to={writtenAt} look="quiet" small>
          {t('backtests.form.toBuilder')}
        </ButtonLink>
      </div>
      {subject ? <Of subject={subject} capitalPaise={kept.capitalPaise} /> : null}
    </>
  );
}

interface OfProps {
  readonly subject: Subject;
  readonly before?: StartValues;
  /** What the rules are meant for, where no trick says it. */
  readonly capitalPaise?: number;
}

function Of({ subject, before, capitalPaise }: OfProps) {
  const { t } = useTranslation();
  const coverage = useCall('backtestCoverage', namedBy(subject));
  return (
    <Loaded state={coverage} failed={t('backtests.form.failed')} skeleton={<FormSkeleton />}>
      {(start) => <StartForm subject={subject} start={start} before={before} capitalPaise={capitalPaise} />}
    </Loaded>
  );
}

function FormSkeleton() {
  const { t } = useTranslation();
  return (
    <Skeleton label={t('backtests.form.loading')}>
      <SkeletonBar height="320px" />
    </Skeleton>
  );
}
