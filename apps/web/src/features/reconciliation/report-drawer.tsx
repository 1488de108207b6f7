import type { ReconciliationDifference, ReconciliationReport } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { count, dayInFull } from '../../lib/format.ts';
import { useCall } from '../../lib/use-call.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { DetailDrawer } from '../../ui/detail-drawer.tsx';
import facts from '../../ui/facts.module.css';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { SkeletonLines } from '../../ui/feedback/skeleton.tsx';
import { Money } from '../../ui/figures/figures.tsx';
import { ModeBadge } from '../../ui/figures/mode.tsx';
import css from './reconciliation.module.css';
import { ReportState } from './report-columns.tsx';

interface ReportDrawerProps {
  /** Absent: nothing is open. */
  readonly reportId: number | undefined;
  readonly onClose: () => void;
}

/** One comparison: what was compared, what differs, and what to do about it. */
export function ReportDrawer({ reportId, onClose }: ReportDrawerProps) {
  const { t } = useTranslation();
  return (
    <DetailDrawer opened={reportId !== undefined} onClose={onClose} title={t('reconciliation.report')}>
      {reportId === undefined ? null : <ReportLoader reportId={reportId} />}
    </DetailDrawer>
  );
}

function ReportLoader({ reportId }: { readonly reportId: number }) {
  const { t } = useTranslation();
  const state = useCall('reconciliationreport', { reportId });
  return (
    <Loaded
      state={state}
      failed={t('reconciliation.failed')}
      skeleton={<SkeletonLines label={t('reconciliation.loading')} lines={8} />}
    >
      {({ report }) => <Report report={report} />}
    </Loaded>
  );
}

function Report({ report }: { readonly report: ReconciliationReport }) {
  const { t } = useTranslation();
  return (
    <div className={css.detail}>
      <div className={facts.buttons}>
        <span>{dayInFull(report.day)}</span>
        <ReportState status={report.status} />
        <ModeBadge badge={report.badge} />
      </div>
      <p className={facts.text}>
        {t(`reconciliation.statusText.${report.status}`)}{' '}
        {report.status === 'agrees' && report.difference_list.length > 0 ? t('reconciliation.explained') : null}
      </p>
      {report.missingBooks.length > 0 ? (
        <p className={facts.text}>
          {t('reconciliation.missing', {
            books: report.missingBooks.map((book) => t(`reconciliation.missingBook.${book}`)).join(', '),
          })}
        </p>
      ) : null}
      {report.notCompared.map(({ what, reason }) => (
        <p key={what} className={facts.text}>
          {t(`reconciliation.notCompared.${what}`, { reason })}
        </p>
      ))}
      {report.halted.map((id) => (
        <AppLink key={id} to={`/my-tricks/${id}`}>
          {t('reconciliation.haltedTrick')}
        </AppLink>
      ))}
      <Compared report={report} />
      <ul className={css.list}>
        {report.difference_list.map((difference) => (
          <Difference key={`${difference.kind} ${difference.sentence}`} difference={difference} />
        ))}
      </ul>
    </div>
  );
}

function Compared({ report }: { readonly report: ReconciliationReport }) {
  const { t } = useTranslation();
  const { compared } = report;
  return (
    <div>
      <h3 className={css.heading}>{t('reconciliation.compared')}</h3>
      <dl className={facts.facts}>
        {(['orders', 'trades', 'positions', 'holdings'] as const).map((book) => (
          <div key={book}>
            <dt>{t(`reconciliation.book.${book}`)}</dt>
            <dd>{count(compared[book])}</dd>
          </div>
        ))}
        <div>
          <dt>{t('reconciliation.charges')}</dt>
          <dd>
            <Money paise={compared.chargesPaise} />
          </dd>
        </div>
        <div>
          <dt>{t('reconciliation.funds')}</dt>
          <dd>
            <Money paise={compared.fundsPaise} />
          </dd>
        </div>
      </dl>
    </div>
  );
}

function Difference({ difference }: { readonly difference: ReconciliationDifference }) {
  const { t } = useTranslation();
  const { sentence, ours, theirs, explanation, next } = difference;
  return (
    <li className={css.difference}>
      <p className={css.sentence}>{sentence}</p>
      <span className={facts.text}>
        {t('reconciliation.sides', { ours: ours ?? t('common.none'), theirs: theirs ?? t('common.none') })}
      </span>
      {explanation === undefined ? null : <span className={facts.text}>{explanation}</span>}
      {next === undefined ? null : <span>{next}</span>}
    </li>
  );
}
