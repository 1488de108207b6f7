import type { OpsUser } from '@trickdesk/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { count } from '../../lib/format.ts';
import { mayDecide } from '../../lib/may-read.ts';
import { useAction } from '../../lib/use-call.ts';
import { ActionPanel } from '../../ui/action-panel.tsx';
import { Button } from '../../ui/button.tsx';
import facts from '../../ui/facts.module.css';
import { showToast } from '../../ui/feedback/toasts.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { ReasonField } from './decision-form.tsx';
import css from './operations.module.css';

const REFRESHED = ['opsuser', 'opsusers', 'opsacts'] as const;
type Deed = 'block' | 'unblock' | 'endSessions';

/** What the operator may do with the account; nothing where it is their own. */
export function UserDeeds({ user }: { readonly user: OpsUser }) {
  const { t } = useTranslation();
  const [deed, setDeed] = useState<Deed>();
  if (!mayDecide('User')) return null;
  const possible: readonly (readonly [Deed, boolean])[] = [
    ['endSessions', user.mayEndSessions],
    ['block', user.mayBlock],
    ['unblock', user.mayUnblock],
  ];
  return (
    <>
      {possible
        .filter(([, may]) => may)
        .map(([name]) => (
          <Button key={name} look="quiet" onClick={() => setDeed(name)}>
            {t(`operations.users.deeds.${name}`)}
          </Button>
        ))}
      {deed === undefined ? null : <DeedPanel key={deed} deed={deed} user={user} onClose={() => setDeed(undefined)} />}
    </>
  );
}

interface DeedPanelProps {
  readonly deed: Deed;
  readonly user: OpsUser;
  readonly onClose: () => void;
}

/** Says in figures what it will do, and why it is done. */
function DeedPanel({ deed, user, onClose }: DeedPanelProps) {
  const { t } = useTranslation();
  const { userId, fullName: name, sessions, running } = user;
  const act = {
    block: useAction('opsblockuser', { quiet: true, refreshes: REFRESHED }),
    unblock: useAction('opsunblockuser', { quiet: true, refreshes: REFRESHED }),
    endSessions: useAction('opsendsessions', { quiet: true, refreshes: REFRESHED }),
  }[deed];
  const form = useForm<{ readonly reason: string }>({
    initial: { reason: '' },
    check: ({ reason }) => (reason.trim() === '' ? { reason: t('operations.reasonMissing') } : {}),
    submit: async ({ reason }) => {
      await act.mutateAsync({ userId, reason: reason.trim() });
      showToast({ tone: 'done', text: t(`operations.users.done.${deed}`, { name }) });
      onClose();
    },
  });
  const points = pointsOf(deed, user).map((point) =>
    t(`operations.users.willDo.${point}`, {
      ...{ sessions: count(sessions.length), live: count(running.live), test: count(running.test) },
      ...{ positions: count(running.positions), orders: count(running.restingOrders) },
    }),
  );
  return (
    <ActionPanel
      opened
      onClose={onClose}
      title={t(`operations.users.titles.${deed}`, { name })}
      verb={t(`operations.users.verbs.${deed}`, { name })}
      dangerous={deed === 'block'}
      form={form}
    >
      <div className={css.part}>
        <ul className={css.points}>
          {points.map((point) => (
            <li key={point} className={facts.text}>
              {point}
            </li>
          ))}
        </ul>
        <ReasonField field={form.field('reason')} />
      </div>
    </ActionPanel>
  );
}

function pointsOf(deed: Deed, { running }: OpsUser) {
  switch (deed) {
    case 'block':
      return [
        ...(['sessions', 'signIn', 'entries'] as const),
        ...(running.positions > 0 ? (['positions'] as const) : []),
        ...(running.restingOrders > 0 ? (['orders'] as const) : []),
        ...(['told'] as const),
      ];
    case 'unblock':
      return ['again', 'nothingStarts'] as const;
    case 'endSessions':
      return ['sessions', 'signInAgain'] as const;
  }
}
