import { useParams } from '@tanstack/react-router';
import type { BacktestRun, OpsPublicationDetails } from '@trickdesk/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { count, dayInFull, wholeRupees } from '../../lib/format.ts';
import { mayDecide } from '../../lib/may-read.ts';
import { routeId } from '../../lib/route-id.ts';
import { useCall } from '../../lib/use-call.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { BackLink } from '../../ui/back-link.tsx';
import facts from '../../ui/facts.module.css';
import { Empty } from '../../ui/feedback/empty.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { PageSkeleton } from '../../ui/feedback/page-skeleton.tsx';
import { Percent } from '../../ui/figures/figures.tsx';
import { Moment } from '../../ui/figures/moment.tsx';
import layout from '../../ui/layout.module.css';
import { PageHead } from '../../ui/page-head.tsx';
import { Section } from '../../ui/section.tsx';
import { StateDot } from '../../ui/state-dot.tsx';
import { DecideTrick, RetireTrick } from './decide-trick.tsx';
import { EvidenceDot } from './evidence-dot.tsx';
import { FactRows } from './fact-rows.tsx';
import css from './operations.module.css';
import { PersonLink } from './person-lines.tsx';
import { STATE_TONES, shownState } from './tricks-view.ts';

interface OpsTrickPageProps {
  /** The report of a back-test, as its owner reads it. */
  readonly show: (report: BacktestRun) => ReactNode;
}

/** One version that was submitted: its rules, what it may do, what backs it, and the decision. */
export function OpsTrickPage({ show }: OpsTrickPageProps) {
  const id = routeId(useParams({ strict: false }).publicationId);
  return id === undefined ? <NoSuchTrick /> : <TrickLoader key={id} id={id} show={show} />;
}

function TrickLoader({ id, show }: OpsTrickPageProps & { readonly id: number }) {
  const { t } = useTranslation();
  const state = useCall('opstrick', { publicationId: id });
  if (state.error?.is('NOT_FOUND')) return <NoSuchTrick />;
  return (
    <div className={layout.stack}>
      {state.data ? null : <PageHead title={t('operations.tricks.one')} crumb={<BackToQueue />} />}
      <Loaded
        state={state}
        failed={t('operations.tricks.failed')}
        skeleton={<PageSkeleton label={t('operations.tricks.loading')} main={[240, 260]} side={[200]} />}
      >
        {({ publication }) => <TrickView publication={publication} show={show} />}
      </Loaded>
    </div>
  );
}

function BackToQueue() {
  const { t } = useTranslation();
  return <BackLink to="/ops/tricks">{t('operations.tricks.title')}</BackLink>;
}

function NoSuchTrick() {
  const { t } = useTranslation();
  return (
    <div className={layout.stack}>
      <PageHead title={t('operations.tricks.one')} crumb={<BackToQueue />} />
      <div className={layout.box}>
        <Empty title={t('operations.tricks.missing')} text={t('operations.tricks.missingText')} />
      </div>
    </div>
  );
}

interface TrickProps {
  readonly publication: OpsPublicationDetails;
}

function TrickView({ publication, show }: TrickProps & OpsTrickPageProps) {
  const { t } = useTranslation();
  const { name, version, report } = publication;
  const state = shownState(publication);
  return (
    <>
      <PageHead
        title={name}
        crumb={<BackToQueue />}
        lead={t('operations.tricks.versionBy', { version, author: publication.person.fullName })}
        beside={<StateDot tone={STATE_TONES[state]}>{t(`operations.tricks.states.${state}`)}</StateDot>}
      />
      <div className={layout.columns}>
        <div className={layout.stack}>
          <Words publication={publication} />
        </div>
        <div className={layout.stack}>
          <About publication={publication} />
          <Decision publication={publication} />
        </div>
      </div>
      {report ? show(report) : <p className={facts.text}>{t('operations.tricks.noReport')}</p>}
    </>
  );
}

/** What its owner says, the rules, and what they allow at most. */
function Words({ publication }: TrickProps) {
  const { t } = useTranslation();
  const { description, rules, contract, minCapitalPaise, note } = publication;
  return (
    <>
      <Section title={t('operations.tricks.description')}>
        <div className={css.part}>
          <p className={css.deed}>{description}</p>
          {note === '' ? null : <p className={facts.text}>{t('operations.tricks.ownNote', { note })}</p>}
        </div>
      </Section>
      <Section title={t('operations.tricks.rules')}>
        <Sentences sentences={rules} />
      </Section>
      <Section
        title={t('operations.tricks.contract')}
        note={t('operations.tricks.contractNote', { amount: wholeRupees(minCapitalPaise) })}
      >
        <Sentences sentences={contract.sentences} />
      </Section>
    </>
  );
}

function Sentences({ sentences }: { readonly sentences: readonly string[] }) {
  return (
    <ul className={css.points}>
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

function About({ publication }: TrickProps) {
  const { t, i18n } = useTranslation();
  const { person, backtest, evidence, offeredVersion, publishedTricksId, decidedAt, reason } = publication;
  const days = { from: dayInFull(backtest.from_date, i18n.language), to: dayInFull(backtest.to_date, i18n.language) };
  return (
    <Section title={t('operations.tricks.about')}>
      <FactRows
        rows={[
          [t('operations.tricks.owner'), <PersonLink key="person" person={person} />],
          [t('operations.kyc'), t(person.kycVerified ? 'operations.kycVerified' : 'operations.kycOpen')],
          [t('strategies.categoryFilter'), t(`strategies.category.${publication.category}`)],
          [t('strategies.riskFilter'), t(`strategies.risk.${publication.risk}`)],
          [t('strategies.capital'), wholeRupees(publication.minCapitalPaise)],
          [t('operations.tricks.instruments'), <bdi key="i">{publication.instruments.join(', ')}</bdi>],
          [t('operations.tricks.submittedAt'), <Moment key="at" at={publication.submittedAt} wall />],
          ...(decidedAt === undefined
            ? []
            : [[t('operations.tricks.decidedAt'), <Moment key="d" at={decidedAt} wall />] as const]),
          [
            t('operations.tricks.offered'),
            offeredVersion === undefined
              ? t('operations.tricks.notOffered')
              : t('strategies.version', { version: offeredVersion }),
          ],
          [t('operations.tricks.evidence'), <EvidenceDot key="e" evidence={evidence} />],
          [t('operations.tricks.return'), <Percent key="r" value={backtest.returnPercent} change />],
          [t('strategies.trades'), count(backtest.trades ?? 0)],
          [t('operations.tricks.days'), t('operations.tricks.fromTo', days)],
        ]}
      />
      {reason === undefined ? null : <p className={facts.text}>{reason}</p>}
      {publishedTricksId === undefined ? null : (
        <p className={facts.text}>
          <AppLink to={`/tricks/${publishedTricksId}`}>{t('operations.tricks.look')}</AppLink>
        </p>
      )}
    </Section>
  );
}

function Decision({ publication }: TrickProps) {
  const { t } = useTranslation();
  const { state, offered, mayDecide: isOthers, mayRetire } = publication;
  const isOpen = state === 'waiting' || offered;
  if (!isOpen) return null;
  if (!isOthers && !mayRetire) return <p className={facts.text}>{t('operations.ownCase')}</p>;
  if (!mayDecide('Trick')) return null;
  return (
    <Section title={t('operations.decide')}>
      {isOthers ? <DecideTrick publication={publication} /> : <RetireTrick publication={publication} />}
    </Section>
  );
}
