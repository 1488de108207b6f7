import type { ReconciliationDifference, ReconciliationReport } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { count, dayInFull } from '../../lib/format.ts';
import { AppLink } from '../../ui/app-link.tsx';
import facts from '../../ui/facts.module.css';
import { Money } from '../../ui/figures/figures.tsx';
import { ModeBadge } from '../../ui/figures/mode.tsx';
import css from './reconciliation.module.css';
import { ReportState } from './report-columns.tsx';

/** What the lines say of whose account it is stands beside it, if at all. */
type ReportLines = Omit<ReconciliationReport, 'brokerId' | 'clientCode'>;

interface ReportViewProps {
  readonly report: ReportLines;
  /** Where a trick that was halted is looked at. */
  readonly trickPath: (TricksId: number) => string;
}

/** One comparison, line by line: the same for its owner and for operators. */
export function ReportView({ report, trickPath }: ReportViewProps) {
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
        <AppLink key={id} to={trickPath(id)}>
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

function Compared({ report }: { readonly report: ReportLines }) {
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
