import type { DeskTrick } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { count } from '../../lib/format.ts';
import { mayDecide } from '../../lib/may-read.ts';
import { useAction } from '../../lib/use-call.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { DetailDrawer } from '../../ui/detail-drawer.tsx';
import { Money } from '../../ui/figures/figures.tsx';
import { ModeBadge } from '../../ui/figures/mode.tsx';
import { Moment } from '../../ui/figures/moment.tsx';
import { DecisionForm } from './decision-form.tsx';
import { DESK_CALLS } from './desk-view.ts';
import { FactRows } from './fact-rows.tsx';
import css from './operations.module.css';
import { TrickState } from './use-desk-columns.tsx';

interface DeskTrickDrawerProps {
  readonly trick: DeskTrick | undefined;
  readonly onClose: () => void;
}

/** One trick as the desk sees it, and how it is halted. */
export function DeskTrickDrawer({ trick, onClose }: DeskTrickDrawerProps) {
  const { t } = useTranslation();
  return (
    <DetailDrawer opened={trick !== undefined} onClose={onClose} title={t('desk.trick')}>
      {trick ? (
        <div className={css.detail}>
          <Facts trick={trick} />
          {trick.mayHalt && mayDecide('Desk') ? <Halt trick={trick} onDone={onClose} /> : null}
        </div>
      ) : null}
    </DetailDrawer>
  );
}

function Facts({ trick }: { readonly trick: DeskTrick }) {
  const { t } = useTranslation();
  const { name, badge, person, capitalPaise, openPositions, waitingEntries, startedAt, lastDecisionAt } = trick;
  const moment = (at: string | undefined) => (at === undefined ? t('common.none') : <Moment at={at} wall />);
  return (
    <FactRows
      rows={[
        [t('desk.name'), name],
        [
          t('operations.person'),
          <AppLink key="person" to={`/ops/desk/${person.userId}`}>
            {person.fullName}
          </AppLink>,
        ],
        [t('desk.mode'), <ModeBadge key="mode" badge={badge} />],
        [t('operations.state'), <TrickState key="state" trick={trick} />],
        ...(trick.statusReason === undefined ? [] : [[t('desk.why'), trick.statusReason] as const]),
        [t('desk.capital'), <Money key="capital" paise={capitalPaise} form="whole" />],
        [t('desk.open'), count(openPositions)],
        [t('desk.waiting'), count(waitingEntries)],
        [t('desk.startedAt'), moment(startedAt)],
        [t('desk.decidedAt'), moment(lastDecisionAt)],
      ]}
    />
  );
}

function Halt({ trick, onDone }: { readonly trick: DeskTrick; readonly onDone: () => void }) {
  const { t } = useTranslation();
  const act = useAction('opshalttrick', { quiet: true, refreshes: DESK_CALLS });
  const { TricksId, name, person, openPositions, waitingEntries } = trick;
  const figures = {
    ...{ name, person: person.fullName, positions: count(openPositions), entries: count(waitingEntries) },
  };
  const points = [
    ...(['entries'] as const),
    ...(waitingEntries > 0 ? (['waiting'] as const) : []),
    ...(openPositions > 0 ? (['positions'] as const) : []),
    ...(['told'] as const),
  ];
  return (
    <section className={css.decide}>
      <h3>{t('desk.halt.title')}</h3>
      <DecisionForm
        verb={t('desk.halt.verb', { name })}
        asksReason
        decide={async ({ reason, proof }) => {
          await act.mutateAsync({ TricksId, reason, ...proof });
          return t('desk.halt.done', { name });
        }}
        onDone={onDone}
      >
        <ul className={css.points}>
          {points.map((point) => (
            <li key={point}>{t(`desk.halt.will.${point}`, figures)}</li>
          ))}
        </ul>
      </DecisionForm>
    </section>
  );
}
