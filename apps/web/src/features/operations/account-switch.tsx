import type { DeskAccount } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { count } from '../../lib/format.ts';
import { useAction } from '../../lib/use-call.ts';
import { DecisionForm } from './decision-form.tsx';
import { DESK_CALLS } from './desk-view.ts';
import css from './operations.module.css';

interface AccountSwitchProps {
  readonly account: DeskAccount;
  readonly onDone: () => void;
}

/** The operators' switch on one account: what setting or lifting it will do, in figures. */
export function AccountSwitch({ account, onDone }: AccountSwitchProps) {
  const { t } = useTranslation();
  const act = useAction('opsaccountswitch', { quiet: true, refreshes: DESK_CALLS });
  const { userId, fullName: name, deskSwitch, resting } = account;
  const on = deskSwitch === undefined;
  const figures = { name, entries: count(resting.entries), byHand: count(resting.byHand) };
  const points = on
    ? (['refused', 'takenBack', 'byHand', 'exits', 'told'] as const)
    : (['again', 'notBack', 'liftTold'] as const);
  return (
    <DecisionForm
      verb={t(on ? 'desk.account.stop' : 'desk.account.lift')}
      asksReason
      decide={async ({ reason, proof }) => {
        await act.mutateAsync({ userId, on, reason, ...proof });
        return t(on ? 'desk.account.stopped' : 'desk.account.lifted', { name });
      }}
      onDone={onDone}
    >
      <ul className={css.points}>
        {points.map((point) => (
          <li key={point}>{t(`desk.account.will.${point}`, figures)}</li>
        ))}
      </ul>
    </DecisionForm>
  );
}
