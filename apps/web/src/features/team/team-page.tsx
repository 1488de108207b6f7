import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/use-call.ts';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { PageSkeleton } from '../../ui/feedback/page-skeleton.tsx';
import layout from '../../ui/layout.module.css';
import { PageHead } from '../../ui/page-head.tsx';
import { useListState } from '../../ui/table/list-state.ts';
import { Invite } from './invite.tsx';
import { Levels } from './levels.tsx';
import { Members } from './members.tsx';
import { PaidFor } from './paid-for.tsx';
import { Standing } from './standing.tsx';
import { teamInput } from './team-view.ts';

/** Whom one invited, whom those invited, the link that invites, and what is paid for it. */
export function TeamPage() {
  const { t } = useTranslation();
  const list = useListState();
  const input = teamInput(list.query);
  const state = useCall('getMyTeam', input, { keepPrevious: true });
  return (
    <div className={layout.stack}>
      <PageHead title={t('team.title')} lead={t('team.lead')} />
      <Loaded
        state={state}
        failed={t('team.failed')}
        skeleton={<PageSkeleton label={t('team.loading')} main={[160, 280]} side={[120, 160]} />}
      >
        {(team) => (
          <>
            <div className={layout.columns}>
              <div className={layout.stack}>
                <Invite referralCode={team.referralCode} />
                <PaidFor plans={team.plan_rewards} />
              </div>
              <div className={layout.stack}>
                <Standing team={team} />
                {team.levels.length === 0 ? null : <Levels team={team} shown={team.level} />}
              </div>
            </div>
            <Members team={team} list={list} input={input} />
          </>
        )}
      </Loaded>
    </div>
  );
}
