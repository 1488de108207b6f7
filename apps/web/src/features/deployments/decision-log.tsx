import type { DecisionRow } from '@trickdesk/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operandText } from '../../lib/format.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { Moment } from '../../ui/figures/moment.tsx';
import { Section } from '../../ui/section.tsx';
import { Segments } from '../../ui/segments.tsx';
import { useListState } from '../../ui/table/list-state.ts';
import texts from '../../ui/texts.module.css';
import { decisionFilterIn, decisionsOf, FILTERS } from './decision-view.ts';
import css from './deployments.module.css';

const SHOWN_AT_FIRST = 12;

interface DecisionLogProps {
  readonly TricksId: number;
  readonly decisions: readonly DecisionRow[];
}

/** Why it acted, and why it did not: newest first, each sentence opening to the values behind it. */
export function DecisionLog({ TricksId, decisions }: DecisionLogProps) {
  const { t } = useTranslation();
  const list = useListState();
  const [whole, setWhole] = useState(false);
  const filter = decisionFilterIn(list.query['decisions']);
  const matching = decisionsOf(decisions, filter);
  const shown = whole ? matching : matching.slice(0, SHOWN_AT_FIRST);
  return (
    <Section
      title={t('deployments.log.title')}
      note={t('deployments.log.note')}
      flush
      aside={
        <Segments
          label={t('deployments.log.filter')}
          value={filter}
          options={FILTERS.map((value) => ({ value, label: t(`deployments.log.filters.${value}`) }))}
          onChange={(value) => list.show({ decisions: value === 'all' ? '' : value })}
        />
      }
    >
      {decisions.length === 0 ? (
        <Empty title={t('deployments.log.emptyTitle')} text={t('deployments.log.empty')} />
      ) : matching.length === 0 ? (
        <p className={css.listNote}>{t('deployments.log.emptyFilter', { count: decisions.length })}</p>
      ) : (
        <ol className={css.list}>
          {shown.map((decision) => (
            <Decision key={decision.decisionId} TricksId={TricksId} decision={decision} />
          ))}
        </ol>
      )}
      {matching.length > shown.length ? (
        <button type="button" className={css.more} onClick={() => setWhole(true)}>
          {t('deployments.log.more', { count: matching.length - shown.length })}
        </button>
      ) : null}
    </Section>
  );
}

interface DecisionProps {
  readonly TricksId: number;
  readonly decision: DecisionRow;
}

function Decision({ TricksId, decision }: DecisionProps) {
  const { t } = useTranslation();
  return (
    <li className={css.decision} data-action={decision.action}>
      <details>
        <summary className={css.decisionLine}>
          <span className={css.decisionAt}>
            <Moment at={decision.at} />
          </span>
          <span className={css.decisionTag} data-action={decision.action}>
            {t(`deployments.log.tags.${decision.action}`)}
          </span>
          <span className={css.sentence}>{decision.sentence}</span>
        </summary>
        <Values decision={decision} />
        <p className={css.values}>
          <AppLink to={replayOf(TricksId, decision)}>{t('replay.open')}</AppLink>
        </p>
      </details>
    </li>
  );
}

/** The day of the decision again, at its moment. */
function replayOf(TricksId: number, { at, symbol }: DecisionRow): string {
  const query = new URLSearchParams({ date: at.slice(0, 10), symbol, at });
  return `/my-tricks/${TricksId}/replay?${query}`;
}

function Values({ decision }: { readonly decision: DecisionRow }) {
  const { t } = useTranslation();
  if (decision.operands.length === 0 && decision.condition === undefined) {
    return <p className={css.values}>{t('deployments.log.noValues')}</p>;
  }
  return (
    <div className={css.values}>
      {decision.condition === undefined ? null : <code className={texts.code}>{decision.condition}</code>}
      <table className={css.operands} aria-label={t('deployments.log.values')}>
        <tbody>
          {decision.operands.map((operand) => (
            <tr key={operand.text}>
              <th scope="row">{operand.text}</th>
              <td>{operandText(operand.value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
